"""Why has this one of two white? Rules 2.3."""

from fractions import Fraction

from pairing.core.explanation import ColourHistory
from pairing.core.reason import Day, Reason
from pairing.core.types import PlayerId
from pairing.keizer.colours import white_and_rule
from pairing.keizer.pairing import Position
from pairing.reasons.attacalc import Compared, LessWhite, LowerValue, Reversed


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
