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

    def wish(self, player):
        """By A7."""
        number = self.players[player].start
        is_classic = self.snapshot.system in CLASSIC
        wish = self.position.preference(number) if is_classic else self.entrant(player).preference
        return wish[0] or None, wish[1]

    def floats(self, player):
        """By A4."""
        number = self.players[player].start
        return self.position.float_of(number, 2), self.position.float_of(number, 1)
