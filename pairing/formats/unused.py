"""Which parts of a file of lines are unused or missing? One warning for each, with its lines."""

from pairing.formats.errors import TrfWarning, Warn
from pairing.formats.nodes import clipped

#: How many lines of a kind are named.
_NAMED = 8


class Unused:
    """Collects the unused parts of a file, by their content."""

    def __init__(self) -> None:
        self._lines: dict[str, list[int]] = {}
        self._nameless: list[int] = []

    def note(self, what: str, line: int) -> None:
        """Note an unused part of a line."""
        lines = self._lines.setdefault(clipped(what), [])
        if line not in lines:
            lines.append(line)

    def note_nameless(self, line: int) -> None:
        """Note a line whose player has no name; the number replaces it."""
        self._nameless.append(line)

    def tell(self, warn: Warn) -> None:
        """Warn of all of it."""
        for what, lines in self._lines.items():
            if len(lines) == 1:
                warn(TrfWarning(lines[0], 0, "not_used", {"what": what}))
                continue
            warn(TrfWarning(0, 0, "lines_not_used", {"what": what, "lines": _named(lines)}))
        if self._nameless:
            warn(TrfWarning(0, 0, "no_name", {"lines": _named(self._nameless)}))


def _named(lines: list[int]) -> str:
    """The first of these lines, and a sign if there are more."""
    return ", ".join(map(str, lines[:_NAMED])) + (" ..." if len(lines) > _NAMED else "")
