"""Which competition does a file hold? The file's name says which format it is in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from pairing.core.types import Fact, Snapshot
from pairing.formats.errors import DocumentError, Warn, in_silence
from pairing.formats.nodes import SIZE_LIMIT

if TYPE_CHECKING:
    from pairing.formats.trf import Reading

DOCUMENTS = (".json",)
TRF = (".trf", ".trfx", ".txt")
H9 = (".h9",)
#: What can be read, by the end of a file's name.
SUFFIXES = (*DOCUMENTS, *TRF, *H9)
#: In the place of a file: standard input, which has no name.
STANDARD_INPUT = Path("-")


def read_file(
    path: Path, system: str | None = None, *, warn: Warn = in_silence, **reading: Unpack[Reading]
) -> Snapshot:
    """The competition in a file; DocumentError: it is refused, OSError: it cannot be read.

    A TRF file is taken as one of `system`, which it does not name itself; a document says its
    own; a European go tournament file is one of `knsb-resistance` unless `system` is another.
    How it is read is for these two: see `read_trf`, `read_h9`. What comes by standard input is
    known by how it begins. Of the formats only the one that is read is loaded.
    """
    # One byte more than is allowed is enough to see that a file is too large.
    if path == STANDARD_INPUT:
        data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
        # A document is an object, a European go tournament file begins with a remark.
        begin = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        suffix = {b"{": ".json", b";": ".h9"}.get(begin, ".trf")
    else:
        suffix = path.suffix.lower()
        if suffix not in SUFFIXES:
            raise DocumentError(
                "", "unknown_file_kind", {"suffix": suffix, "known": list[Fact](SUFFIXES)}
            )
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    if suffix in DOCUMENTS:
        from pairing.formats.document import read_document

        return read_document(data)
    if suffix in H9:
        from pairing.formats.h9 import read_h9

        needs_rounds = reading.get("needs_rounds", True)
        return read_h9(data, system or "knsb-resistance", needs_rounds=needs_rounds, warn=warn)
    if system is None:
        raise DocumentError("", "trf_needs_system")
    from pairing.formats.trf import read_trf

    return read_trf(data, system, warn=warn, **reading).snapshot
