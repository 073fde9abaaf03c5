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

    def may_have_bye(self, player):
        """3.2: no bye before, and no win by forfeit."""
        for place, boards in zip(self.snapshot.record(), self.rounds, strict=True):
            if place.round.bye == player:
                return False
            had = boards.get(player)
            if had and not self.counts(had) and had.result.score(had.colour):
                return False
        return True

    def wish(self, player):
        """6.1a: the colour of which they have had fewer."""
        had = self.colours(player)
        if had.count("w") == had.count("b"):
            return None, 0
        return ("white" if had.count("w") < had.count("b") else "black"), 1
