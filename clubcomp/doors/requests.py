"""What is known of a request by the time a view or a template sees it?

The classes are for the type checker: every request is Django's own, and what is declared here is
put on it by the middleware (`SiteRequest`) and by `views.access.club_page` (the others, which say
what the address names). `SignedIn` is for pages that are not open to everybody.
"""

from datetime import date, datetime
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlsplit

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from clubcomp.doors.readers import Reader
from clubcomp.flow.step import Press
from clubcomp.inside_django.kept import Row, row_written_once, written_once
from clubcomp.models import Club, Competition, Deputy, Evening, Membership, Player, User

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class IsOn(TypedDict):
        """`is_on`: whether an evening of the competition is tonight."""

        is_on: bool

    ListedCompetition = WithAnnotations[Competition, IsOn]


class SiteRequest(HttpRequest):
    """Any request.

    `refused_to`: the page on which a step that is refused is explained, or None. `says_minute` is
    set if the page will be different in the next minute. `is_findable`: search engines may list it,
    `is_for_strangers`: it shows what everybody may see.
    """

    htmx: HtmxDetails
    press: Press
    refused_to: str | None
    says_minute: bool
    is_findable: bool
    is_for_strangers: bool


def is_embedded(request: HttpRequest) -> bool:
    """Whether a page is requested for a frame on another site, where nobody is known."""
    return request.GET.get("embed") == "1"


def is_sent_from_here(request: HttpRequest) -> bool:
    """Whether the browser says that the form stands on a page of this site."""
    origin = request.headers.get("Origin", "").partition("://")[2]
    by_origin = "same-origin" if origin == request.get_host() else "elsewhere"
    return request.headers.get("Sec-Fetch-Site", by_origin) == "same-origin"


#: The status of an answer that ends the polling of a page.
STOP_POLLING = 286


def is_poll(request: HttpRequest) -> bool:
    """Whether this is a page that polls for changes."""
    return request.META.get("HTTP_HX_REQUEST") == "true" and "version" in request.GET


def polled(request: HttpRequest) -> QueryDict | None:
    """The query of a page that polls, with what it shows already; None for any other page."""
    return request.GET if is_poll(request) else None


def shows_current(request: HttpRequest, competition: Competition) -> bool:
    """Whether a page that polls, and is not for everybody, shows the current version already.

    For pages that everybody may read `kept_pages` decides that.
    """
    if request.method != "GET" or not is_poll(request):
        return False
    stamp, today = str(competition.version), timezone.localdate().isoformat()
    return request.GET["version"] in (stamp, f"{today}-{stamp}")


#: Hosts that only the machine itself knows as its own; a browser trusts them without https.
HERE_ONLY = ("localhost", "127.0.0.1", "::1")


def takes_workers(request: HttpRequest) -> bool:
    """Whether browsers allow workers and notifications here: over https, or on the machine
    itself."""
    return request.is_secure() or urlsplit(f"//{request.get_host()}").hostname in HERE_ONLY


def minute_shown(request: SiteRequest) -> datetime:
    """The present moment, for a page that shows it: the page is out of date the next minute."""
    request.says_minute = True
    return timezone.now()


class SignedInRequest(SiteRequest):
    """A request of somebody who is signed in."""

    user: User


class ClubRequest(SiteRequest):
    """A request for a page of a club, with what the visitor may do there.

    `me` is the player that the visitor is: by the personal link that the browser holds
    (`is_by_link`), else by the account. `reader` is what the visitor may see
    (`clubcomp.doors.readers`). `deputy` is the right for this one evening (perhaps for its results
    only), `was_deputy` that it is over; `lacks_second_factor` that the club asks for more than a
    password, which is all that the visitor gave (their role is then a member's); `competitions` are
    those of the club that the visitor may see, once a page has asked for them.
    """

    club: Club
    competition: Competition | None
    evening: Evening | None
    membership: Membership | None
    me: Player | None
    is_by_link: bool
    role: str
    reader: Reader
    lacks_second_factor: bool
    may_lead: bool
    may_own: bool
    is_inside: bool
    deputy: Deputy | None
    was_deputy: bool
    competitions: "list[ListedCompetition] | None"


class CompetitionRequest(ClubRequest):
    """A request for a page of a competition."""

    competition: Competition


class EveningRequest(CompetitionRequest):
    """A request for a page of an evening."""

    evening: Evening


class OwnClubRequest(ClubRequest):
    """A request of a player for a page of their own."""

    me: Player


class OwnEveningRequest(EveningRequest, OwnClubRequest):
    """A request of a player for a page of their own about an evening."""


class SignedInClubRequest(ClubRequest, SignedInRequest):
    """A request for a page of a club that is not open to everybody."""


class SignedInCompetitionRequest(CompetitionRequest, SignedInClubRequest):
    """A request for a page of a competition that is not open to everybody."""


class SignedInEveningRequest(EveningRequest, SignedInCompetitionRequest):
    """A request for a page of an evening that is not open to everybody."""


# What an address names -----------------------------------------------------------------------

#: The attribute with the visitor's membership on the row that the address names.
ROLE = "role_of_reader"


@row_written_once
def evening_at(club: str, competition: str, serial: int, user: int | None) -> QuerySet[Evening]:
    """The evening with this address, and the role of an account in its club (`ROLE`)."""
    evenings = Evening.objects.filter(
        competition__club__slug=club, competition__slug=competition, serial=serial
    )
    evenings = evenings.select_related("competition__club", "competition__season", "tempo")
    return _with_role(evenings, "competition__club__", user)


@row_written_once
def competition_at(club: str, competition: str, user: int | None) -> QuerySet[Competition]:
    """The competition with this address, and the same role."""
    competitions = Competition.objects.filter(club__slug=club, slug=competition)
    return _with_role(competitions.select_related("club", "season"), "club__", user)


@row_written_once
def club_at(club: str, user: int | None) -> QuerySet[Club]:
    """The club with this address, and the same role."""
    return _with_role(Club.objects.filter(slug=club), "", user)


def _with_role(rows: QuerySet[Row], club: str, user: int | None) -> QuerySet[Row]:
    """The rows, each with the membership of an account in its club, if any, as `ROLE`.

    `club` is the lookup that leads from a row to its club.
    """
    if user is None:
        return rows
    theirs = f"{club}memberships"
    in_force = Q((f"{theirs}__user", user), (f"{theirs}__is_pending", False))
    role = FilteredRelation(theirs, condition=in_force)
    with_them: QuerySet[Row] = rows.annotate(**{ROLE: role}).select_related(f"{ROLE}__player")
    return with_them


def competitions_of(request: ClubRequest) -> "list[ListedCompetition]":
    """The club's competitions for this reader, those of tonight first (`is_on`).

    One query a request.
    """
    if request.competitions is None:
        request.competitions = []
        for competition in _competitions_on(request.club.pk, timezone.localdate()):
            competition.club = request.club
            if request.reader.may_read(competition):
                request.competitions.append(competition)
    return request.competitions


@written_once
def _competitions_on(club: int, today: date) -> "QuerySet[ListedCompetition]":
    """A club's competitions, those of tonight first."""
    tonight = (
        Evening.objects.to_play()
        .filter(competition=OuterRef("pk"))
        .filter(
            Q(date=today, status=Evening.Status.PLANNED)
            | Q(date__isnull=True, status=Evening.Status.OPEN)
            | Q(date__lte=today, status=Evening.Status.OPEN)
        )
    )
    competitions = Competition.objects.filter(club=club).select_related("season")
    return competitions.annotate(is_on=Exists(tonight)).order_by("-is_on", "-made_at", "-pk")


def daily_competitions(request: ClubRequest) -> "list[ListedCompetition]":
    """The competitions for everyday lists: all but archived ones."""
    return [competition for competition in competitions_of(request) if not competition.is_archived]
