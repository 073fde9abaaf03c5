"""A picture of a club, as tests have one."""

from io import BytesIO

from PIL import Image

from clubcomp.flow.nameplate.nameplate import drawn
from clubcomp.models import Club


def crest_of(club: Club, side: int = 7) -> str:
    """The address of a crest that the club shows."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    picture = drawn("crest", f'{head}<path d="M1 1h{side}v{side}z"/></svg>'.encode())
    picture.club = club
    picture.save()
    club.crest = picture.name
    Club.objects.filter(pk=club.pk).update(crest=club.crest)
    return club.crest


def square_png(side: int = 64, kind: str = "PNG") -> bytes:
    """A file with a blue square."""
    file = BytesIO()
    Image.new("RGB", (side, side), "#1d3f9e").save(file, kind)
    return file.getvalue()
