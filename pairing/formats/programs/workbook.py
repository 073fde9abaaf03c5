"""A competition from a workbook: its sheets, one under the other, as tables."""

from bisect import bisect_right
from dataclasses import replace

from pairing.formats.programs.contents import Contents
from pairing.formats.programs.spreadsheet import sheets_of
from pairing.formats.programs.tables import of_text


def read_workbook(data: bytes) -> Contents:
    """The competition in a workbook. DocumentError if there is none."""
    sheets = [(name, text) for name, text in sheets_of(data) if text.strip()]
    contents = of_text("\n".join(text for _name, text in sheets))
    starts = [1]
    for _name, text in sheets:
        starts.append(starts[-1] + text.count("\n") + 1)
    for index, warning in enumerate(contents.warnings):
        if warning.line:
            sheet = bisect_right(starts, warning.line) - 1
            where = f"{sheets[sheet][0]} {warning.line - starts[sheet] + 1}"
            contents.warnings[index] = replace(warning, line=0, path=where)
    return contents
