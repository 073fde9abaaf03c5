"""How many come tonight? All players minus who does not come, as one sum; and who when."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from clubcomp.flow.attendance import AttendanceSheet, SheetRow
from clubcomp.models import Entry
from clubcomp.words.unplayed import FORECAST

#: States of a row that are subtracted, in the order in which they are shown.
AWAY = ("another_day", *FORECAST, "occasional")


@dataclass(frozen=True)
class Forecast:
    """An attendance sheet as a sum: `total` minus the numbers of `away` is `coming`."""

    sheet: AttendanceSheet

    @property
    def total(self) -> int:
        """All who belong to the competition this evening, guests included."""
        return len(self.sheet.rows)

    @cached_property
    def away(self) -> list[tuple[str, int]]:
        """How many are away, by state, those that occur."""
        count = Counter(row.state for row in self.sheet.rows)
        return [(state, count[state]) for state in AWAY if count[state]]

    @property
    def coming(self) -> int:
        """Who was, is or should be there."""
        return self.total - sum(number for _, number in self.away)

    @property
    def coming_next(self) -> int:
        """Those of them who are or should be there in the very next game."""
        return self.sheet.expected_count

    @property
    def differs_next(self) -> bool:
        """Whether the next game is played by others than come: some come later, or have left."""
        return self.coming_next != self.coming

    @property
    def is_odd(self) -> bool:
        """Whether that leaves somebody without an opponent."""
        return self.coming % 2 == 1

    @property
    def in_part(self) -> list[SheetRow]:
        """Who comes later or leaves early."""
        return [
            row
            for row in self.sheet.rows
            if (row.comes and (row.plan.from_game > 1 or row.plan.until_game or row.elsewhen))
            or row.in_games
        ]

    @property
    def reserves(self) -> list[SheetRow]:
        """Who stays away and comes when the number is odd."""
        return [row for row in self.sheet.rows if row.plan.is_reserve and not row.comes]

    @property
    def own_words(self) -> list[SheetRow]:
        """Who said by themselves what they do, the last one first."""
        said = [row for row in self.sheet.rows if row.plan.own_at]
        return sorted(said, key=lambda row: str(row.plan.own_at), reverse=True)

    @property
    def awaited(self) -> list[SheetRow]:
        """Who is expected by now and has not been seen."""
        next_game = self.sheet.next_game
        expected = (row for row in self.sheet.rows if row.state == "expected")
        return [row for row in expected if row.game and row.game <= next_game]

    @property
    def awaited_entries(self) -> list[Entry]:
        """The players of `awaited`."""
        return [row.entry for row in self.awaited]
