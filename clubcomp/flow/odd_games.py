"""In which games of an evening has somebody no opponent, and is a reserve wanted?

Some come later, leave early or miss a game, so that each game has its own number; and of a
competition in groups each group has.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubcomp.flow.attendance import SheetRow, rows_of
from clubcomp.models import Evening, Round
from clubcomp.models.plans import plans_of
from clubcomp.rows import Rows


@dataclass(frozen=True, slots=True)
class Expected:
    """Everybody of an evening; `games` are those still to be paired, `counts` how many of a group
    come to each of them."""

    rows: list[SheetRow]
    games: range
    counts: Mapping[tuple[str, int], int]

    def odd_games(self, group: str) -> list[int]:
        """The games to which an odd number of a group comes."""
        return [game for game in self.games if self.counts[group, game] % 2]

    def number(self, group: str) -> int | None:
        """How many of a group come, if as many come to each of the games."""
        numbers = {self.counts[group, game] for game in self.games}
        return numbers.pop() if len(numbers) == 1 else None

    def wants(self, group: str) -> bool:
        """Whether one more of a group is wanted: in at least half of the games.

        Nobody comes for one game of seven; and who stayed for all of them would be one too many.
        """
        return bool(self.games) and 2 * len(self.odd_games(group)) >= len(self.games)

    @property
    def wants_one(self) -> bool:
        """Whether one more is wanted in any group."""
        return any(map(self.wants, {row.group for row in self.rows}))

    @property
    def away(self) -> list[SheetRow]:
        """Who comes to none of these games, and does not play them on another day."""
        return [
            row
            for row in self.rows
            if row.state != "another_day" and not any(map(row.comes_to, self.games))
        ]


def expected_at(evening: Evening) -> Expected:
    """Who is expected, from the plans."""
    paired = Round.objects.on_record().filter(evening=evening).count()
    next_game = min(paired + 1, evening.games)
    rows = rows_of(evening, Rows(evening.competition), plans_of(evening), next_game)
    return expected_of(rows, range(paired + 1, evening.games + 1))


def expected_of(rows: Iterable[SheetRow], games: range) -> Expected:
    """The same, of the rows of an attendance sheet."""
    rows = list(rows)
    counts = Counter((row.group, game) for row in rows for game in games if row.comes_to(game))
    return Expected(rows, games, counts)
