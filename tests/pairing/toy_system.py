"""The smallest whole pairing system: the first against the last. Stubs in tests start from it.

Everybody present in the order of points, then start number; the one in the middle has the bye.
"""

from dataclasses import dataclass, field

from pairing.core.explanation import Answer, Explanation, Ladder, Steps
from pairing.core.reason import Reason, Refusal, Who
from pairing.core.swiss_standings import standing_rows, statement_of
from pairing.core.system import Abilities, CannotPair, PairingSystem
from pairing.core.types import Pair, Proposal


@dataclass(frozen=True)
class Options:
    """`rounds` has no default, as in every Swiss system."""

    rounds: int = field(metadata={"low": 1, "high": 99})
    tie_breaks = ()
    bye_half_points = 2


class Opposite(Reason):
    """As many stand above the one as below the other."""

    one: Who
    other: Who

    text = "As many stand above %(one)s as below %(other)s."


class InTheMiddle(Reason):
    """As many stand above the player as below."""

    player: Who

    text = "As many stand above %(player)s as below."


class Elsewhere(Refusal):
    """They do not stand where they would have to."""

    text = "they stand elsewhere in the order"


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
        return Proposal(tuple(Pair(a, b) for a, b in boards), self.bye(snapshot, options))

    def bye(self, snapshot, options):
        there = self._there(snapshot, options)
        if len(there) % 2 == 0:
            return None
        return there[len(there) // 2]

    def order(self, snapshot, options):
        return [row.player for row in self.standings(snapshot, options, "all")]

    def colours(self, snapshot, options, a, b):
        white, black = sorted((a, b), key=list(self.order(snapshot, options)).index)
        return Pair(white, black)

    def standings(self, snapshot, options, scope):
        return standing_rows(snapshot, options, scope)

    def statement(self, snapshot, options, player, scope):
        return statement_of(snapshot, options, player, scope)

    def explain(self, snapshot, options):
        return Explained(self.pair(snapshot, options), self._there(snapshot, options))

    def _there(self, snapshot, options):
        present = snapshot.to_pair().round.taking_part()
        if len(present) < 2:
            raise CannotPair("too_few", "1", {"players": sorted(present)})
        return [player for player in self.order(snapshot, options) if player in present]


class Explained(Explanation):
    """A round of it, and who is `there`, from the top."""

    def __init__(self, proposal, there):
        self.proposal = proposal
        self.there = there

    def answer(self, pair):
        return Answer((Opposite("1", pair.white, pair.black),), drawing=0)

    def bye_answer(self):
        bye = self.proposal.bye
        return bye and Answer((InTheMiddle("1", bye),), drawing=0)

    def why_not(self, player, other):
        pairs = [{pair.white, pair.black} for pair in self.proposal.pairs]
        return None if {player, other} in pairs else Elsewhere("1")

    def why_not_bye(self, other):
        bye = self.proposal.bye
        return None if bye == other else Elsewhere("1")

    def drawings(self):
        order = {player: place for place, player in enumerate(self.there, start=1)}
        return [Ladder.of(order, self.proposal)]

    def steps(self, score=None):
        steps = (Opposite("1", pair.white, pair.black) for pair in self.proposal.pairs)
        return [Steps(None, tuple(steps))]


SYSTEM = FirstAgainstLast()
