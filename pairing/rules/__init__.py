"""What does a system's regulation say, in our own words?

One file for each system and language, `knsb-rating/nl.toml`; all languages have the same articles.
A table with a `heading` opens a part, one with a `title` is an article; its name is its number and
its anchor. In a `text` an empty line ends a paragraph, lines with `- ` are a list and lines with
`|` a table, its head first. A point of a list that starts with a number of its own ("- C10a: ") has
an anchor too. `note` says how we read an article that leaves a choice.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent

#: What looks like the number of an article: C10a, 4.4b, kleur.1.
_NUMBER = re.compile(r"(\b(?:[A-Z]\d\w*(?:\.\d)?|\d(?:\.\d)+\w?|[a-z]+\.\w+)\b)")


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a list; `number` is its anchor, "" for a mere dash."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a list of points or the rows of a table, its head first."""

    paragraph: str = ""
    points: tuple[Point, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Article:
    """An article: its number and anchor, its title, what it says and how we read it."""

    number: str
    title: str
    blocks: tuple[Block, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a regulation: its anchor, heading, perhaps an introduction, and its articles."""

    number: str
    heading: str
    blocks: tuple[Block, ...]
    articles: tuple[Article, ...]


@dataclass(frozen=True, slots=True)
class Regulation:
    """A regulation in one language: its title, where it comes from, an introduction, its parts."""

    language: str
    title: str
    source: str
    blocks: tuple[Block, ...]
    parts: tuple[Part, ...]

    def title_of(self, anchor: str) -> str:
        """The title of an article or a part; for a point that of its article. "": none."""
        for part in self.parts:
            for article in part.articles:
                if anchor in (article.number, *_numbers(article.blocks)):
                    return article.title
            if anchor in (part.number, *_numbers(part.blocks)):
                return part.heading.removeprefix(f"{part.number}. ")
        return ""

    def linked(self, text: str) -> Iterator[tuple[str, str]]:
        """A text in pieces, each with the anchor of the article it names, "" for mere words."""
        known = set(self.anchors())
        for piece in _NUMBER.split(text):
            yield piece, piece if piece in known and _NUMBER.fullmatch(piece) else ""

    def anchors(self) -> Iterator[str]:
        """Every anchor, in the order of the text: parts, articles and numbered points."""
        for part in self.parts:
            yield part.number
            yield from _numbers(part.blocks)
            for article in part.articles:
                yield article.number
                yield from _numbers(article.blocks)


@cache
def regulation(system: str, language: str) -> Regulation:
    """The regulation of a system, in English where it has none in `language`.

    FileNotFoundError when the system has none at all.
    """
    if not (FOLDER / system / f"{language}.toml").exists():
        language = "en"
    written = tomllib.loads((FOLDER / system / f"{language}.toml").read_text())
    title, source, text = (written.pop(name) for name in ("name", "source", "text"))
    return Regulation(language, title, source, _blocks("", text), _parts(written))


def _parts(written: dict[str, dict[str, str]]) -> tuple[Part, ...]:
    parts: list[Part] = []
    for number, table in written.items():
        blocks = _blocks(number, table.get("text", ""))
        if "heading" in table:
            parts.append(Part(number, table["heading"], blocks, ()))
            continue
        article = Article(number, table["title"], blocks, _joined(table.get("note", "")))
        last = parts.pop()
        parts.append(Part(last.number, last.heading, last.blocks, (*last.articles, article)))
    return tuple(parts)


def _blocks(number: str, text: str) -> tuple[Block, ...]:
    """A text in paragraphs, lists and tables; `number` is that of its article."""
    blocks = []
    for written in text.strip().split("\n\n"):
        if written.startswith("- "):
            points = written.removeprefix("- ").split("\n- ")
            blocks.append(Block(points=tuple(_point(number, point) for point in points)))
        elif written.startswith("|"):
            lines = [line.strip()[1:-1].split("|") for line in written.splitlines()]
            blocks.append(Block(rows=tuple(tuple(cell.strip() for cell in row) for row in lines)))
        elif written:
            blocks.append(Block(_joined(written)))
    return tuple(blocks)


def _point(number: str, written: str) -> Point:
    """A point of a list; its own number begins with that of the article."""
    text = _joined(written)
    own = re.match(rf"({re.escape(number)}[\w.]+): ", text) if number else None
    return Point(own[1], text[own.end() :]) if own else Point("", text)


def _joined(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def _numbers(blocks: tuple[Block, ...]) -> Iterator[str]:
    return (point.number for block in blocks for point in block.points if point.number)
