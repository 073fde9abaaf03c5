"""The order of a table: a closed list of keys, each with its usual direction."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from django.utils.translation import get_language

from clubcomp.doors.names import sort_key
from clubcomp.pages.standings import StandingsRow

Row = TypeVar("Row")

#: Whether the greatest value comes first when a head is pressed for the first time.
KEYS = {
    "place": False,
    "name": False,
    "rating": True,
    "games": True,
    "attendance": True,
    "size": True,
    "last": True,
}


class Sorting(NamedTuple):
    """A key, whether the greatest value comes first, and the key of the table's usual order."""

    key: str
    is_down: bool
    usual: str

    @property
    def is_usual(self) -> bool:
        """Whether this is the usual order of the table."""
        return (self.key, self.is_down) == (self.usual, KEYS[self.usual])

    def pressed(self, key: str) -> str:
        """The value of `?sort=` after the head of a key is pressed; "" for the usual order."""
        is_down = not self.is_down if key == self.key else KEYS[key]
        if (key, is_down) == (self.usual, KEYS[key]):
            return ""
        return key if is_down == KEYS[key] else f"-{key}"

    def ordered(self, rows: Iterable[Row], values: dict[str, Callable[[Row], Any]]) -> list[Row]:
        """The rows in this order: equal rows keep their order, and rows without a value come last.
        `values` gives the value of a row, by key."""
        every, value = list(rows), values.get(self.key)
        if self.is_usual or value is None:
            return every
        valued = [row for row in every if value(row) is not None]
        return [*sorted(valued, key=value, reverse=self.is_down), *_without(every, value)]


def _without(rows: Iterable[Row], value: Callable[[Row], Any]) -> Iterator[Row]:
    return (row for row in rows if value(row) is None)


def sorting_in(asked: str, usual: str) -> Sorting:
    """The order in `?sort=`: "rating", or "-rating" for the other direction; anything else gives
    the usual order."""
    key = asked.removeprefix("-")
    if key not in KEYS:
        return Sorting(usual, KEYS[usual], usual)
    return Sorting(key, KEYS[key] != asked.startswith("-"), usual)


def sorted_rows(rows: list[StandingsRow], sorting: Sorting) -> list[StandingsRow]:
    """The rows in the order that a reader chose; names in the alphabet of the reader."""
    language = get_language() or ""
    return sorting.ordered(
        rows,
        {
            "place": lambda row: row.position,
            "name": lambda row: sort_key(row.line.entry.player.shown, language),
            "rating": lambda row: row.line.entry.rating,
            "games": lambda row: row.line.row.games,
        },
    )
