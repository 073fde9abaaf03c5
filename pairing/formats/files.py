"""Which competition does a file hold? The file's name says which format it is in."""

from pathlib import Path

from pairing.core.types import Fact, Snapshot
from pairing.formats.document import read_document
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import SIZE_LIMIT

DOCUMENTS = (".json",)
TRF = (".trf", ".trfx", ".txt")


def read_file(path: Path) -> Snapshot:
    """The competition in a file; DocumentError: it is refused, OSError: it cannot be read."""
    suffix = path.suffix.lower()
    if suffix not in DOCUMENTS:
        known: list[Fact] = [*DOCUMENTS]
        code = "trf_not_read" if suffix in TRF else "unknown_file_kind"
        raise DocumentError("", code, {"suffix": suffix, "known": known})
    with path.open("rb") as file:
        # One byte more than is allowed is enough to see that a file is too large.
        return read_document(file.read(SIZE_LIMIT + 1))
