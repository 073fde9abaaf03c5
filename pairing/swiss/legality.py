"""What do the norms say against a proposal? B1-B6, E. Top scorers are free of B2."""

from collections.abc import Iterator

from pairing.brackets.legality import (
    Criteria,
    Facts,
    Warnings,
    bye_warnings,
    denied,
    is_same_absolute,
)
from pairing.brackets.options import BracketOptions
from pairing.core.colours import Strength
from pairing.core.types import Problem, Proposal, Snapshot
from pairing.swiss.edition import Edition
from pairing.swiss.position import PlayerState, read_position

FLOATS = ("B5", "B6")


def warnings_about(
    snapshot: Snapshot, options: BracketOptions, proposal: Proposal, edition: Edition
) -> list[Problem]:
    """Warnings: the two have met (B1), no colours keep B2 for both, a second bye (B1), colours
    that E would give the other way round; of a pair that the leader made also what it does to
    points, colours and floats (B2-B6). And byes on request beyond what the options give."""
    articles = edition.articles
    criteria = Criteria(articles.met, articles.bye, "B3", FLOATS, FLOATS, first_colours=False)
    warnings = SwissWarnings(read_position(snapshot, options, edition), criteria)
    return [*warnings.about(proposal), *bye_warnings(snapshot, options)]


class SwissWarnings(Warnings[PlayerState]):
    """By one edition of Swiss on rating, where the first colours can go by places in S1."""

    def absolute(self, white: PlayerState, black: PlayerState, facts: Facts) -> Iterator[Problem]:
        """B2."""
        if any(colour.opposite in black.may_have for colour in white.may_have):
            return
        if len(white.may_have) == 1 and white.may_have == black.may_have:
            (colour,) = white.may_have
            yield Problem("warning", "same_absolute", facts | {"colour": str(colour)}, "B2")
        else:
            yield Problem("warning", "no_colours", facts, "B2")

    def by_hand(
        self, white: PlayerState, black: PlayerState, facts: Facts, is_turned: bool
    ) -> list[Problem]:
        """B2-B6, in this order."""
        is_free_of_b2 = white.is_top_scorer or black.is_top_scorer
        asks_colours = is_free_of_b2 or not is_same_absolute(white, black)
        problems = []
        for state, wanted in denied(white, black, facts) if asks_colours else ():
            strength = state.preference.strength
            if strength is Strength.ABSOLUTE and not is_free_of_b2:
                problems.append(Problem("warning", "absolute_denied", wanted, "B2"))
            elif not is_turned:
                wanted["strength"] = int(strength)
                problems.append(Problem("warning", "colour_denied", wanted, "B4"))
        problems += self.floats(white, black, facts)
        return sorted(problems, key=lambda problem: problem.article)
