"""Which pairing of a bracket comes first? C2-C12 at one level, and with ever fewer pairs.

A *level* says how many pairs are missing; the list of a bracket's pairings goes through its levels,
and at each through the relaxations: x raised one at a time (B4), then for upfloats and then for
downfloats B6 and B5 dropped. Every relaxed turn tries all pairings again.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pairing.core.halves import Halves
from pairing.core.matching import bits
from pairing.core.rating_swiss.bracket import Bracket
from pairing.core.rating_swiss.groups import can_keep, first_group, keeps
from pairing.core.rating_swiss.limits import (
    Limit,
    applied,
    counted,
    group_limits,
    movers_limits,
    remainder_limits,
)
from pairing.core.ways import NextBracket, Ways
from pairing.core.work import count_branch


class Level(NamedTuple):
    """How many moved down players stand in S1 (0: treated as homogeneous), how many pairs the
    homogeneous group or the remainder has less than it could."""

    movers: int
    lowered: int


@dataclass(frozen=True, slots=True)
class Leavers:
    """Bounds on who stays unpaired: all of `must`, and nobody but `may`.

    Where there is a `next_bracket`, all of them must be paired in it.
    """

    may: int
    must: int = 0
    next_bracket: NextBracket | None = None

    def of(self, leave: int) -> int:
        """Who of these may stay unpaired."""
        return leave & (self.may | self.must)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bracket paired. Players are numbers in the bracket; pairs in the order of S1.

    `moved_down`: the pairs of a heterogeneous bracket's first part, whose first player moved
    down; `halves`: those of the homogeneous group or remainder. `raised`: by how much x was.
    `up`, `down`: the level for floats (0, 1: B6 dropped, 2: B5 too), `down_rest` that of the
    homogeneous group or remainder. `key` orders candidates of a level as the text comes across
    them.
    """

    level: Level
    moved_down: tuple[tuple[int, int], ...]
    halves: Halves
    raised: int
    up: int
    down: int
    down_rest: int
    key: tuple[object, ...]

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs, the player of S1 first."""
        return self.moved_down + self.halves.pairs

    @property
    def unpaired(self) -> int:
        """Who moves on, or has the bye."""
        return sum(1 << player for player in self.halves.unpaired)


def levels(bracket: Bracket) -> Iterator[Level]:
    """The levels in their order, the first being full; a last bracket has no other."""
    if bracket.is_homogeneous:
        for lowered in range(1 if bracket.is_last else bracket.most_pairs):
            yield Level(0, lowered)
        return
    for movers in range(bracket.moved_down, 0, -1):
        for lowered in range((bracket.size - 2 * movers) // 2 + 1):
            yield Level(movers, lowered)
            if bracket.is_last:
                return


def pairs_at(bracket: Bracket, level: Level) -> int:
    """How many pairs a bracket has at a level."""
    return bracket.most_pairs - level.lowered


def is_possible(bracket: Bracket, level: Level, leavers: Leavers | None = None) -> bool:
    """Whether there is any pairing at a level, whatever is relaxed."""
    ways = ways_of(bracket, level, bracket.may_meet, bracket.may_leave(2), leavers)
    if not ways.could_work():
        return False
    if not level.movers:
        return True
    return ways.is_complete(ways.graph((1 << level.movers) - 1), ways.size, ways.pairs)


def ways_of(
    bracket: Bracket, level: Level, rows: list[int], leave: int, leavers: Leavers | None
) -> Ways:
    """What is open at a level, with these pairs and leavers."""
    bounds = leavers or Leavers(bracket.everybody)
    return _ways(bracket, pairs_at(bracket, level), rows, bounds.of(leave), bounds)


def _ways(bracket: Bracket, pairs: int, rows: Sequence[int], leave: int, leavers: Leavers) -> Ways:
    return Ways(bracket.size, pairs, rows, leave, leavers.must, (), leavers.next_bracket)


def first_candidate(
    bracket: Bracket,
    level: Level,
    may_leave: int | None = None,
    must_leave: int = 0,
    next_bracket: NextBracket | None = None,
) -> Candidate | None:
    """The first pairing of a bracket at a level; None: there is none.

    `may_leave` and `must_leave` narrow down who stays unpaired (for the bracket below); whoever
    does must be paired in the `next_bracket`, where it is given.
    """
    may = bracket.everybody if may_leave is None else may_leave
    leavers = Leavers(may, must_leave, next_bracket)
    search = _Heterogeneous if level.movers else _Homogeneous
    return search(bracket, level, leavers).first()


def first_of_list(bracket: Bracket) -> Candidate | None:
    """The first pairing of all levels; None: nobody can be paired."""
    for level in levels(bracket):
        found = first_candidate(bracket, level)
        if found is not None:
            return found
    return None


class _Search(ABC):
    """The relaxations of one level, in their order."""

    def __init__(self, bracket: Bracket, level: Level, leavers: Leavers):
        self.bracket = bracket
        self.level = level
        self.leavers = leavers
        self.pairs = pairs_at(bracket, level)

    def first(self) -> Candidate | None:
        """The first pairing at the first relaxation that has one."""
        for raised in range(self.pairs + 1):
            found = self._with_floats(raised)
            if found is not None:
                return found
            if not raised and not is_possible(self.bracket, self.level, self.leavers):
                return None
        return None

    def _with_floats(self, raised: int) -> Candidate | None:
        """Upfloats are dropped last: for each of their levels all those of downfloats."""
        ups, downs = self.bracket.levels_up, self.bracket.levels_down
        found = self.attempt(raised, 0, 0)
        if found is not None or not self.could(raised, ups[-1], downs[-1]):
            return found
        for up in ups:
            if up != ups[-1] and not self.could(raised, up, downs[-1]):
                continue
            for down in downs:
                if up or down:
                    found = self.attempt(raised, up, down)
                    if found is not None:
                        return found
        return None

    @abstractmethod
    def attempt(self, raised: int, up: int, down: int) -> Candidate | None:
        """The first pairing at this relaxation."""

    @abstractmethod
    def could(self, raised: int, up: int, down: int) -> bool:
        """Whether there may be one; False: there is surely none."""

    def group(
        self, players: Sequence[int], raised: int, up: int, down: int
    ) -> tuple[Ways, int, list[Limit]]:
        """A homogeneous group at a relaxation: its ways, number of pairs, and B4."""
        bracket = self.bracket
        pairs = len(players) // 2 - self.level.lowered
        among = sum(1 << player for player in players)
        limits = group_limits(bracket, among, self.level.lowered, raised)
        leave = self.leavers.of(bracket.may_leave(down))
        rows, leave, kept = applied(limits, bracket.rows(up, down), leave, pairs)
        return _ways(bracket, pairs, rows, leave, self.leavers), pairs, kept


class _Homogeneous(_Search):
    """C4-C12 of a bracket treated as homogeneous."""

    def attempt(self, raised: int, up: int, down: int) -> Candidate | None:
        players = range(self.bracket.size)
        ways, pairs, limits = self.group(players, raised, up, down)
        found = first_group(ways, players, pairs, limits)
        if found is None:
            return None
        key = (raised, up, down, found.key)
        return Candidate(self.level, (), found, raised, up, 0, down, key)

    def could(self, raised: int, up: int, down: int) -> bool:
        players = range(self.bracket.size)
        ways, pairs, limits = self.group(players, raised, up, down)
        return can_keep(ways, players, pairs, limits)


class _Heterogeneous(_Search):
    """C4-C12 of a bracket whose moved down players are paired first, then the remainder."""

    def __init__(self, bracket: Bracket, level: Level, leavers: Leavers):
        super().__init__(bracket, level, leavers)
        self.high = (1 << level.movers) - 1
        self.low = bracket.everybody ^ self.high
        self.rests: dict[tuple[int, int, int], tuple[int, Halves] | None] = {}
        # The relaxation at hand: see `_set`.
        self.raised = self.up = self.down = 0
        self.rows: list[int] = []
        self.limits: list[Limit] = []

    def _set(self, raised: int, up: int, down: int) -> None:
        """From now on this relaxation: pairs of S1 with S2, and any of the remainder."""
        self.raised, self.up, self.down = raised, up, down
        free = self.low & ~self.leavers.must
        rows = [row & free for row in self.bracket.rows(up, down)[: self.level.movers]]
        takers = [0] * self.bracket.size
        for player, row in enumerate(rows):
            for other in bits(row):
                takers[other] |= 1 << player
        rest = self.bracket.rows(up, 2)
        self.rows = rows + [
            rest[player] & self.low | takers[player]
            for player in range(self.level.movers, self.bracket.size)
        ]
        self.limits = movers_limits(self.bracket, self.level.movers, raised)

    def attempt(self, raised: int, up: int, down: int) -> Candidate | None:
        self._set(raised, up, down)
        if self.leavers.must & self.high:
            return None
        # Everybody his very first opponent: if that works, nothing comes before.
        made, left = [], self.low
        for player in range(self.level.movers):
            opponents = self.rows[player] & left
            if not opponents:
                break
            lowest = opponents & -opponents
            left ^= lowest
            made.append((player, lowest.bit_length() - 1))
        else:
            if keeps(self.limits, made):
                found = self._with_rest(made, left)
                if found is not None:
                    return found
        return self._place([], self.low) if self._could([], self.low) else None

    def could(self, raised: int, up: int, down: int) -> bool:
        self._set(raised, up, down)
        return self._could([], self.low)

    def _place(self, made: list[tuple[int, int]], left: int) -> Candidate | None:
        """D1: the next of S1 gets the first opponent with whom the others can be paired."""
        player = len(made)
        if player == self.level.movers:
            return self._with_rest(made, left)
        for opponent in bits(self.rows[player] & left):
            count_branch(self.bracket.size)
            more, fewer = [*made, (player, opponent)], left & ~(1 << opponent)
            if self._could(more, fewer):
                found = self._place(more, fewer)
                if found is not None:
                    return found
        return None

    def _could(self, made: list[tuple[int, int]], left: int) -> bool:
        """Whether those of S1 without opponent and a remainder of the others may be paired."""
        high = self.high >> len(made) << len(made)
        pairs = self.pairs - len(made)
        mine = []
        for limit in self.limits:
            most = limit.most - counted(limit, made)
            if most < 0:
                return False
            mine.append(Limit(limit.pairs, most))
        players = list(bits(high | left))
        among = high | left
        base = [row & among for row in self.rows]
        leave = self.leavers.of(self.bracket.may_leave(2)) & left
        for case in remainder_limits(self.bracket, high, left, self.level.lowered, self.raised):
            rows, may, kept = applied([*mine, *case], base, leave, pairs)
            ways = _ways(self.bracket, pairs, rows, may, self.leavers)
            if can_keep(ways, players, pairs, kept):
                return True
        return False

    def _with_rest(self, made: list[tuple[int, int]], left: int) -> Candidate | None:
        rest = self._rest(left)
        if rest is None:
            return None
        down_rest, halves = rest
        opponents = tuple(opponent for _, opponent in made)
        key = (self.raised, self.up, self.down, opponents, down_rest, halves.key)
        return Candidate(
            self.level, tuple(made), halves, self.raised, self.up, self.down, down_rest, key
        )

    def _rest(self, left: int) -> tuple[int, Halves] | None:
        """The first pairing of the remainder, with the level of its downfloats."""
        state = self.raised, self.up, left
        if state not in self.rests:
            self.rests[state] = None
            players = list(bits(left))
            for down in self.bracket.levels_down:
                ways, pairs, limits = self.group(players, self.raised, self.up, down)
                halves = first_group(ways, players, pairs, limits)
                if halves is not None:
                    self.rests[state] = down, halves
                    break
        return self.rests[state]
