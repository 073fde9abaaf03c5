"""What do the criteria say against a proposal, hand-made or our own? C1-C3, C12-C17, article 5.

Codes as in `pairing.swiss.legality`: of a pair that the system made only C1, C3 and the colours are
asked, since it weighed the other criteria against each other.
"""

from collections.abc import Iterator

from pairing.core.boards import score_difference
from pairing.core.colours import Strength
from pairing.core.floats import Float
from pairing.core.types import Colour, Fact, Pair, Problem, Proposal, Snapshot
from pairing.dutch.colours import white_of
from pairing.dutch.explained import reason_of_colour
from pairing.dutch.options import Options
from pairing.dutch.position import PlayerState, Position, read_position


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Warnings: the two have met, both must have one colour, a second bye, colours that article 5
    would give the other way round; of a pair that the leader made also what it does to points,
    colours and floats."""
    position = read_position(snapshot, options)
    problems = [
        problem for pair in proposal.pairs for problem in _about_pair(position, options, pair)
    ]
    bye = proposal.bye
    if bye is not None and not position.state(bye).may_get_bye:
        facts: dict[str, Fact] = {"player": bye}
        problems.append(Problem("warning", "second_bye", facts, "C2"))
    return problems


def _about_pair(position: Position, options: Options, pair: Pair) -> Iterator[Problem]:
    white, black = position.state(pair.white), position.state(pair.black)
    facts: dict[str, Fact] = {"white": white.id, "black": black.id}
    if black.id in white.opponents:
        yield Problem("warning", "met_before", facts, "C1")
    wish = white.preference
    is_free = white.is_top_scorer or black.is_top_scorer
    if wish == black.preference and wish.strength is Strength.ABSOLUTE and not is_free:
        yield Problem("warning", "same_absolute", facts | {"colour": str(wish.colour)}, "C3")
    higher, lower = position.in_order(white.id, black.id)
    is_turned = white_of(higher, lower, options.lot) is not white
    if is_turned:
        reason = reason_of_colour(higher, lower, options.lot)
        yield Problem("warning", "colours", facts, reason.article, reason)
    if not pair.fixed:
        return
    for state, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        preference = state.preference
        if preference.colour in (None, colour) or is_turned:
            continue
        denied = facts | {"player": state.id, "wanted": str(preference.colour)}
        strong = preference.strength is Strength.STRONG
        denied["strength"] = int(preference.strength)
        yield Problem("warning", "colour_denied", denied, "C13" if strong else "C12")
    yield from _about_floats(white, black, facts)


def _about_floats(
    white: PlayerState, black: PlayerState, facts: dict[str, Fact]
) -> Iterator[Problem]:
    """That the two have different scores, and who floats as before."""
    if white.score == black.score:
        return
    yield score_difference(white, black, "1.3")
    down, up = (white, black) if white.score > black.score else (black, white)
    for state, float_, articles in (
        (down, Float.DOWN, ("C14", "C16")),
        (up, Float.UP, ("C15", "C17")),
    ):
        for ago, article in enumerate(articles, start=1):
            if state.floats[ago - 1] is float_:
                same = {"player": state.id, "float": float_.value, "ago": ago}
                yield Problem("warning", "same_float", facts | same, article)
