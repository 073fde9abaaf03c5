"""In which games of an evening has somebody no opponent, and is a reserve wanted?

Players come later, leave early or miss a game, so each game has its own number of players; in a
competition in groups, so has each group.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from clubcomp.flow.attendance.sheet import SheetRow, rows_of
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Evening, Round
from clubcomp.models.plans import plans_of


@dataclass(frozen=True, slots=True)
class Turnout:
    """How many of a group come to each of the games still to be paired."""

    counts: Mapping[int, int]

    @property
    def odd_games(self) -> list[int]:
        """The games to which an odd number comes."""
        return [game for game, count in self.counts.items() if count % 2]

    @property
    def number(self) -> int | None:
        """How many come, if it is the same number for every game."""
        numbers = {*self.counts.values()}
        return numbers.pop() if len(numbers) == 1 else None

    @property
    def wants_one(self) -> bool:
        """Whether one more player is wanted: in at least half of the games.

        Nobody comes for one game in seven, and a reserve who stayed for all of them would be one
        too many.
        """
        return bool(self.counts) and 2 * len(self.odd_games) >= len(self.counts)


@dataclass(frozen=True, slots=True)
class Expected:
    """Everybody of an evening, and the games still to be paired."""

    rows: list[SheetRow]
    games: range

    def of(self, group: str) -> Turnout:
        """How many of a group come."""
        rows = [row for row in self.rows if row.group == group]
        return Turnout({game: sum(row.comes_to(game) for row in rows) for game in self.games})

    @property
    def wants_one(self) -> bool:
        """Whether one more is wanted in any group."""
        return any(self.of(group).wants_one for group in {row.group for row in self.rows})

    @property
    def away(self) -> list[SheetRow]:
        """The players who come to none of these games, and do not play them on another day."""
        return [
            row
            for row in self.rows
            if row.state != "another_day" and not any(map(row.comes_to, self.games))
        ]


def expected_at(evening: Evening) -> Expected:
    """The players expected at an evening, from its plans."""
    paired = Round.objects.on_record().filter(evening=evening).count()
    next_game = min(paired + 1, evening.games)
    rows = rows_of(evening, Rows(evening.competition), plans_of(evening), next_game)
    return Expected(list(rows), range(paired + 1, evening.games + 1))
