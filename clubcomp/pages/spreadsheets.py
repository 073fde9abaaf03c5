"""Tables as files for spreadsheets: CSV, or a workbook (XLSX).

Numbers are numbers and everything else is text: no text that somebody typed becomes a formula, and
points like 3/2 do not become a date. Only dates are dates.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

Cell = str | int | Decimal
KINDS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
#: How a formula may begin; some spreadsheets also take the full-width signs of East Asia for one.
_FORMULA = (*"=+-@＝＋－＠", "\t", "\r")
#: A text that a spreadsheet takes for a date, and a text that really is a date.
_DAY = re.compile(r"\s*0*[1-9]\d*([-/.]0*[1-9]\d*){1,2}\s*")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
#: Characters that no cell can hold.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
WIDEST, LONGEST_SHEET_NAME = 40, 31


@dataclass(frozen=True)
class FileTable:
    """The name of a file without its extension, its columns, and its rows.

    A column has a key, its heading in CSV, the same in every language; and a title, its heading in
    a workbook.
    """

    name: str
    head: Mapping[str, Any]
    rows: Iterable[Sequence[Cell]]


def table_file(table: FileTable, kind: str) -> HttpResponse:
    """The table to download; Http404 if the `kind` is not in `KINDS`."""
    if kind not in KINDS:
        raise Http404
    try:
        content = _csv(table) if kind == "csv" else _xlsx(table)
    except ImportError:  # the extra `spreadsheets`
        sentence = _("This site writes no workbooks: who keeps it installs clubcomp[spreadsheets].")
        return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=501)
    return attachment(content, f"{table.name}.{kind}", KINDS[kind])


def attachment(content: bytes | str, name: str, content_type: str) -> HttpResponse:
    """A file to download under this name."""
    disposition = f'attachment; filename="{name}"'
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=content_type, headers=headers)


def decimal(number: Fraction | int) -> Decimal:
    """A number with at most four decimals: 462.1667, 28.5, 0."""
    exact = Fraction(number)
    rounded = round(Decimal(exact.numerator) / Decimal(exact.denominator), 4)
    return rounded.quantize(Decimal(1)) if rounded == rounded.to_integral() else rounded.normalize()


def _csv(table: FileTable) -> bytes:
    """UTF-8 with a byte order mark, by which spreadsheets recognise it."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(table.head)
    for row in table.rows:
        cells = ("yes" if cell is True else cell for cell in row)
        writer.writerow([_harmless(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue().encode("utf-8-sig")


def _harmless(text: str) -> str:
    """The text, quoted if a spreadsheet would take it for a formula, or wrongly for a date."""
    is_day = _DAY.fullmatch(text) and not _ISO_DATE.fullmatch(text)
    return f"'{text}" if is_day or text.startswith(_FORMULA) else text


def _xlsx(table: FileTable) -> bytes:
    # Slow to import, and only needed here.
    from xlsxwriter import Workbook

    head = list(map(str, table.head.values()))
    rows = [[_("yes") if cell is True else cell for cell in row] for row in table.rows]
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        sheet = book.add_worksheet(table.name[:LONGEST_SHEET_NAME])
        sheet.freeze_panes(1, 0)
        bold = book.add_format({"bold": True})
        # So the text does not become a formula when somebody edits the cell.
        quoted = book.add_format({"quote_prefix": True})
        for number, column in enumerate(zip(head, *rows, strict=True)):
            width = min(WIDEST, max(len(str(cell)) for cell in column) + 2)
            sheet.set_column(number, number, width)
        for number, title in enumerate(head):
            sheet.write_string(0, number, title, bold)
        for line, row in enumerate(rows, start=1):
            for number, cell in enumerate(row):
                if not isinstance(cell, str):
                    sheet.write_number(line, number, cell)
                elif cell:
                    form = quoted if cell.startswith(_FORMULA) else None
                    sheet.write_string(line, number, _NOT_IN_XML.sub("", cell), form)
    return file.getvalue()
