"""A picture of a club, as tests have one."""

from clubcomp.models import Club, ClubPicture


def crest_of(club: Club) -> str:
    """The address of a crest that no page names yet."""
    name = "crest-0123456789abcdef.svg"
    ClubPicture.objects.create(club=club, kind="crest", name=name, data=b"<svg/>")
    return name
