"""What do the rules say against a proposal? Warnings: the leader may do otherwise, knowingly.

indeling.n      met_within        white, black, n, evening, date (of their last game)
indeling.kleur  colour_criterion  white, black, white_share, black_share ("p/q")
kleur.1-4       colours           white, black (as proposed), and why they should be turned
indeling.3      bye_not_fewest    player, byes, fewest
"""

from pairing.core.types import Fact, Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.keizer.colours import breaks_colour_criterion
from pairing.keizer.options import Options
from pairing.keizer.position import Position, read_position
from pairing.keizer.why_white import white_and_why


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Every rule of 2.3 and 2.4 that a pair or the bye goes against (codes in `reasons`).

    Repeats are held against the window that the pairing would begin with (N0).
    """
    position = read_position(snapshot, options)
    n0 = min(position.tempo.last_n, 2 * len(proposal.pairs) - 1)
    warnings: list[Problem] = []
    for pair in proposal.pairs:
        warnings += _about_pair(position, pair, n0)
    to_pair = snapshot.to_pair()
    if proposal.bye is None or to_pair is None or to_pair.round.bye == proposal.bye:
        return warnings
    taking_part = to_pair.round.taking_part()
    return warnings + _about_bye(position, proposal.bye, taking_part)


def _about_pair(position: Position, pair: Pair, n0: int) -> list[Problem]:
    """Met within the window, colours too far the same way, colours not by the rules."""
    white, black = position.record.index[pair.white], position.record.index[pair.black]
    history = position.history
    warnings = []
    ago = (history.games_ago(white, black), history.games_ago(black, white))
    if any(games is not None and games <= n0 for games in ago):
        warnings.append(Problem("warning", "met_within", _met(position, pair, n0), "indeling.n"))
    if breaks_colour_criterion(history.leaning(white), history.leaning(black)):
        facts = {
            "white": pair.white,
            "black": pair.black,
            "white_share": str(history.share(white)),
            "black_share": str(history.share(black)),
        }
        warnings.append(Problem("warning", "colour_criterion", facts, "indeling.kleur"))
    proper_white, why = white_and_why(position, white, black)
    if proper_white != white:
        facts = {"white": pair.white, "black": pair.black}
        warnings.append(Problem("warning", "colours", facts, why.article, why))
    return warnings


def _met(position: Position, pair: Pair, n: int) -> dict[str, Fact]:
    """Who they were, and when they last met."""
    index = position.record.index
    meeting = position.history.last_meeting(index[pair.white], index[pair.black])
    facts: dict[str, Fact] = {"white": pair.white, "black": pair.black, "n": n}
    if meeting is not None:
        facts |= {"evening": meeting.round.evening, "date": meeting.round.date}
    return facts


def _about_bye(
    position: Position, bye: PlayerId, taking_part: frozenset[PlayerId]
) -> list[Problem]:
    """Somebody there has had fewer byes in the tempo."""
    byes = position.history.byes
    index = position.record.index
    fewest = min(byes[index[player]] for player in taking_part)
    if byes[index[bye]] == fewest:
        return []
    facts: dict[str, Fact] = {"player": bye, "byes": byes[index[bye]], "fewest": fewest}
    return [Problem("warning", "bye_not_fewest", facts, "indeling.3")]
