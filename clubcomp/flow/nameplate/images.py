"""Redrawing a stranger's picture: only its points come through, no larger than pages show it."""

from io import BytesIO
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError

if TYPE_CHECKING:
    from PIL.Image import Image

#: The most bytes of a file, and how many points it may unfold to.
MOST_BYTES, MOST_POINTS = 8_000_000, 16_000_000
#: The longer side of a crest as it is kept, and as pages show it; of a photo; in points.
CREST, CREST_ON_PAGES, PHOTO = 512, 96, 1280
#: The most bytes of a picture that is kept, or shown.
CREST_BYTES, SHOWN_BYTES, PHOTO_BYTES = 64_000, 12_000, 200_000
_QUALITIES = (85, 75, 65, 55, 45, 35)


def crest_of(data: bytes) -> bytes:
    """A PNG redrawn, at most 64 kB. StepError if it is none, moves, or is too large to unfold."""
    return _smaller_png(data, CREST, CREST_BYTES)


def shown_crest(png: bytes) -> bytes:
    """A crest made smaller, for pages: at most 12 kB."""
    return _smaller_png(png, CREST_ON_PAGES, SHOWN_BYTES)


def photo_of(data: bytes) -> bytes:
    """A photo redrawn as a JPEG of its points alone, turned as its camera was.

    Transparent points become white.
    """
    from PIL import Image

    points = _points(data, "JPEG", "PNG", "WEBP")
    points.thumbnail((PHOTO, PHOTO))
    image = Image.new("RGB", points.size, "white")
    image.paste(points, mask=points.getchannel("A"))
    side = PHOTO
    while True:
        for quality in _QUALITIES:
            file = BytesIO()
            image.save(file, "JPEG", quality=quality, optimize=True, progressive=True)
            if len(jpeg := file.getvalue()) <= PHOTO_BYTES:
                return jpeg
        side = side * 3 // 4
        image.thumbnail((side, side))


def _smaller_png(data: bytes, side: int, most: int) -> bytes:
    """The points of a PNG as a PNG, as much smaller as is needed."""
    image = _points(data, "PNG")
    while True:
        image.thumbnail((side, side))
        file = BytesIO()
        image.save(file, "PNG", optimize=True)
        if len(png := file.getvalue()) <= most:
            return png
        side = side * 3 // 4


def _points(data: bytes, *kinds: str) -> "Image":
    """The points in a file, and nothing else in it; its size is checked before it unfolds."""
    from PIL import Image, ImageOps

    if len(data) > MOST_BYTES:
        words = _("The picture has %(has)s MB; at most %(most)s are read.")
        raise StepError(words, has=len(data) // 1_000_000 + 1, most=MOST_BYTES // 1_000_000)
    try:
        image = Image.open(BytesIO(data), formats=kinds)
        if image.width * image.height > MOST_POINTS:
            words = _("The picture is %(wide)s by %(high)s points: make it smaller first.")
            raise StepError(words, wide=image.width, high=image.height)
        # Beside a photo some phones keep another one in the same file ("MPO"): the first is it.
        if image.format != "MPO" and getattr(image, "n_frames", 1) > 1:
            raise StepError(_("This picture moves: choose one that stands still."))
        image.draft("RGB", (PHOTO, PHOTO))
        points = ImageOps.exif_transpose(image).convert("RGBA")
    except Image.DecompressionBombError as problem:
        raise StepError(_("This picture unfolds to more than is read here.")) from problem
    except Exception as problem:  # each kind of picture has errors of its own
        if isinstance(problem, StepError):
            raise
        words = _("This file is no picture that can be read here (%(kinds)s).")
        raise StepError(words, kinds=", ".join(kinds)) from problem
    points.info = {}  # comments and profiles, which would be written again
    return points
