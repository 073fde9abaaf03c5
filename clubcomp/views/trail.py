"""What was changed, by whom and when? For the club's own people."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubcomp.forms.trail import FilterForm
from clubcomp.models import TrailEntry
from clubcomp.views.access import Action, club_page

LINES_A_PAGE = 50


@club_page(Action.SEE_INSIDE)
def lines(request: HttpRequest) -> HttpResponse:
    """The trail of the club, newest first; `?competition=` and `?evening=` narrow it."""
    form = FilterForm(request.GET, club=request.club)
    form.full_clean()
    trail = TrailEntry.objects.filter(club=request.club, **form.narrowing)
    trail = trail.select_related("competition", "evening__competition", "evening__tempo")
    page = Paginator(trail, LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {"section": "trail", "page": page, "form": form, "chosen": form.chosen}
    return render(request, "trail/lines.html", context)
