"""What is wrong with a file that is refused, and what is passed over with a warning?

An error is data: the *path* (`evenings[3].rounds[1].games[0].white`, "" for the whole file; in a
file of lines the line and the column, in characters, both from 1; 0: the whole file or line), a
*code* and its *facts*. `pairing.sentences` has a sentence for every code.

An option that the system refuses has the code from `pairing.registry.make_options`, with "option_"
before it, so that a system can have codes of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pairing.core.types import Fact


class DocumentError(ValueError):
    """A file that is refused: `path`, `code` and `facts`."""

    def __init__(self, path: str, code: str, facts: Mapping[str, Fact] | None = None):
        super().__init__(path, code, facts)
        self.path = path
        self.code = code
        self.facts: dict[str, Fact] = dict(facts or {})

    def __str__(self) -> str:
        facts = ", ".join(f"{name}: {fact}" for name, fact in self.facts.items())
        words = self.code.replace("_", " ") + (f" ({facts})" if facts else "")
        return f"{self.path}: {words}" if self.path else words


class TrfError(DocumentError):
    """A TRF file that is refused: `line`, `column`, `code` and `facts`."""

    def __init__(self, line: int, column: int, code: str, facts: Mapping[str, Fact] | None = None):
        path = f"line {line}, column {column}" if column else f"line {line}" if line else ""
        super().__init__(path, code, facts)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class TrfWarning:
    """Something in a TRF file that was ignored; its line and column are as in a `TrfError`.

    In a file without lines `path` says where: a table, a key, a sheet.
    """

    line: int
    column: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    path: str = ""


Warn = Callable[[TrfWarning], None]


def in_silence(warning: TrfWarning) -> None:
    """Ignore a warning; for callers that need no warnings."""
