"""The picture that messengers show with a link: tonight's boards, or the first three places.

It is a PNG, the only format that all messengers accept, with texts in the club's language.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from clubcomp.flow.standings import StandingLine, rounds_of, standings_of
from clubcomp.models import Club, Competition
from clubcomp.pages.bracket import winner_of
from clubcomp.pages.canvas import (
    BOLD,
    COLOURS,
    COLOURS_OF_ICON,
    HAIR,
    INK,
    PAPER,
    PLAIN,
    SECOND,
    SELF,
    font_of,
    icon_of,
    painted,
    png,
    write,
)
from clubcomp.pages.cup import ties_of_now
from clubcomp.pages.front import tops_of
from clubcomp.pages.pictures import PlacesChart, picture_of, score_groups
from clubcomp.pages.report_text import language_of
from clubcomp.pages.rounds import RoundOnRecord, current_evening, last_round
from clubcomp.pages.scopes import last_round_key
from clubcomp.words.evenings import evening_name
from clubcomp.words.standings import PictureKind, first_picture
from clubcomp.words.values import as_date, counted, day, few, scored
from pairing.core.types import OVERALL
from pairing.sentences.words import capitalised, points_text, result_text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

#: A size in pixels that every messenger accepts, and the margin.
SIZE, EDGE = (1200, 630), 64
#: The number of lines that fit, and the distance from one to the next.
LINES, STEP = 4, 74
#: At most so many names of players with the same points.
NAMES_OF_SCORE = 3
#: The longer side of the club's picture in the preview.
ICON = 150
#: The y where lines begin, the height of all lines, and the greatest height of a row of a picture.
TOP, HEIGHT, HIGHEST = 306, 296, 52
#: The greatest width of a cell of a cross table, the least of the names beside it, and of a race.
CELL, NAMES_OF_CROSS, RACE = 72, 470, 560


class PreviewLine(NamedTuple):
    """A board or a place: its number, the players, and the result or the points."""

    number: str
    who: str
    score: str


class Preview(NamedTuple):
    """The contents of the picture, from top to bottom."""

    club: Club
    above: str
    title: str
    about: str = ""
    lines: tuple[PreviewLine, ...] = ()
    #: A cross table: each player's score against each other one, None on the diagonal. Or a race.
    cells: tuple[tuple[str | None, ...], ...] = ()
    race: PlacesChart | None = None

    @property
    def text(self) -> str:
        """All of it as plain text."""
        lines = [self.above, self.title, self.about, *map(" ".join, self.lines)]
        return "\n".join(filter(None, lines))


def preview_of(competition: Competition) -> Preview:
    """The picture of a competition, with names as the reader may see them."""
    with override(language_of(competition.club)):
        about, lines = _news(competition)
        club = competition.club
        preview = Preview(club, str(club), str(competition), capitalised(about), tuple(lines))
        return preview if _playing(competition) else _drawn(competition, preview)


def club_preview_of(club: Club, main: Competition | None) -> Preview:
    """The picture of a club, about the competition that is being played or comes next."""
    if main is None:
        return Preview(club, club.line, str(club))
    of_competition = preview_of(main)
    about = " · ".join(filter(None, (of_competition.title, of_competition.about)))
    return of_competition._replace(above=club.line, title=str(club), about=about)


def _playing(competition: Competition) -> RoundOnRecord | None:
    """The last round of the current evening."""
    evening = current_evening(competition)
    return last_round(competition, evening) if evening else None


def _drawn(competition: Competition, preview: Preview) -> Preview:
    """With the cross table of a round robin, or with the race, as the front page has it."""
    if first_picture(competition) not in (PictureKind.CROSS, PictureKind.RACE):
        return preview
    scope = tops_of(competition)[0].scope.key
    lines = standings_of(competition, scope)
    after = last_round_key(rounds_of(competition, scope))
    shown = picture_of(competition, scope, lines, after, "")
    if chart := shown.get("chart"):
        of_chart = tuple(_place(competition, place_line.line) for place_line in chart.lines)
        return preview._replace(lines=of_chart, race=chart)
    if not (parts := shown.get("parts")) or not parts[0].rows:
        return preview
    rows = parts[0].rows
    cells = tuple(
        tuple(
            cell and (points_text(scored(cell.score, competition)) if cell.games else "")
            for cell in of_row
        )
        for _row, of_row in rows
    )
    of_table = tuple(
        _place(competition, row.line)._replace(number=str(row.number)) for row, _cells in rows
    )
    return preview._replace(lines=of_table, cells=cells)


def _news(competition: Competition) -> tuple[str, list[PreviewLine]]:
    evening, last = current_evening(competition), _playing(competition)
    if evening and last:
        facts = {"evening": evening_name(evening), "round": evening.round_name(last.round.number)}
        about = _("%(evening)s, %(round)s") % facts
        boards = few(last.boards, LINES)
        if boards.more:
            facts |= {"shown": str(LINES), "boards": str(len(last.boards))}
            about = _("%(evening)s, %(round)s: boards 1 to %(shown)s of %(boards)s") % facts
        lines = [
            PreviewLine(
                str(board.number),
                " – ".join(str(side.entry) for side in board.sides),
                result_text(board.result, board.kind),
            )
            for board in boards
        ]
        return about, lines
    if first_picture(competition) is PictureKind.CUP:
        return _of_cup(competition)
    rounds = rounds_of(competition, OVERALL)
    if not rounds:
        return (evening_name(evening) if evening else ""), []
    scores = _of_scores(competition) if first_picture(competition) is PictureKind.SCORES else []
    if places := scores or _first_places(competition):
        line = rounds[-1]
        when = day(as_date(line.date)) or _("evening %(number)s") % {"number": line.evening}
        return _("The standings after %(evening)s") % {"evening": when}, places
    return (evening_name(evening) if evening else ""), []


def _of_cup(competition: Competition) -> tuple[str, list[PreviewLine]]:
    """The round that is being played, or was the last, with its ties; or the winner of the cup."""
    name, ties = ties_of_now(competition)
    shown = few(ties, LINES if len(ties) <= LINES else LINES - 1)
    lines = [PreviewLine("", who, score) for who, score in shown]
    if shown.more:
        words = ngettext("and %(count)s more tie", "and %(count)s more ties", shown.more)
        lines.append(PreviewLine("", words % {"count": shown.more}, ""))
    winner = winner_of(competition)
    return (_("%(player)s has won the cup.") % {"player": winner} if winner else name), lines


def _of_scores(competition: Competition) -> list[PreviewLine]:
    """The players by number of points, as the front page has them, and how many are lower."""
    placed = [line for line in standings_of(competition, OVERALL) if line.place]
    groups = few(score_groups(competition, placed), LINES - 1)
    lines, lower = [], len(placed)
    for group in groups:
        shown = few(group.lines, NAMES_OF_SCORE)
        names = [str(line.entry) for line in shown]
        lower -= len(group.lines) + group.lines.more
        if more := shown.more + group.lines.more:
            names.append(_("and %(count)s more") % {"count": more})
        lines.append(PreviewLine(group.points, " · ".join(names), ""))
    if lower:
        words = ngettext("and %(more)s lower", "and %(more)s lower", lower)
        lines.append(PreviewLine("", words % {"more": lower}, ""))
    return lines


def _first_places(competition: Competition) -> list[PreviewLine]:
    """The first three; or the first of each group, as many as fit, with the name of the group."""
    tops = [top for top in tops_of(competition) if top.lines]
    if not tops or not tops[0].scope.group:
        return [_place(competition, line) for top in tops[:1] for line in top.lines]
    # With more groups than lines the last line says how many more there are.
    shown = few(tops, LINES if len(tops) <= LINES else LINES - 1)
    places = [
        _place(competition, line, top.scope.group)
        for top in shown
        for line in few(top.lines, LINES // len(shown))
    ]
    if shown.more:
        words = ngettext("and %(count)s more group", "and %(count)s more groups", shown.more)
        places.append(PreviewLine("", words % {"count": shown.more}, ""))
    return places


def _place(competition: Competition, line: StandingLine, group: str = "") -> PreviewLine:
    who = {"player": line.entry, "group": group}
    named = _("%(player)s, group %(group)s") % who if group else str(line.entry)
    return PreviewLine(str(line.place), named, points_text(counted(line.row.points, competition)))


# The drawing ---------------------------------------------------------------------------------


def png_of(preview: Preview) -> bytes:
    """The picture as a file."""
    # Imported here because it takes some hundredths of a second, for this picture only.
    from PIL import Image, ImageDraw

    image = Image.new("RGB", SIZE, PAPER)
    draw, right = ImageDraw.Draw(image), SIZE[0] - EDGE
    shades, icon = preview.club.shades, icon_of(preview.club)
    draw.rectangle((EDGE, 48, right, 56), fill=shades.light if shades else INK)
    end = right
    if icon:
        icon.thumbnail((ICON, ICON))
        end = right - icon.width
        image.paste(icon, (end, 76), icon)
        end -= 24
    write(draw, preview.above, (EDGE, 76, end, 124), (PLAIN, 34), SECOND)
    write(draw, preview.title, (EDGE, 130, end, 234), (BOLD, 72))
    write(draw, preview.about, (EDGE, 240, right, 288), (PLAIN, 34), SECOND)
    if preview.cells:
        _paint_cross(draw, preview)
    elif preview.race:
        names = EDGE + RACE + 32
        image.paste(painted(preview.race, (RACE, _row(preview) * len(preview.lines))), (EDGE, TOP))
        _paint_names(draw, preview, names, right)
    else:
        _paint_lines(draw, preview.lines, right)
    return png(image, preview.text, COLOURS_OF_ICON if icon else COLOURS)


def _paint_lines(draw: "ImageDraw", lines: Sequence[PreviewLine], right: float) -> None:
    for at, line in enumerate(lines):
        top = TOP + at * STEP
        draw.rectangle((EDGE, top, right, top + 1), fill=HAIR)
        top, bottom = top + 6, top + STEP - 2
        begin = right - font_of(BOLD, 38).getlength(line.score)
        write(draw, line.number, (EDGE, top, EDGE + 64, bottom), (BOLD, 38))
        write(draw, line.who, (EDGE + 72, top, begin - 24, bottom), (PLAIN, 38))
        write(draw, line.score, (begin, top, right, bottom), (BOLD, 38))


def _row(preview: Preview) -> int:
    """The height of a row of the table or the race."""
    return min(HIGHEST, HEIGHT // len(preview.lines))


def _paint_names(draw: "ImageDraw", preview: Preview, left: float, right: float) -> None:
    """Paint number, name and points of each row, the points at the right."""
    high = _row(preview)
    size = high * 2 // 3
    for at, line in enumerate(preview.lines):
        top, bottom = TOP + at * high, TOP + (at + 1) * high
        begin = left + 2 * size
        write(draw, line.number, (left, top, begin, bottom), (BOLD, size))
        points = font_of(BOLD, size).getlength(line.score)
        write(draw, line.who, (begin, top, right - points - 16, bottom), (PLAIN, size))
        write(draw, line.score, (right - points, top, right, bottom), (BOLD, size))


def _paint_cross(draw: "ImageDraw", preview: Preview) -> None:
    """Paint the cells at the right, a row for each player; columns are in the same order."""
    high, count = _row(preview), len(preview.cells)
    wide = min(CELL, (SIZE[0] - 2 * EDGE - NAMES_OF_CROSS) // count)
    left = SIZE[0] - EDGE - wide * count
    _paint_names(draw, preview, EDGE, left - 24)
    for down, cells in enumerate(preview.cells):
        for across, cell in enumerate(cells):
            box = (left + across * wide, TOP + down * high, left + (across + 1) * wide)
            bottom = TOP + (down + 1) * high
            shade = SELF if cell is None else PAPER
            draw.rectangle((*box, bottom), fill=shade, outline=HAIR)
            write(draw, cell or "", (*box, bottom), (PLAIN, high * 2 // 3), anchor="m")
