"""For those who run the site: its clubs, and closing the pages of one of them."""

from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInRequest
from clubcomp.flow.hosting.suspending import resume_club, suspend_club
from clubcomp.forms.clubs import SuspendForm
from clubcomp.models import Club
from clubcomp.pages.clubs_of_site import clubs_page, listed, with_figures
from clubcomp.pages.sorting import sorting_in
from clubcomp.running.backups.safety import safety_now
from clubcomp.views.access import staff_page
from clubcomp.views.answers import carried_out


def refuse_in_demo() -> None:
    """The demo hosts nobody, so it has none of these pages."""
    if settings.IS_DEMO:
        raise Http404


@staff_page
def clubs(request: SignedInRequest) -> HttpResponse:
    """The clubs of the site; `?search=` narrows, `?sort=` sorts, `?page=` goes on."""
    refuse_in_demo()
    query = request.GET.get("search", "").replace("\0", "").strip()[:100]
    sorting = sorting_in(request.GET.get("sort", ""), "name")
    chosen = {name: request.GET[name] for name in ("search", "sort") if request.GET.get(name)}
    context = {
        "asked": query,
        "chosen": urlencode(chosen),
        "sorting": sorting,
        "safety": safety_now(),
    } | clubs_page(Club.objects.called(query), sorting, request.GET.get("page"))
    return render(request, "operator/clubs.html", context)


@staff_page
def club(request: SignedInRequest, *, slug: str) -> HttpResponse:
    """One club: its figures; close its pages with a reason, or open them again."""
    refuse_in_demo()
    chosen = get_object_or_404(with_figures(Club.objects.all()), slug=slug)
    request.refused_to = request.path
    if request.POST.get("act") == "resume":
        resume_club(chosen, by=request.user)
        messages.success(request, _("The pages of %(club)s are open again.") % {"club": chosen})
        return redirect("operator-club", chosen.slug)
    form = SuspendForm(request.POST or None)
    if carried_out(request, form, suspend_club, chosen):
        messages.success(request, _("The pages of %(club)s are closed.") % {"club": chosen})
        return redirect("operator-club", chosen.slug)
    (row,) = listed([chosen])
    return render(request, "operator/club.html", {"form": form, "row": row})
