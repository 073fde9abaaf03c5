"""The picture that messengers show with a link: tonight's boards, or the first three places.

It is a PNG, the only kind that all of them accept, with texts in the club's language.
"""

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.staticfiles.finders import find
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubcomp.flow.standings import rounds_of
from clubcomp.models import Club, Competition
from clubcomp.pages.front import FIRST, tops_of
from clubcomp.pages.report_text import language_of
from clubcomp.pages.rounds import current_evening, last_round
from clubcomp.words.evenings import as_date, day, evening_name, round_name
from clubcomp.words.numbers import counted, points_text
from pairing.core.types import OVERALL
from pairing.sentences.game_words import result_text
from pairing.sentences.words import capitalised

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

#: A size in pixels that every messenger accepts, and the margin.
SIZE, EDGE = (1200, 630), 64
BOARDS = 4
#: Grey tones are enough for letters, and make the file five times smaller.
COLOURS = 16
PAPER, INK, SECOND, HAIR = "#ffffff", "#16181d", "#4a4f5a", "#d3d6dc"
PLAIN, BOLD = "DejaVuSans", "DejaVuSerif-Bold"


class Line(NamedTuple):
    """A board or a place: its number, who, and the result or the points."""

    number: str
    who: str
    score: str


class Preview(NamedTuple):
    """What the picture says, from top to bottom."""

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
        return Preview(str(competition.club), str(competition), capitalised(about), tuple(lines))


def club_preview_of(club: Club, main: Competition | None) -> Preview:
    """The picture of a club, about the competition that is being played or comes next."""
    if main is None:
        return Preview("", str(club))
    of_competition = preview_of(main)
    about = " · ".join(filter(None, (of_competition.title, of_competition.about)))
    return Preview("", str(club), about, of_competition.lines)


def _news(competition: Competition) -> tuple[str, list[Line]]:
    evening = current_evening(competition)
    last = last_round(competition, evening) if evening else None
    if evening and last:
        facts = {"evening": evening_name(evening), "round": round_name(evening, last.round.number)}
        boards = [
            Line(
                str(board.number),
                " – ".join(str(side.entry) for side in board.sides),
                result_text(board.result, board.kind),
            )
            for board in last.boards[:BOARDS]
        ]
        return _("%(evening)s, %(round)s") % facts, boards
    first = tops_of(competition)[0].lines[:FIRST]
    if first:
        places = [
            Line(
                str(line.place), str(line.entry), points_text(counted(line.row.points, competition))
            )
            for line in first
        ]
        line = rounds_of(competition, OVERALL)[-1]
        when = day(as_date(line.date)) or _("evening %(number)s") % {"number": line.evening}
        return _("The standings after %(evening)s") % {"evening": when}, places
    return (evening_name(evening) if evening else ""), []


# The drawing ---------------------------------------------------------------------------------


def png_of(preview: Preview) -> bytes:
    """The picture as a file."""
    # Imported here because it takes some hundredths of a second, for this picture only.
    from PIL import Image, ImageDraw
    from PIL.PngImagePlugin import PngInfo

    image = Image.new("RGB", SIZE, PAPER)
    draw, right = ImageDraw.Draw(image), SIZE[0] - EDGE
    draw.rectangle((EDGE, 48, right, 56), fill=INK)
    _write(draw, preview.above, (EDGE, 116), right, (PLAIN, 34), SECOND)
    _write(draw, preview.title, (EDGE, 208), right, (BOLD, 72))
    _write(draw, preview.about, (EDGE, 274), right, (PLAIN, 34), SECOND)
    for at, line in enumerate(preview.lines):
        top = 306 + at * 74
        draw.rectangle((EDGE, top, right, top + 1), fill=HAIR)
        begin = _font(BOLD, 38).getlength(line.score)
        _write(draw, line.number, (EDGE, top + 51), EDGE + 64, (BOLD, 38))
        _write(draw, line.who, (EDGE + 72, top + 51), right - begin - 24, (PLAIN, 38))
        _write(draw, line.score, (right - begin, top + 51), right, (BOLD, 38))
    info = PngInfo()
    info.add_itxt("Description", preview.text)  # for programs that read the words of the picture
    file = BytesIO()
    image.quantize(COLOURS).save(file, "PNG", pnginfo=info)
    return file.getvalue()


def _write(
    draw: "ImageDraw",
    text: str,
    at: tuple[float, float],
    until: float,
    font: tuple[str, int],
    colour: str = INK,
) -> None:
    """Write a line of text from a point on its baseline; a text that is too long ends with dots."""
    face, text = _font(*font), " ".join(text.split())
    clipped, room = text, until - at[0]
    while len(clipped) > 1 and face.getlength(clipped) > room:
        text = text[:-1]
        clipped = f"{text.rstrip()}…"
    draw.text(at, clipped, fill=colour, font=face, anchor="ls")


@cache
def _font(name: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    # The basic layout, since the other one needs a library that not every machine has.
    path = find(f"fonts/{name}.woff2") or name
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
