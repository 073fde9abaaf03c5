"""A competition from a page that was saved from a browser: its headings and tables."""

from html.parser import HTMLParser

from pairing.formats.programs.contents import Contents
from pairing.formats.programs.tables import of_text
from pairing.formats.trf_text import decoded

_LINES = ("h1", "h2", "h3", "h4", "p", "caption")
_UNSEEN = ("script", "style", "head")


def read_web_page(data: bytes) -> Contents:
    """The competition in a page. DocumentError if there is none."""
    reader = _Page()
    reader.feed(decoded(data)[0])
    reader.close()
    return of_text("\n".join(reader.lines))


class _Page(HTMLParser):
    """The rows of tables with tabs between their cells, and the lines above them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.cells: list[str] | None = None
        self.words: list[str] = []
        self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A row, a cell or a line begins."""
        if tag in _UNSEEN:
            self.unseen += 1
        elif tag == "tr":
            self._end_row()
            self.cells = []
        elif tag in ("td", "th"):
            self._end_cell()
            self.words = [""]
        elif tag in _LINES and self.cells is None:
            self.words = [""]

    def handle_endtag(self, tag: str) -> None:
        """A row, a cell or a line ends."""
        if tag in _UNSEEN:
            self.unseen = max(self.unseen - 1, 0)
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag in ("tr", "table"):
            self._end_row()
        elif tag in _LINES and self.cells is None and self.words:
            self.lines.append(" ".join("".join(self.words).split()))
            self.words = []

    def handle_data(self, data: str) -> None:
        """The text that a reader sees on the page."""
        if self.words and not self.unseen:
            self.words.append(data)

    def _end_cell(self) -> None:
        if self.cells is not None and self.words:
            self.cells.append(" ".join("".join(self.words).split()))
        self.words = []

    def _end_row(self) -> None:
        self._end_cell()
        if self.cells:
            self.lines.append("\t".join(self.cells))
        self.cells = None
