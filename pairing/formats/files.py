"""Which competition does a file hold? Its content says which format it is in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from pairing.core.types import Fact, Snapshot
from pairing.formats.errors import DocumentError, Warn, in_silence
from pairing.formats.nodes import SIZE_LIMIT
from pairing.formats.programs.recognised import DOCUMENT, kind_of, refuse_by_name
from pairing.formats.programs.recognised import H9 as OF_H9
from pairing.formats.programs.recognised import TRF as OF_TRF

if TYPE_CHECKING:
    from pairing.formats.trf import Reading

DOCUMENTS = (".json",)
TRF = (".trf", ".trfx", ".txt")
H9 = (".h9",)
#: The kind of a file whose content does not show it.
_BY_NAME = {DOCUMENTS: DOCUMENT, TRF: OF_TRF, H9: OF_H9}
#: Which files of a folder are read, by the end of their names.
SUFFIXES = (*DOCUMENTS, *TRF, *H9)
#: In place of a file: standard input, which has no name.
STANDARD_INPUT = Path("-")


def read_file(
    path: Path,
    system: str | None = None,
    *,
    trf_system: str | None = None,
    warn: Warn = in_silence,
    **reading: Unpack[Reading],
) -> Snapshot:
    """The competition in a file; DocumentError if it is refused, OSError if it cannot be read.

    The content shows the format, or else the name. A TRF file is taken as one of `system`, or else
    `trf_system`, since it does not name one itself; a document does; of any other file the
    reader knows the system, unless `system` is another. `reading` is for TRF and
    h9: see `read_trf`, `read_h9`. Only the format that is read is loaded.
    """
    # One byte more than is allowed is enough to see that a file is too large.
    if path == STANDARD_INPUT:
        data, suffix = sys.stdin.buffer.read(SIZE_LIMIT + 1), TRF[0]
    else:
        suffix = path.suffix.lower()
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    kind, code_page = _kind(data, suffix), reading.pop("code_page", None)
    if kind == DOCUMENT:
        from pairing.formats.document import read_document

        return read_document(data)
    if code_page and kind in (OF_H9, OF_TRF):
        from pairing.formats.trf_text import in_utf8

        try:
            data = in_utf8(data, code_page)
        except UnicodeDecodeError:
            raise DocumentError("", "not_in_code_page", {"page": code_page}) from None
    if kind == OF_H9:
        from pairing.formats.reports import read_report

        return read_report(kind, data, system or "knsb-resistance", warn=warn, **reading)
    if kind == OF_TRF:
        taken_as = system or trf_system
        if taken_as is None:
            raise DocumentError("", "trf_needs_system")
        from pairing.formats.reports import read_report

        return read_report(kind, data, taken_as, warn=warn, **reading)
    from pairing.formats.programs.contents import finished
    from pairing.formats.programs.recognised import reader_of

    return finished(reader_of(kind)(data), warn, system)


def _kind(data: bytes, suffix: str) -> str:
    """The kind of a file; DocumentError for a kind that is not read here."""
    if len(data) > SIZE_LIMIT:
        raise DocumentError("", "too_large", {"limit": SIZE_LIMIT // 1_000_000})
    by_name = {end: kind for ends, kind in _BY_NAME.items() for end in ends}.get(suffix, "")
    kind = kind_of(data, refuse_others=not by_name) or by_name
    if not kind:
        refuse_by_name(suffix)
        known = list[Fact](SUFFIXES)
        raise DocumentError("", "unknown_file_kind", {"suffix": suffix, "known": known})
    return kind
