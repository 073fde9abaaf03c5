"""How many players come to an evening: all players minus those who stay away."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from clubcomp.flow.attendance.odd_games import Expected
from clubcomp.flow.attendance.sheet import AttendanceSheet, SheetRow, belonging, is_occasional
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Attendance, Entry, Evening
from clubcomp.models.plans import COMING, Plan, plans_of
from clubcomp.models.unplayed import OWN
from clubcomp.words.unplayed import FORECAST

#: States of a row that are subtracted, in the order in which they are shown.
AWAY = ("another_day", *FORECAST, "occasional")


def expected_count(evening: Evening) -> int:
    """The number of players expected, for the public pages. One query."""
    return len(who_is_expected(evening))


def who_is_expected(evening: Evening) -> list[Entry]:
    """The players expected, in order of name; names are for the club's own people. One query.

    These are the players of the evening who have not signed off and are not on holiday. In systems
    with occasional players, these count only if they said that they come.
    """
    plans = plans_of(evening)
    return [
        entry
        for entry in belonging(evening, cached_rows(evening.competition).by_name, plans)
        if (plan := plans.get(entry.pk, Plan())).status in COMING
        and (plan.is_said or not is_occasional(evening.competition, entry))
    ]


@dataclass(frozen=True)
class Forecast:
    """An attendance sheet as a sum: `total` minus the numbers of `away` is `coming`."""

    sheet: AttendanceSheet

    @property
    def is_known(self) -> bool:
        """Whether any player was marked present; on an evening that was imported none is."""
        return any(row.plan.status == Attendance.Status.PRESENT for row in self.sheet.rows)

    @property
    def total(self) -> int:
        """All players who belong to the competition this evening, guests included."""
        return len(self.sheet.rows)

    @cached_property
    def away(self) -> list[tuple[str, int]]:
        """How many players are away, by state; only the states that occur.

        Once the evening is closed, players who were expected and never came are away as well.
        """
        count = Counter(row.state for row in self.sheet.rows)
        own = sorted(state for state in count if state.startswith(OWN))
        away = [(state, count[state]) for state in (*AWAY, *own) if count[state]]
        rows = self.sheet.rows
        if rows and rows[0].evening.is_closed:
            missed = sum(row.state == "expected" and not row.has_sat for row in rows)
            away += [("expected", missed)] if missed else []
        return away

    @property
    def coming(self) -> int:
        """The number of players who came, or are still expected."""
        return self.total - sum(number for _, number in self.away)

    @cached_property
    def expected(self) -> Expected:
        """The players expected game by game, from the next game on."""
        rows = self.sheet.rows
        games = range(self.sheet.next_game, rows[0].evening.games + 1) if rows else range(0)
        return Expected(rows, games)

    @property
    def by_games(self) -> list[tuple[list[int], int]]:
        """How many players come to which games; [] if all come to all games."""
        rows = self.expected.rows
        numbers = {game: sum(row.comes_to(game) for row in rows) for game in self.expected.games}
        runs = [([*games], count) for count, games in groupby(numbers, key=numbers.__getitem__)]
        return runs if {count for _games, count in runs} != {self.coming} else []

    @property
    def is_odd(self) -> bool:
        """Whether `coming` leaves a player without an opponent."""
        return self.coming % 2 == 1

    @property
    def wants_one(self) -> bool:
        """Whether one more player would help, in half of the games or more."""
        return self.expected.wants_one

    @property
    def in_part(self) -> list[SheetRow]:
        """Players who come later or leave early, and have no board in a game that they miss."""
        return [
            row
            for row in self.sheet.rows
            if (row.comes and (row.elsewhen or _misses_a_game(row))) or row.in_games
        ]

    @property
    def reserves(self) -> list[SheetRow]:
        """Players who stay away, but come if the number is odd."""
        return [row for row in self.sheet.rows if row.plan.is_reserve and not row.comes]

    @property
    def own_words(self) -> list[SheetRow]:
        """Players who said themselves whether they come, the latest first."""
        rows = [row for row in self.sheet.rows if row.plan.own_at]
        return sorted(rows, key=lambda row: str(row.plan.own_at), reverse=True)

    @property
    def awaited(self) -> list[SheetRow]:
        """Players due by now who were not marked present and have had neither a board nor a bye."""
        next_game = self.sheet.next_game
        expected = (row for row in self.sheet.rows if row.state == "expected" and not row.has_sat)
        return [row for row in expected if row.game and row.game <= next_game]

    @property
    def awaited_entries(self) -> list[Entry]:
        """The players of `awaited`."""
        return [row.entry for row in self.awaited]


def _misses_a_game(row: SheetRow) -> bool:
    games = range(1, row.evening.games + 1)
    return any(row.plan.in_game(game) not in COMING for game in games)
