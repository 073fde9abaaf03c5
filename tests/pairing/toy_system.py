"""The smallest whole pairing system: the first against the last. Stubs in tests start from it.

Everybody present in the order of points, then start number; the one in the middle has the bye.
"""

from dataclasses import dataclass, field

from pairing.core.swiss_standings import standing_rows, statement_of
from pairing.core.system import Abilities, CannotPair, PairingSystem
from pairing.core.types import Bye, Pair, Proposal, Reason


@dataclass(frozen=True)
class Options:
    """`rounds` has no default, as in every Swiss system."""

    rounds: int = field(metadata={"low": 1, "high": 99})
    tie_breaks = ()
    bye_half_points = 2


class FirstAgainstLast(PairingSystem):
    """The system `first-against-last`."""

    key = "first-against-last"
    label = "First against last"
    source = "A regulation"
    games = frozenset({"chess", "draughts", "go"})
    options = Options
    abilities = Abilities(needs_round_count=True, has_byes_on_request=True)

    def pair(self, snapshot, options):
        there = self._there(snapshot, options)
        middle = len(there) // 2
        boards = zip(there[:middle], there[: -middle - 1 : -1], strict=True)
        pairs = (Pair(a, b, (Reason("1", "places", {"white": a, "black": b}),)) for a, b in boards)
        return Proposal(tuple(pairs), self.bye(snapshot, options))

    def bye(self, snapshot, options):
        there = self._there(snapshot, options)
        if len(there) % 2 == 0:
            return None
        return Bye(there[len(there) // 2], (Reason("1", "middle", {}),))

    def order(self, snapshot, options):
        return [row.player for row in self.standings(snapshot, options, "all")]

    def colours(self, snapshot, options, a, b):
        white, black = sorted((a, b), key=list(self.order(snapshot, options)).index)
        return Pair(white, black, (Reason("1", "places", {"white": white, "black": black}),))

    def standings(self, snapshot, options, scope):
        return standing_rows(snapshot, options, scope)

    def statement(self, snapshot, options, player, scope):
        return statement_of(snapshot, options, player, scope)

    def _there(self, snapshot, options):
        present = snapshot.to_pair().round.taking_part()
        if len(present) < 2:
            raise CannotPair("too_few", "1", {"players": sorted(present)})
        return [player for player in self.order(snapshot, options) if player in present]


SYSTEM = FirstAgainstLast()
