"""The screen in the playing hall, which asks every few seconds whether anything changed."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from clubcomp.doors.requests import (
    ClubRequest,
    CompetitionRequest,
    SignedInEveningRequest,
    SiteRequest,
    daily_competitions,
    is_poll,
    minute_shown,
)
from clubcomp.models import Competition
from clubcomp.pages.hall import sheets_of, sheets_of_proposal
from clubcomp.pages.progress import Progress
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import see_other


@club_page(Action.SEE)
def hall(request: CompetitionRequest) -> HttpResponse:
    """The screens of one competition."""
    return _display(request, [request.competition], str(request.competition.version))


@club_page(Action.SEE)
def club_hall(request: ClubRequest) -> HttpResponse:
    """The screens of every competition that is being played now, or else of the latest one."""
    competitions = daily_competitions(request)
    version = f"{request.club.version}-{sum(row.version for row in competitions)}"
    playing = [row for row in competitions if row.evenings.opened().exists()]
    return _display(request, playing or competitions[:1], version)


@club_page(Action.LEAD_EVENING)
def preview(request: SignedInEveningRequest) -> HttpResponse:
    """What the hall will show once the proposal is published; this page does not poll."""
    round_ = Progress(request.evening).proposed
    sheets = sheets_of_proposal(round_) if round_ else []
    if not sheets:
        return see_other(request, "pairing")
    return render(request, "hall/display.html", {"sheets": sheets, "is_preview": True})


def _display(
    request: SiteRequest, competitions: Sequence[Competition], version: str
) -> HttpResponse:
    """The whole page, or only the screens when the page polls."""
    context: dict[str, Any] = {
        "sheets": [sheet for row in competitions for sheet in sheets_of(row)],
        # The page also depends on the day: tonight's evening is the last one tomorrow.
        "version": f"{timezone.localdate().isoformat()}-{version}",
        "now": minute_shown(request),
        "several": len(competitions) > 1,
    }
    name = "_changes" if is_poll(request) else "display"
    return render(request, f"hall/{name}.html", context)
