"""What do the absolute norms say against a proposal, hand-made or our own? B1, B2, E."""

from pairing.core.colours import Strength
from pairing.core.colours_told import ColourCase, colours
from pairing.core.types import Fact, Problem, Proposal, Snapshot
from pairing.systems.knsb_rating.options import Options
from pairing.systems.knsb_rating.position import Card, read_position


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Warnings: the two have met (B1a), two equal absolute preferences (B2), a second bye
    (B1b), colours that E would give the other way round. Topscorers are free of B2."""
    position = read_position(snapshot, options)
    cards = {card.id: card for card in position.cards}
    found: list[Problem] = []
    for pair in proposal.pairs:
        white, black = cards[pair.white], cards[pair.black]
        facts: dict[str, Fact] = {"white": white.id, "black": black.id}
        if black.id in white.opponents:
            found.append(Problem("warning", "met_before", facts, "B1a"))
        if _break_b2(white, black) and not (
            position.is_topscorer(white) or position.is_topscorer(black)
        ):
            colour = str(white.preference.colour)
            found.append(Problem("warning", "same_absolute", facts | {"colour": colour}, "B2"))
        if position.round == 1 or pair.fixed:
            continue
        higher, lower = sorted((white, black), key=lambda card: position.place[card.id])
        case = ColourCase(higher, lower, higher.player.start, options.lot)
        wanted, _, reason = colours(case, position.history)
        if wanted is not white:
            facts = facts | {"rule": reason.code, "facts": dict(reason.facts)}
            found.append(Problem("warning", "colours", facts, reason.article))
    if proposal.bye is not None and cards[proposal.bye.player].has_had_points_unplayed:
        found.append(Problem("warning", "second_bye", {"player": proposal.bye.player}, "B1b"))
    return found


def _break_b2(one: Card, other: Card) -> bool:
    """Whether both have an absolute preference for the same colour."""
    return (
        one.preference.strength == other.preference.strength == Strength.ABSOLUTE
        and one.preference.colour is other.preference.colour
    )
