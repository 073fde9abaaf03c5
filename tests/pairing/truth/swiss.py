"""Are the reasons true that the Swiss systems on rating give?"""

from functools import cached_property

from tests.pairing.reference_positions import CLASSIC, position_of
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system
from tests.pairing.truth.world import World

EDITIONS = ["knsb-rating", *CLASSIC]

checkers = Checkers(every_system)


class SwissWorld(World):
    """The round as the literal transcription of the regulation reads it."""

    @cached_property
    def position(self):
        """With players by pairing number."""
        return position_of(self.snapshot)

    def entrant(self, player):
        """Somebody as the position knows them."""
        return self.position.entrants[self.players[player].start]

    def points(self, player):
        """The score before this round."""
        return self.entrant(player).score()
