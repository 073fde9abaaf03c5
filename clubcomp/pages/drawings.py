"""Where does everybody stand in the drawing of a group, and how is the same said as a list?"""

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
    Box,
    Disc,
    Label,
    Pairs,
    Picture,
    Row,
    wrapped,
)
from pairing.core.explanation import Drawing, Halves, Ladder, Refused, Seat, Stair, Staircase
from pairing.core.types import Colour, PlayerId
from pairing.sentences import Sentences

#: Up to so many rows everybody is shown; else who stands so near to those it is about.
MOST_ROWS, NEAR = 8, 1


@dataclass(frozen=True)
class Shown:
    """What is drawn: of which pair, and who was refused, by number; or all of a group.

    Those `in_place` would not have been an opponent: they have their number without a line.
    """

    say: Sentences
    pair: tuple[PlayerId, ...] = ()
    refused: Mapping[int, Refused] = field(default_factory=dict)

    def about(self, rows: int) -> set[PlayerId]:
        """Who is to be seen among so many rows; empty: everybody."""
        if rows <= MOST_ROWS:
            return set()
        return {*self.pair, *(one.other for one in self.refused.values())}


def picture_of(drawing: Drawing, shown: Shown) -> Picture:
    """A drawing with its coordinates."""
    picture = _drawn(drawing, shown)
    if drawing.bye:
        facts = {"player": shown.say.words.name(drawing.bye)}
        picture.notes.append(_("Bye: %(player)s.") % facts)
        if box := picture.boxes.get(drawing.bye):
            picture.boxes[drawing.bye] = replace(box, look=f"{box.look} free")
    for number, one in shown.refused.items():
        picture.refuse(number, one.player, one.other, has_line=not one.in_place)
    return picture


@singledispatch
def _drawn(drawing: Drawing, shown: Shown) -> Picture:
    raise TypeError(drawing)


@_drawn.register
def _halves(group: Halves, shown: Shown) -> Picture:
    seats = (*group.upper, *group.lower)
    picture = _begun(_group(group, shown), seats)
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
    _fill(picture, rows, HALF, shown, shown.about(len(rows)))
    picture.connect(group.pairs, set(shown.pair))
    for player in group.arrived:
        picture.arrow(player, into=True)
    for player in group.leaving:
        picture.arrow(player, into=False)
    names = shown.say.words.names
    if group.arrived:
        facts = {"names": names(group.arrived)}
        picture.notes.append(_("From a higher group: %(names)s.") % facts)
    if group.leaving:
        facts = {"names": names(group.leaving)}
        picture.notes.append(_("To the next group: %(names)s.") % facts)
    notes = dict.fromkeys(group.leaving, _("goes on to the next group"))
    picture.rows = _rows(seats, group.pairs, group.bye, notes, shown)
    return picture


@_drawn.register
def _ladder(ladder: Ladder, shown: Shown) -> Picture:
    picture = _begun(_("Everybody in this round, in order"), ladder.seats)
    picture.height = BADGE // 2
    rows = [[(seat, SIDE)] for seat in ladder.seats]
    _fill(picture, rows, RUNG, shown, shown.about(len(rows)))
    picture.connect(ladder.pairs, set(shown.pair))
    picture.rows = _rows(ladder.seats, ladder.pairs, ladder.bye, {}, shown)
    return picture


@_drawn.register
def _staircase(staircase: Staircase, shown: Shown) -> Picture:
    stairs = staircase.stairs
    seats = {seat.player: seat for stair in stairs for seat in (*stair.seats, *stair.arrived)}
    picture = _begun(_("The groups of the round, from the top down"), tuple(seats.values()))
    about = shown.about(sum(len(stair.pairs) for stair in stairs))
    groups = [
        {one for pair in stair.pairs for one in pair}
        | about.intersection(one.player for one in (*stair.seats, *stair.arrived))
        for stair in stairs
    ]
    for at, left_out in _windowed(groups, about, near=0):
        if at is None:
            _leave_out(picture, left_out, HALF, MARGIN)
        else:
            _stair(picture, stairs[at], seats, shown, about)
    free = seats.get(staircase.bye or "")
    if free and (not about or free.player in about):
        picture.height -= GAP
        _fill(picture, [[(free, MARGIN)]], HALF, shown)
    pairs = [pair for stair in stairs for pair in stair.pairs]
    picture.connect(pairs, set(shown.pair))
    picture.rows = _rows(tuple(seats.values()), pairs, staircase.bye, {}, shown)
    return picture


def _stair(
    picture: Picture,
    stair: Stair,
    seats: Mapping[PlayerId, Seat],
    shown: Shown,
    about: AbstractSet[PlayerId],
) -> None:
    """A group with its boards, and who waits after it."""
    picture.height += PAD
    picture.write(_group(stair, shown), "group")
    picture.height += PAD
    rows = [[(seats[one], MARGIN), (seats[other], RIGHT)] for one, other in stair.pairs]
    _fill(picture, rows, HALF, shown, about)
    for seat in stair.arrived:
        if any(seat.player in pair for pair in stair.pairs):
            picture.arrow(seat.player, into=True)
    if stair.waiting:
        top = picture.height
        names = shown.say.words.names(stair.waiting)
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


def _group(group: Halves | Stair, shown: Shown) -> str:
    return _("Group of %(points)s") % {"points": shown.say.words.points_with_unit(group.score)}


def _bye() -> str:
    return pgettext("without an opponent", "bye")


def _fill(
    picture: Picture,
    rows: Sequence[Sequence[tuple[Seat, int]]],
    width: int,
    shown: Shown,
    about: AbstractSet[PlayerId] = frozenset(),
) -> None:
    """Put everybody in, row by row; or only those it is `about`, and who stands near."""
    players = [[seat.player for seat, _x in row] for row in rows]
    for at, left_out in _windowed(players, about):
        if at is None:
            _leave_out(picture, left_out, width, rows[0][0][1])
        else:
            y = picture.height
            picture.place([_box(seat, x, y, width, shown) for seat, x in rows[at]])


def _leave_out(picture: Picture, count: int, width: int, x: int) -> None:
    words = ngettext("%(count)s player left out", "%(count)s players left out", count)
    for line in wrapped(words % {"count": count}, width):
        picture.write(line, "note", x)
    picture.height += PAD


def _windowed(
    rows: Sequence[Collection[PlayerId]], about: AbstractSet[PlayerId], near: int = NEAR
) -> Iterator[tuple[int | None, int]]:
    """The rows to show, by index; for a gap None, with how many players are left out there."""
    if not about:
        yield from ((at, 0) for at in range(len(rows)))
        return
    named = [at for at, row in enumerate(rows) if not about.isdisjoint(row)]
    shown = {at for one in named for at in range(one - near, one + near + 1)}
    left_out = 0
    for at, row in enumerate([*rows, []]):
        if at not in shown and at < len(rows):
            left_out += len(row)
            continue
        if left_out:
            yield None, left_out
        left_out = 0
        if at < len(rows):
            yield at, 0


def _box(seat: Seat, x: int, y: int, width: int, shown: Shown) -> Box:
    """A player's box, as high as the name needs, with the wish and the last floats under it."""
    name = shown.say.words.name(seat.player)
    look = "this" if seat.player in shown.pair else ""
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
        arrows = "".join({"down": "↓", "up": "↑", "": "·"}[one] for one in seat.floats)
        lines.append(Label(x + width - PAD, bottom + 13, arrows, "floats"))
    bottom += (LINE - 4 if discs or any(seat.floats) else 0) + PAD
    return Box(seat.player, name, x, y, width, bottom - y, tuple(lines), discs, look)


# In words ---------------------------------------------------------------------------------


def _rows(
    seats: Sequence[Seat],
    pairs: Pairs,
    bye: PlayerId | None,
    notes: Mapping[PlayerId, str],
    shown: Shown,
) -> list[Row]:
    """The same as a list: everybody with their wish, their last floats and their opponent."""
    name = shown.say.words.name
    against = dict(notes)
    for one, other in pairs:
        against |= {one: name(other), other: name(one)}
    if bye:
        against[bye] = _bye()
    return [
        Row(seat.number, name(one), _wish(seat), _floats(seat), against.get(one, ""))
        for seat in seats
        for one in [seat.player]
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
    return ", ".join(words[one, at] for at, one in enumerate(seat.floats) if one)
