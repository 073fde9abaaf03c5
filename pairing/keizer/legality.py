"""What do the rules say against a proposal? Warnings: the leader may do otherwise, knowingly.

indeling.n      met_within        white, black, n, evening, date (of their last game)
indeling.kleur  colour_criterion  white, black, white_share, black_share ("p/q")
kleur.1-4       colours           white, black (as proposed), and why they should be turned
indeling.3      bye_not_fewest    player, byes, fewest
"""

from pairing.core.types import Fact, Pair, Problem, Proposal, Snapshot
from pairing.keizer.colours import breaks_colour_criterion
from pairing.keizer.options import Options
from pairing.keizer.pairing import Position, read_position
from pairing.keizer.why_white import white_and_why


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Every rule of 2.3 and 2.4 that a pair or the bye goes against (codes in `reasons`).

    Repeats are held against the window that the round would begin with (N0), also where the
    proposal is one board of it.
    """
    position = read_position(snapshot, options)
    round_ = snapshot.must_pair().round
    there = round_.taking_part()
    n0 = min(position.tempo.last_n, len(there) - len(there) % 2 - 1)
    warnings: list[Problem] = []
    for pair in proposal.pairs:
        warnings += _about_pair(position, pair, n0)
    bye = proposal.bye
    if bye is not None and round_.bye != bye:
        index, byes = position.record.index, position.history.byes
        fewest = min(byes[index[player]] for player in there)
        if byes[index[bye]] != fewest:
            facts: dict[str, Fact] = {"player": bye, "byes": byes[index[bye]], "fewest": fewest}
            warnings.append(Problem("warning", "bye_not_fewest", facts, "indeling.3"))
    return warnings


def _about_pair(position: Position, pair: Pair, n0: int) -> list[Problem]:
    """Met within the window, colours too far the same way, colours not by the rules."""
    white, black = position.record.index[pair.white], position.record.index[pair.black]
    history = position.history
    warnings = []
    ago = (history.games_ago(white, black), history.games_ago(black, white))
    facts: dict[str, Fact] = {"white": pair.white, "black": pair.black}
    meeting = history.last_meeting(white, black)
    if meeting is not None and any(games is not None and games <= n0 for games in ago):
        last: dict[str, Fact] = {"evening": meeting.round.evening, "date": meeting.round.date}
        warnings.append(Problem("warning", "met_within", facts | {"n": n0} | last, "indeling.n"))
    if breaks_colour_criterion(history.leaning(white), history.leaning(black)):
        shares = {
            "white_share": str(history.share(white)),
            "black_share": str(history.share(black)),
        }
        warnings.append(Problem("warning", "colour_criterion", facts | shares, "indeling.kleur"))
    proper_white, why = white_and_why(position, white, black)
    if proper_white != white:
        warnings.append(Problem("warning", "colours", facts, why.article, why))
    return warnings
