"""What do the norms say against a proposal, hand-made or our own? B1-B6, E."""

from pairing.core.by_hand import is_same_absolute, said_against
from pairing.core.colours_told import ColourCase, Lot, colours
from pairing.core.types import Fact, Pair, Problem, Proposal, Snapshot
from pairing.systems.knsb_rating.options import Options
from pairing.systems.knsb_rating.position import Position, read_position


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Warnings: the two have met (B1a), two equal absolute preferences (B2), a second bye
    (B1b), colours that E would give the other way round; of a pair that the leader made also
    what it does to points, colours and floats (B2-B6). Topscorers are free of B2."""
    position = read_position(snapshot, options)
    found: list[Problem] = []
    for pair in proposal.pairs:
        found += _about_pair(position, options, pair)
    bye = proposal.bye
    if bye is not None and position.cards[position.place[bye.player]].has_had_points_unplayed:
        found.append(Problem("warning", "second_bye", {"player": bye.player}, "B1b"))
    return found


def _about_pair(position: Position, options: Options, pair: Pair) -> list[Problem]:
    white, black = (position.cards[position.place[one]] for one in (pair.white, pair.black))
    facts: dict[str, Fact] = {"white": white.id, "black": black.id}
    found: list[Problem] = []
    if black.id in white.opponents:
        found.append(Problem("warning", "met_before", facts, "B1a"))
    is_free_of_b2 = position.is_topscorer(white) or position.is_topscorer(black)
    if is_same_absolute(white.preference, black.preference) and not is_free_of_b2:
        colour = str(white.preference.colour)
        found.append(Problem("warning", "same_absolute", facts | {"colour": colour}, "B2"))
    if position.round == 1:
        # E5 goes by places in S1, which a pair alone does not tell.
        return found
    higher, lower = sorted((white, black), key=lambda card: position.place[card.id])
    case = ColourCase(higher, lower, Lot(options.lot, higher.player.start, is_place=False))
    wanted, _, reason = colours(case, position.history)
    is_turned = wanted is not white
    if is_turned:
        rule: dict[str, Fact] = {"rule": reason.code, "facts": dict(reason.facts)}
        found.append(Problem("warning", "colours", facts | rule, reason.article))
    if pair.fixed:
        found += said_against(white, black, is_free_of_b2=is_free_of_b2, is_turned=is_turned)
    return found
