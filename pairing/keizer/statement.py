"""Where do a player's points come from, and what did recalculation do to them? Rules 2.2, 2.5."""

from dataclasses import replace
from fractions import Fraction

from pairing.core.standing import (
    LINE_CODES,
    Drift,
    DriftLine,
    Statement,
    StatementEntry,
    StatementLine,
)
from pairing.core.types import OVERALL, Colour, Game, PlayerId, Snapshot
from pairing.keizer.options import Options
from pairing.keizer.record import (
    DRAW,
    LOSS,
    OPEN,
    WIN,
    Record,
    RecordedRound,
    read_record,
)
from pairing.keizer.standings import credits_of, table_after

_GAME_LINES = {WIN: "won", DRAW: "drawn", LOSS: "lost", OPEN: "open"}


def statement_of(snapshot: Snapshot, options: Options, player: PlayerId, scope: str) -> Statement:
    """The player's statement; its lines sum to the points of their standing, exactly.

    KeyError when there is no such player or tempo. Games are valued by the value numbers that
    the points were counted with ("previous": those of the list before). Where the points are
    an average over a cycle of rankings, games are valued by the value numbers shown and the
    line "averaged" has the difference.
    """
    record = read_record(snapshot, options)
    me = record.index[player]
    table, tally = table_after(record, options, scope)
    values = table.used[0] if len(table.used) == 1 else table.values
    lines = []
    if options.own_value_counts:
        facts = {"value_number": values[me], "rank": table.ranks(record)[me]}
        lines.append(StatementLine("own_value", Fraction(values[me]), facts=facts))
    entries = _entries(snapshot, record, options, me, scope, values)
    for code in LINE_CODES:
        if entries[code]:
            total = sum((entry.points for entry in entries[code]), Fraction(0))
            lines.append(StatementLine(code, total, tuple(entries[code])))
    points = table.points(me)
    if len(table.used) > 1:
        difference = points - sum((line.points for line in lines), Fraction(0))
        facts = {"rankings": len(table.used), "value_number": table.values[me]}
        lines.append(StatementLine("averaged", difference, facts=facts))
    tempos = [tempo for tempo in record.tempo_index if scope in (OVERALL, tempo)]
    ledgers = tuple(credits_of(record, tally, record.tempo_index[tempo], me) for tempo in tempos)
    return Statement(player, scope, points, tuple(lines), ledgers)


def _entries(
    snapshot: Snapshot,
    record: Record,
    options: Options,
    me: int,
    scope: str,
    values: list[int],
) -> dict[str, list[StatementEntry]]:
    """What the player did in each round of the scope, by the line it belongs to."""
    missed = [0] * len(record.tempos)
    entries: dict[str, list[StatementEntry]] = {code: [] for code in LINE_CODES}
    for round_ in record.rounds_of(scope):
        tempo = record.tempos[round_.tempo]
        weight = tempo.weight if scope == OVERALL else Fraction(1)
        for index, game in enumerate(round_.games):
            if me in game[:2]:
                played = snapshot.evenings[round_.evening - 1].rounds[round_.number - 1].games
                code, entry = _game_entry(round_, game, played[index], me, options, values)
                entries[code].append(_weighed(entry, weight))
        for kind, players in round_.unplayed.items():
            if me not in players or kind not in LINE_CODES:
                continue
            fraction = options.unplayed.get(kind, Fraction(0))
            entry = StatementEntry(
                *round_.key, fraction * values[me], Fraction(values[me]), fraction
            )
            if kind.uses_credit:
                limit = 0 if record.players[me].guest else tempo.absence_limit
                if missed[round_.tempo] >= limit:
                    entry = replace(entry, points=Fraction(0), credited=False)
                missed[round_.tempo] += 1
            entries[kind].append(_weighed(entry, weight))
    return entries


def _game_entry(
    round_: RecordedRound,
    game: tuple[int, int, int, int],
    played: Game,
    me: int,
    options: Options,
    values: list[int],
) -> tuple[str, StatementEntry]:
    """The line a game belongs to and its entry there, not yet weighed."""
    white, black, for_white, for_black = game
    opponent, ending = (black, for_white) if me == white else (white, for_black)
    fraction = (options.win, options.draw, options.loss, Fraction(0))[ending]
    return _GAME_LINES[ending], StatementEntry(
        *round_.key,
        points=fraction * values[opponent],
        worth=Fraction(values[opponent]),
        fraction=fraction,
        opponent=played.black if me == white else played.white,
        colour=Colour.WHITE if me == white else Colour.BLACK,
        result=played.result,
    )


def _weighed(entry: StatementEntry, weight: Fraction) -> StatementEntry:
    """The entry with its tempo's weight."""
    return replace(entry, weight=weight, points=entry.points * weight)


def drift_of(
    snapshot: Snapshot,
    options: Options,
    player: PlayerId,
    scope: str,
    since: tuple[int, int],
) -> Drift:
    """What became of the points on record after round `since` (evening, number).

    Points are linear in the value numbers, so the change is the coefficients of then times
    the change of each value number. Results are those of the snapshot: a later correction of
    an old game is no drift.
    """
    record = read_record(snapshot, options)
    me = record.index[player]
    then, tally = table_after(record, options, scope, until=since)
    now, _ = table_after(record, options, scope)
    ranks_then, ranks_now = then.ranks(record), now.ranks(record)

    def line(rival: int, coefficient: int, opponent: PlayerId | None) -> DriftLine:
        fraction = Fraction(coefficient, tally.denominator)
        before, after = then.worth(rival), now.worth(rival)
        return DriftLine(
            opponent=opponent,
            fraction=fraction,
            value_then=before,
            value_now=after,
            rank_then=ranks_then[rival],
            rank_now=ranks_now[rival],
            points=fraction * (after - before),
        )

    lines = [line(me, tally.own[me], None)]
    lines += [
        line(rival, coefficient, record.players[rival].id)
        for rival, coefficient in tally.against[me].items()
    ]
    changed = [line for line in lines if line.points]
    changed.sort(key=lambda line: -abs(line.points))
    return Drift(
        player=player,
        scope=scope,
        evening=since[0],
        number=since[1],
        points=sum((line.points for line in changed), Fraction(0)),
        points_then=then.points(me),
        lines=tuple(changed),
    )
