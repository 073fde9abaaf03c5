"""The sheets of a workbook (XLSX, ODS) as texts with tabs, just as if they were copied."""

import io
import zipfile
from datetime import date, datetime

from pairing.formats.errors import DocumentError
from pairing.formats.nodes import clipped

#: The most bytes of a workbook once unpacked.
MOST_UNPACKED = 100_000_000
MOST_ROWS, MOST_COLUMNS = 20_000, 200
_PARTS = 2_000


def check_archive(data: bytes) -> list[str]:
    """The names in a ZIP archive; DocumentError if it is broken, or too large once unpacked.

    The sizes that its directory gives are added up; the program that unpacks it cuts off whatever
    is longer.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise DocumentError("", "broken_archive") from None
    if len(parts) > _PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise DocumentError("", "too_large_unpacked", {"limit": MOST_UNPACKED // 1_000_000})
    return [part.filename for part in parts]


def sheets_of(data: bytes) -> list[tuple[str, str]]:
    """The visible sheets of a workbook by name, each as lines with tabs. DocumentError if it is
    broken."""
    check_archive(data)
    _check_unpacked(data)
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError:  # the extra `spreadsheets`
        raise DocumentError("", "no_workbooks") from None

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = []
        for name in book.sheet_names:
            rows = book.get_sheet_by_name(name).to_python(nrows=MOST_ROWS + 1)
            if len(rows) > MOST_ROWS or any(len(row) > MOST_COLUMNS for row in rows):
                raise DocumentError(clipped(name), "too_many_rows", {"limit": MOST_ROWS})
            sheets.append((name, "\n".join("\t".join(map(_text, row)) for row in rows)))
    except (CalamineError, ValueError, OSError, OverflowError) as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError("", "broken_archive") from None
    return sheets


def _check_unpacked(data: bytes) -> None:
    """Count the unpacked bytes: a directory may claim fewer. DocumentError if too large."""
    total = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in archive.infolist():
            try:
                with archive.open(part) as stream:
                    while piece := stream.read(1_000_000):
                        total += len(piece)
                        if total > MOST_UNPACKED:
                            facts = {"limit": MOST_UNPACKED // 1_000_000}
                            raise DocumentError("", "too_large_unpacked", {**facts})
            except DocumentError:
                raise
            except Exception:  # zlib and its like have errors of their own
                raise DocumentError("", "broken_archive") from None


def _text(cell: object) -> str:
    """A cell as text: a whole number without decimals, a day in ISO 8601."""
    if isinstance(cell, datetime | date):
        return f"{cell:%Y-%m-%d}"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 10**12:
        return str(int(cell))
    if isinstance(cell, bool):
        return ""
    return " ".join(str(cell).split())
