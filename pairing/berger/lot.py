"""Which lots keep team-mates out of the last three rounds? 1.2.

Each number in turn goes to the first player, in the order in which the lots were drawn, after whom
the rest can still be placed without more such meetings than necessary.

Whether they can is found by a search over the numbers still free, the one with the fewest
possibilities first. In it, players with the same team-mates are alike.
"""

from collections.abc import Sequence
from itertools import combinations, count
from random import Random

from pairing.berger.options import Options
from pairing.berger.table import LARGEST, rows
from pairing.core.types import PlayerId, Snapshot

#: The last rounds in which team-mates do not meet.
LAST = 3
#: How many numbers are tried in one search; a search that needs more counts as one without result.
_TRIES = 2_000
#: In all searches of one draw together; after that no search goes back much.
_ALL_TRIES = 6_000
#: How often a draw that no search has proven best is shaken and improved.
_KICKS = 20


def kept_apart(snapshot: Snapshot) -> frozenset[frozenset[PlayerId]]:
    """The pairs that should not meet in the last rounds: forbidden ones, and guests of one club."""
    pairs = {frozenset(pair) for pair in snapshot.forbidden_pairs}
    for player, opponent in combinations(snapshot.players, 2):
        if player.club and player.club == opponent.club:
            pairs.add(frozenset((player.id, opponent.id)))
    return frozenset(pairs)


def last_meetings(players: int, options: Options) -> frozenset[frozenset[int]]:
    """The numbers that meet in the last rounds."""
    last = rows(players, options.cycles, options.swap_last_two)[-LAST:]
    return frozenset(frozenset(pair) for row in last for pair in row.pairs)


def restricted(
    snapshot: Snapshot, options: Options, drawn: Sequence[PlayerId]
) -> Sequence[PlayerId]:
    """The players by number, from the order of the lots."""
    apart = kept_apart(snapshot)
    if not apart or len(drawn) > LARGEST:
        return drawn
    return _Draw(drawn, apart, last_meetings(len(drawn), options)).placed()


def late_meetings(
    snapshot: Snapshot, options: Options, given: Sequence[PlayerId]
) -> tuple[int, bool]:
    """How many pairs that should be kept apart meet in the last rounds with these numbers, and
    whether there must be so many; False: fewer may be possible."""
    apart = kept_apart(snapshot)
    if not apart or len(given) > LARGEST:
        return 0, True
    draw = _Draw(given, apart, last_meetings(len(given), options))
    meetings = draw.meetings([draw.kind[player] for player in given])
    return meetings, meetings == 0 or draw.is_least(meetings)


class _CutOff(Exception):
    """A search took too long."""


class _Draw:
    """Players as kinds: those of one kind have the same team-mates, or are team-mates themselves.

    `kinds`: by kind, its players in the order of the lots; `against`: the kinds of their
    team-mates. `met`: by number from 0, the numbers that it meets in the last rounds.
    """

    def __init__(
        self,
        drawn: Sequence[PlayerId],
        apart: frozenset[frozenset[PlayerId]],
        meetings: frozenset[frozenset[int]],
    ):
        self.drawn = drawn
        mates = {player: {player} for player in drawn}
        for player, mate in map(tuple, apart):
            if player in mates and mate in mates:
                mates[player].add(mate)
                mates[mate].add(player)
        kinds: dict[frozenset[PlayerId], list[PlayerId]] = {}
        for player in drawn:
            # All players without team-mates are of one kind.
            alike = frozenset(mates[player]) if len(mates[player]) > 1 else frozenset()
            kinds.setdefault(alike, []).append(player)
        self.kinds = [*kinds.values()]
        self.kind = {player: number for number, own in enumerate(self.kinds) for player in own}
        self.against = [
            {self.kind[mate] for mate in mates[own[0]] if mate != own[0]} for own in self.kinds
        ]
        self.met: list[list[int]] = [[] for _ in drawn]
        for number, opponent in map(tuple, meetings):
            if number <= len(drawn) and opponent <= len(drawn):
                self.met[number - 1].append(opponent - 1)
                self.met[opponent - 1].append(number - 1)
        self.tries = self.all_tries = 0
        self.was_cut_off = False

    def placed(self) -> list[PlayerId]:
        """All players, by number."""
        self.all_tries = _ALL_TRIES
        nobody = [-1] * len(self.drawn)
        attempts = ((most, self._completed(nobody, most)) for most in count())
        most, whole = next((most, kinds) for most, kinds in attempts if kinds is not None)
        if self.was_cut_off:
            whole = self._improved(whole)
            most = self.meetings(whole)
        given = nobody
        for number in range(len(self.drawn)):
            for kind in self._in_order(given):
                if whole[number] != kind:
                    completed = self._completed([*given[:number], kind, *given[number + 1 :]], most)
                    if completed is None:
                        continue
                    whole = completed
                given = [*given[:number], kind, *given[number + 1 :]]
                break
        players = [iter(own) for own in self.kinds]
        return [next(players[kind]) for kind in given]

    def is_least(self, meetings: int) -> bool:
        """Whether fewer meetings than so many are certainly impossible."""
        self.all_tries = _ALL_TRIES
        nothing = self._completed([-1] * len(self.drawn), meetings - 1)
        return nothing is None and not self.was_cut_off

    def meetings(self, kinds: Sequence[int]) -> int:
        """How many pairs of team-mates meet if the numbers have these kinds, or none yet (-1)."""
        return sum(
            kinds[opponent] in self.against[kind]
            for number, kind in enumerate(kinds)
            if kind >= 0
            for opponent in self.met[number]
            if opponent < number and kinds[opponent] >= 0
        )

    def _improved(self, whole: list[int]) -> list[int]:
        """The kinds with fewer meetings, if swapping numbers two by two leads to any."""
        chance = Random(len(whole))  # always the same
        best, fewest = [*whole], self.meetings(whole)
        for _time in range(_KICKS):
            kinds = [*best]
            for _swap in range(3):
                first, second = chance.sample(range(len(kinds)), 2)
                kinds[first], kinds[second] = kinds[second], kinds[first]
            least = self.meetings(kinds)
            for first, second in combinations(range(len(kinds)), 2):
                if kinds[first] != kinds[second]:
                    kinds[first], kinds[second] = kinds[second], kinds[first]
                    now = self.meetings(kinds)
                    if now <= least:
                        least = now
                    else:
                        kinds[first], kinds[second] = kinds[second], kinds[first]
            if least <= fewest:
                best, fewest = kinds, least
        return best

    def _in_order(self, given: Sequence[int]) -> list[int]:
        """The kinds of the players without a number, in the order of the lots."""
        left = self._left(given)
        first = {kind: len(own) - left[kind] for kind, own in enumerate(self.kinds) if left[kind]}
        rank = {player: rank for rank, player in enumerate(self.drawn)}
        return sorted(first, key=lambda kind: rank[self.kinds[kind][first[kind]]])

    def _left(self, given: Sequence[int]) -> list[int]:
        return [len(own) - given.count(kind) for kind, own in enumerate(self.kinds)]

    def _completed(self, given: Sequence[int], most: int) -> list[int] | None:
        """The kinds by number, completed from those given, in which at most so many team-mates
        meet; None: there are none, or finding out takes too long."""
        self.tries = spent = max(2 * len(given), min(_TRIES, self.all_tries))
        kinds = [*given]
        spare = most - self.meetings(kinds)
        try:
            return kinds if self._search(kinds, self._left(kinds), spare) else None
        except _CutOff:
            self.was_cut_off = True
            return None
        finally:
            self.all_tries -= spent - self.tries

    def _search(self, kinds: list[int], left: list[int], spare: int) -> bool:
        """Whether each number without a kind can have one; if so, `kinds` holds them."""
        if spare < 0:
            return False
        options: list[tuple[int, int]] | None = None
        number = -1
        for free, kind in enumerate(kinds):
            if kind >= 0:
                continue
            around = [kinds[met] for met in self.met[free] if kinds[met] >= 0]
            affordable = []
            for own, remaining in enumerate(left):
                if remaining:
                    price = sum(near in self.against[own] for near in around)
                    if price <= spare:
                        affordable.append((price, own))
            if options is None or len(affordable) < len(options):
                options, number = affordable, free
                if not affordable:
                    return False
        if options is None:
            return True
        # Of kinds that cost the same, the one with the most players left comes first.
        for price, kind in sorted(options, key=lambda option: (option[0], -left[option[1]])):
            self.tries -= 1
            if self.tries < 0:
                raise _CutOff
            kinds[number] = kind
            left[kind] -= 1
            if self._search(kinds, left, spare - price):
                return True
            kinds[number] = -1
            left[kind] += 1
        return False
