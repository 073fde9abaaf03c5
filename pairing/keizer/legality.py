"""What do the rules say against a proposal, and why has this one of two white (2.3)?

Warnings: the leader may do otherwise, knowingly.

indeling.n      met_within        white, black, n, evening, date (of their last game)
indeling.kleur  colour_criterion  white, black, white_share, black_share ("p/q")
kleur.1-4       colours           white, black (as proposed), and why they should be turned
indeling.3      bye_not_fewest    player, byes, fewest
"""

from fractions import Fraction

from pairing.core.explanation import ColourHistory
from pairing.core.reason import Day, Reason
from pairing.core.types import Fact, Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.keizer.options import Options
from pairing.keizer.pairing import Position, read_position
from pairing.keizer.record import breaks_colour_criterion, white_and_rule
from pairing.reasons.attacalc import Compared, LessWhite, LowerValue, Reversed


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


def white_and_why(position: Position, a: int, b: int) -> tuple[int, Reason]:
    """Who of the two has white, and the reason."""
    history = position.history
    white, rule = white_and_rule(history, position.values, a, b)
    black = b if white == a else a
    ids, article = (position.id(white), position.id(black)), f"kleur.{rule}"
    meeting = history.last_meeting(a, b)
    if meeting is not None:
        day = Day(meeting.round.evening, meeting.round.number, meeting.round.date)
        return white, Reversed(article, *ids, day)
    if rule == 4:
        return white, LowerValue(
            article, ids[0], position.values[white], ids[1], position.values[black]
        )

    def counted(player: int) -> tuple[PlayerId, Fraction, int, int]:
        if rule == 3:
            whites, games = history.overall_whites[player], history.overall_games[player]
            share = history.overall_share(player)
        else:
            whites, games = history.whites[player], len(history.opponents[player])
            share = history.share(player)
        return position.id(player), share, whites, games

    where = Compared(article, rule == 3)
    return white, LessWhite(article, where, *counted(white), *counted(black))


def colour_history(
    position: Position, white: int, black: int, reason: Reason
) -> ColourHistory | None:
    """The games of both in this tempo, by the rounds that one of them played; None: no games.

    Where the shares of all tempos decided, the games in all of them.
    """
    rows: tuple[list[str], list[str]] = ([], [])
    deciding, tempo = None, position.record.tempo_index[position.tempo.id]
    is_counted = isinstance(reason, LessWhite)
    is_overall = isinstance(reason, LessWhite) and reason.where.overall
    for round_ in reversed(position.record.rounds):
        if round_.tempo != tempo and not is_overall:
            continue
        had = {game[0]: "w" for game in round_.games} | {game[1]: "b" for game in round_.games}
        if white not in had and black not in had:
            continue
        for row, player in zip(rows, (white, black), strict=True):
            row.append(had.get(player, "-"))
        if deciding is None and {white, black} in [set(game[:2]) for game in round_.games]:
            deciding = len(rows[0])
    if not rows[0]:
        return None
    one, other = ("".join(reversed(row)) for row in rows)
    return ColourHistory(one, other, None if is_counted else deciding, is_counted, is_overall)
