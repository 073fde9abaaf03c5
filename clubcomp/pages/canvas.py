"""Tools to paint pictures that are sent: letters that fit a box, and the icon of a club.

They are PNGs, the only kind that every messenger accepts.
"""

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

from django.contrib.staticfiles.finders import find

from clubcomp.models import Club
from clubcomp.pages.pictures import PlacesChart

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

#: The space between two lines of text, and the smallest size of letters; the longest text that the
#: site keeps fits in that size.
LEADING, SMALLEST = 1.2, 9
#: Grey tones are enough for letters, and make the file five times smaller. With a picture of the
#: club there are more colours.
COLOURS, COLOURS_OF_ICON = 16, 64
#: How much finer lines are painted than shown, and the radius of the dot at their end.
FINE, DOT = 3, 7
#: The side of the picture with the initial, in pixels.
INITIAL = 512
PAPER, INK, SECOND, HAIR, SELF = "#ffffff", "#16181d", "#4a4f5a", "#d3d6dc", "#f3f4f6"
PLAIN, BOLD = "DejaVuSans", "DejaVuSerif-Bold"


def png(image: "Image", text: str, colours: int) -> bytes:
    """The picture as a file, with its words beside it for programs that read them."""
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_itxt("Description", text)
    file = BytesIO()
    image.quantize(colours).save(file, "PNG", pnginfo=info)
    return file.getvalue()


def initial_png(club: Club) -> bytes:
    """The club's initial on its colour as a square: the icon of a club without a picture."""
    file = BytesIO()
    _initial(club).save(file, "PNG", optimize=True)
    return file.getvalue()


def icon_of(club: Club) -> "Image | None":
    """The club's icon, else its initial on its colour; None if it has neither."""
    from PIL import Image

    if club.icon and (row := club.pictures.filter(name=club.icon).first()):
        return Image.open(BytesIO(bytes(row.data))).convert("RGBA")
    return _initial(club) if club.app_icon else None


def _initial(club: Club) -> "Image":
    from PIL import Image, ImageDraw

    colour = club.shades.light if club.shades else INK
    image = Image.new("RGBA", (INITIAL, INITIAL), colour)
    draw, font = ImageDraw.Draw(image), font_of(BOLD, INITIAL * 5 // 8)
    middle = (INITIAL // 2, INITIAL // 2)
    draw.text(middle, club.initial, fill=PAPER, font=font, anchor="mm")
    return image


def write(
    draw: "ImageDraw",
    text: str,
    box: tuple[float, float, float, float],
    font: tuple[str, int],
    colour: str = INK,
    *,
    anchor: str = "l",
) -> None:
    """Write a text into a box: smaller, and on more lines, until all of it fits.

    `anchor` is the side that its lines are aligned to: "l"eft, "m"iddle or "r"ight.
    """
    left, top, right, bottom = box
    name, size = font
    lines = broken(text, font_of(name, size), right - left)
    while len(lines) * size * LEADING > bottom - top and size > SMALLEST:
        size -= 1
        lines = broken(text, font_of(name, size), right - left)
    middle, step = (top + bottom) / 2, size * LEADING
    x = {"l": left, "m": (left + right) / 2, "r": right}[anchor]
    for at, line in enumerate(lines):
        at_middle = middle + (at - (len(lines) - 1) / 2) * step
        # A capital's half is above the middle, so that lines of one size share their baseline.
        draw.text(
            (x, at_middle + size * 0.36),
            line,
            fill=colour,
            font=font_of(name, size),
            anchor=f"{anchor}s",
        )


def painted(chart: PlacesChart, size: tuple[int, int]) -> "Image":
    """The lines of places as a picture of this size, with room for a dot at each end."""
    from PIL import Image, ImageDraw

    # Painted larger and made smaller, so that slanting lines are smooth.
    wide, high = (side * FINE for side in size)
    image = Image.new("RGB", (wide, high), PAPER)
    draw, dot = ImageDraw.Draw(image), DOT * FINE
    across, down = (wide - 2 * dot) / chart.width, high / chart.height
    for line in chart.drawn:
        points = [(dot + x * across, y * down) for x, y in line.points]
        x, y = points[-1]
        # The first line is the leader's. It stands out, since no line here is the reader's own.
        colour, thick = (INK, 8) if line is chart.lines[0] else (SECOND, 4)
        draw.line(points, fill=colour, width=thick * FINE // 2, joint="curve")
        draw.ellipse((x - dot, y - dot, x + dot, y + dot), fill=colour)
    return image.resize(size, Image.Resampling.LANCZOS)


def broken(text: str, face: "FreeTypeFont", room: float) -> list[str]:
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
def font_of(name: str, size: int) -> "FreeTypeFont":
    """A font in a size."""
    from PIL import ImageFont

    # The basic layout, since the complex one needs a library that not every machine has.
    path = find(f"fonts/{name}.woff2") or name
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
