"""Are the reasons true that attacalc gives?"""

from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system
from tests.pairing.truth.world import World

checkers = Checkers(every_system)


class AttacalcWorld(World):
    """A round of a Keizer competition; it knows of no scores."""

    forfeits_count = True
    last_difference_decides = False

    def colours(self, player):
        """Those of the tempo to be paired."""
        tempo, had = self.snapshot.evenings[-1].tempo, super().colours(player)
        return "".join(
            one
            for one, place in zip(had, self.snapshot.record(), strict=True)
            if place.tempo == tempo
        )
