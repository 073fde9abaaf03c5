"""The periods of a season, each with a standing of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubcomp.flow.competitions.periods import Period, periods_of, standing_of
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition, Entry
from pairing.core.standing import StandingRow


@dataclass(frozen=True)
class PeriodLine:
    """A player in the standing of a period; guests and players with too few games have no place."""

    entry: Entry
    place: int | None
    row: StandingRow


@dataclass(frozen=True)
class PeriodTable:
    """A period and its standing; no lines before its first round."""

    period: Period
    lines: Sequence[PeriodLine]


def tables_of(competition: Competition, scope: str) -> list[PeriodTable]:
    """The tables of the periods, the latest period that has begun first."""
    entries = cached_rows(competition).by_key
    tables = []
    for period in periods_of(competition):
        lines: list[PeriodLine] = []
        places: dict[str, int] = {}
        for row in standing_of(competition, period, scope):
            entry = entries[row.player]
            has_place = row.is_placed and not entry.guest
            places[row.group] = places.get(row.group, 0) + has_place
            lines.append(PeriodLine(entry, places[row.group] if has_place else None, row))
        tables.append(PeriodTable(period, lines))
    return tables
