"""Are the reasons true that attacalc gives?"""

from tests.pairing.truth.attacalc_refused import checkers
from tests.pairing.truth.attacalc_world import AttacalcWorld

__all__ = ["AttacalcWorld", "checkers"]
