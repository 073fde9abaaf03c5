"""Which norms does a proposal break, whether made by hand or by the engine? 3.1-3.3, 6."""

from pairing.core.boards import score_difference
from pairing.core.types import Fact, Problem, Proposal, Snapshot
from pairing.resistance.colours import reason_of_colour, white_of
from pairing.resistance.options import Options
from pairing.resistance.position import read_position


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Warnings: the two have met (3.1), a second bye (3.2), colours that 6 would give the other way
    round; also different points (3.3), for a pair that the leader made."""
    position = read_position(snapshot, options)
    warnings: list[Problem] = []
    for pair in proposal.pairs:
        white, black = position.state(pair.white), position.state(pair.black)
        facts: dict[str, Fact] = {"white": white.id, "black": black.id}
        if black.id in white.opponents:
            warnings.append(Problem("warning", "met_before", facts, "3.1"))
        if pair.fixed and white.score != black.score:
            warnings.append(score_difference(white, black, "3.3"))
        higher, lower = position.in_order(white.id, black.id)
        if white_of(higher, lower, options.first_named) is not white:
            why = reason_of_colour(higher, lower, options.first_named)
            warnings.append(Problem("warning", "colours", facts, why.article, why))
    if proposal.bye is not None and not position.state(proposal.bye).may_get_bye:
        warnings.append(Problem("warning", "second_bye", {"player": proposal.bye}, "3.2"))
    return warnings
