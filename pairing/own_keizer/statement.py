"""Where do a player's points come from, and what did revaluation do to them? Articles 2 to 4."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pairing.core.standing import (
    LINE_CODES,
    CreditLedger,
    Drift,
    DriftLine,
    Prospect,
    Statement,
    StatementEntry,
    StatementLine,
)
from pairing.core.types import OVERALL, Fact, PlayerId, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.own_keizer.options import Options
from pairing.own_keizer.record import (
    BYE,
    DRAW,
    FORFEIT_LOST,
    FORFEIT_WIN,
    LOSS,
    NOTHING,
    WIN,
    RecordedRound,
)
from pairing.own_keizer.standings import Shown, Standings

_GAME_LINES = {WIN: "won", FORFEIT_WIN: "won", DRAW: "drawn", LOSS: "lost", FORFEIT_LOST: "lost"}
_GAME_LINES |= {NOTHING: "open"}
#: The kinds that have a line of their own; the club's own kinds are among the absences.
_OWN_LINE = (Unplayed.EXTERNAL, Unplayed.NO_NOTICE)


def statements_of(
    snapshot: Snapshot, options: Options, players: Iterable[PlayerId], scope: str
) -> list[Statement]:
    """The players' statements; the lines of each sum to the points of their standing, exactly.

    KeyError when there is no such player or tempo. Games are valued by the values that the points
    were counted with. Where these are an average over a cycle of rankings, games are valued by the
    values shown and the line "averaged" has the difference.
    """
    standings = Standings(snapshot, options)
    period = standings.period(scope)
    statements = []
    for player in players:
        me = standings.record.index[player]
        shown = standings.shown(scope, standings.group_of(me, period))
        lines = [*_lines(snapshot, standings, shown, me, scope)]
        ledgers = tuple(_ledgers(standings, me, scope))
        statements.append(Statement(player, scope, shown.points(me), tuple(lines), ledgers))
    return statements


def _lines(
    snapshot: Snapshot, standings: Standings, shown: Shown, me: int, scope: str
) -> Iterable[StatementLine]:
    table, own = shown.table, standings.options.values.own
    values = table.used[0] if len(table.used) == 1 else table.values
    summed = Fraction(0)
    if own:
        facts: dict[str, Any] = {"value_number": values[me]}
        if (rank := _ranks(standings, table.ranking)[me]) == _places(standings, shown).get(me):
            facts["rank"] = rank
        summed = own.own * values[me] + own.points
        yield StatementLine("own_value", summed, facts=facts)
    entries = _entries(snapshot, standings, shown, me, scope, values)
    for code in LINE_CODES:
        if entries[code]:
            total = sum((entry.points for entry in entries[code]), Fraction(0))
            summed += total
            yield StatementLine(code, total, tuple(entries[code]))
        if code == "given" and (given := standings.given(scope, shown.period, me)):
            weights = [tempo.weight if scope == OVERALL else 1 for tempo in snapshot.tempos]
            total = sum((points * weights[tempo] for _, tempo, points in given), Fraction(0))
            summed += total
            evenings: list[Fact] = [one[0] for one in given]
            mine = [one for one in snapshot.extra if one.player == snapshot.players[me].id]
            reasons: list[Fact] = [one.reason for one in mine if one.evening in evenings]
            yield StatementLine(code, total, facts={"evenings": evenings, "reasons": reasons})
    if len(table.used) > 1:
        facts = {"rankings": len(table.used), "value_number": table.values[me]}
        yield StatementLine("averaged", table.points(me) - summed, facts=facts)
    if shown.earlier:
        yield StatementLine("earlier", shown.earlier[me], facts={"periods": shown.period})


def _ledgers(standings: Standings, me: int, scope: str) -> Iterable[CreditLedger]:
    """The uses of each kind that the player was away for, tempo by tempo."""
    record, grants = standings.record, standings.record.grants
    if record.players[me].guest:
        return
    for tempo, number in record.tempo_index.items():
        if scope not in (OVERALL, tempo):
            continue
        period = standings.period(tempo)
        away = [round_.away.get(me) for round_ in record.rounds_of(tempo)]
        missed = Counter(one.kind for one in away if one)
        for kind in standings.options.absences.table:
            used, limit = grants.used(kind, me, number, period), grants.limit(kind)
            if used or missed[kind]:
                left = None if limit is None else limit - used
                yield CreditLedger(tempo, limit, missed[kind], used, left, kind)


def prospects_of(
    snapshot: Snapshot, options: Options, player: PlayerId, evening: int
) -> list[Prospect]:
    """What each kind of absence would earn on an evening that has yet to be played."""
    standings = Standings(snapshot, options)
    record, grants = standings.record, standings.record.grants
    me, tempo = record.index[player], snapshot.evenings[evening - 1].tempo
    number, period = record.tempo_index[tempo], options.period_of(evening)
    rounds = record.rounds_of(tempo)
    in_period = 1 + sum(round_.period == period for round_ in rounds)
    where = number, period, in_period, evening
    now = standings.period(tempo)
    table = standings.table(tempo, now, standings.group_of(me, now))[0]
    found = []
    for kind in options.absences.table:
        granted, amount = grants.grant(kind, me, where, "", is_asked=True)
        earned = record.amounts[amount]
        left = 0 if not granted and grants.limit(kind) else None
        if granted and (limit := grants.limit(granted)) is not None:
            left = limit - grants.used(granted, me, number, period)
        points = earned.own * table.values[me] + earned.points
        by_result = grants.pays_by_result(granted)
        found.append(Prospect(kind, granted, earned, points, left, by_result))
    return found


def _ranks(standings: Standings, ranking: Iterable[int]) -> dict[int, int]:
    """The rank of every player among the members: a guest has the rank that they would take."""
    ranks, rank = {}, 1
    for player in ranking:
        ranks[player] = rank
        rank += not standings.record.players[player].guest
    return ranks


def _places(standings: Standings, shown: Shown) -> dict[int, int]:
    """The place of every player in the standing as it is shown.

    It may differ from the rank that a value number follows: who has played too little has no place
    (article 4.6), and a season of several periods is ranked by the sum of their points.
    """
    return _ranks(standings, (one for one in shown.ranking if one not in shown.unplaced))


def _entries(
    snapshot: Snapshot,
    standings: Standings,
    shown: Shown,
    me: int,
    scope: str,
    values: list[int],
) -> dict[str, list[StatementEntry]]:
    """What the player did in each round that counts, by the line it belongs to."""
    record, player = standings.record, standings.record.players[me].id
    entries: dict[str, list[StatementEntry]] = {code: [] for code in LINE_CODES}

    def add(round_: RecordedRound, line: str, number: int, rival: int, **facts: Any) -> None:
        amount = record.amounts[number]
        weight = record.tempos[round_.tempo].weight if scope == OVERALL else Fraction(1)
        fraction, added = amount.opponent, amount.own * values[me] + amount.points
        if rival == me:
            fraction, added = amount.own, amount.points
        earned = (fraction * values[rival] + added) * weight
        worth = Fraction(values[rival])
        entry = StatementEntry(*round_.key, earned, worth, fraction, weight, added=added, **facts)
        entries[line].append(entry)

    for round_ in standings.rounds(scope, shown.period):
        held = snapshot.evenings[round_.evening - 1].rounds[round_.number - 1].games
        for (white, black, for_white, for_black), game in zip(round_.games, held, strict=True):
            if me in (white, black):
                rival, ending = (black, for_white) if me == white else (white, for_black)
                facts: dict[str, Any] = {"opponent": game.opponent(player)}
                facts |= {"colour": game.colour(player), "result": game.result}
                add(round_, _GAME_LINES[ending], ending, rival, **facts)
        if me in round_.byes:
            is_paid = round_.byes[me]
            add(round_, Unplayed.BYE, NOTHING if is_paid else BYE, me, credited=not is_paid)
        if away := round_.away.get(me):
            has_line = away.is_member and away.kind in _OWN_LINE
            line = away.kind if has_line else Unplayed.ABSENT
            is_credited = bool(away.granted) and not record.players[me].guest
            add(round_, line, away.amount, me, credited=is_credited, kind=away.granted)
    return entries


def drift_of(
    snapshot: Snapshot, options: Options, player: PlayerId, scope: str, since: tuple[int, int]
) -> Drift | None:
    """How the points on record after round `since` (evening, number) have changed.

    Points are linear in the values, so the change is the coefficients of then times the change of
    each value. None where the standing has begun anew since, and shows nothing of that time.
    """
    now, then = Standings(snapshot, options), Standings(snapshot.after(*since), options)
    me, period = now.record.index[player], then.period(scope)
    begun_anew = options.begins_anew and options.periods.total == "last"
    if begun_anew and now.period(scope) != period:
        return None
    group = then.group_of(me, period)
    shown = then.shown(scope, group)
    table = now.table(scope, period if options.begins_anew else now.period(scope), group)[0]
    ranks_then, ranks_now = _ranks(then, shown.table.ranking), _ranks(now, table.ranking)
    places_then, places_now = _places(then, shown), _places(now, now.shown(scope, group))

    def line(rival: int, opponent: PlayerId | None) -> DriftLine:
        fraction = Fraction(shown.tally.columns.part(me, rival), shown.tally.denominator)
        before, after = shown.table.worth(rival), table.worth(rival)
        return DriftLine(
            opponent=opponent,
            fraction=fraction,
            value_then=before,
            value_now=after,
            rank_then=ranks_then[rival],
            rank_now=ranks_now[rival],
            points=fraction * (after - before),
            is_rank_shown=(ranks_then[rival], ranks_now[rival])
            == (places_then.get(rival), places_now.get(rival)),
        )

    rivals = (
        black if me == white else white
        for round_ in then.rounds(scope, period)
        for white, black, for_white, _ in round_.games
        if me in (white, black) and for_white
    )
    lines = [line(me, None)]
    lines += [line(rival, now.record.players[rival].id) for rival in dict.fromkeys(rivals)]
    changed = sorted((line for line in lines if line.points), key=lambda line: -abs(line.points))
    return Drift(
        player=player,
        scope=scope,
        evening=since[0],
        number=since[1],
        points=sum((line.points for line in changed), Fraction(0)),
        points_then=shown.points(me),
        lines=tuple(changed),
    )
