"""What does a drawing of players consist of? Boxes, lines and arrows, with their coordinates.

A drawing is as wide as a phone's text, so that its letters have their size there; on a wider
screen it grows a little.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pairing.core.types import Colour, PlayerId

WIDTH = 343
#: The height of a line of text, what is left free within a box, and between two boxes.
LINE, PAD, GAP = 20, 7, 8
#: Boxes of two halves, with a margin for arrows; and the boxes of a ladder, with room for arcs.
HALF, MARGIN, RUNG = 136, 13, 190
RIGHT = WIDTH - MARGIN - HALF
#: What a letter takes on average, and a bold one; how far apart two numbers on lines are.
LETTER, BOLD, APART = 9.2, 10.2, 16
#: An arc between two boxes of a column is at least so wide, and more the further they are apart.
NARROW, WIDE = 24, 120

Pairs = Iterable[tuple[PlayerId, PlayerId]]


class Disc(NamedTuple):
    """The sign of a colour that somebody wishes."""

    x: int
    y: int
    colour: Colour


class Label(NamedTuple):
    """A text at a place. `look`: its class in the stylesheet."""

    x: int
    y: int
    text: str
    look: str


@dataclass(frozen=True)
class Box:
    """A player's place: `lines` are those of the name, `discs` the wish, more if stronger.

    `look` is "this" for those that a page is about, "free" for who has the bye.
    """

    player: PlayerId
    name: str
    x: int
    y: int
    width: int
    height: int
    lines: tuple[Label, ...]
    discs: tuple[Disc, ...] = ()
    look: str = ""

    @property
    def is_right(self) -> bool:
        """Whether it stands in the right half."""
        return self.x > WIDTH // 2

    @property
    def middle(self) -> int:
        """Where lines come in."""
        return self.y + self.height // 2

    @property
    def inner(self) -> int:
        """The side from which lines go."""
        return self.x if self.is_right else self.x + self.width


@dataclass(frozen=True)
class Line:
    """A line between two boxes. `look`: "pair", "this" or "refused", which has a number."""

    path: str
    look: str
    number: Label | None = None


class Row(NamedTuple):
    """A player of the drawing in words, for who does not see it."""

    number: int
    name: str
    wish: str
    floats: str
    against: str


@dataclass
class Picture:
    """A drawing. `notes` are sentences under it; `strengths` and `has_floats` say which signs it
    has."""

    title: str
    strengths: AbstractSet[int] = frozenset()
    has_floats: bool = False
    height: int = 0
    boxes: dict[PlayerId, Box] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    width: int = WIDTH

    def place(self, boxes: Sequence[Box]) -> None:
        """Put the boxes of one row at the bottom, equally high."""
        height = max(box.height for box in boxes)
        self.boxes |= {box.player: replace(box, height=height) for box in boxes}
        self.height += height + GAP

    def write(self, text: str, look: str, x: int = MARGIN) -> None:
        """A line of text at the bottom."""
        self.height += LINE
        self.labels.append(Label(x, self.height - 5, text, look))

    def connect(self, pairs: Pairs, this: AbstractSet[PlayerId]) -> None:
        """Draw a line for every pair of which both are there; that of `this` one is strong."""
        for pair in pairs:
            self._line(pair, "this" if this == set(pair) else "pair")

    def refuse(self, number: int, pair: tuple[PlayerId, PlayerId]) -> None:
        """Draw a dashed line with a number for two who are no pair."""
        self._line(pair, "refused", str(number))

    def _line(self, pair: tuple[PlayerId, PlayerId], look: str, number: str = "") -> None:
        one, other = map(self.boxes.get, pair)
        if one is None or other is None:
            return
        points = _curve(one, other)
        path = "M{} {} C{} {} {} {} {} {}".format(*(xy for point in points for xy in point))
        taken = [line.number for line in self.lines if line.number]
        places = [_on_curve(points, percent) for percent in (50, 40, 60, 30, 70, 22, 78)]
        free = [
            (x, y)
            for x, y in places
            if all(abs(x - there.x) + abs(y - there.y) > APART for there in taken)
        ]
        x, y = (free or places)[0]
        self.lines.append(Line(path, look, Label(x, y, number, "badge") if number else None))

    def arrow(self, player: PlayerId, *, into: bool) -> None:
        """An arrow in the margin: from above into a box, or from a box down and out."""
        box = self.boxes.get(player)
        if box is None:
            return
        edge, away = (box.x + box.width, 8) if box.is_right else (box.x, -8)
        if into:
            head = f"m{away // 2} -4 l{-away // 2} 4 l{away // 2} 4"
            self.arrows.append(f"M{edge + away} {box.y - 4} V{box.middle} H{edge} {head}")
        else:
            end = box.y + box.height + 4
            self.arrows.append(f"M{edge} {box.middle} h{away} V{end} m-4 -5 l4 5 l4 -5")


def wrapped(text: str, width: int, letter: float = LETTER) -> list[str]:
    """A text in lines of a width; a word that is longer is cut."""
    letters = int(width / letter)
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if len(joined) <= letters:
            lines[-1] = joined
        else:
            lines.append(word if len(word) <= letters else word[: letters - 1] + "…")
    return [line for line in lines if line]


def _curve(one: Box, other: Box) -> list[tuple[int, int]]:
    """The four points of a curve between two boxes."""
    (x, y), (to_x, to_y) = (one.inner, one.middle), (other.inner, other.middle)
    if one.is_right == other.is_right:
        room = WIDE if one.width == RUNG else (RIGHT - MARGIN - HALF) // 2
        bulge = min(room, NARROW + abs(y - to_y) // 4) * (-1 if one.is_right else 1)
        return [(x, y), (x + bulge, y), (to_x + bulge, to_y), (to_x, to_y)]
    half = (x + to_x) // 2
    return [(x, y), (half, y), (half, to_y), (to_x, to_y)]


def _on_curve(points: Sequence[tuple[int, int]], percent: int) -> tuple[int, int]:
    """The point of a Bézier curve at so many percent of it."""
    there, back = percent / 100, 1 - percent / 100
    weights = (back**3, 3 * there * back**2, 3 * there**2 * back, there**3)
    x, y = (
        sum(weight * point[axis] for weight, point in zip(weights, points, strict=True))
        for axis in (0, 1)
    )
    return round(x), round(y)
