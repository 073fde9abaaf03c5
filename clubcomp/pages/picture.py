"""What does a drawing of players consist of? Boxes, lines and arrows, with their coordinates.

A drawing is as wide as a phone's text, so that its letters have their size there; on a wider
screen it grows a little.
"""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pairing.core.types import Colour, PlayerId

WIDTH = 343
#: The height of a line of text, what is left free within a box, and between two boxes.
LINE, PAD, GAP = 20, 7, 8
#: Boxes of two halves, with a margin for arrows; and the boxes of a ladder, with room for arcs.
HALF, MARGIN, RUNG, SIDE = 140, 13, 190, 2
RIGHT = WIDTH - MARGIN - HALF
#: What letters of 16 px take in the widest of the usual fonts; a bold one in percent of it.
WIDTHS = {
    letter: width
    for width, letters in ((5, "ijlI.,'’ "), (7, "frt()-/J"), (9, "ckszvxy"), (16, "mwMWOQ@…"))
    for letter in letters
}
SMALL, CAPITAL, BOLD = 10, 12, 112
#: The numbers of those who were refused: how wide, with what is left free beside it.
BADGE = 22
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


class Line(NamedTuple):
    """A line between two boxes. `look`: "pair", "this" or "refused"."""

    path: str
    look: str


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
    has; `badges` are numbers at the boxes of those who were refused."""

    title: str
    strengths: AbstractSet[int] = frozenset()
    has_floats: bool = False
    height: int = 0
    boxes: dict[PlayerId, Box] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    badges: list[Label] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    width: int = WIDTH

    @property
    def has_groups(self) -> bool:
        """Whether each group in it has a heading of its own."""
        return any(label.look == "group" for label in self.labels)

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
        for one, other in pairs:
            if one in self.boxes and other in self.boxes:
                look = "this" if this == {one, other} else "pair"
                box = self.boxes[other]
                self.lines.append(Line(_curve(self.boxes[one], box, box.inner, box.middle), look))

    def refuse(self, number: int, player: PlayerId, other: PlayerId, *, has_line: bool) -> None:
        """Number `other`, beside the box, with a dashed line from `player` to there.

        A line does not go into another group, through its heading.
        """
        box, begin = self.boxes.get(other), self.boxes.get(player)
        if box is None:
            return
        outward = -1 if box.is_right else 1
        x, y = box.inner + outward * PAD, box.y + BADGE // 2
        while any((badge.x, badge.y) == (x, y) for badge in self.badges):
            x += outward * BADGE
        self.badges.append(Label(x, y, str(number), "badge"))
        if has_line and begin and not self._is_parted(begin, box):
            self.lines.append(Line(_curve(begin, box, x, y), "refused"))

    def _is_parted(self, one: Box, other: Box) -> bool:
        """Whether the heading of a group stands between two boxes."""
        above, below = sorted((one.y, other.y))
        return any(label.look == "group" and above < label.y < below for label in self.labels)

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


def wrapped(text: str, width: int, *, is_bold: bool = False) -> list[str]:
    """A text in lines of a width, broken at spaces and hyphens; a word that is wider within."""
    room = width * 100 // BOLD if is_bold else width
    lines = [""]
    for piece in re.findall(r" ?[^ -]*-?", text):
        if _wide(lines[-1] + piece) <= room:
            lines[-1] += piece
            continue
        lines.append("")
        for letter in piece.lstrip():
            if _wide(lines[-1] + letter) > room:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


def _wide(text: str) -> int:
    return sum(WIDTHS.get(one, CAPITAL if one.isupper() else SMALL) for one in text)


def _curve(one: Box, other: Box, to_x: int, to_y: int) -> str:
    """The path of a curve from a box to a point at the inner side of another one."""
    x, y = one.inner, one.middle
    if one.is_right == other.is_right:
        room = WIDE if one.width == RUNG else (RIGHT - MARGIN - HALF) // 2
        bulge = min(room, NARROW + abs(y - to_y) // 4) * (-1 if one.is_right else 1)
        return f"M{x} {y} C{x + bulge} {y} {to_x + bulge} {to_y} {to_x} {to_y}"
    half = (x + to_x) // 2
    return f"M{x} {y} C{half} {y} {half} {to_y} {to_x} {to_y}"
