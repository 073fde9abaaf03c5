"""Somebody drops out after a pairing was published: one question, wherever it is noticed."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInEveningRequest
from clubcomp.flow.attendance import dropping_out as flow
from clubcomp.forms.dropping_out import DropOutForm
from clubcomp.pages.dropping_out import DropOutPage
from clubcomp.pages.progress import ATTENDANCE, Progress
from clubcomp.views.access import Action, club_page
from clubcomp.views.attendance import get_entry
from clubcomp.views.leading import address, flash, lead_page, redirect_to, refused_to, see_other

#: The pages that ask the question, and show afterwards what became of it.
ASKED_ON = frozenset({"attendance", "pairing", "results", "close"})


@club_page(Action.LEAD_EVENING)
def drop_out(request: SignedInEveningRequest, *, player: str) -> HttpResponse:
    """A player did not come, went home or cannot go on: what happened, and what is booked."""
    entry = get_entry(request, player)
    refused_to(request, "drop-out", entry.key)
    page = DropOutPage.of(request.evening, entry)
    data, competition = request.POST or None, request.competition
    form = DropOutForm(
        data,
        seat=page.seat,
        competition=competition,
        may_step_in=page.may_step_in,
        back=request.GET.get("back", ""),
    )
    back = _address_of(request, (data or request.GET).get("back", ""))
    if request.method == "POST" and form.is_valid():
        flow.drop_out(request.evening, entry, by=request.user, **form.dropping_out)
        words = form.summary
        if page.board and form.steps_in:
            white, black = page.board
            board = _("%(white)s has white against %(black)s.")
            words = f"{words} {board % {'white': white, 'black': black}}"
        flash(request, words)
        if back:
            return redirect_to(request, back)
        is_playing = bool(Progress(request.evening).still_playing)
        return see_other(request, "results" if is_playing else "attendance")
    context: dict[str, Any] = {"form": form, "entry": entry, "page": page}
    context["back"] = back or f"{address(request, 'attendance')}#player-{entry.key}"
    return lead_page(request, "attendance/drop_out.html", step=ATTENDANCE, **context)


def _address_of(request: SignedInEveningRequest, back: str) -> str:
    """The address of the page that asked the question; "" if there is no such page."""
    if back in ASKED_ON:
        return address(request, back)
    about, _prefix, key = back.partition("player-")
    if not about and key and request.competition.entries.filter(key=key).exists():
        return address(request, "drop-out", key)
    return ""
