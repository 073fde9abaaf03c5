"""A standing as a file for a spreadsheet: points exactly, and as a decimal number."""

import csv
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from django.http import StreamingHttpResponse
from django.utils.text import slugify

from clubcomp.flow.standings import After, StandingLine, standings_of
from clubcomp.models import Competition
from clubcomp.views.scopes import Scope

HEAD = (
    "place,name,guest,points,points_decimal,value_number,games,wins,draws,losses,white_percent,"
    "byes,external,missed,credits_used,credits_left"
).split(",")


class _Echo:
    """Hands every line that is written to it straight on."""

    def write(self, line: str) -> str:
        return line


def standings_file(
    competition: Competition, scope: Scope, after: After | None
) -> StreamingHttpResponse:
    """The standing as CSV (UTF-8 with a mark, so that spreadsheets see it); "p/q" is exact."""
    lines = standings_of(competition, scope.key, after)
    writer = csv.writer(_Echo())

    def rows() -> Iterator[str]:
        yield "\ufeff" + writer.writerow(HEAD)
        for line in lines:
            yield writer.writerow(_cells(line))

    moment = "-".join(map(str, after or ()))
    name = slugify("-".join(filter(None, (competition.slug, scope.key, moment))))
    response = StreamingHttpResponse(rows(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _cells(line: StandingLine) -> list[object]:
    row = line.row
    return [
        "" if line.place is None else line.place,
        _text(str(line.entry)),
        "yes" if line.entry.guest else "",
        str(row.points),
        decimal(row.points),
        "" if row.value_number is None else row.value_number,
        row.games,
        row.wins,
        row.draws,
        row.losses,
        "" if row.white_share is None else decimal(row.white_share * 100),
        row.byes,
        row.external,
        row.missed,
        "" if row.credits_used is None else row.credits_used,
        "" if row.credits_left is None else row.credits_left,
    ]


def decimal(number: Fraction | int) -> str:
    """A number with at most four decimals: "462.1667", "28.5", "0"."""
    exact = Fraction(number)
    rounded = round(Decimal(exact.numerator) / Decimal(exact.denominator), 4)
    return f"{rounded:f}".rstrip("0").rstrip(".") if rounded % 1 else f"{rounded:.0f}"


def _text(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
