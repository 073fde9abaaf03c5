"""Who reads, and what may they see of a club? Asked by every page, file and feed, and nothing else.

Who belongs to the club sees all of it: signed in with a role there, as a deputy, or by a personal
link. Anybody else is a stranger, or has opened the link of the club. The club says who may read
its pages and how much of a name they see, a competition may say otherwise, and a player may wish
that less of the own name is shown. `views.access` asks it for each request.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from clubcomp.models import Audience, Category, Club, Competition, NameShown, Player
from clubcomp.names import Naming

#: The cookie of who has opened the club's link, with the generation of that link; of a season.
COOKIE = "link"
A_SEASON = 60 * 60 * 24 * 300
#: A year of birth that is so long ago tells of nobody that they are young (`names.YOUNG`).
GROWN_UP = 25


class Kind(StrEnum):
    """How near to the club who reads is."""

    STRANGER = "stranger"
    LINK = "link"
    INSIDE = "inside"


class Reader(NamedTuple):
    """Who reads, and which player of the club that is, where it is known for sure."""

    kind: Kind
    player: Player | None = None

    @property
    def is_inside(self) -> bool:
        """Whether this is one of the club, who sees whole names."""
        return self.kind is Kind.INSIDE

    def may_read(self, of: Club | Competition) -> bool:
        """Whether the pages of a club or a competition are for this reader."""
        return self.kind in READERS[audience_of(of)]

    def may_see(self, category: Category, club: Club) -> bool:
        """Whether a category's table is for this reader, who may read the competition.

        It can tell that somebody is a woman, or how old. So strangers see those that the leader
        opened, and where a year in it tells of young people, only if the club shows who these are.
        """
        if self.is_inside:
            return True
        years, now = (category.born_from, category.born_until), timezone.localdate().year
        tells_youth = any(year and now - year <= GROWN_UP for year in years)
        return category.is_public and (club.shows_youth_names or not tells_youth)


READERS = {
    Audience.EVERYBODY: frozenset(Kind),
    Audience.LINK: frozenset({Kind.LINK, Kind.INSIDE}),
    Audience.MEMBERS: frozenset({Kind.INSIDE}),
}


def audience_of(of: Club | Competition) -> Audience:
    """Who may read the pages of a club or a competition."""
    said = of.audience or (of.club.audience if isinstance(of, Competition) else "")
    return Audience(said)


def naming_for(reader: Reader, club: Club, competitions: Iterable[Competition]) -> Naming | None:
    """How much of names this reader sees where these competitions are shown: the least of them."""
    if reader.is_inside:
        return None
    said = {one.names_shown or club.names_shown for one in competitions} or {club.names_shown}
    return Naming(
        max(said, key=NameShown.values.index), club.shows_youth_names, timezone.localdate().year
    )


# The club's link -----------------------------------------------------------------------------


def link_token(club: Club) -> str:
    """The secret of the club's link; nothing of it is stored."""
    value = f"{club.pk} {club.link_generation}"
    return salted_hmac("clubcomp.readers", value, algorithm="sha256").hexdigest()[:32]


def is_link(club: Club, token: str) -> bool:
    """Whether a link is the one that the club gives now."""
    return constant_time_compare(token, link_token(club))


def let_in(request: HttpRequest, response: HttpResponse, club: Club) -> None:
    """Have the browser know that its reader has opened the club's link."""
    response.set_signed_cookie(
        COOKIE,
        str(club.link_generation),
        salt=_salt(club.pk),
        max_age=A_SEASON,
        path=f"/{club.slug}/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def link_opened(request: HttpRequest, club: int) -> str:
    """The generation of the link of this club that the reader has opened; "" for none."""
    if COOKIE not in request.COOKIES:
        return ""
    try:
        return request.get_signed_cookie(COOKIE, salt=_salt(club)) or ""
    except BadSignature:
        return ""


def has_link(request: HttpRequest, club: Club) -> bool:
    """Whether the reader has opened the link that the club gives now."""
    return link_opened(request, club.pk) == str(club.link_generation)


def _salt(club: int) -> str:
    return f"{COOKIE}:{club}"
