"""What is a player in game n of an evening? One answer, from all that was said.

A tap or a notice for the evening (`Attendance`) goes before a holiday (`Away`), what was said
for a single game (`GameAttendance`) before both. Nothing said: expected, or "now and then".
"""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from clubcomp.models.competitions import Entry
from clubcomp.models.evenings import Attendance, Evening, GameAttendance

Status = Attendance.Status

#: Who comes, from a first game until a last one; the other states are of who does not play.
COMING = (Status.EXPECTED, Status.PRESENT)


class Plan(NamedTuple):
    """What one player does on an evening; the default is what nothing was said about.

    `in_games` are the games in which it is something else, (game, status) in their order.
    `is_said`: somebody said it for this very evening; `away_until`: the last day of the
    holiday that it comes from.
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
        """What the player is in game number `game`: an `Attendance.Status`."""
        otherwise = dict(self.in_games).get(game)
        if otherwise:
            return otherwise
        if self.status in COMING and not self.covers(game):
            return Status.ABSENT
        return self.status

    def is_present_in(self, game: int) -> bool:
        """Whether the player is there for game number `game`."""
        return self.in_game(game) == Status.PRESENT

    def says_why_not(self, game: int) -> bool:
        """Whether somebody who does not play game number `game` is away on somebody's word."""
        return self.in_game(game) not in COMING

    def as_facts(self) -> dict[str, Any]:
        """The plan for the trail."""
        facts = {name: getattr(self, name) for name in ("status", "from_game", "until_game")}
        games = {"in_games": [list(one) for one in self.in_games]} if self.in_games else {}
        return facts | {"note": self.note} | games


def plans_of(evening: Evening) -> dict[int, Plan]:
    """What was said about an evening, by the number of the entry's row. Three queries.

    In the order in which it was first said; holidays come last.
    """
    rows = Attendance.objects.filter(evening=evening).order_by("pk")
    plans = {row.entry_id: plan_of(row) for row in rows}
    otherwise: dict[int, list[tuple[int, str]]] = {}
    games = GameAttendance.objects.filter(evening=evening).order_by("game")
    for entry, game, status in games.values_list("entry_id", "game", "status"):
        otherwise.setdefault(entry, []).append((game, status))
    for entry, status, note, last in _away_on(evening):
        if entry not in plans:
            plans[entry] = Plan(status, note=note, away_until=last)
    for entry, in_games in otherwise.items():
        plans[entry] = plans.get(entry, Plan())._replace(in_games=tuple(in_games))
    return plans


def plan_of(row: Attendance) -> Plan:
    """What was said for the whole evening."""
    return Plan(row.status, row.from_game, row.until_game, row.note, is_said=True)


def statuses_in(evening: Evening, game: int) -> list[tuple[str, str]]:
    """What each player is in a game of the evening, by key; who is not named was not heard of."""
    plans = plans_of(evening)
    entries = Entry.objects.filter(pk__in=plans).in_bulk()
    return [
        (entries[pk].key, plan.in_game(game))
        for pk, plan in plans.items()
        if pk in entries and entries[pk].belongs_to(evening.number)
    ]


def _away_on(evening: Evening) -> Iterable[tuple[int, str, str, date]]:
    """The holidays on the day of an evening: entry, how, note, last day."""
    if not evening.date:
        return []
    away = Entry.objects.filter(
        competition=evening.competition_id,
        player__away__first__lte=evening.date,
        player__away__last__gte=evening.date,
    )
    fields = (f"player__away__{name}" for name in ("kind", "note", "last"))
    return away.order_by("player__away__pk").values_list("pk", *fields)
