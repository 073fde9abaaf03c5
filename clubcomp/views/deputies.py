"""Deputies, who lead one evening, and helpers, who enter its results: naming them, their links."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInEveningRequest, SiteRequest
from clubcomp.doors.sessions import end_sessions
from clubcomp.doors.sign_in import network_of
from clubcomp.flow.accounts import deputies as flow
from clubcomp.flow.accounts.links import count_wrong_link
from clubcomp.forms.evenings import DeputyForm
from clubcomp.models import Deputy
from clubcomp.pages.own_account import devices_of
from clubcomp.views.access import Action, ClubSuspended, club_page, site_page
from clubcomp.views.answers import carried_out, show
from clubcomp.views.competitions import find_by_key
from clubcomp.views.leading import flash, redirect_to, see_other
from clubcomp.views.second_step import MODEL_BACKEND
from clubcomp.views.token_links import by_link


@club_page(Action.LEAD)
def deputies(request: SignedInEveningRequest) -> HttpResponse:
    """The deputies and helpers of this evening with their links and the devices that opened them.

    Name or remove one, or sign out a device. `?scope=` chooses between deputy and helper.
    """
    request.refused_to, evening = request.path, request.evening
    deputies = evening.deputies.select_related("user")
    if request.POST.get("act") == "remove":
        deputy = find_by_key(deputies, request.POST.get("deputy", ""), "pk")
        flow.remove_deputy(deputy, by=request.user)
        flash(request, _("The right of %(person)s has ended.") % {"person": deputy})
        return see_other(request, "deputies")
    if request.POST.get("act") == "sign-out":
        deputy = find_by_key(deputies.filter(by_link=True), request.POST.get("deputy", ""), "pk")
        end_sessions(deputy.user, None, only=request.POST.get("device", ""))
        flash(request, _("The device is signed out. With the link it can come back."))
        return see_other(request, "deputies")
    wanted = request.GET.get("scope", "")
    form = DeputyForm(request.POST or None, club=request.club, wanted=wanted)
    if named := carried_out(request, form, flow.name_deputy, evening):
        words = _("%(person)s is a deputy now.")
        if named.is_helper:
            words = _("%(person)s may enter the results now.")
        flash(request, words % {"person": named})
        return redirect_to(request, request.get_full_path())
    with_links = [(deputy, link_of(request, deputy)) for deputy in deputies]
    shown = [
        (deputy, link, devices_of(deputy.user, None) if link else []) for deputy, link in with_links
    ]
    context = {"evening": evening, "deputies": shown, "form": form}
    return show(request, "evenings/deputies.html", "dashboard", **context)


def link_of(request: HttpRequest, deputy: Deputy) -> str:
    """The address that a deputy without an account opens; "" if there is no link to hand out."""
    if not deputy.by_link or deputy.is_over:
        return ""
    address = reverse("deputy", args=[deputy.pk, flow.deputy_token(deputy)])
    return request.build_absolute_uri(address)


@site_page
@by_link("deputy-here", "deputy", "token")
def start_as_deputy(request: SiteRequest, *, deputy: int, token: str) -> HttpResponse:
    """A deputy's link: what it allows, and the button that starts.

    Only the button signs in, because messengers open links by themselves.
    """
    invited = flow.deputy_of_link(deputy, token)
    if invited is None:
        if club := flow.guessed_at(deputy, token):
            count_wrong_link(club, network_of(request))
        return render(request, "evenings/deputy_over.html", status=410)
    evening, user = invited.evening, invited.user
    if evening.competition.club.suspended_at:
        raise ClubSuspended(None)
    timezone.activate(evening.competition.club.time_zone)
    if request.method == "POST":
        login(request, user, backend=MODEL_BACKEND)
        request.session.set_expiry(invited.ends_at)
        competition = evening.competition
        page = "results" if invited.is_helper else "lead"
        return redirect(page, competition.club.slug, competition.slug, evening.serial)
    signed_in_as = request.user if request.user.is_authenticated and request.user != user else ""
    context = {"deputy": invited, "evening": evening, "signed_in_as": signed_in_as}
    return render(request, "evenings/deputy.html", context)
