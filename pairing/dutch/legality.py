"""What do the criteria say against a proposal? C1-C3, C12-C17, article 5."""

from collections.abc import Iterator
from dataclasses import replace

from pairing.brackets.legality import (
    Criteria,
    Facts,
    Warnings,
    bye_warnings,
    denied,
    is_same_absolute,
)
from pairing.core.colours import Strength
from pairing.core.types import Problem, Proposal, Snapshot
from pairing.dutch.options import Options
from pairing.dutch.position import PlayerState, read_position

CRITERIA = Criteria("C1", "C2", "1.3", ("C14", "C16"), ("C15", "C17"), first_colours=True)


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Warnings: the two have met, both must have one colour, a second bye, colours that article 5
    would give the other way round; for the leader's own pairs also what they do to points, colours
    and floats. And byes on request beyond what the options give."""
    warnings = DutchWarnings(read_position(snapshot, options), CRITERIA)
    return [*warnings.about(proposal), *bye_warnings(snapshot, options)]


class DutchWarnings(Warnings[PlayerState]):
    """By the FIDE (Dutch) System."""

    def absolute(self, white: PlayerState, black: PlayerState, facts: Facts) -> Iterator[Problem]:
        """C3."""
        is_free = white.is_top_scorer or black.is_top_scorer
        if is_same_absolute(white, black) and not is_free:
            colour = str(white.preference.colour)
            yield Problem("warning", "same_absolute", facts | {"colour": colour}, "C3")

    def by_hand(
        self, white: PlayerState, black: PlayerState, facts: Facts, is_turned: bool
    ) -> Iterator[Problem]:
        """1.3, with virtual points a code of its own: `virtual_difference`; C12-C17."""
        for state, wanted in () if is_turned else denied(white, black, facts):
            strength = state.preference.strength
            wanted["strength"] = int(strength)
            article = "C13" if strength is Strength.STRONG else "C12"
            yield Problem("warning", "colour_denied", wanted, article)
        for problem in self.floats(white, black, facts):
            is_virtual = problem.code == "score_difference" and white.virtual + black.virtual
            yield replace(problem, code="virtual_difference") if is_virtual else problem
