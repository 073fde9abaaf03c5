"""What do the rules say against a proposal? Warnings: the leader may do otherwise, knowingly."""

from pairing.core.types import Fact, Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.keizer import reasons
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
    if proposal.bye is None or to_pair is None or to_pair.round.bye == proposal.bye.player:
        return warnings
    taking_part = to_pair.round.taking_part()
    return warnings + _about_bye(position, proposal.bye.player, taking_part)


def _about_pair(position: Position, pair: Pair, n0: int) -> list[Problem]:
    """Met within the window, colours too far the same way, colours not by the rules."""
    white, black = position.record.index[pair.white], position.record.index[pair.black]
    history = position.history
    warnings = []
    ago = (history.games_ago(white, black), history.games_ago(black, white))
    if any(games is not None and games <= n0 for games in ago):
        meeting = reasons.met(position, white, black, n0)
        warnings.append(Problem("warning", "met_within", meeting.facts, meeting.article))
    if breaks_colour_criterion(history.leaning(white), history.leaning(black)):
        facts = reasons.criterion(position, white, black)
        warnings.append(Problem("warning", "colour_criterion", facts, "indeling.kleur"))
    proper_white, why = white_and_why(position, white, black)
    if proper_white != white:
        facts = {"white": pair.white, "black": pair.black}
        warnings.append(Problem("warning", "colours", facts, why.article, why))
    return warnings


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
