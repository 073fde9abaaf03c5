"""What do the absolute norms say against a proposal, hand-made or our own? B1, B2, E."""

from pairing.core.by_hand import said_against
from pairing.core.colours_told import ColourCase, Lot, colours
from pairing.core.rating_swiss.edition import Edition
from pairing.core.rating_swiss.options import Options
from pairing.core.rating_swiss.position import Card, read_position
from pairing.core.types import Fact, Problem, Proposal, Snapshot


def warnings_about(
    snapshot: Snapshot, options: Options, proposal: Proposal, edition: Edition
) -> list[Problem]:
    """Warnings: the two have met (B1), no colours keep B2 for both, a second bye (B1), colours
    that E would give the other way round; of a pair that the leader made also what it does to
    points, colours and floats (B2-B6). Top scorers are free of B2."""
    position = read_position(snapshot, options, edition)
    cards = {card.id: card for card in position.cards}
    found: list[Problem] = []
    for pair in proposal.pairs:
        white, black = cards[pair.white], cards[pair.black]
        facts: dict[str, Fact] = {"white": white.id, "black": black.id}
        if black.id in white.opponents:
            found.append(Problem("warning", "met_before", facts, "B1"))
        found += _against_b2(white, black, facts)
        if position.round == 1:
            # The first colours can go by places in S1, which a pair alone does not tell.
            continue
        higher, lower = sorted((white, black), key=lambda card: position.place[card.id])
        lot = Lot(options.lot, higher.player.start, False, edition.steps.lot)
        wanted, _, reason = colours(ColourCase(higher, lower, lot), position.history)
        is_turned = wanted is not white
        if is_turned:
            rule: dict[str, Fact] = {"rule": reason.code, "facts": dict(reason.facts)}
            found.append(Problem("warning", "colours", facts | rule, reason.article))
        if pair.fixed:
            is_free = white.is_top_scorer or black.is_top_scorer
            found += said_against(white, black, is_free_of_b2=is_free, is_turned=is_turned)
    if proposal.bye is not None and not cards[proposal.bye.player].may_be_free:
        found.append(Problem("warning", "second_bye", {"player": proposal.bye.player}, "B1"))
    return found


def _against_b2(white: Card, black: Card, facts: dict[str, Fact]) -> list[Problem]:
    """B2: whether no colours are allowed to both at once."""
    if any(colour.opposite in black.may_have for colour in white.may_have):
        return []
    if len(white.may_have) == 1 and white.may_have == black.may_have:
        (colour,) = white.may_have
        return [Problem("warning", "same_absolute", facts | {"colour": str(colour)}, "B2")]
    return [Problem("warning", "no_colours", facts, "B2")]
