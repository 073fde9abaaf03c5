"""Who may do what, in which club? Decided here and nowhere else.

Every view has one of the decorators below; `tests/views/test_access.py` walks the URLconf and
fails for a view without one. A person has one role per club. Somebody without a role there is a
stranger and sees only the public pages, as far as the club opens them (`clubcomp.doors.readers`). A
deputy leads one evening, or enters its results, whatever their role. Which player somebody is
(`request.me`), by a personal link or by their account, is decided here too.
"""

from collections.abc import Callable, Iterable
from enum import Enum, StrEnum
from functools import partial, update_wrapper, wraps
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.module_loading import import_string

from clubcomp.doors.limits import MOST, MOST_WITH_FILE
from clubcomp.doors.names import name_by
from clubcomp.doors.readers import audience_of, held_by, naming_for, reader_of
from clubcomp.doors.requests import (
    ROLE,
    ClubRequest,
    SignedInRequest,
    SiteRequest,
    club_at,
    competition_at,
    competitions_of,
    evening_at,
    is_embedded,
    is_sent_from_here,
    shows_current,
)
from clubcomp.doors.sessions import SECOND, is_proved
from clubcomp.flow.checks import first_unordered
from clubcomp.models import Audience, Club, Competition, Deputy, Evening, Membership, Role, User
from clubcomp.views.embedding import let_sites_frame
from clubcomp.views.led_first import sign_in_first, to_second_factors

View = Callable[..., HttpResponse]
SiteView = Callable[..., HttpResponseBase]
STRANGER = ""


class EveningGone(Http404):
    """The evening that the address names has been removed from the calendar."""


class NotForReader(PermissionDenied):
    """A page that other clubs show to everybody; this club shows it to fewer readers."""


class ClubSuspended(PermissionDenied):
    """The pages of a club have been closed by those who run the site.

    `of_reader` is that club for its owners, who read why, and None for anybody else.
    """

    def __init__(self, of_reader: Club | None) -> None:
        super().__init__()
        self.of_reader = of_reader


class Action(Enum):
    """What a page lets a person do."""

    COME_IN = "open a link of the club or of a player"
    SEE = "see the pages that are for everybody, unless the club says for whom"
    TAKE_PART = "one's own attendance and results"
    SEE_INSIDE = "see the trail and the member list"
    ENTER_RESULTS = "enter the results of one evening"
    LEAD_EVENING = "lead one evening: attendance, pairing, results"
    LEAD = "lead evenings, keep members and competitions"
    OWN = "give roles, change the club"


class OnSite(StrEnum):
    """Who may see a page outside clubs."""

    EVERYBODY = "everybody"
    SIGNED_IN = "signed in"
    STAFF = "staff"
    KEEPER = "keeper"
    SITES_KEEPER = "site's keeper"


#: By role. Nobody may take part by a role alone: that needs a player (`request.me`).
ALLOWED: dict[Action, frozenset[str]] = {
    Action.COME_IN: frozenset({STRANGER, Role.MEMBER, Role.LEADER, Role.OWNER}),
    Action.TAKE_PART: frozenset(),
    Action.SEE: frozenset({STRANGER, Role.MEMBER, Role.LEADER, Role.OWNER}),
    Action.SEE_INSIDE: frozenset({Role.MEMBER, Role.LEADER, Role.OWNER}),
    Action.ENTER_RESULTS: frozenset({Role.LEADER, Role.OWNER}),
    Action.LEAD_EVENING: frozenset({Role.LEADER, Role.OWNER}),
    Action.LEAD: frozenset({Role.LEADER, Role.OWNER}),
    Action.OWN: frozenset({Role.OWNER}),
}
#: What a deputy may do on their evening besides what their role allows, by the scope of the right.
ALLOWED_TO_DEPUTY: dict[str, frozenset[Action]] = {
    Deputy.Scope.EVENING: frozenset({Action.ENTER_RESULTS, Action.LEAD_EVENING}),
    Deputy.Scope.RESULTS: frozenset({Action.ENTER_RESULTS}),
}


def may(role: str, action: Action) -> bool:
    """Whether a role allows an action."""
    return role in ALLOWED[action]


#: Pages with this access look the same to everybody who is not signed in.
FOR_EVERYBODY = frozenset({Action.SEE, Action.COME_IN, OnSite.EVERYBODY})


class Page:
    """A view, and who may see it: an action in a club, or a kind of visitor of the site.

    `takes_file`: files may be sent to it, so it accepts 20 MB, while other views accept one.
    """

    def __init__(self, view: SiteView, access: Action | OnSite, takes_file: bool = False):
        update_wrapper(self, view)
        self._view, self.access = view, access
        self.most = MOST_WITH_FILE if takes_file else MOST

    def __call__(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        """The view's response, which may be cached only if it is for everybody, or a picture."""
        response = self._view(request, **kwargs)
        is_anonymous = settings.SESSION_COOKIE_NAME not in request.COOKIES
        is_secret = self.access is OnSite.EVERYBODY and "token" in kwargs
        is_for_all = is_anonymous and self.access in FOR_EVERYBODY
        if is_secret or not (is_for_all or says_how_long(response)):
            patch_cache_control(response, private=True, no_store=True)
        return response


def says_how_long(response: HttpResponseBase) -> bool:
    """Whether the view has said for how long a browser may keep it, as a picture's does."""
    return "max-age" in response.get("Cache-Control", "")


def club_page(
    action: Action, *, takes_file: bool = False, while_suspended: bool = False, framed: bool = False
) -> Callable[[View], Page]:
    """A page of a club: finds what the address names, and refuses visitors who may not see it.

    Consumes the keyword arguments `club`, `competition` and `evening` of the address. The view gets
    the request with what they name (`clubcomp.doors.requests`), and the other arguments. Visitors
    who are not signed in are sent to sign in first; those without the right are refused (403).

    The forms for taking part stand on cached pages that are the same for many readers, so they
    carry no CSRF token: the browser's own headers say on which site the form stands.

    `while_suspended`: its owners see it in a club whose pages are closed, too. `framed`: sites that
    the club lists may show it in a frame, as strangers see it.
    """

    def decorate(view: View) -> Page:
        @wraps(view)
        def page(request: ClubRequest, *, club: str, **kwargs: Any) -> HttpResponse:
            try:
                find_scope(request, club, kwargs, while_suspended=while_suspended)
            except NotForReader:
                return as_if_there(request, action)
            if request.evening and action in ALLOWED_TO_DEPUTY[Deputy.Scope.EVENING]:
                request.deputy = deputy_in(request, request.evening)
            if action is Action.TAKE_PART:
                return taking_part(view, request, kwargs)
            if not (may(request.role, action) or deputy_may(request.deputy, action)):
                if request.lacks_second_factor:
                    return to_second_factors(request)
                if request.user.is_authenticated:
                    refuse_other_readers(request)
                    raise PermissionDenied
                return sign_in_first(request)
            if action is Action.SEE:
                refuse_other_readers(request)
                is_open = audience_of(request.competition or request.club) == Audience.EVERYBODY
                request.is_for_strangers = is_open
                # Search engines need no table in every order.
                is_usual = "sort" not in request.GET
                request.is_findable = request.club.is_findable and is_open and is_usual
                if request.competition is None:
                    read_as(request, competitions_of(request))
                elif not is_open and shows_current(request, request.competition):
                    return HttpResponse(status=204)
            response = view(request, **kwargs)
            if framed and is_embedded(request):
                let_sites_frame(response, request.club)
            return response

        if action is Action.TAKE_PART:
            page.csrf_exempt = True  # type: ignore[attr-defined]
        return Page(page, action, takes_file=takes_file)

    return decorate


def as_if_there(request: ClubRequest, action: Action) -> HttpResponse:
    """The answer where a competition does not exist, or is not for this reader: one for both."""
    if action is Action.TAKE_PART:
        return render(request, "me/nobody.html", status=403)
    if action is Action.SEE or request.user.is_authenticated:
        raise NotForReader
    return sign_in_first(request)


def taking_part(view: View, request: ClubRequest, kwargs: dict[str, Any]) -> HttpResponse:
    """A page for players of the club; anybody else reads how to get in."""
    if request.method == "POST" and not is_sent_from_here(request):
        refusal: HttpResponse = import_string(settings.CSRF_FAILURE_VIEW)(request)
        return refusal
    if request.me is None:
        return render(request, "me/nobody.html", status=403)
    return view(request, **kwargs)


def site_page(view: SiteView) -> Page:
    """A page outside clubs that everybody may see."""
    return Page(view, OnSite.EVERYBODY)


#: Which signed-in visitors may see a page outside clubs, by its access.
SIGNED_IN: dict[OnSite, Callable[[SignedInRequest], bool]] = {
    OnSite.SIGNED_IN: lambda request: not request.user.is_of_link,
    OnSite.STAFF: lambda request: request.user.is_staff,
    OnSite.KEEPER: lambda request: _is_keeper(request),
    OnSite.SITES_KEEPER: lambda request: _is_keeper(request) and keeps_site(request.user),
}


def _owned_by(user: User) -> "QuerySet[Membership]":
    return Membership.objects.filter(user=user, role__in=ALLOWED[Action.OWN])


def _is_keeper(request: SignedInRequest) -> bool:
    """Whether the visitor is staff, or owns a club and passed a second factor if it asks for it."""
    owned = _owned_by(request.user)
    if not request.session.get(SECOND):
        owned = owned.filter(club__asks_second_factor=False)
    return request.user.is_staff or owned.exists()


def keeps_site(user: User | AnonymousUser) -> bool:
    """Whether somebody may read about the machine: staff, and the owner of the only club."""
    is_owner = user.is_authenticated and _owned_by(user).exists()
    return user.is_staff or (is_owner and Club.objects.count() == 1)


def signed_in_page(
    view: SiteView, *, access: OnSite = OnSite.SIGNED_IN, takes_file: bool = False
) -> Page:
    """A page outside clubs for everybody who is signed in, or for some of them."""

    @wraps(view)
    def page(request: SiteRequest, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return sign_in_first(request)
        if not SIGNED_IN[access](cast(SignedInRequest, request)):
            raise PermissionDenied
        return view(request, **kwargs)

    return Page(page, access, takes_file=takes_file)


def proved_page(view: SiteView, *, access: OnSite = OnSite.SIGNED_IN) -> Page:
    """A page about signing in: it asks for the password again unless it was given recently."""

    @wraps(view)
    def page(request: SiteRequest, **kwargs: Any) -> HttpResponseBase:
        if not is_proved(request):
            return redirect_to_login(request.get_full_path(), reverse("prove"))
        return view(request, **kwargs)

    return signed_in_page(page, access=access)


#: Pages for those who run the site; with all its data only if the password was given recently.
site_keeper_page = partial(signed_in_page, access=OnSite.SITES_KEEPER)
whole_site_page = partial(proved_page, access=OnSite.SITES_KEEPER)
#: Pages that need Django's staff.
staff_page = partial(signed_in_page, access=OnSite.STAFF)
#: A page about the whole site, for those who run it and for the owners of its clubs.
keeper_page = partial(signed_in_page, access=OnSite.KEEPER)


def find_scope(
    request: ClubRequest, club: str, kwargs: dict[str, Any], *, while_suspended: bool
) -> None:
    """Put on the request what the address names, and the visitor's role in the club."""
    refuse_nul(request)
    request.competition = request.evening = request.deputy = request.competitions = None
    request.was_deputy = False
    names_competition, slug = "competition" in kwargs, kwargs.pop("competition", "")
    serial = kwargs.pop("evening", None)
    scope: Evening | Competition | Club | None = None
    user = request.user.pk
    if serial is not None and (scope := evening_at(club, slug, serial, user)):
        request.evening, request.competition = scope, scope.competition
    elif names_competition:
        request.competition = scope = competition_at(club, slug, user)
    # If there is no such competition, the "not found" page is still one of the club.
    scope = scope or club_at(club, user)
    if scope is None:
        raise Http404
    scope_club = request.competition.club if request.competition else cast(Club, scope)
    membership: Membership | None = getattr(scope, ROLE, None)
    if scope_club.suspended_at:
        refuse_suspended(request, scope_club, membership, while_suspended=while_suspended)
    request.club = scope_club
    timezone.activate(request.club.time_zone)
    recognise_visitor(request, membership)
    read_as(request, [request.competition] if request.competition else [])
    if names_competition and not request.competition:
        # If some are not for this reader, no answer may tell whether this one exists.
        if not all(map(request.reader.may_read, request.club.competitions.all())):
            raise NotForReader
        raise Http404
    if request.competition and serial is not None and not request.evening:
        refuse_other_readers(request)
        was_there = 0 < serial <= request.competition.last_serial
        raise EveningGone if was_there else Http404


def refuse_suspended(
    request: SiteRequest, club: Club, membership: Membership | None, *, while_suspended: bool
) -> None:
    """Raise ClubSuspended before the page knows the club, so that the answer says nothing of it.

    A visitor who is not signed in may be an owner; a page for owners asks them to sign in.
    """
    is_owner = membership is not None and may(membership.role, Action.OWN)
    if not (while_suspended and (is_owner or not request.user.is_authenticated)):
        raise ClubSuspended(club if is_owner else None)


def recognise_visitor(request: ClubRequest, membership: Membership | None) -> None:
    """Set who the visitor is in the club, and what they may do and read there."""
    request.membership = membership
    if request.membership:
        request.membership.club = request.club
    linked = held_by(request, request.club)
    request.is_by_link = linked is not None
    request.me = linked or (request.membership.player if request.membership else None)
    request.role = request.membership.role if request.membership else STRANGER
    request.lacks_second_factor = (
        may(request.role, Action.LEAD)
        and request.club.asks_second_factor
        and not request.session.get(SECOND)
    )
    if request.lacks_second_factor:
        request.role = Role.MEMBER
    request.may_lead = may(request.role, Action.LEAD)
    request.may_own = may(request.role, Action.OWN)
    request.is_inside = may(request.role, Action.SEE_INSIDE)
    request.reader = reader_of(request)


def read_as(request: ClubRequest, competitions: Iterable[Competition]) -> None:
    """From now on, show of names what this reader may see on a page of these competitions."""
    name_by(naming_for(request.reader, request.club, competitions))


def refuse_other_readers(request: ClubRequest) -> None:
    """Raise NotForReader if the page is not for this reader; the error page then names nothing."""
    if not request.reader.may_read(request.competition or request.club):
        request.competition = request.evening = None
        raise NotForReader


def deputy_in(request: ClubRequest, evening: Evening) -> Deputy | None:
    """The visitor's right as a deputy for this evening, unless it is over; leaders need none."""
    if request.may_lead or not request.user.is_authenticated:
        return None
    deputy = first_unordered(evening.deputies.filter(user=request.user))
    request.was_deputy = deputy is not None and deputy.is_over  # for the page that refuses
    return None if request.was_deputy else deputy


def deputy_may(deputy: Deputy | None, action: Action) -> bool:
    """Whether a deputy's right allows an action."""
    return deputy is not None and action in ALLOWED_TO_DEPUTY[deputy.scope]


def refuse_nul(request: HttpRequest) -> None:
    """BadRequest for an address with a NUL, which PostgreSQL cannot hold; forms check theirs."""
    queried = (value for values in request.GET.lists() for value in (values[0], *values[1]))
    if any("\0" in text for text in (request.path, *queried)):
        raise BadRequest
