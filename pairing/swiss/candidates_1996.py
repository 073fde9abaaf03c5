"""Which pairing of a bracket comes first? C2-C12 of the older editions, with ever fewer pairs.

The list of a bracket's pairings goes through its levels, and at each through the relaxations: x
raised one at a time (B4), then for upfloats and then for downfloats B6 and B5 dropped. Every
relaxed turn tries all pairings again.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pairing.matching.budget import count_branch
from pairing.matching.perfect import bits, perfect_matching
from pairing.swiss.beyond_1996 import may_go_on
from pairing.swiss.bracket import Level
from pairing.swiss.criteria_1996 import Bracket1996
from pairing.swiss.groups_1996 import can_keep, first_group, keeps
from pairing.swiss.halves import Halves
from pairing.swiss.limits_1996 import (
    Limit,
    applied,
    closer_limits,
    counted,
    remainder_limits,
    s1_limits,
)
from pairing.swiss.settled import Candidate
from pairing.swiss.ways import ANYBODY, Answers, Bounds, Known, Ways, nearest_opponents


@dataclass(frozen=True)
class Candidate1996(Candidate):
    """`raised`: by how much x was. `up`, `down`: the level for floats (0, 1: B6 dropped, 2: B5
    too), `down_rest` that of the homogeneous bracket or remainder."""

    raised: int
    up: int
    down: int
    down_rest: int

    @property
    def key(self) -> tuple[object, ...]:
        """First as little is relaxed as can be."""
        _, opponents, halves = super().key
        return self.raised, self.up, self.down, opponents, self.down_rest, halves


def levels(bracket: Bracket1996) -> Iterator[Level]:
    """The levels in their order, the first being full; a last bracket has no other."""
    if bracket.is_homogeneous:
        for lowered in range(1 if bracket.is_last else bracket.most_pairs):
            yield Level(0, lowered)
        return
    for in_s1 in range(bracket.moved_down, 0, -1):
        for lowered in range((bracket.size - 2 * in_s1) // 2 + 1):
            yield Level(in_s1, lowered)
            if bracket.is_last:
                return


def is_possible(bracket: Bracket1996, level: Level, bounds: Bounds = ANYBODY) -> bool:
    """Whether there is any pairing at a level, whatever is relaxed."""
    pairs = bracket.pairs_at(level)
    ways = Ways(bracket.size, pairs, bracket.may_meet, bracket.may_be_unpaired, bounds)
    if not ways.could_work():
        return False
    if level.in_s1:
        high = (1 << level.in_s1) - 1
        if not ways.is_complete(ways.graph(high), ways.size, ways.pairs):
            return False
        rows = [row & ~high if high >> player & 1 else row for player, row in enumerate(ways.rows)]
        ways = ways.narrowed(pairs, rows, ways.may_be_unpaired & ~high)
    return may_go_on(ways, range(bracket.size), pairs)


def first_candidate(
    bracket: Bracket1996,
    level: Level,
    bounds: Bounds = ANYBODY,
    before: Candidate1996 | None = None,
) -> Candidate1996 | None:
    """The first pairing of a bracket at a level, within bounds for the bracket below; None: there
    is none. `before`: the first one within wider bounds; nothing is relaxed less than for that."""
    search = _Heterogeneous if level.in_s1 else _Homogeneous
    return search(bracket, level, bounds, before).first()


def first_of_list(bracket: Bracket1996) -> Candidate1996 | None:
    """The first pairing of all levels; None: nobody can be paired."""
    for level in levels(bracket):
        if (candidate := first_candidate(bracket, level)) is not None:
            return candidate
    return None


@dataclass
class _Search(ABC):
    """The relaxations of one level, in their order."""

    bracket: Bracket1996
    level: Level
    bounds: Bounds
    before: Candidate1996 | None

    def __post_init__(self) -> None:
        self.pairs = self.bracket.pairs_at(self.level)
        self.answers: Answers = {}
        #: Where to begin: by how much x is raised, and the levels for floats.
        self.since = (0, 0, 0)
        if before := self.before:
            down = before.down if self.level.in_s1 else before.down_rest
            self.since = before.raised, before.up, down

    def first(self) -> Candidate1996 | None:
        """The first pairing at the first relaxation that has one."""
        first = self.since[0]
        for raised in range(first, self.pairs + 1):
            if (candidate := self._with_floats(raised)) is not None:
                return candidate
            if raised == first and not is_possible(self.bracket, self.level, self.bounds):
                return None
        return None

    def _with_floats(self, raised: int) -> Candidate1996 | None:
        """Upfloats are dropped last: for each of their levels all those of downfloats."""
        ups, downs = self.bracket.levels_up, self.bracket.levels_down
        begin = max(self.since, (raised, 0, 0))
        candidate = self.attempt(*begin)
        if candidate is not None or not self.could(raised, ups[-1], downs[-1]):
            return candidate
        for up in ups:
            if up < begin[1] or (up != ups[-1] and not self.could(raised, up, downs[-1])):
                continue
            for down in downs:
                if (raised, up, down) > begin:
                    candidate = self.attempt(raised, up, down)
                    if candidate is not None:
                        return candidate
        return None

    @abstractmethod
    def attempt(self, raised: int, up: int, down: int) -> Candidate1996 | None:
        """The first pairing at this relaxation."""

    @abstractmethod
    def could(self, raised: int, up: int, down: int) -> bool:
        """Whether there may be a pairing; False: there is surely none."""

    def ways(self, pairs: int, rows: Sequence[int], unpaired: int) -> Ways:
        """What is open within the bounds."""
        return Ways(self.bracket.size, pairs, rows, unpaired, self.bounds, (), self.answers)

    def group(
        self, players: Sequence[int], raised: int, up: int, down: int
    ) -> tuple[Ways, int, list[Limit]]:
        """A homogeneous group at a relaxation: its ways, number of pairs, and B4."""
        bracket = self.bracket
        pairs = len(players) // 2 - self.level.lowered
        among = sum(1 << player for player in players)
        limits = closer_limits(bracket, among, self.level.lowered, raised)
        unpaired = bracket.may_be_unpaired & ~bracket.down[down]
        rows, unpaired, open_limits = applied(limits, bracket.rows(up, down), unpaired, pairs)
        return self.ways(pairs, rows, unpaired), pairs, open_limits


class _Homogeneous(_Search):
    """C4-C12 of a bracket treated as homogeneous."""

    def attempt(self, raised: int, up: int, down: int) -> Candidate1996 | None:
        players = range(self.bracket.size)
        ways, pairs, limits = self.group(players, raised, up, down)
        halves = first_group(ways, players, pairs, limits)
        if halves is None:
            return None
        return Candidate1996((), halves, self.level, raised, up, 0, down)

    def could(self, raised: int, up: int, down: int) -> bool:
        players = range(self.bracket.size)
        ways, pairs, limits = self.group(players, raised, up, down)
        return can_keep(ways, players, pairs, limits)


class _Heterogeneous(_Search):
    """C4-C12 of a bracket whose moved down players are paired first, then the remainder."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.high = (1 << self.level.in_s1) - 1
        self.low = self.bracket.everybody ^ self.high
        self.rests: dict[tuple[int, int, int], tuple[int, Halves] | None] = {}
        # The relaxation at hand: see `_set`.
        self.raised = self.up = self.down = 0
        self.rows: list[int] = []
        self.limits: list[Limit] = []

    def _set(self, raised: int, up: int, down: int) -> None:
        """From now on this relaxation: pairs of S1 with S2, and any of the remainder."""
        self.raised, self.up, self.down = raised, up, down
        low = self.low & ~self.bounds.must
        rows = [row & low for row in self.bracket.rows(up, down)[: self.level.in_s1]]
        takers = [0] * self.bracket.size
        for player, row in enumerate(rows):
            for opponent in bits(row):
                takers[opponent] |= 1 << player
        rest = self.bracket.rows(up, 2)
        self.rows = rows + [
            rest[player] & self.low | takers[player]
            for player in range(self.level.in_s1, self.bracket.size)
        ]
        self.limits = s1_limits(self.bracket, self.level.in_s1, raised)

    def attempt(self, raised: int, up: int, down: int) -> Candidate1996 | None:
        self._set(raised, up, down)
        if self.bounds.must & self.high:
            return None
        # Everybody their very first opponent: if that works, nothing comes before.
        pairs = nearest_opponents(self.rows, range(self.level.in_s1), self.low)
        if pairs is not None and keeps(self.limits, pairs):
            left = self.low & ~sum(1 << opponent for _, opponent in pairs)
            if (candidate := self._with_rest(pairs, left)) is not None:
                return candidate
        known: Known = {}
        return self._next([], self.low, known) if self._could([], self.low, known) else None

    def could(self, raised: int, up: int, down: int) -> bool:
        self._set(raised, up, down)
        return self._could([], self.low, {})

    def _next(self, pairs: list[tuple[int, int]], left: int, known: Known) -> Candidate1996 | None:
        """D1: the next of S1 gets the first opponent with whom the others can be paired."""
        player = len(pairs)
        if player == self.level.in_s1:
            return self._with_rest(pairs, left)
        for opponent in bits(self.rows[player] & left):
            count_branch(self.bracket.size)
            more, fewer = [*pairs, (player, opponent)], left & ~(1 << opponent)
            # What is known of these players holds without these two as well.
            gone = 0, self.level.in_s1 - player + (left & (1 << opponent) - 1).bit_count()
            start = {question: best.without(gone) for question, best in known.items()}
            if self._could(more, fewer, start):
                candidate = self._next(more, fewer, start)
                if candidate is not None:
                    return candidate
        return None

    def _could(self, pairs: list[tuple[int, int]], left: int, known: Known) -> bool:
        """Whether those of S1 without opponent and a remainder of the others may be paired.

        `known`: of these players, as for `can_keep`.
        """
        high = self.high >> len(pairs) << len(pairs)
        number = self.pairs - len(pairs)
        limits = []
        for limit in self.limits:
            most = limit.most - counted(limit, pairs)
            if most < 0:
                return False
            limits.append(Limit(limit.pairs, most))
        players = list(bits(high | left))
        among = high | left
        base = [row & among for row in self.rows]
        unpaired = self.bracket.may_be_unpaired & left
        whole = self.ways(number, base, unpaired)
        if perfect_matching(whole.graph_of(players, number)) is None:
            return False
        cases = remainder_limits(self.bracket, high, left, self.level.lowered, self.raised)
        for case, more in enumerate(cases):
            rows, may, open_limits = applied([*limits, *more], base, unpaired, number)
            ways = self.ways(number, rows, may)
            if can_keep(ways, players, number, open_limits, known, case):
                return True
        return False

    def _with_rest(self, pairs: list[tuple[int, int]], left: int) -> Candidate1996 | None:
        rest = self._rest(left)
        if rest is None:
            return None
        down_rest, halves = rest
        relaxed = self.raised, self.up, self.down
        return Candidate1996(tuple(pairs), halves, self.level, *relaxed, down_rest)

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
