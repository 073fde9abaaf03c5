"""A standing as a table for a spreadsheet: points exactly, and as a decimal number.

Points are what the pages show: as the players of the game count them.
"""

from django.utils.text import slugify

from clubcomp.flow.standings import After, StandingLine, standings_of
from clubcomp.models import Competition
from clubcomp.templatetags.club import counted
from clubcomp.templatetags.tables import WHOLE
from clubcomp.views.scopes import Scope
from clubcomp.views.spreadsheets import Cell, Table, decimal, exact
from pairing.core.standing import StandingRow

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
        [_cells(line, tiebreaks, competition) for line in lines],
    )


def _cells(line: StandingLine, tiebreaks: list[str], competition: Competition) -> list[Cell]:
    row, points = line.row, counted(line.row.points, competition)
    return [
        _known(line.place),
        str(line.entry),
        "yes" if line.entry.guest else "",
        exact(points),
        decimal(points),
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
        *(_tiebreak(row, name, competition) for name in tiebreaks),
    ]


def _tiebreak(row: StandingRow, name: str, competition: Competition) -> Cell:
    if name not in row.tiebreaks:
        return ""
    value = row.tiebreaks[name]
    return decimal(value if name in WHOLE else counted(value, competition))


def _known(number: int | None) -> Cell:
    return "" if number is None else number
