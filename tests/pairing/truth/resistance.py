"""Are the reasons true that the Swiss system on resistance points gives?"""

from fractions import Fraction

from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system
from tests.pairing.truth.world import World

checkers = Checkers(every_system)


class ResistanceWorld(World):
    """A round on resistance points."""

    def points(self, player):
        """Points of games and byes before this round; an unfinished game is half a point."""
        points = Fraction(0)
        for place, boards in zip(self.snapshot.record(), self.rounds, strict=True):
            if player in boards:
                got = boards[player].result.score(boards[player].colour)
                points += Fraction(1, 2) if got is None else got
            elif place.round.bye == player:
                points += 1
        return points
