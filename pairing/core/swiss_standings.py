"""Where does everybody stand in a Swiss system, and where do the points come from?

Points, then tie-breaks; who is level in all of them shares a place.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from pairing.core.history import DECIDED, GameOutcome, History, RoundOutcome
from pairing.core.points_table import NoGame, Table, Working, read_table
from pairing.core.standing import LINE_CODES, StandingRow, Statement, StatementEntry, StatementLine
from pairing.core.tiebreaks import AnyTieBreak, rank
from pairing.core.types import OVERALL, Colour, PlayerId, Snapshot
from pairing.core.unplayed import Unplayed


class Options(Protocol):
    """What a standing asks of a system's options."""

    @property
    def bye_half_points(self) -> int: ...

    @property
    def tie_breaks(self) -> tuple[AnyTieBreak, ...]: ...


def standing_rows(
    snapshot: Snapshot,
    options: Options,
    scope: str,
    unfinished_half_points: int = 0,
    no_game: NoGame = NoGame.DRAW,
    *,
    exact_averages: bool = False,
    koya_limit: int = 0,
    round_count: int = 0,
) -> list[StandingRow]:
    """The standing over the rounds on record; KeyError: no such tempo (there is one).

    The last three are said at `Table`.
    """
    table = _table(snapshot, options, scope, unfinished_half_points, no_game)
    table = replace(
        table, exact_averages=exact_averages, koya_limit=koya_limit, round_count=round_count
    )
    return [
        _row(table, place, player, workings)
        for place, player, workings in rank(table, options.tie_breaks)
    ]


def _table(
    snapshot: Snapshot,
    options: Options,
    scope: str,
    unfinished_half_points: int,
    no_game: NoGame = NoGame.DRAW,
) -> Table:
    if scope != OVERALL:
        snapshot.tempo(scope)
    history = History(snapshot, options.bye_half_points, unfinished_half_points)
    return read_table(snapshot.players, history, no_game)


def _row(table: Table, place: int, player: PlayerId, workings: dict[str, Working]) -> StandingRow:
    outcomes = table.outcomes(player)
    decided = Counter(outcome.half_points for outcome in outcomes if outcome.kind in DECIDED)
    colours = table.history.colours(player)
    unplayed = Counter(outcome.kind for outcome in outcomes if isinstance(outcome.kind, Unplayed))
    return StandingRow(
        rank=place,
        player=player,
        points=table.points[player],
        games=len(outcomes) - unplayed.total(),
        wins=decided[2],
        draws=decided[1],
        losses=decided[0],
        white_share=(Fraction(colours.count(Colour.WHITE), len(colours)) if colours else None),
        byes=unplayed[Unplayed.BYE],
        external=unplayed[Unplayed.EXTERNAL],
        missed=sum(count for kind, count in unplayed.items() if kind.is_missed),
        workings=workings,
    )


def statement_of(
    snapshot: Snapshot,
    options: Options,
    player: PlayerId,
    scope: str,
    unfinished_half_points: int = 0,
) -> Statement:
    """Every round that earned something or could have; sums to the points of the standing.

    KeyError when there is no such player or tempo.
    """
    table = _table(snapshot, options, scope, unfinished_half_points)
    lines_of: dict[str, list[StatementEntry]] = {code: [] for code in LINE_CODES}
    for recorded, outcome in zip(table.history.rounds, table.outcomes(player), strict=True):
        code = _code(outcome)
        if code not in lines_of:
            continue
        points = Fraction(outcome.half_points, 2)
        games = recorded.round.games
        result = next((game.result for game in games if player in game.players), None)
        entry = StatementEntry(*recorded.round_key, points, opponent=outcome.opponent)
        lines_of[code].append(replace(entry, colour=outcome.colour, result=result))
    lines = tuple(
        StatementLine(code, sum((entry.points for entry in entries), Fraction(0)), tuple(entries))
        for code, entries in lines_of.items()
        if entries
    )
    return Statement(player, scope, table.points[player], lines)


def _code(outcome: RoundOutcome) -> str:
    """The line that a round belongs to; there is none for somebody who was exempt."""
    if isinstance(outcome.kind, Unplayed):
        return outcome.kind
    if outcome.kind is GameOutcome.UNFINISHED:
        return "open"
    return ("lost", "drawn", "won")[outcome.half_points]
