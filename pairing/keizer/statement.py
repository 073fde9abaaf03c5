"""Where do a player's points come from, and what did recalculation do to them? Rules 2.2, 2.5."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pairing.core.standing import (
    LINE_CODES,
    Drift,
    DriftLine,
    Statement,
    StatementEntry,
    StatementLine,
)
from pairing.core.types import OVERALL, PlayerId, Snapshot
from pairing.keizer.options import Options
from pairing.keizer.record import DRAW, LOSS, OPEN, WIN, Record, RecordedRound, read_record
from pairing.keizer.standings import credits_of, table_after

_GAME_LINES = {WIN: "won", DRAW: "drawn", LOSS: "lost", OPEN: "open"}


def statements_of(
    snapshot: Snapshot, options: Options, players: Iterable[PlayerId], scope: str
) -> list[Statement]:
    """The players' statements; the lines of each sum to the points of their standing, exactly.

    KeyError when there is no such player or tempo. Games are valued by the value numbers that
    the points were counted with ("previous": those of the list before). Where the points are
    an average over a cycle of rankings, games are valued by the value numbers shown and the
    line "averaged" has the difference.
    """
    record = read_record(snapshot, options)
    table, tally = table_after(record, options, scope)
    values = table.used[0] if len(table.used) == 1 else table.values
    tempos = [number for tempo, number in record.tempo_index.items() if scope in (OVERALL, tempo)]
    statements = []
    for player in players:
        me, lines = record.index[player], []
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
        ledgers = tuple(credits_of(record, tally, tempo, me) for tempo in tempos)
        statements.append(Statement(player, scope, points, tuple(lines), ledgers))
    return statements


def _entries(
    snapshot: Snapshot, record: Record, options: Options, me: int, scope: str, values: list[int]
) -> dict[str, list[StatementEntry]]:
    """What the player did in each round of the scope, by the line it belongs to."""
    missed, player = [0] * len(record.tempos), record.players[me].id
    parts = (options.win, options.draw, options.loss, Fraction(0))
    entries: dict[str, list[StatementEntry]] = {code: [] for code in LINE_CODES}

    def add(round_: RecordedRound, line: str, fraction: Fraction, value: int, **facts: Any) -> None:
        weight = record.tempos[round_.tempo].weight if scope == OVERALL else Fraction(1)
        earned = fraction * value * weight if facts.get("credited", True) else Fraction(0)
        entry = StatementEntry(*round_.key, earned, Fraction(value), fraction, weight, **facts)
        entries[line].append(entry)

    for round_ in record.rounds_of(scope):
        held = snapshot.evenings[round_.evening - 1].rounds[round_.number - 1].games
        for (white, black, for_white, for_black), game in zip(round_.games, held, strict=True):
            if me in (white, black):
                rival, ending = (black, for_white) if me == white else (white, for_black)
                facts: dict[str, Any] = {
                    "opponent": game.opponent(player),
                    "colour": game.colour(player),
                }
                facts["result"] = game.result
                add(round_, _GAME_LINES[ending], parts[ending], values[rival], **facts)
        for kind, players in round_.unplayed.items():
            if me not in players or kind not in LINE_CODES:
                continue
            is_credited = True
            if kind.uses_credit:
                limit = 0 if record.players[me].guest else record.tempos[round_.tempo].absence_limit
                is_credited = missed[round_.tempo] < limit
                missed[round_.tempo] += 1
            part = options.unplayed.get(kind, Fraction(0))
            add(round_, kind, part, values[me], credited=is_credited)
    return entries


def drift_of(
    snapshot: Snapshot, options: Options, player: PlayerId, scope: str, since: tuple[int, int]
) -> Drift:
    """How the points on record after round `since` (evening, number) have changed.

    Points are linear in the value numbers, so the change is the coefficients of then times
    the change of each value number. Results are those of the snapshot: a later correction of
    an old game is no drift.
    """
    record = read_record(snapshot, options)
    me = record.index[player]
    then, tally = table_after(record, options, scope, until=since)
    now, _ = table_after(record, options, scope)
    ranks_then, ranks_now = then.ranks(record), now.ranks(record)

    def line(rival: int, opponent: PlayerId | None) -> DriftLine:
        fraction = Fraction(tally.columns.part(me, rival), tally.denominator)
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

    rivals = (
        black if me == white else white
        for round_ in record.rounds_of(scope)
        if round_.key <= since
        for white, black, for_white, for_black in round_.games
        if me in (white, black)
        and tally.worth_of_games[round_.tempo][for_white if me == white else for_black]
    )
    lines = [line(me, None)]
    lines += [line(rival, record.players[rival].id) for rival in dict.fromkeys(rivals)]
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
