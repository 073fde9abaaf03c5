"""The picture that messengers show with a link: tonight's boards, or the first three places.

It is a PNG, the only kind that all of them accept, with texts in the club's language.
"""

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.staticfiles.finders import find
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from clubcomp.flow.standings import StandingLine, rounds_of, standings_of
from clubcomp.models import Club, Competition
from clubcomp.pages.bracket import winner_of
from clubcomp.pages.cup import ties_of_now
from clubcomp.pages.front import tops_of
from clubcomp.pages.pictures import score_groups
from clubcomp.pages.report_text import language_of
from clubcomp.pages.rounds import current_evening, last_round
from clubcomp.words.evenings import as_date, day, evening_name, round_name
from clubcomp.words.first_picture import Kind, first_picture
from clubcomp.words.lists import few
from clubcomp.words.numbers import counted
from pairing.core.types import OVERALL
from pairing.sentences.game_words import points_text, result_text
from pairing.sentences.words import capitalised

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

#: A size in pixels that every messenger accepts, and the margin.
SIZE, EDGE = (1200, 630), 64
#: The lines for which there is room, and the space between two of them, and between lines of text.
LINES, STEP, LEADING = 4, 74, 1.2
#: So many names of those on a number of points.
NAMES_OF_SCORE = 3
#: No text is smaller, however long; the longest that the site keeps is not.
SMALLEST = 9
#: Grey tones are enough for letters, and make the file five times smaller.
COLOURS = 16
#: With a picture of the club there are more colours; its longer side in the preview, and the side
#: of the one with the initial, in pixels.
COLOURS_OF_ICON, ICON, INITIAL = 64, 150, 512
PAPER, INK, SECOND, HAIR = "#ffffff", "#16181d", "#4a4f5a", "#d3d6dc"
PLAIN, BOLD = "DejaVuSans", "DejaVuSerif-Bold"


class Line(NamedTuple):
    """A board or a place: its number, who, and the result or the points."""

    number: str
    who: str
    score: str


class Preview(NamedTuple):
    """What the picture says, from top to bottom."""

    club: Club
    above: str
    title: str
    about: str = ""
    lines: tuple[Line, ...] = ()

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
        return Preview(club, str(club), str(competition), capitalised(about), tuple(lines))


def club_preview_of(club: Club, main: Competition | None) -> Preview:
    """The picture of a club, about the competition that is being played or comes next."""
    if main is None:
        return Preview(club, club.line, str(club))
    of_competition = preview_of(main)
    about = " · ".join(filter(None, (of_competition.title, of_competition.about)))
    return Preview(club, club.line, str(club), about, of_competition.lines)


def _news(competition: Competition) -> tuple[str, list[Line]]:
    evening = current_evening(competition)
    last = last_round(competition, evening) if evening else None
    if evening and last:
        facts = {"evening": evening_name(evening), "round": round_name(evening, last.round.number)}
        about = _("%(evening)s, %(round)s") % facts
        boards = few(last.boards, LINES)
        if boards.more:
            facts |= {"shown": str(LINES), "boards": str(len(last.boards))}
            about = _("%(evening)s, %(round)s: boards 1 to %(shown)s of %(boards)s") % facts
        lines = [
            Line(
                str(board.number),
                " – ".join(str(side.entry) for side in board.sides),
                result_text(board.result, board.kind),
            )
            for board in boards
        ]
        return about, lines
    if first_picture(competition) is Kind.CUP:
        return _of_cup(competition)
    scores = _of_scores(competition) if first_picture(competition) is Kind.SCORES else []
    if places := scores or _first_places(competition):
        line = rounds_of(competition, OVERALL)[-1]
        when = day(as_date(line.date)) or _("evening %(number)s") % {"number": line.evening}
        return _("The standings after %(evening)s") % {"evening": when}, places
    return (evening_name(evening) if evening else ""), []


def _of_cup(competition: Competition) -> tuple[str, list[Line]]:
    """The round that is played or was last, with its ties; or who has won."""
    name, ties = ties_of_now(competition)
    shown = few(ties, LINES if len(ties) <= LINES else LINES - 1)
    lines = [Line("", who, score) for who, score in shown]
    if shown.more:
        words = ngettext("and %(count)s more tie", "and %(count)s more ties", shown.more)
        lines.append(Line("", words % {"count": shown.more}, ""))
    winner = winner_of(competition)
    return (_("%(player)s has won the cup.") % {"player": winner} if winner else name), lines


def _of_scores(competition: Competition) -> list[Line]:
    """Who stands on how many points, as the front page has it, and how many are lower."""
    placed = [line for line in standings_of(competition, OVERALL) if line.place]
    groups = few(score_groups(competition, placed), LINES - 1)
    lines, lower = [], len(placed)
    for group in groups:
        shown = few(group.lines, NAMES_OF_SCORE)
        names = [str(line.entry) for line in shown]
        lower -= len(group.lines) + group.lines.more
        if more := shown.more + group.lines.more:
            names.append(_("and %(count)s more") % {"count": more})
        lines.append(Line(group.points, " · ".join(names), ""))
    if lower:
        words = ngettext("and %(more)s lower", "and %(more)s lower", lower)
        lines.append(Line("", words % {"more": lower}, ""))
    return lines


def _first_places(competition: Competition) -> list[Line]:
    """The first three; of groups as many of each as there is room for, each with its group."""
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
        places.append(Line("", words % {"count": shown.more}, ""))
    return places


def _place(competition: Competition, line: StandingLine, group: str = "") -> Line:
    who = {"player": line.entry, "group": group}
    named = _("%(player)s, group %(group)s") % who if group else str(line.entry)
    return Line(str(line.place), named, points_text(counted(line.row.points, competition)))


# The drawing ---------------------------------------------------------------------------------


def png_of(preview: Preview) -> bytes:
    """The picture as a file."""
    # Imported here because it takes some hundredths of a second, for this picture only.
    from PIL import Image, ImageDraw
    from PIL.PngImagePlugin import PngInfo

    image = Image.new("RGB", SIZE, PAPER)
    draw, right = ImageDraw.Draw(image), SIZE[0] - EDGE
    shades, icon = preview.club.shades, _icon(preview.club)
    draw.rectangle((EDGE, 48, right, 56), fill=shades.light if shades else INK)
    end = right
    if icon:
        icon.thumbnail((ICON, ICON))
        end = right - icon.width
        image.paste(icon, (end, 76), icon)
        end -= 24
    _write(draw, preview.above, (EDGE, 76, end, 124), (PLAIN, 34), SECOND)
    _write(draw, preview.title, (EDGE, 130, end, 234), (BOLD, 72))
    _write(draw, preview.about, (EDGE, 240, right, 288), (PLAIN, 34), SECOND)
    for at, line in enumerate(preview.lines):
        top = 306 + at * STEP
        draw.rectangle((EDGE, top, right, top + 1), fill=HAIR)
        top, bottom = top + 6, top + STEP - 2
        begin = right - _font(BOLD, 38).getlength(line.score)
        _write(draw, line.number, (EDGE, top, EDGE + 64, bottom), (BOLD, 38))
        _write(draw, line.who, (EDGE + 72, top, begin - 24, bottom), (PLAIN, 38))
        _write(draw, line.score, (begin, top, right, bottom), (BOLD, 38))
    info = PngInfo()
    info.add_itxt("Description", preview.text)  # for programs that read the words of the picture
    file = BytesIO()
    image.quantize(COLOURS_OF_ICON if icon else COLOURS).save(file, "PNG", pnginfo=info)
    return file.getvalue()


def initial_png(club: Club) -> bytes:
    """The club's initial on its colour as a square, for an icon where it has no picture."""
    file = BytesIO()
    _initial(club).save(file, "PNG", optimize=True)
    return file.getvalue()


def _icon(club: Club) -> "Image | None":
    """The club's icon, else its initial on its colour; None where it has neither."""
    from PIL import Image

    if club.icon and (row := club.pictures.filter(name=club.icon).first()):
        return Image.open(BytesIO(bytes(row.data))).convert("RGBA")
    return _initial(club) if club.app_icon else None


def _initial(club: Club) -> "Image":
    from PIL import Image, ImageDraw

    colour = club.shades.light if club.shades else INK
    image = Image.new("RGBA", (INITIAL, INITIAL), colour)
    draw, font = ImageDraw.Draw(image), _font(BOLD, INITIAL * 5 // 8)
    middle = (INITIAL // 2, INITIAL // 2)
    draw.text(middle, club.initial, fill=PAPER, font=font, anchor="mm")
    return image


def _write(
    draw: "ImageDraw",
    text: str,
    box: tuple[float, float, float, float],
    font: tuple[str, int],
    colour: str = INK,
) -> None:
    """Write a text into a box: smaller, and on more lines, until all of it is there."""
    left, top, right, bottom = box
    name, size = font
    lines = _broken(text, _font(name, size), right - left)
    while len(lines) * size * LEADING > bottom - top and size > SMALLEST:
        size -= 1
        lines = _broken(text, _font(name, size), right - left)
    middle, step = (top + bottom) / 2, size * LEADING
    for at, line in enumerate(lines):
        at_middle = middle + (at - (len(lines) - 1) / 2) * step
        # A capital's half is above the middle, so that lines of one size share their baseline.
        draw.text(
            (left, at_middle + size * 0.36), line, fill=colour, font=_font(name, size), anchor="ls"
        )


def _broken(text: str, face: "FreeTypeFont", room: float) -> list[str]:
    """A text in lines, broken between words, and within a word that is longer than a line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if face.getlength(longer) <= room:
            lines[-1] = longer
            continue
        lines += [""] if lines[-1] else []
        for letter in word:
            if lines[-1] and face.getlength(lines[-1] + letter) > room:
                lines.append("")
            lines[-1] += letter
    return lines


@cache
def _font(name: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    # The basic layout, since the other one needs a library that not every machine has.
    path = find(f"fonts/{name}.woff2") or name
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
