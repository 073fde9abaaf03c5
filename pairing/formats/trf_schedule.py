"""Which table did a TRF file of a system with a fixed schedule follow?

A report does not say how often everybody meets everybody, nor what was drawn: the number of rounds
and the games show it. Every game must be one of its round of the table. A game that a round on
record lacks has not been played yet; a player with no game in the table has no opponent in that
round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pairing.core.system import CannotPair, ScheduledRound
from pairing.core.types import Fact, Game, Round, Snapshot
from pairing.formats.errors import TrfError
from pairing.formats.trf_rounds import Rounds
from pairing.registry import make_rules

Options = Mapping[str, object]


def tables_of(rounds: Rounds) -> list[Options]:
    """The options whose table has as many rounds as the file; [] without a fixed schedule.

    It sets `rounds.announced`. TrfError if no table has that number of rounds.
    """
    system, players = rounds.system, len(rounds.rows)
    if not system.reported:
        return []
    counts = [make_rules(system, options).round_count(players) or 0 for options in system.reported]
    if rounds.announced is None:
        rounds.announced = next((count for count in counts if count >= rounds.last_written), 0)
    fitting = [
        options
        for options, count in zip(system.reported, counts, strict=True)
        if count == rounds.announced
    ]
    if not fitting:
        facts: dict[str, Fact] = {"players": players, "once": counts[0], "twice": counts[-1]}
        raise TrfError(0, 0, "not_so_many_rounds", facts)
    return fitting


def as_scheduled(snapshot: Snapshot, rounds: Rounds, candidates: Sequence[Options]) -> Snapshot:
    """The competition by the first of the tables that has its games; TrfError if none has."""
    refused: TrfError | None = None
    for options in candidates:
        try:
            return _by_table(replace(snapshot, options=options), rounds)
        except TrfError as error:
            refused = refused or error
    raise refused or ValueError("no table to read it by")


def _by_table(snapshot: Snapshot, rounds: Rounds) -> Snapshot:
    try:
        table = make_rules(rounds.system, snapshot.options).schedule(snapshot)
    except CannotPair as error:
        raise TrfError(0, 0, "too_many_for_table", error.facts) from error
    evenings = [
        replace(
            evening,
            rounds=tuple(_completed(round_, scheduled, rounds) for round_ in evening.rounds),
        )
        for evening, scheduled in zip(snapshot.evenings, table, strict=False)
    ]
    return replace(snapshot, evenings=tuple(evenings))


def _completed(round_: Round, scheduled: ScheduledRound, rounds: Rounds) -> Round:
    """A round on record with the games that the file leaves out; the round to be paired stays as
    is."""
    if round_.present is not None:
        return round_
    games = {frozenset(game.players): game for game in round_.games}
    pairs = {frozenset((pair.white, pair.black)): pair for pair in scheduled.pairs}
    for pair, game in games.items():
        if pair not in pairs:
            cell = rounds.rows[int(game.white)].cells[scheduled.number]
            players = {"player": game.white, "opponent": game.black}
            cell.line.refuse(cell.column, "not_in_table", **players, round=scheduled.number)
    for player in round_.byes:
        if player != scheduled.free:
            cell = rounds.rows[int(player)].cells[scheduled.number]
            cell.line.refuse(cell.column, "not_free", player=player, round=scheduled.number)
    missing = [pair for players, pair in pairs.items() if players not in games]
    later = (
        Game(board, pair.white, pair.black)
        for board, pair in enumerate(missing, start=len(games) + 1)
    )
    return replace(round_, games=(*round_.games, *later)).with_bye(scheduled.free)
