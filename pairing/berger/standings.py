"""Which of the games on record count, and where does everybody stand? 3.2, 3.3, 4."""

from dataclasses import replace

from pairing.berger.options import Options
from pairing.berger.position import Position, read_position
from pairing.core.points_table import NoGame
from pairing.core.scheduled_system import forfeited
from pairing.core.standing import StandingRow, Statement
from pairing.core.swiss_standings import standing_rows, statement_of
from pairing.core.tiebreaks import shared_places
from pairing.core.types import PlayerId, Round, Snapshot
from pairing.core.unplayed import Unplayed


def rows_of(snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
    """4.1, 4.2; struck players stand below all others."""
    position = read_position(snapshot, options)
    limit = options.koya_limit
    rows = standing_rows(
        _counted(position), options, scope, no_game=NoGame.NOTHING, koya_limit=limit
    )
    rows.sort(key=lambda row: row.player in position.struck)
    places = shared_places((row.player in position.struck, row.rank) for row in rows)
    return [replace(row, rank=rank) for row, rank in zip(rows, places, strict=True)]


def statement(snapshot: Snapshot, options: Options, player: PlayerId, scope: str) -> Statement:
    """Every round of the player and what it earned."""
    counted = _counted(read_position(snapshot, options))
    return statement_of(counted, options, player, scope)


def _counted(position: Position) -> Snapshot:
    """The competition as it counts: without the games of struck players (3.2), and with the games
    that players who left later still had to play counted as lost (3.3)."""
    snapshot = position.snapshot
    record = [*snapshot.record()]
    gone = position.gone(record[-1].evening) if record else frozenset()
    return replace(
        snapshot,
        evenings=tuple(
            replace(
                evening,
                rounds=tuple(_of_round(position, round_, gone) for round_ in evening.rounds),
            )
            for evening in snapshot.evenings
        ),
    )


def _of_round(position: Position, round_: Round, gone: frozenset[PlayerId]) -> Round:
    games, unplayed = [], dict(round_.unplayed)
    for game in round_.games:
        if position.struck.intersection(game.players):
            unplayed |= dict.fromkeys(game.players, Unplayed.EXEMPT)
        else:
            # A player who left loses a game that was never played.
            losers = () if game.result.is_finished else gone.intersection(game.players)
            games.append(replace(game, result=forfeited(game, losers)) if losers else game)
    return replace(round_, games=tuple(games), unplayed=unplayed)
