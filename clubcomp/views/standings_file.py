"""A standing as a table for a spreadsheet: points exactly, and as a decimal number."""

from django.utils.text import slugify

from clubcomp.flow.standings import After, StandingLine, standings_of
from clubcomp.models import Competition
from clubcomp.views.scopes import Scope
from clubcomp.views.spreadsheets import Cell, Table, decimal, exact

HEAD = (
    "place,name,guest,points,points_decimal,value_number,games,wins,draws,losses,white_percent,"
    "byes,external,missed,credits_used,credits_left"
).split(",")


def standings_table(competition: Competition, scope: Scope, after: After | None) -> Table:
    """The standing after a round (None: now); what decides between equals stands at the end."""
    lines = standings_of(competition, scope.key, after)
    tiebreaks = list(dict.fromkeys(name for line in lines for name in line.row.tiebreaks))
    moment = "-".join(map(str, after or ()))
    return Table(
        slugify("-".join(filter(None, (competition.slug, scope.name and scope.key, moment)))),
        [*HEAD, *(f"tiebreak_{name}" for name in tiebreaks)],
        [_cells(line, tiebreaks) for line in lines],
    )


def _cells(line: StandingLine, tiebreaks: list[str]) -> list[Cell]:
    row = line.row
    return [
        _known(line.place),
        str(line.entry),
        "yes" if line.entry.guest else "",
        exact(row.points),
        decimal(row.points),
        _known(row.value_number),
        row.games,
        row.wins,
        row.draws,
        row.losses,
        "" if row.white_share is None else decimal(row.white_share * 100),
        row.byes,
        row.external,
        row.missed,
        _known(row.credits_used),
        _known(row.credits_left),
        *(decimal(row.tiebreaks[name]) if name in row.tiebreaks else "" for name in tiebreaks),
    ]


def _known(number: int | None) -> Cell:
    return "" if number is None else number
