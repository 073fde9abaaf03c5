"""What do the norms say against a proposal, hand-made or our own? B1-B6, E.

Of a pair that the system made, B3 to B6 say nothing: it weighed them against each other. Whoever
makes a pair by hand has to know which of them they go against. Codes then: `absolute_denied`
(player, wanted), `score_difference` (white, black, down, up, down_score, up_score),
`colour_denied` (player, wanted, strength), `same_float` (player, float, ago: 1 the last round, 2
the one before). Top scorers are free of B2.
"""

from collections.abc import Iterator

from pairing.core.boards import score_difference
from pairing.core.colours import Strength
from pairing.core.floats import Float
from pairing.core.types import Colour, Fact, Pair, Problem, Proposal, Snapshot
from pairing.swiss.colours import is_denied, lot_of, reason_of_colour, white_of
from pairing.swiss.edition import Edition
from pairing.swiss.options import Options
from pairing.swiss.position import PlayerState, Position, read_position


def warnings_about(
    snapshot: Snapshot, options: Options, proposal: Proposal, edition: Edition
) -> list[Problem]:
    """Warnings: the two have met (B1), no colours keep B2 for both, a second bye (B1), colours
    that E would give the other way round; of a pair that the leader made also what it does to
    points, colours and floats (B2-B6)."""
    position = read_position(snapshot, options, edition)
    problems = [
        problem for pair in proposal.pairs for problem in _about_pair(position, options, pair)
    ]
    bye = proposal.bye
    if bye is not None and not position.state(bye).may_get_bye:
        facts: dict[str, Fact] = {"player": bye}
        problems.append(Problem("warning", "second_bye", facts, edition.articles.bye))
    return problems


def _about_pair(position: Position, options: Options, pair: Pair) -> Iterator[Problem]:
    white, black = position.state(pair.white), position.state(pair.black)
    facts: dict[str, Fact] = {"white": white.id, "black": black.id}
    if black.id in white.opponents:
        yield Problem("warning", "met_before", facts, position.edition.articles.met)
    yield from _against_b2(white, black, facts)
    if position.round == 1:
        # The first colours can go by places in S1, which a pair alone does not tell.
        return
    higher, lower = position.in_order(white.id, black.id)
    lot = lot_of(position, options, higher, None)
    is_turned = white_of(higher, lower, lot) is not white
    if is_turned:
        reason = reason_of_colour(higher, lower, lot)
        yield Problem("warning", "colours", facts, reason.article, reason)
    if pair.fixed:
        by_hand = [
            problem
            for problem in _about_hand_made(white, black, facts)
            if not (is_turned and problem.code == "colour_denied")
        ]
        yield from sorted(by_hand, key=lambda problem: problem.article)


def _against_b2(
    white: PlayerState, black: PlayerState, facts: dict[str, Fact]
) -> Iterator[Problem]:
    """B2: whether no colours are allowed to both at once."""
    if any(colour.opposite in black.may_have for colour in white.may_have):
        return
    if len(white.may_have) == 1 and white.may_have == black.may_have:
        (colour,) = white.may_have
        yield Problem("warning", "same_absolute", facts | {"colour": str(colour)}, "B2")
    else:
        yield Problem("warning", "no_colours", facts, "B2")


def _about_hand_made(
    white: PlayerState, black: PlayerState, facts: dict[str, Fact]
) -> Iterator[Problem]:
    """Who does not get the colour they prefer (B4) or must have (B2), and the floats: that the two
    have different scores, and who floats as before (B3, B5, B6)."""
    is_free_of_b2 = white.is_top_scorer or black.is_top_scorer
    if is_free_of_b2 or not is_same_absolute(white, black):
        for state, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            if not is_denied(state, colour):
                continue
            preference = state.preference
            denied = facts | {"player": state.id, "wanted": str(preference.colour)}
            if preference.strength is Strength.ABSOLUTE and not is_free_of_b2:
                yield Problem("warning", "absolute_denied", denied, "B2")
            else:
                denied["strength"] = int(preference.strength)
                yield Problem("warning", "colour_denied", denied, "B4")
    if white.score == black.score:
        return
    yield score_difference(white, black, "B3")
    down, up = (white, black) if white.score > black.score else (black, white)
    for state, float_ in ((down, Float.DOWN), (up, Float.UP)):
        for ago, article in enumerate(("B5", "B6"), start=1):
            if state.floats[ago - 1] is float_:
                same = {"player": state.id, "float": float_.value, "ago": ago}
                yield Problem("warning", "same_float", facts | same, article)


def is_same_absolute(one: PlayerState, two: PlayerState) -> bool:
    """Whether both must have the same colour (B2)."""
    first, second = one.preference, two.preference
    return first == second and first.strength is Strength.ABSOLUTE
