"""What is a player's status in game n of an evening, from everything that was announced?

A tap or a notice for the evening (`Attendance`) overrides a holiday (`Away`), that overrides a
habit (`Habit`), and an announcement for one game (`GameAttendance`) overrides all of them. Without
any: expected, or "now and then".
"""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db import connection

from clubcomp.models.competitions import Entry
from clubcomp.models.evenings import Attendance, Away, Evening, GameAttendance, Habit
from clubcomp.models.unplayed import OWN
from pairing.core.unplayed import Unplayed

Status = Attendance.Status

#: The statuses of players who come; only these have a first and a last game.
COMING = (Status.EXPECTED, Status.PRESENT)


class Plan(NamedTuple):
    """What one player does on an evening; the default is for players without an announcement.

    `in_games` are the games with another status, as (game, status), in order. `is_said`: it was
    announced for this very evening, `own_at`: when, if the player said it; `away_until`: the last
    day of the holiday it comes from, `is_habit`: it comes from a habit. `is_reserve`: see
    `Attendance`.
    """

    status: str = Status.EXPECTED
    from_game: int = 1
    until_game: int | None = None
    note: str = ""
    in_games: tuple[tuple[int, str], ...] = ()
    is_said: bool = False
    away_until: date | None = None
    is_habit: bool = False
    own_at: datetime | None = None
    is_reserve: bool = False

    @property
    def since(self) -> int:
        """The game from which the player is there without a gap: `from_game`, or an earlier one
        for which a board was added."""
        first, status = self.from_game, Status.PRESENT
        while dict(self.in_games).get(first - 1) == status:
            first -= 1
        return first

    def covers(self, game: int) -> bool:
        """Whether game number `game` lies between the first and the last one."""
        return self.from_game <= game and (self.until_game is None or game <= self.until_game)

    def in_game(self, game: int) -> str:
        """The player's status in game number `game`: a `Status`, or how rows say they are away."""
        if status := dict(self.in_games).get(game):
            return status
        if self.status in COMING and not self.covers(game):
            return Unplayed.ABSENT
        return self.status

    def is_present_in(self, game: int) -> bool:
        """Whether the player is there for game number `game`."""
        return self.in_game(game) == Status.PRESENT

    def says_why_not(self, game: int) -> bool:
        """Whether another status than coming was announced for game number `game`."""
        return self.in_game(game) not in COMING

    def as_facts(self) -> dict[str, Any]:
        """The plan for the trail."""
        facts = {name: getattr(self, name) for name in ("status", "from_game", "until_game")}
        if self.is_reserve:
            facts["reserve"] = True
        if self.in_games:
            return facts | {"note": self.note, "in_games": [*map(list, self.in_games)]}
        return facts | {"note": self.note}


#: The plans for an evening, by the entry's primary key.
Plans = Mapping[int, Plan]

_FOR_THE_EVENING, _FOR_ONE_GAME, _IN_A_HOLIDAY = 1, 2, 3


def _announced(of: str = "") -> str:
    """The SQL of what was announced for some evenings: for a whole evening, for single games, by
    a holiday, by a habit; `of` is a condition on the players."""
    return f"""
    WITH asked AS (
        SELECT * FROM unnest(
            %(evenings)s::bigint[], %(competitions)s::bigint[], %(days)s::date[],
            %(tempos)s::bigint[]
        ) AS asked(evening_id, competition_id, day, tempo_id)
    )
    SELECT evening_id, 1, row.id, entry_id, status, from_game, until_game, note, NULL::date,
        CASE WHEN is_own THEN changed_at END, is_reserve
    FROM {Attendance._meta.db_table} row JOIN asked USING (evening_id) WHERE true {of}
    UNION ALL
    SELECT evening_id, 2, game, entry_id, status, game, NULL, '', NULL, NULL, false
    FROM {GameAttendance._meta.db_table} JOIN asked USING (evening_id) WHERE true {of}
    UNION ALL
    SELECT evening_id, 3, away.id, entry.id, away.kind, 1, NULL, away.note, away.last, NULL, false
    FROM asked JOIN {Entry._meta.db_table} entry USING (competition_id)
    JOIN {Away._meta.db_table} away USING (player_id)
    WHERE day BETWEEN away.first AND away.last {of.replace("entry_id", "entry.id")}
    UNION ALL
    SELECT evening_id, 4, row.id, entry_id, kind, 1, NULL, '', NULL, NULL, is_reserve
    FROM {Habit._meta.db_table} row JOIN asked USING (tempo_id) WHERE true {of}
    ORDER BY 2, 3
    """  # noqa: S608 -- the tables' names are ours


_OF_ALL, _OF_SOME = _announced(), _announced("AND entry_id = ANY(%(entries)s)")


def plans_of(evening: Evening) -> dict[int, Plan]:
    """The plans for an evening, by the entry's primary key. One query.

    In the order in which they were announced; holidays and habits come last.
    """
    return _plans([evening], _OF_ALL)[evening.pk]


def plans_of_entries(
    entries: Collection[int], evenings: Collection[Evening]
) -> dict[int, dict[int, Plan]]:
    """The plans of these entries, by the evening's primary key and theirs. One query."""
    return _plans(evenings, _OF_SOME, entries=list(entries))


def _plans(evenings: Collection[Evening], sql: str, **of: Any) -> dict[int, dict[int, Plan]]:
    by_pk = {evening.pk: evening for evening in evenings}
    plans: dict[int, dict[int, Plan]] = {pk: {} for pk in by_pk}
    exceptions: dict[tuple[int, int], list[tuple[int, str]]] = {}
    facts: dict[str, Any] = {
        "evenings": list(by_pk),
        "competitions": [evening.competition_id for evening in by_pk.values()],
        "days": [evening.date for evening in by_pk.values()],
        "tempos": [evening.tempo_id for evening in by_pk.values()],
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, facts | of)
        for pk, kind, _order, entry, status, game, until, note, last, own_at, helps in cursor:
            then = plans[pk]
            if kind == _FOR_THE_EVENING:
                plan = Plan(status, game, until, note, is_said=True, own_at=own_at)
                then[entry] = plan._replace(is_reserve=helps)
            elif kind == _FOR_ONE_GAME:
                exceptions.setdefault((pk, entry), []).append((game, status))
            elif entry not in then:
                is_habit = kind != _IN_A_HOLIDAY
                if status.startswith(OWN) and status not in by_pk[pk].competition.own_kinds:
                    status = Unplayed.ABSENT.value  # a kind of another competition
                plan = Plan(status, note=note, away_until=last, is_habit=is_habit)
                then[entry] = plan._replace(is_reserve=helps)
    for (pk, entry), in_games in exceptions.items():
        plans[pk][entry] = plans[pk].get(entry, Plan())._replace(in_games=tuple(in_games))
    return plans


def statuses_in(
    evening: Evening,
    game: int,
    entries: Mapping[int, Entry] | None = None,
    plans: Mapping[int, Plan] | None = None,
) -> list[tuple[str, str]]:
    """(key, status) of each player with a plan, in one game of the evening.

    `entries` are all of the competition and `plans` those of the evening, if the caller has them.
    """
    plans = plans_of(evening) if plans is None else plans
    if entries is None:
        entries = Entry.objects.filter(pk__in=plans).in_bulk()
    return [
        (entries[pk].key, plan.in_game(game))
        for pk, plan in plans.items()
        if pk in entries and entries[pk].belongs_to(evening.number)
    ]
