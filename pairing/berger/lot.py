"""Which lots keep team-mates out of the last three rounds? 1.2.

Numbers are given out in the order in which the lots were drawn, each to the first player after whom
the rest can still be placed without more such meetings than necessary.
"""

from collections.abc import Sequence
from itertools import combinations, count

from pairing.berger.options import Options
from pairing.berger.table import LARGEST, rows
from pairing.core.types import PlayerId, Snapshot

#: The last rounds in which team-mates do not meet.
LAST = 3
#: How many numbers are tried before one more such meeting is allowed.
_TRIES = 2_000


def kept_apart(snapshot: Snapshot) -> frozenset[frozenset[PlayerId]]:
    """Who should not meet in the last rounds: the forbidden pairs, and guests of one other club."""
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
    search = _Search(drawn, apart, last_meetings(len(drawn), options))
    return next(placed for most in count() if (placed := search.placed(most)) is not None)


class _Search:
    """Gives out the numbers with a limited count of meetings, and of tries for each count."""

    def __init__(
        self,
        drawn: Sequence[PlayerId],
        apart: frozenset[frozenset[PlayerId]],
        meetings: frozenset[frozenset[int]],
    ):
        self.drawn = drawn
        self.mates = {
            player: {mate for pair in apart if player in pair for mate in pair} - {player}
            for player in drawn
        }
        self.met_before = {
            number: [
                before for before in range(1, number) if frozenset((number, before)) in meetings
            ]
            for number in range(1, len(drawn) + 1)
        }
        self.tries = 0

    def placed(self, most: int) -> list[PlayerId] | None:
        """Everybody by number; None: there are more meetings, or finding out takes too long."""
        self.tries = _TRIES
        return self._with_next([], most)

    def _with_next(self, placed: list[PlayerId], most: int) -> list[PlayerId] | None:
        if len(placed) == len(self.drawn):
            return placed
        opponents = {placed[number - 1] for number in self.met_before[len(placed) + 1]}
        for player in self.drawn:
            if player in placed:
                continue
            left = most - len(self.mates[player] & opponents)
            if left < 0:
                continue
            self.tries -= 1
            if self.tries < 0:
                return None
            if (whole := self._with_next([*placed, player], left)) is not None:
                return whole
        return None
