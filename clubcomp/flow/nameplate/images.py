"""A picture of a stranger is drawn anew: only its points come through, as large as is shown."""

from io import BytesIO
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError

if TYPE_CHECKING:
    from PIL.Image import Image

#: What is read of a file, in bytes, and how many points it may unfold to.
MOST_BYTES, MOST_POINTS = 8_000_000, 40_000_000
#: The longer side of a crest as it is kept, and as pages show it; of a photo; in points.
CREST, CREST_ON_PAGES, PHOTO = 512, 96, 1280
#: What is kept and shown at most, in bytes.
CREST_BYTES, SHOWN_BYTES, PHOTO_BYTES = 64_000, 12_000, 200_000
_QUALITIES = (85, 75, 65, 55, 45, 35)


def crest_of(data: bytes) -> bytes:
    """A PNG anew, at most 64 kB. StepError: it is none, moves, or is too large to unfold."""
    image = _opened(data, "PNG")
    for side in (CREST, 384, 256, 192):
        if len(png := _png(image, side)) <= CREST_BYTES:
            return png
    raise StepError(_("This crest stays too large, however small it is drawn: simplify it."))


def shown_crest(png: bytes, side: int = CREST_ON_PAGES) -> bytes:
    """A crest made smaller, for pages: at most 12 kB."""
    image = _opened(png, "PNG")
    while len(small := _png(image, side)) > SHOWN_BYTES and side > 24:
        side = side * 3 // 4
    return small


def photo_of(data: bytes) -> bytes:
    """A photo anew as a JPEG without anything beside its points, turned as its camera was."""
    from PIL import ImageOps

    image = ImageOps.exif_transpose(_opened(data, "JPEG", "PNG", "WEBP")).convert("RGB")
    side = PHOTO
    while True:
        small = image.copy()
        small.thumbnail((side, side))
        for quality in _QUALITIES:
            file = BytesIO()
            small.save(file, "JPEG", quality=quality, optimize=True, progressive=True)
            if len(jpeg := file.getvalue()) <= PHOTO_BYTES:
                return jpeg
        side = side * 3 // 4


def _opened(data: bytes, *kinds: str) -> "Image":
    """The picture in a file; its size is looked at before anything is unfolded."""
    from PIL import Image, UnidentifiedImageError

    if len(data) > MOST_BYTES:
        words = _("The picture has %(has)s MB; at most %(most)s are read.")
        raise StepError(words, has=len(data) // 1_000_000 + 1, most=MOST_BYTES // 1_000_000)
    try:
        image = Image.open(BytesIO(data), formats=kinds)
        if image.width * image.height > MOST_POINTS:
            words = _("The picture is %(wide)s by %(high)s points: make it smaller first.")
            raise StepError(words, wide=image.width, high=image.height)
        if getattr(image, "n_frames", 1) > 1:
            raise StepError(_("This picture moves: choose one that stands still."))
        image.load()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, MemoryError) as problem:
        words = _("This file is no picture that can be read here (%(kinds)s).")
        raise StepError(words, kinds=", ".join(kinds)) from problem
    except Image.DecompressionBombError as problem:
        raise StepError(_("This picture unfolds to more than is read here.")) from problem
    return image


def _png(image: "Image", side: int) -> bytes:
    small = image.convert("RGBA")
    small.thumbnail((side, side))
    file = BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()
