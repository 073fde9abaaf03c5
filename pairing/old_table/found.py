"""Under which options does our table show the digits of the old one, and what is left?

Only what the engine itself shows is called equal. Who has left in the old program is named: no
option carries what games against them count there.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from pairing.core.types import PlayerId, Snapshot
from pairing.old_table.earned import (
    BYE,
    OF_GAMES,
    OWN,
    OldRow,
    OldTable,
    Weighed,
    amounts_of,
    weigh,
)
from pairing.old_table.finding import Finding, Hint, Rest, Undecided
from pairing.old_table.fitted import PARTS, Row, keys_in, parts_of, wanted
from pairing.old_table.search import LIMIT, Search
from pairing.old_table.undecided import alternatives
from pairing.old_table.without import met_of, without
from pairing.own_keizer.options import Options


def find(
    snapshot: Snapshot,
    options: Options,
    table: OldTable,
    *,
    others: Sequence[Options] = (),
    left_out: Collection[PlayerId] = (),
    limit: int = LIMIT,
    told: Callable[[int], None] = lambda _share: None,
) -> Finding:
    """The options under which the table is the old one, searched from those that are given.

    `others` are regulations that many clubs have, from which it is searched as well. `left_out` are
    those without whom it is searched (`without`). `told` hears of how much of the limit is spent,
    in hundredths.
    """
    there = without(snapshot, left_out) if left_out else snapshot
    rows = {player: row for player, row in table.rows.items() if player not in left_out}
    table = replace(table, rows=rows)
    search = Search(there, options, table, others, limit, told)
    search.run()
    finding = _told(search)
    met = met_of(snapshot, left_out)
    rest = tuple(one._replace(met=tuple(met.get(one.player, ()))) for one in finding.rest)
    return replace(finding, rest=rest)


def _told(search: Search) -> Finding:
    """The options that were found, without what too few confirm; and what is left."""
    weighed = search.chosen
    equal = search.equal(weighed)
    rows = {row.player: row for row in search.rows(weighed)}
    rest = []
    for one in search.compared:
        if one not in equal:
            at = search.number[one]
            ours = OldRow(weighed.points[at], Fraction(weighed.values[at]))
            hints = _hints(search, weighed, rows[at])
            rest.append(Rest(one, search.table.rows[one], ours, tuple(hints)))
    if 2 * len(equal) <= len(search.compared):
        return Finding(
            None,
            tuple(equal),
            tuple(rest),
            search.gone,
            tried=search.tried,
            is_whole=search.is_whole,
        )
    return Finding(
        weighed.options,
        tuple(equal),
        tuple(rest),
        search.gone,
        alone=tuple(_alone(search, weighed)),
        undecided=tuple(_undecided(search, weighed)),
        untold=tuple(_untold(search, weighed)),
        tried=search.tried,
        is_whole=search.is_whole,
    )


def _hints(search: Search, weighed: Weighed, row: Row) -> Iterator[Hint]:
    """What each amount that touches somebody would have to be for them alone."""
    amounts = amounts_of(weighed.options)
    for key in keys_in([row]):
        if key == OWN:
            continue
        part = parts_of(key)[0]
        want = wanted(row, amounts, key, part, search.table.decimals)
        number = want.percentage() if want else None
        if number is not None:
            yield Hint(key, PARTS[part], number)


def _alone(search: Search, weighed: Weighed) -> Iterator[str]:
    rows = search.rows(weighed)
    for key in search.changed(weighed.options):
        if sum(key in row.uses for row in rows) == 1:
            yield key


def _untold(search: Search, weighed: Weighed) -> Iterator[str]:
    there = {*keys_in(search.rows(weighed))}
    kinds = weighed.options.absences.table
    for key in (*OF_GAMES, BYE, *kinds):
        if key not in there:
            yield key


def _undecided(search: Search, weighed: Weighed) -> Iterator[Undecided]:
    """Options that may be others, one by one, and the table shows the same digits."""
    rows = search.rows(weighed)
    for option, chosen, others in alternatives(weighed, rows, search.players, search.table):
        same = [
            written
            for written, options in others
            if _shows_the_same(search, weighed, weigh(search.snapshot, options))
        ]
        if same:
            yield Undecided(option, chosen, tuple(same))


def _shows_the_same(search: Search, weighed: Weighed, other: Weighed) -> bool:
    """Whether the old table tells two apart: for nobody the digits differ."""
    decimals = search.table.decimals
    for one in search.compared:
        at = search.number[one]
        if search.is_same(weighed, one) != search.is_same(other, one):
            return False
        if not search.is_same(other, one) and round(weighed.points[at], decimals) != round(
            other.points[at], decimals
        ):
            return False
    return True
