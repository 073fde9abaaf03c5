"""Are the reasons true that attacalc gives?"""

from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system
from tests.pairing.truth.world import World

checkers = Checkers(every_system)


class AttacalcWorld(World):
    """A round of a Keizer competition; it knows of no scores."""

    forfeits_count = True
