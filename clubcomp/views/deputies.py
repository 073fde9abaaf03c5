"""Deputies: naming them for an evening, and the link with which one starts."""

from django.contrib.auth import login
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubcomp.flow import deputies as flow
from clubcomp.forms.deputies import DeputyForm
from clubcomp.models import Deputy
from clubcomp.requests import EveningRequest, SignedInEveningRequest, SiteRequest
from clubcomp.views.access import Action, club_page, site_page
from clubcomp.views.accounts import MODEL_BACKEND
from clubcomp.views.entries import find_by_key
from clubcomp.views.leading import say, see_other
from clubcomp.views.refused import refusals_in


@club_page(Action.LEAD)
def deputies(request: SignedInEveningRequest) -> HttpResponse:
    """Who may lead this evening as a deputy, with their links; one more, or one fewer."""
    request.refused_to = request.path
    if request.POST.get("act") == "remove":
        deputy = find_by_key(deputies_of(request), request.POST.get("deputy", ""), "pk")
        flow.remove_deputy(deputy, by=request.user)
        say(request, _("%(person)s is no deputy any more.") % {"person": deputy})
        return see_other(request, "deputies")
    form = DeputyForm(request.POST or None, club=request.club)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            deputy = flow.name_deputy(request.evening, by=request.user, **form.cleaned_data)
            say(request, _("%(person)s is a deputy now.") % {"person": deputy})
            return see_other(request, "deputies")
    # Of each deputy the link too, while there is one to hand out.
    with_links = [
        (deputy, link_of(request, deputy) if deputy.by_link and not deputy.is_over else "")
        for deputy in deputies_of(request)
    ]
    context = {
        "section": "dashboard",
        "evening": request.evening,
        "deputies": with_links,
        "form": form,
    }
    return render(request, "evenings/deputies.html", context)


def deputies_of(request: EveningRequest) -> QuerySet[Deputy]:
    """The deputies of this request's evening."""
    return request.evening.deputies.select_related("user")


def link_of(request: HttpRequest, deputy: Deputy) -> str:
    """The address that a deputy without an account opens."""
    address = reverse("deputy", args=[deputy.pk, flow.deputy_token(deputy)])
    return request.build_absolute_uri(address)


@site_page
def start(request: SiteRequest, *, deputy: int, token: str) -> HttpResponse:
    """A deputy's link: what it lets one do, and the button that starts.

    Only the button signs in: programs that send messages open links by themselves.
    """
    found = flow.deputy_of_link(deputy, token)
    if found is None:
        return render(request, "evenings/deputy_over.html", status=410)
    evening = found.evening
    if request.method == "POST":
        login(request, found.user, backend=MODEL_BACKEND)
        request.session.set_expiry(found.ends_at)
        competition = evening.competition
        return redirect("lead", competition.club.slug, competition.slug, evening.serial)
    others = request.user.is_authenticated and request.user != found.user
    context = {"deputy": found, "evening": evening, "signed_in_as": request.user if others else ""}
    return render(request, "evenings/deputy.html", context)
