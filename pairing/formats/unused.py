"""What of a file of lines is not used? Each kind is told once, with the lines that it stands on."""

from pairing.formats.errors import TrfWarning, Warn
from pairing.formats.nodes import clipped

#: So many lines are named of a kind.
_NAMED = 8


class Unused:
    """Gathers what is not used, by what it is."""

    def __init__(self) -> None:
        self._lines: dict[str, list[int]] = {}

    def note(self, what: str, line: int) -> None:
        """Something on a line is not used."""
        lines = self._lines.setdefault(clipped(what), [])
        if line not in lines:
            lines.append(line)

    def tell(self, warn: Warn) -> None:
        """Tell all of it."""
        for what, lines in self._lines.items():
            if len(lines) == 1:
                warn(TrfWarning(lines[0], 0, "not_used", {"what": what}))
                continue
            named = ", ".join(map(str, lines[:_NAMED])) + (" ..." if len(lines) > _NAMED else "")
            warn(TrfWarning(0, 0, "lines_not_used", {"what": what, "lines": named}))
