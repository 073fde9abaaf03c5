"""Who wins which prize, by the places of tables and by name?

Prizes are given one after the other. A prize for a place of a table goes to the player in that
place, not counting those who have won a prize of another table by then: so the next in line moves
up. All who stand equal there share the prize.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pairing.core.types import PlayerId

#: The players of a table in the order of their places, each with what is equal for all who share
#: a prize: the place in the table, or the points.
Table = Sequence[tuple[PlayerId, Hashable]]


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize by its `key`: for a `place` of a `table`, or by hand for `named` (None: nobody yet).

    `is_apart`: anyone who has it may have another one too.
    """

    key: int
    table: Hashable | None = None
    place: int = 0
    named: PlayerId | None = None
    worth: int = 0
    is_apart: bool = False


@dataclass(frozen=True, slots=True)
class PrizeRule:
    """`one_each`: nobody wins two prizes, except those apart. `dearest_first`: prizes are given in
    the order of their worth, not of the list.
    """

    one_each: bool = True
    dearest_first: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """Who has won a prize, and their `places` in its table.

    `passed`: those who stood before them (or were named) but have another prize, with its key.
    """

    prize: Prize
    winners: tuple[PlayerId, ...] = ()
    places: tuple[int, ...] = ()
    passed: tuple[tuple[PlayerId, int], ...] = ()


def awards(
    prizes: Iterable[Prize], tables: Mapping[Hashable, Table], rule: PrizeRule
) -> list[Award]:
    """The prizes in the order in which they are given, each with its winners."""
    ordered = sorted(prizes, key=lambda prize: -prize.worth) if rule.dearest_first else prizes
    awarded: list[Award] = []
    for prize in ordered:
        before = [] if prize.is_apart or not rule.one_each else awarded
        counted = [award for award in before if not award.prize.is_apart]
        if prize.table is None:
            awarded.append(_named(prize, counted))
        else:
            awarded.append(_by_place(prize, tables[prize.table], counted))
    return awarded


def _named(prize: Prize, before: Sequence[Award]) -> Award:
    """A prize by hand; nobody gets it who has another one already."""
    if prize.named is None:
        return Award(prize)
    has = [award.prize.key for award in before if prize.named in award.winners]
    return Award(prize, passed=((prize.named, has[0]),)) if has else Award(prize, (prize.named,))


def _by_place(prize: Prize, table: Table, before: Sequence[Award]) -> Award:
    """A prize of a table, from its place down to the first who can have it."""
    elsewhere = {
        player: award.prize.key
        for award in reversed(before)
        if award.prize.table != prize.table
        for player in award.winners
    }
    of_table = [set(award.winners) for award in before if award.prize.table == prize.table]
    groups = _groups([row for row in table if row[0] not in elsewhere])
    end = 0

    def passed(rows: Table) -> tuple[tuple[PlayerId, int], ...]:
        return tuple((player, elsewhere[player]) for player, _ in rows if player in elsewhere)

    for group in groups:
        end += len(group)
        has_room = sum(not won.isdisjoint(group) for won in of_table) < len(group)
        if end >= prize.place and has_room:
            places = {player: place for place, (player, _level) in enumerate(table, start=1)}
            last = places[group[-1]]
            return Award(prize, group, tuple(map(places.__getitem__, group)), passed(table[:last]))
    return Award(prize, passed=passed(table))


def _groups(table: Table) -> list[tuple[PlayerId, ...]]:
    """Who would share a prize: all who stand equal."""
    equal = groupby(table, key=lambda row: row[1])
    return [tuple(player for player, _level in rows) for _level, rows in equal]
