"""The parts of a drawing of players: boxes, lines and arrows, with their coordinates.

A drawing is as wide as the text on a phone, so that its letters have the same size there; on a
wider screen it grows a little.
"""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pairing.core.types import Colour, PlayerId

WIDTH = 343
#: The height of a line of text, the padding of a box, and the gap between two boxes.
LINE, PAD, GAP = 20, 7, 8
#: Boxes in two halves: their width, and the margin for arrows; and in a ladder: width, margin.
HALF, MARGIN, RUNG, SIDE = 140, 13, 190, 2
RIGHT = WIDTH - MARGIN - HALF
#: The width of letters of 16 px in the widest of the usual fonts, and of bold letters in percent.
WIDTHS = {
    letter: width
    for width, letters in ((5, "ijlI.,'’ "), (7, "frt()-/J"), (9, "ckszvxy"), (16, "mwMWOQ@…"))
    for letter in letters
}
SMALL, CAPITAL, BOLD = 10, 12, 112
#: The width of the number of a refused player, with the space beside it.
BADGE = 22
#: The width of an arc between two boxes of a column: at least, and at most.
NARROW, WIDE = 24, 120

Pairs = Iterable[tuple[PlayerId, PlayerId]]


class Disc(NamedTuple):
    """The sign of a colour preference."""

    x: int
    y: int
    colour: Colour


class Label(NamedTuple):
    """A text at a point. `look` is its class in the stylesheet."""

    x: int
    y: int
    text: str
    look: str


@dataclass(frozen=True)
class PlayerBox:
    """A player's box: `lines` hold the name, `discs` the preference (more discs if stronger).

    `look` is "this" for the players that a page is about, and "free" for a player with the bye.
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
        """Whether the box is in the right half."""
        return self.x > WIDTH // 2

    @property
    def middle(self) -> int:
        """The y at which lines meet the box."""
        return self.y + self.height // 2

    @property
    def inner(self) -> int:
        """The x of the side at which lines meet the box."""
        return self.x if self.is_right else self.x + self.width


class PictureLine(NamedTuple):
    """A line between two boxes. `look`: "pair", "this" or "refused"."""

    path: str
    look: str


class PictureRow(NamedTuple):
    """A player of the drawing in words, for people who cannot see it."""

    number: int
    name: str
    wish: str
    floats: str
    against: str


@dataclass
class Picture:
    """A drawing. `notes` are sentences below it; `strengths` and `has_floats` say which signs it
    uses; `badges` are the numbers at the boxes of refused players, and `unnumbered` is how many
    more were refused.
    """

    title: str
    strengths: AbstractSet[int] = frozenset()
    has_floats: bool = False
    height: int = 0
    boxes: dict[PlayerId, PlayerBox] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    lines: list[PictureLine] = field(default_factory=list)
    badges: list[Label] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    rows: list[PictureRow] = field(default_factory=list)
    width: int = WIDTH
    unnumbered: int = 0

    @property
    def has_groups(self) -> bool:
        """Whether each group in the drawing has a heading of its own."""
        return any(label.look == "group" for label in self.labels)

    def add_row(self, boxes: Sequence[PlayerBox]) -> None:
        """Add the boxes of a row at the bottom, equally high."""
        height = max(box.height for box in boxes)
        self.boxes |= {box.player: replace(box, height=height) for box in boxes}
        self.height += height + GAP

    def write(self, text: str, look: str, x: int = MARGIN) -> None:
        """Add a line of text at the bottom."""
        self.height += LINE
        self.labels.append(Label(x, self.height - 5, text, look))

    def connect(self, pairs: Pairs, this: AbstractSet[PlayerId]) -> None:
        """Draw a line for every pair with both players drawn, a strong line for `this` pair."""
        for pair in pairs:
            if all(player in self.boxes for player in pair):
                look = "this" if this == {*pair} else "pair"
                start, end = (self.boxes[player] for player in pair)
                self.lines.append(PictureLine(_curve(start, end, end.inner, end.middle), look))

    def refuse(self, number: int, player: PlayerId, refused: PlayerId, *, has_line: bool) -> None:
        """Put a number beside the box of `refused`, with a dashed line to it from `player`.

        There is no line into another group, since it would cross the heading of that group.
        """
        box, begin = self.boxes.get(refused), self.boxes.get(player)
        if box is None:
            return
        outward = -1 if box.is_right else 1
        x, y = box.inner + outward * PAD, box.y + BADGE // 2
        while any((badge.x, badge.y) == (x, y) for badge in self.badges):
            x += outward * BADGE
        self.badges.append(Label(x, y, str(number), "badge"))
        if has_line and begin and not self._is_parted(begin, box):
            self.lines.append(PictureLine(_curve(begin, box, x, y), "refused"))

    def _is_parted(self, first: PlayerBox, second: PlayerBox) -> bool:
        """Whether the heading of a group stands between two boxes."""
        above, below = sorted((first.y, second.y))
        return any(label.look == "group" and above < label.y < below for label in self.labels)

    def arrow(self, player: PlayerId, *, into: bool) -> None:
        """Draw an arrow in the margin, into a box from above, or out of it downwards."""
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
    """A text in lines of this width, broken at spaces and hyphens, and within wider words."""
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
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else SMALL) for letter in text)


def _curve(start: PlayerBox, end: PlayerBox, to_x: int, to_y: int) -> str:
    """The path of a curve from a box to a point at the inner side of another box."""
    x, y = start.inner, start.middle
    if start.is_right == end.is_right:
        room = WIDE if start.width == RUNG else (RIGHT - MARGIN - HALF) // 2
        bulge = min(room, NARROW + abs(y - to_y) // 4) * (-1 if start.is_right else 1)
        return f"M{x} {y} C{x + bulge} {y} {to_x + bulge} {to_y} {to_x} {to_y}"
    half = (x + to_x) // 2
    return f"M{x} {y} C{half} {y} {half} {to_y} {to_x} {to_y}"
