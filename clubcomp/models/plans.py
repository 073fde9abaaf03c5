"""What is a player's status in game n of an evening, from everything that was announced?

A tap or a notice for the evening (`Attendance`) overrides a holiday (`Away`), and an
announcement for one game (`GameAttendance`) overrides both. Without any: expected, or "now
and then".
"""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from clubcomp.models.competitions import Entry
from clubcomp.models.evenings import Attendance, Evening, GameAttendance
from pairing.core.unplayed import Unplayed

Status = Attendance.Status

#: The statuses of players who come; only these have a first and a last game.
COMING = (Status.EXPECTED, Status.PRESENT)


class Plan(NamedTuple):
    """What one player does on an evening; the default is for players without an announcement.

    `in_games` are the games with another status, as (game, status), in order. `is_said`: it was
    announced for this very evening; `away_until`: the last day of the holiday it comes from.
    """

    status: str = Status.EXPECTED
    from_game: int = 1
    until_game: int | None = None
    note: str = ""
    in_games: tuple[tuple[int, str], ...] = ()
    is_said: bool = False
    away_until: date | None = None

    def covers(self, game: int) -> bool:
        """Whether game number `game` lies between the first and the last one."""
        return self.from_game <= game and (self.until_game is None or game <= self.until_game)

    def in_game(self, game: int) -> str:
        """The player's status in game number `game`: a `Status` or an `Unplayed`."""
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
        if self.in_games:
            return facts | {"note": self.note, "in_games": [*map(list, self.in_games)]}
        return facts | {"note": self.note}


def plans_of(evening: Evening) -> dict[int, Plan]:
    """The plans for an evening, by the entry's primary key. Three queries.

    In the order in which they were announced; holidays come last.
    """
    rows = Attendance.objects.filter(evening=evening).order_by("pk")
    plans = {
        row.entry_id: Plan(row.status, row.from_game, row.until_game, row.note, is_said=True)
        for row in rows
    }
    exceptions: dict[int, list[tuple[int, str]]] = {}
    games = GameAttendance.objects.filter(evening=evening).order_by("game")
    for entry, game, status in games.values_list("entry_id", "game", "status"):
        exceptions.setdefault(entry, []).append((game, status))
    for entry, status, note, last in _away_on(evening):
        if entry not in plans:
            plans[entry] = Plan(status, note=note, away_until=last)
    for entry, in_games in exceptions.items():
        plans[entry] = plans.get(entry, Plan())._replace(in_games=tuple(in_games))
    return plans


def statuses_in(evening: Evening, game: int) -> list[tuple[str, str]]:
    """(key, status) of each player with a plan, in one game of the evening."""
    plans = plans_of(evening)
    entries = Entry.objects.filter(pk__in=plans).in_bulk()
    return [
        (entries[pk].key, plan.in_game(game))
        for pk, plan in plans.items()
        if pk in entries and entries[pk].belongs_to(evening.number)
    ]


def _away_on(evening: Evening) -> Iterable[tuple[int, str, str, date]]:
    """The holidays on the day of an evening: entry, kind, note, last day."""
    if not evening.date:
        return []
    away = Entry.objects.filter(
        competition=evening.competition_id,
        player__away__first__lte=evening.date,
        player__away__last__gte=evening.date,
    )
    fields = (f"player__away__{name}" for name in ("kind", "note", "last"))
    return away.order_by("player__away__pk").values_list("pk", *fields)
