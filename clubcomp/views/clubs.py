"""Which clubs are there, and what is there this week at one of them?"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.forms.models import model_to_dict
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubcomp.flow import clubs as flow
from clubcomp.flow.deputies import evenings_of_deputy
from clubcomp.forms.clubs import ClubForm, ClubSettingsForm, SetUpForm
from clubcomp.models import Club, Evening
from clubcomp.pages.front import AGENDA, coming_evenings, evenings_to_lead, front_of
from clubcomp.requests import (
    ClubRequest,
    SignedInClubRequest,
    SignedInRequest,
    SiteRequest,
    competitions_of,
)
from clubcomp.views.access import ALLOWED, Action, club_page, site_page, staff_page
from clubcomp.views.accounts import MODEL_BACKEND
from clubcomp.views.answers import carried_out, done, refusals_in, show


@club_page(Action.SEE)
def page(request: ClubRequest) -> HttpResponse:
    """This week: the evening of now, the last results, the top five and the agenda."""
    competitions = competitions_of(request)
    coming = coming_evenings(request.club)
    context = {"competitions": competitions, "agenda": coming[:AGENDA]}
    if competitions:
        # The competition that is on, or comes next: the navigation is about this one.
        main = coming[0].competition if coming else competitions[0]
        main.club = request.club
        request.competition = main
        context |= front_of(main, coming)
    if request.may_lead:
        context["to_lead"] = evenings_to_lead([request.club])
    elif request.user.is_authenticated:
        as_deputy = evenings_of_deputy(request.user)
        own = [evening for evening in as_deputy if evening.competition.club == request.club]
        context["as_deputy"] = own
    return show(request, "clubs/page.html", "club", **context)


@club_page(Action.OWN)
def change(request: SignedInClubRequest) -> HttpResponse:
    """The club's name, country and address."""
    form = ClubSettingsForm(request.POST or None, initial=model_to_dict(request.club))
    if changed := carried_out(request, form, flow.change_club, request.club):
        request.club = changed
        return done(request, _("The club is changed."), "club-settings")
    return show(request, "clubs/settings.html", "members", form=form)


@site_page
def home(request: SiteRequest) -> HttpResponse:
    """The clubs of the site, the visitor's own first."""
    clubs = Club.objects.order_by("name", "pk")
    mine = led = clubs.none()
    as_deputy: list[Evening] = []
    if request.user.is_authenticated:
        mine = clubs.filter(memberships__user=request.user)
        leads = {"memberships__user": request.user, "memberships__role__in": ALLOWED[Action.LEAD]}
        led = clubs.filter(**leads)
        as_deputy = evenings_of_deputy(request.user)
    context = {
        "mine": mine,
        "others": clubs.exclude(pk__in=mine),
        "to_lead": [*evenings_to_lead(led), *as_deputy],
    }
    return render(request, "clubs/home.html", context)


@staff_page
def found(request: SignedInRequest) -> HttpResponse:
    """A new club, owned by who founds it; then its people."""
    form = ClubForm(request.POST or None)
    if club := carried_out(request, form, flow.found_club, owner=request.user):
        messages.success(request, _("The club is founded. Now give its people their roles."))
        return redirect("people", club.slug)
    return render(request, "clubs/found.html", {"form": form})


@site_page
def set_up(request: SiteRequest, *, token: str) -> HttpResponse:
    """The first page of an empty site, for who started the program: one's club and account."""
    if settings.IS_DEMO or not flow.is_set_up_token(token):
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
