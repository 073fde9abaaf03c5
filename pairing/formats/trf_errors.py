"""What can be wrong with a TRF file, and what is passed over with a warning?

As `pairing.formats.errors`, with a line and a column (characters, both from 1; 0: the whole
file or line) for the place. `pairing.sentences` says every code in the reader's language.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pairing.core.types import Fact
from pairing.formats.errors import DocumentError


class TrfError(DocumentError):
    """A TRF file that is refused: `line`, `column`, `code` and `facts`."""

    def __init__(self, line: int, column: int, code: str, facts: Mapping[str, Fact] | None = None):
        place = f"line {line}, column {column}" if column else f"line {line}" if line else ""
        super().__init__(place, code, facts)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class TrfWarning:
    """Something that was passed over; its place is as that of a `TrfError`."""

    line: int
    column: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


Warn = Callable[[TrfWarning], None]


def in_silence(warning: TrfWarning) -> None:
    """Who reads a file for a purpose that its warnings do not touch."""
