"""Who is reading, and what may they see of a club? Every page, file and feed asks this module.

People of the club see everything: they are signed in with a role there, are a deputy, or hold a
personal link. Anybody else is a stranger, or has opened the link of the club. The club decides who
may read its pages and how much of a name they see; a competition may decide otherwise, and players
may ask to show less of their own name. Who is reading is known from the account and from the
cookies that opening a link left in the browser.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clubcomp.doors.names import Naming
from clubcomp.models import Audience, Category, Club, Competition, Deputy, NameShown, Player

if TYPE_CHECKING:
    from clubcomp.doors.requests import ClubRequest

#: A year of birth this long ago gives nobody away as young (`names.YOUNG`).
GROWN_UP = 25


class Closeness(StrEnum):
    """How close a reader is to the club."""

    STRANGER = "stranger"
    LINK = "link"
    INSIDE = "inside"


class Reader(NamedTuple):
    """Somebody who reads, and which player of the club they are, if that is certain."""

    kind: Closeness
    player: Player | None = None

    @property
    def is_inside(self) -> bool:
        """Whether they belong to the club, and so see whole names."""
        return self.kind is Closeness.INSIDE

    def may_read(self, of: Club | Competition) -> bool:
        """Whether this reader may see the pages of a club or a competition."""
        return self.kind in READERS[audience_of(of)]

    def may_see(self, category: Category, club: Club) -> bool:
        """Whether this reader, who may read the competition, may see a category's table.

        The table can give away somebody's sex or age. So strangers see only the tables that the
        leader made public, and those about young people only if the club shows the young by name.
        """
        if self.is_inside:
            return True
        years, now = (category.born_from, category.born_until), timezone.localdate().year
        is_about_youth = any(year and now - year <= GROWN_UP for year in years)
        return category.is_public and (club.shows_youth_names or not is_about_youth)


STRANGER = Reader(Closeness.STRANGER)
READERS = {
    Audience.EVERYBODY: frozenset(Closeness),
    Audience.LINK: frozenset({Closeness.LINK, Closeness.INSIDE}),
    Audience.MEMBERS: frozenset({Closeness.INSIDE}),
}


def audience_of(of: Club | Competition) -> Audience:
    """Who may read the pages of a club or a competition."""
    return Audience(of.audience or (of.club.audience if isinstance(of, Competition) else ""))


def naming_for(reader: Reader, club: Club, competitions: Iterable[Competition]) -> Naming | None:
    """How much of names this reader sees on a page about these competitions.

    That is the least that any of them allows; None stands for whole names.
    """
    if reader.is_inside:
        return None
    limits = {row.names_shown or club.names_shown for row in competitions} or {club.names_shown}
    least = max(limits, key=NameShown.values.index)
    return Naming(least, club.shows_youth_names, timezone.localdate().year)


# What the browser holds ------------------------------------------------------------------------


class SignedCookie(NamedTuple):
    """A signed cookie of one account or club: for any other owner it is void.

    Accounts are named by their e-mail address, and clubs by their id if no more is known.
    """

    name: str
    max_age: int

    def read(self, request: HttpRequest, owner: int | str) -> str:
        """Its value for this owner; "" unless we signed it."""
        return request.get_signed_cookie(self.name, "", salt=self._salt(owner)) or ""

    def set(
        self, request: HttpRequest, response: HttpResponse, owner: Club | str, value: str
    ) -> None:
        """Let the browser keep a value."""
        of, path = (owner, "/") if isinstance(owner, str) else (owner.pk, f"/{owner.slug}/")
        path = f"{settings.SITE_PATH}{path}"
        response.set_signed_cookie(
            self.name,
            value,
            salt=self._salt(of),
            max_age=self.max_age,
            path=path,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )

    def delete(self, response: HttpResponse, club: Club) -> None:
        """Let the browser forget it."""
        response.delete_cookie(self.name, path=f"{settings.SITE_PATH}/{club.slug}/", samesite="Lax")

    def _salt(self, owner: int | str) -> str:
        return f"{self.name.removeprefix(settings.HOST_COOKIE)}:{owner}"


#: Which generation of the club's link the reader has opened, for a season; and whose personal link
#: the browser holds, for two years.
CLUB_LINK = SignedCookie("link", max_age=60 * 60 * 24 * 300)
OWN_LINK = SignedCookie("me", max_age=60 * 60 * 24 * 730)


class Holder(NamedTuple):
    """The player whom a browser's cookie names, and the generation of the link, both as numbers."""

    player: int
    generation: int


def holder_in(request: HttpRequest, club: int) -> Holder | None:
    """The player whom the cookie of the club with this id names; None without a valid one."""
    player, _, generation = OWN_LINK.read(request, club).partition(":")
    try:
        return Holder(int(player), int(generation))
    except ValueError:
        return None


def held_by(request: HttpRequest, club: Club) -> Player | None:
    """The player whose link this browser holds, if it is still the newest. At most one query."""
    holder = holder_in(request, club.pk)
    if holder is None:
        return None
    return club.players.filter(pk=holder.player, link_generation=holder.generation).first()


def remember(request: HttpRequest, response: HttpResponse, club: Club, player: Player) -> None:
    """Let the browser hold the player's link."""
    OWN_LINK.set(request, response, club, f"{player.pk}:{player.link_generation}")


def reader_of(request: "ClubRequest") -> Reader:
    """Who reads this page of a club. One query more for signed-in visitors without a role."""
    if request.membership or request.me:
        return Reader(Closeness.INSIDE, request.me)
    if request.user.is_authenticated:
        rights = Deputy.objects.filter(user=request.user, evening__competition__club=request.club)
        if any(not right.is_over for right in rights.select_related("evening__competition__club")):
            return Reader(Closeness.INSIDE)
    has_link = CLUB_LINK.read(request, request.club.pk) == str(request.club.link_generation)
    return Reader(Closeness.LINK if has_link else Closeness.STRANGER)
