"""The drawing of a group in a pairing, with the position of each player, and the same as a list."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubcomp.pages.picture import (
    BADGE,
    GAP,
    HALF,
    LINE,
    MARGIN,
    PAD,
    RIGHT,
    RUNG,
    SIDE,
    WIDTH,
    Disc,
    Label,
    Pairs,
    Picture,
    PictureRow,
    PlayerBox,
    wrapped,
)
from pairing.core.explanation import Drawing, Halves, Ladder, Refused, Seat, Stair, Staircase
from pairing.core.types import Colour, PlayerId
from pairing.sentences import Sentences

#: Up to this many rows all players are drawn; else only those it is about, and their neighbours.
MOST_ROWS, NEAR = 8, 1


@dataclass(frozen=True)
class Focus:
    """What a drawing is about: a pair and the players refused instead, by number; or a whole group.

    `unnumbered` is the number of further refused players. Refused players who are `in_place` would
    not have been an opponent: their number has no line.
    """

    say: Sentences
    pair: tuple[PlayerId, ...] = ()
    refused: Mapping[int, Refused] = field(default_factory=dict)
    unnumbered: int = 0

    def about(self, rows: int) -> set[PlayerId]:
        """The players who must be visible among so many rows; empty: all players are drawn."""
        if rows <= MOST_ROWS:
            return set()
        return {*self.pair, *(refused.other for refused in self.refused.values())}


def picture_of(drawing: Drawing, focus: Focus) -> Picture:
    """A drawing as a picture, with coordinates."""
    picture = _drawn(drawing, focus)
    picture.unnumbered = focus.unnumbered
    if drawing.bye:
        facts = {"player": focus.say.words.name(drawing.bye)}
        picture.notes.append(_("Bye: %(player)s.") % facts)
        if box := picture.boxes.get(drawing.bye):
            picture.boxes[drawing.bye] = replace(box, look=f"{box.look} free")
    for number, refused in focus.refused.items():
        picture.refuse(number, refused.player, refused.other, has_line=not refused.in_place)
    return picture


@singledispatch
def _drawn(drawing: Drawing, focus: Focus) -> Picture:
    raise TypeError(drawing)


@_drawn.register
def _halves(group: Halves, focus: Focus) -> Picture:
    seats = (*group.upper, *group.lower)
    picture = _begun(_group(group, focus), seats)
    if group.upper:
        picture.write(_("upper half"), "head", MARGIN + HALF // 2)
        picture.labels.append(Label(RIGHT + HALF // 2, picture.height - 5, _("lower half"), "head"))
        picture.height += PAD
    rows = [
        [
            (seat, x)
            for half, x in ((group.upper, MARGIN), (group.lower, RIGHT))
            for seat in half[at : at + 1]
        ]
        for at in range(max(len(group.upper), len(group.lower)))
    ]
    _fill(picture, rows, HALF, focus, focus.about(len(rows)))
    picture.connect(group.pairs, set(focus.pair))
    for player in group.arrived:
        picture.arrow(player, into=True)
    for player in group.leaving:
        picture.arrow(player, into=False)
    names = focus.say.words.names
    if group.arrived:
        facts = {"names": names(group.arrived)}
        picture.notes.append(_("From a higher group: %(names)s.") % facts)
    if group.leaving:
        facts = {"names": names(group.leaving)}
        picture.notes.append(_("To the next group: %(names)s.") % facts)
    notes = dict.fromkeys(group.leaving, _("goes on to the next group"))
    picture.rows = _rows(seats, group.pairs, group.bye, notes, focus)
    return picture


@_drawn.register
def _ladder(ladder: Ladder, focus: Focus) -> Picture:
    picture = _begun(_("Everybody in this round, in order"), ladder.seats)
    picture.height = BADGE // 2
    rows = [[(seat, SIDE)] for seat in ladder.seats]
    _fill(picture, rows, RUNG, focus, focus.about(len(rows)))
    picture.connect(ladder.pairs, set(focus.pair))
    picture.rows = _rows(ladder.seats, ladder.pairs, ladder.bye, {}, focus)
    return picture


@_drawn.register
def _staircase(staircase: Staircase, focus: Focus) -> Picture:
    stairs = staircase.stairs
    seats = {seat.player: seat for stair in stairs for seat in (*stair.seats, *stair.arrived)}
    picture = _begun(_("The groups of the round, from the top down"), tuple(seats.values()))
    about = focus.about(sum(len(stair.pairs) for stair in stairs))
    groups = [
        {player for pair in stair.pairs for player in pair}
        | about.intersection(seat.player for seat in (*stair.seats, *stair.arrived))
        for stair in stairs
    ]
    for at, left_out in _windowed(groups, about, near=0):
        if at is None:
            _leave_out(picture, left_out, HALF, MARGIN)
        else:
            _stair(picture, stairs[at], seats, focus, about)
    bye = seats.get(staircase.bye or "")
    if bye and (not about or bye.player in about):
        picture.height -= GAP
        _fill(picture, [[(bye, MARGIN)]], HALF, focus)
    pairs = [pair for stair in stairs for pair in stair.pairs]
    picture.connect(pairs, set(focus.pair))
    picture.rows = _rows(tuple(seats.values()), pairs, staircase.bye, {}, focus)
    return picture


def _stair(
    picture: Picture,
    stair: Stair,
    seats: Mapping[PlayerId, Seat],
    focus: Focus,
    about: AbstractSet[PlayerId],
) -> None:
    """A group with its boards, and the players left over from it."""
    picture.height += PAD
    picture.write(_group(stair, focus), "group")
    picture.height += PAD
    rows = [[(seats[first], MARGIN), (seats[second], RIGHT)] for first, second in stair.pairs]
    _fill(picture, rows, HALF, focus, about)
    for seat in stair.arrived:
        if any(seat.player in pair for pair in stair.pairs):
            picture.arrow(seat.player, into=True)
    if stair.waiting:
        top = picture.height
        names = focus.say.words.names(stair.waiting)
        text = _("Left over, to the next group: %(names)s") % {"names": names}
        for line in wrapped(text, WIDTH - 2 * MARGIN - LINE):
            picture.write(line, "note", MARGIN + LINE)
        picture.arrows.append(f"M{MARGIN + 6} {top + 2} V{picture.height} m-5 -6 l5 6 l5 -6")
    picture.height += GAP


# Parts ------------------------------------------------------------------------------------


def _begun(title: str, seats: Sequence[Seat]) -> Picture:
    return Picture(
        title,
        strengths=frozenset(seat.strength for seat in seats if seat.wish),
        has_floats=any(any(seat.floats) for seat in seats),
    )


def _group(group: Halves | Stair, focus: Focus) -> str:
    return _("Group of %(points)s") % {"points": focus.say.words.points_with_unit(group.score)}


def _fill(
    picture: Picture,
    rows: Sequence[Sequence[tuple[Seat, int]]],
    width: int,
    focus: Focus,
    about: AbstractSet[PlayerId] = frozenset(),
) -> None:
    """Draw all players row by row; or only those the drawing is `about`, and their neighbours."""
    players = [[seat.player for seat, _x in row] for row in rows]
    for at, left_out in _windowed(players, about):
        if at is None:
            _leave_out(picture, left_out, width, rows[0][0][1])
        else:
            y = picture.height
            picture.add_row([_box(seat, x, y, width, focus) for seat, x in rows[at]])


def _leave_out(picture: Picture, count: int, width: int, x: int) -> None:
    words = ngettext("%(count)s player left out", "%(count)s players left out", count)
    for line in wrapped(words % {"count": count}, width):
        picture.write(line, "note", x)
    picture.height += PAD


def _windowed(
    rows: Sequence[Collection[PlayerId]], about: AbstractSet[PlayerId], near: int = NEAR
) -> Iterator[tuple[int | None, int]]:
    """The rows to draw, by index; for a gap None, with how many players are left out there."""
    if not about:
        yield from ((at, 0) for at in range(len(rows)))
        return
    named = [at for at, row in enumerate(rows) if not about.isdisjoint(row)]
    visible = {at for row in named for at in range(row - near, row + near + 1)}
    left_out = 0
    for at, row in enumerate([*rows, []]):
        if at not in visible and at < len(rows):
            left_out += len(row)
            continue
        if left_out:
            yield None, left_out
        left_out = 0
        if at < len(rows):
            yield at, 0


def _box(seat: Seat, x: int, y: int, width: int, focus: Focus) -> PlayerBox:
    """A player's box, as high as the name needs, with colour preference and floats below it."""
    name = focus.say.words.name(seat.player)
    look = "this" if seat.player in focus.pair else ""
    written = wrapped(f"{seat.number} {name}", width - 2 * PAD, is_bold=bool(look))
    bottom = y + PAD + LINE * len(written)
    lines = [
        Label(x + PAD, y + PAD + LINE * at + 15, text, "name") for at, text in enumerate(written)
    ]
    discs: tuple[Disc, ...] = ()
    if seat.wish:
        spots = (x + PAD + 6 + 14 * at for at in range(max(1, seat.strength)))
        discs = tuple(Disc(spot, bottom + 7, seat.wish) for spot in spots)
    if any(seat.floats):
        arrows = "".join({"down": "↓", "up": "↑", "": "·"}[float_] for float_ in seat.floats)
        lines.append(Label(x + width - PAD, bottom + 13, arrows, "floats"))
    bottom += (LINE - 4 if discs or any(seat.floats) else 0) + PAD
    return PlayerBox(seat.player, name, x, y, width, bottom - y, tuple(lines), discs, look)


# In words ---------------------------------------------------------------------------------


def _rows(
    seats: Sequence[Seat],
    pairs: Pairs,
    bye: PlayerId | None,
    notes: Mapping[PlayerId, str],
    focus: Focus,
) -> list[PictureRow]:
    """The same as a list: each player with colour preference, last floats and opponent or note."""
    name = focus.say.words.name
    opponents = dict(notes)
    for first, second in pairs:
        opponents |= {first: name(second), second: name(first)}
    if bye:
        opponents[bye] = pgettext("without an opponent", "bye")
    return [
        PictureRow(
            seat.number,
            name(seat.player),
            _wish(seat),
            _floats(seat),
            opponents.get(seat.player, ""),
        )
        for seat in seats
    ]


def _wish(seat: Seat) -> str:
    if seat.wish is None:
        return ""
    is_white = seat.wish is Colour.WHITE
    if seat.strength >= 3:
        return _("must have white") if is_white else _("must have black")
    if seat.strength == 2:
        return _("wants white") if is_white else _("wants black")
    return _("would like white") if is_white else _("would like black")


def _floats(seat: Seat) -> str:
    words = {
        ("down", 0): _("down two rounds ago"),
        ("up", 0): _("up two rounds ago"),
        ("down", 1): _("down in the last round"),
        ("up", 1): _("up in the last round"),
    }
    return ", ".join(words[float_, at] for at, float_ in enumerate(seat.floats) if float_)
