"""The clubs of the site; a club's front page, settings and people; setting up the first club."""

from typing import Any, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.paginator import Paginator
from django.forms.models import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from clubcomp.doors.links import absolute
from clubcomp.doors.requests import (
    ClubRequest,
    CompetitionRequest,
    SignedInClubRequest,
    SignedInRequest,
    SiteRequest,
    competitions_of,
    daily_competitions,
)
from clubcomp.flow import clubs as flow
from clubcomp.flow.accounts import invitations
from clubcomp.flow.accounts.deputies import rights_of
from clubcomp.flow.accounts.second_factors import ask_second_factor
from clubcomp.flow.headline import write_headline
from clubcomp.flow.messages import send_invitation
from clubcomp.flow.sign_up.terms import is_on, sign_up_now
from clubcomp.forms.clubs import (
    ClubForm,
    ClubSettingsForm,
    HeadlineForm,
    PersonForm,
    RoleForm,
    SetUpForm,
)
from clubcomp.models import Club, Deputy, Membership, Role
from clubcomp.pages.agenda import agenda_of
from clubcomp.pages.champions import champions_of, past_competitions
from clubcomp.pages.front import (
    AGENDA,
    coming_evenings,
    evenings_to_lead,
    first_steps_of,
    front_of,
    last_results,
    main_of,
)
from clubcomp.pages.stories import stories_of
from clubcomp.views.access import ALLOWED, Action, club_page, site_page, staff_page
from clubcomp.views.answers import carried_out, done, number_in, refusals_in, show
from clubcomp.views.second_step import MODEL_BACKEND
from clubcomp.views.token_links import by_link
from clubcomp.views.visitor import Visitor, player_of, visitor_of

CLUBS_A_PAGE = 50


@club_page(Action.SEE)
def page(request: ClubRequest) -> HttpResponse:
    """The club's front page: the current evening, the last results, the top five, the agenda."""
    competitions = daily_competitions(request)
    coming = coming_evenings(competitions)
    visitor = Visitor()
    context = {"competitions": competitions, "agenda": coming[:AGENDA]}
    before = past_competitions(competitions_of(request))
    if main := main_of(competitions, coming):
        # The navigation is about the main competition.
        main.club = request.club
        request.competition = main
        visitor = visitor_of(cast(CompetitionRequest, request))
        known = {"is_own": not visitor.is_chosen, "is_inside": request.reader.is_inside}
        context |= front_of(main, coming, visitor.entry, **known)
        context["first_steps"] = request.may_lead and first_steps_of(main)
        rest = [row for row in competitions if row != main]
        context["stories"] = stories_of([row for row in rest if row not in before], coming)
        context["other_results"] = last_results(rest)
        before = [row for row in before if row != main]
    context["champions"] = champions_of(before)
    if request.may_lead:
        context["to_lead"] = evenings_to_lead([request.club])
    elif request.user.is_authenticated:
        rights = rights_of(request.user)
        own = [right for right in rights if right.evening.competition.club == request.club]
        context |= led_and_helped(own)
    response = show(request, "clubs/page.html", "club", visitor=visitor, **context)
    return visitor.remember(request, response)


@club_page(Action.SEE)
def calendar(request: ClubRequest) -> HttpResponse:
    """All evenings to come, of all competitions."""
    competitions = daily_competitions(request)
    agenda = agenda_of(coming_evenings(competitions), **player_of(request))
    return show(request, "clubs/calendar.html", "club", agenda=agenda)


@club_page(Action.OWN)
def change(request: SignedInClubRequest) -> HttpResponse:
    """Change the club's name, country and address."""
    numbers = "\n".join(map(str, request.club.numbers.all()))
    initial = model_to_dict(request.club) | {"numbers": numbers}
    form = ClubSettingsForm(request.POST or None, initial=initial)
    if changed := carried_out(request, form, flow.change_club, request.club):
        request.club = changed
        return done(request, _("The club is changed."), "club-settings")
    return show(request, "clubs/settings.html", "members", form=form)


@club_page(Action.LEAD)
def headline(request: SignedInClubRequest) -> HttpResponse:
    """Write the line of news on the front page, or take it away."""
    initial = {"headline": request.club.headline}
    form = HeadlineForm(request.POST or None, initial=initial)
    if changed := carried_out(request, form, write_headline, request.club):
        words = _("It stands on the front page.") if changed.headline else _("The news is gone.")
        return done(request, words, "club")
    return show(request, "clubs/headline.html", "club", form=form)


@site_page
def home(request: SiteRequest) -> HttpResponse:
    """The clubs of the site, the visitor's own first; `?search=` narrows, `?page=` goes on.

    The only club of a site is its first page, except for those who run the site, and where clubs
    sign up.
    """
    query = request.GET.get("search", "").replace("\0", "").strip()[:100]
    clubs = Club.objects.called(query).order_by("name", "pk")
    mine = led = clubs.none()
    rights: list[Deputy] = []
    if request.user.is_authenticated:
        roles = request.user.memberships.in_force()
        mine = clubs.filter(memberships__in=roles)
        led = clubs.not_suspended().filter(
            memberships__in=roles.filter(role__in=ALLOWED[Action.LEAD])
        )
        rights = rights_of(request.user)
    context = led_and_helped(rights)
    other_clubs = Paginator(clubs.not_suspended().exclude(pk__in=mine), CLUBS_A_PAGE).get_page(
        request.GET.get("page")
    )
    # An account without a right in the club may not read it unless it is for everybody.
    is_known = mine or rights or not request.user.is_authenticated
    is_only = len(mine) + other_clubs.paginator.count == 1
    clubs_sign_up = is_on(sign_up_now())
    if is_only and is_known and not (request.GET or request.user.is_staff or clubs_sign_up):
        (only,) = [*mine, *other_clubs]
        response = redirect("club", only.slug)
        response["Cache-Control"] = "no-store"  # a second club may come
        return response
    # A club that search engines may not list is not named on a page that they list either.
    request.is_findable = not query and all(club.is_findable for club in other_clubs)
    context |= {
        "asked": query,
        "chosen": query and urlencode({"search": query}),
        "clubs_sign_up": clubs_sign_up,
        "mine": mine,
        "others": other_clubs,
        "to_lead": [*evenings_to_lead(led), *context["as_deputy"]],
    }
    return render(request, "clubs/home.html", context)


def led_and_helped(rights: list[Deputy]) -> dict[str, Any]:
    """The evenings that a deputy leads, and those for which they enter the results."""
    return {
        "as_deputy": [right.evening for right in rights if not right.is_helper],
        "as_helper": [right.evening for right in rights if right.is_helper],
    }


@staff_page
def found(request: SignedInRequest) -> HttpResponse:
    """Found a club and own it; the next page is for its people."""
    form = ClubForm(request.POST or None)
    if club := carried_out(request, form, flow.found_club, owner=request.user):
        messages.success(request, _("The club is founded. Now give its people their roles."))
        return redirect("people", club.slug)
    return render(request, "clubs/found.html", {"form": form})


@site_page
@by_link("set-up-here", "token")
def set_up(request: SiteRequest, *, token: str) -> HttpResponse:
    """The first page of an empty site: set up a club and an account with the printed link."""
    if settings.IS_DEMO or not constant_time_compare(token, flow.set_up_token()):
        raise Http404
    if flow.is_set_up():
        return render(request, "clubs/set_up_over.html", status=410)
    form = SetUpForm(request.POST or None)
    if form.is_valid():
        with refusals_in(form):
            club, owner = flow.set_up_club(**form.set_up)
            login(request, owner, backend=MODEL_BACKEND)
            words = _("%(club)s is set up, and you are its owner. Who plays there?")
            messages.success(request, words % {"club": club})
            return redirect("members", club.slug)
    return render(request, "clubs/set_up.html", {"form": form})


#: The button that makes the club ask owners and leaders for a second factor.
ASK = "ask"
ORDER = [Role.OWNER, Role.LEADER, Role.MEMBER]


@club_page(Action.OWN)
def people(request: SignedInClubRequest) -> HttpResponse:
    """Everybody with a role in the club, and a form to invite somebody."""
    if request.POST.get("act") in (ASK, "ask-no-more"):
        ask_second_factor(request.club, asks=request.POST["act"] == ASK, by=request.user)
        return redirect("people", request.club.slug)
    form = PersonForm(request.POST or None, club=request.club, initial=_of_player(request))
    if membership := carried_out(request, form, flow.give_role, request.club):
        words = _("%(person)s is invited: pass the link on.") % {"person": membership.user.email}
        return done(request, words, "person", membership.pk)
    people = request.club.memberships.select_related("user", "player")
    by_role = sorted(people, key=lambda row: (ORDER.index(Role(row.role)), row.shown_name.lower()))
    with_address = request.club.players.exclude(email="")
    invitable = with_address.filter(is_member=True, membership=None)
    invitable = invitable.exclude(email__in=request.club.memberships.values("user__email"))
    context = {"people": by_role, "form": form, "invitable": invitable}
    return show(request, "people/list.html", "members", **context)


def _of_player(request: ClubRequest) -> dict[str, Any]:
    """What is known of the player who is going to be invited (`?player=`)."""
    player = request.club.players.filter(pk=number_in(request.GET.get("player", ""))).first()
    return {"email": player.email, "name": str(player.parts), "player": player} if player else {}


@club_page(Action.OWN)
def person(request: SignedInClubRequest, *, person: int) -> HttpResponse:
    """One person: change the role or the player, give a link for a password, take the role."""
    membership = get_object_or_404(
        Membership.objects.select_related("user", "player"), club=request.club, pk=person
    )
    act = request.POST.get("act")
    if act == "take":
        request.refused_to = request.path
        flow.take_role(membership, by=request.user)
        words = _("%(person)s has no role any more.") % {"person": membership.shown_name}
        # A person without a role may not read the list of people.
        return done(request, words, "club" if membership.user == request.user else "people")
    if act == "mail" and settings.SENDS_EMAIL:
        request.refused_to = request.path
        send_invitation(membership, by=request.user)
        words = _("A link is on its way to %(email)s.") % {"email": membership.user.email}
        return done(request, words, "person", membership.pk)
    form = RoleForm(request.POST if act == "give" else None, club=request.club, person=membership)
    email = membership.user.email
    if carried_out(request, form, flow.give_role, request.club, email=email):
        words = _("%(person)s is changed.") % {"person": membership.shown_name}
        return done(request, words, "people")
    template = "people/take.html" if "take" in request.GET else "people/person.html"
    link = link_for(request, membership, is_asked=act == "link")
    return show(request, template, "members", person=membership, form=form, **link)


def link_for(request: HttpRequest, person: Membership, *, is_asked: bool) -> dict[str, Any]:
    """The link of an open invitation, or a link to choose a new password if one was asked for."""
    may_link = may_get_link(person)
    link = ""
    if person.is_pending:
        link = absolute(request, "invitation", person.club.slug, invitations.token_of(person))
    elif may_link and is_asked:
        link = absolute(request, "welcome", *flow.welcome_parts(person.user))
    return {"link": link, "may_link": may_link}


def may_get_link(person: Membership) -> bool:
    """Whether an owner of this club may hand out a link with which a password is chosen.

    Not for an account with a role in another club, since the link would give access to that club
    too. An invitation that is still open elsewhere does not count.
    """
    user = person.user
    elsewhere = user.memberships.in_force().exclude(club=person.club_id)
    is_ours = user.is_active and not user.is_staff and not person.is_pending
    return is_ours and not elsewhere.exists()
