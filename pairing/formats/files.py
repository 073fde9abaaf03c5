"""Which competition does a file hold? The file's name says which format it is in."""

from pathlib import Path
from typing import Unpack

from pairing.core.types import Fact, Snapshot
from pairing.formats.document import read_document
from pairing.formats.errors import DocumentError
from pairing.formats.h9 import read_h9
from pairing.formats.nodes import SIZE_LIMIT
from pairing.formats.trf import Reading, read_trf
from pairing.formats.trf_errors import Warn, in_silence

DOCUMENTS = (".json",)
TRF = (".trf", ".trfx", ".txt")
H9 = (".h9",)


def is_trf(path: Path) -> bool:
    """Whether the file's name says that it is a TRF file."""
    return path.suffix.lower() in TRF


def read_file(
    path: Path,
    system: str | None = None,
    *,
    warn: Warn = in_silence,
    **reading: Unpack[Reading],
) -> Snapshot:
    """The competition in a file; DocumentError: it is refused, OSError: it cannot be read.

    A TRF file is taken as one of `system`, which it does not name itself; a document says its
    own; a European go tournament file is one of `knsb-resistance` unless `system` is another.
    How it is read is for these two: see `read_trf`, `read_h9`.
    """
    suffix = path.suffix.lower()
    if suffix not in (*DOCUMENTS, *TRF, *H9):
        known: list[Fact] = [*DOCUMENTS, *TRF, *H9]
        raise DocumentError("", "unknown_file_kind", {"suffix": suffix, "known": known})
    with path.open("rb") as file:
        # One byte more than is allowed is enough to see that a file is too large.
        data = file.read(SIZE_LIMIT + 1)
    if suffix in DOCUMENTS:
        return read_document(data)
    if suffix in H9:
        needs_rounds = reading.get("needs_rounds", True)
        return read_h9(data, system or "knsb-resistance", needs_rounds=needs_rounds, warn=warn)
    if system is None:
        raise DocumentError("", "trf_needs_system")
    return read_trf(data, system, warn=warn, **reading).snapshot
