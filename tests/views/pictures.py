"""A picture of a club, as tests have one."""

from io import BytesIO

from PIL import Image

from clubcomp.models import Club, ClubPicture


def crest_of(club: Club) -> str:
    """The address of a crest that no page names yet."""
    name = "crest-0123456789abcdef.svg"
    ClubPicture.objects.create(club=club, kind="crest", name=name, data=b"<svg/>")
    return name


def square_png(side: int = 64, kind: str = "PNG") -> bytes:
    """A file with a blue square."""
    file = BytesIO()
    Image.new("RGB", (side, side), "#1d3f9e").save(file, kind)
    return file.getvalue()
