"""Was somebody away with notice or without? Put right afterwards, with a reason."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow import notice as flow
from clubcomp.flow.corrections import preview_notice
from clubcomp.forms.notice import NoticeForm, WithoutNoticeForm
from clubcomp.pages.corrections import shown_preview
from clubcomp.pages.progress import CLOSE, Progress
from clubcomp.requests import SignedInEveningRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.evenings import close_page, forecast_of
from clubcomp.views.leading import lead_page, pressed_on, refused_to, say, see_other


@club_page(Action.LEAD_EVENING)
def correct(request: SignedInEveningRequest) -> HttpResponse:
    """How a player was away on this evening, also when it is closed.

    `player` and `kind` in the address fill the form in.
    """
    progress = Progress.of(request.evening)
    form = NoticeForm(
        request.POST or None,
        initial=request.GET.dict(),
        evening=request.evening,
        rounds=progress.rounds,
    )
    refused_to(request, "correct-notice")
    abilities = request.competition.abilities
    context: dict[str, Any] = {"form": form, "abilities": abilities}
    if request.method == "POST" and form.is_valid():
        player, chosen = form.cleaned_data["player"], form.correction
        if form.is_look:
            preview = preview_notice(request.evening, player, **chosen)
            context |= shown_preview(request.competition, preview, everybody=False)
            context["seen"] = flow.notice_digest(request.evening, player, chosen["number"])
        else:
            given = {name: form.cleaned_data[name] for name in ("seen", "reason")}
            flow.correct_notice(request.evening, player, **chosen, **given, by=request.user)
            say(request, _("Corrected for %(player)s.") % {"player": player})
            return see_other(request, "close")
    return lead_page(request, "notice/correct.html", step=CLOSE, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
@pressed_on("close")
def without(request: SignedInEveningRequest) -> HttpResponse:
    """Those who were expected and stayed away without a word, all in one press."""
    forecast = forecast_of(request)
    form = WithoutNoticeForm(request.POST, awaited=forecast.awaited_entries)
    if not form.is_valid():
        return close_page(request, forecast, form)
    players, reason = form.cleaned_data["players"], form.cleaned_data["reason"]
    flow.count_without_notice(request.evening, players, reason=reason, by=request.user)
    said = ngettext(
        "%(count)s player counts as absent without notice.",
        "%(count)s players count as absent without notice.",
        len(players),
    )
    say(request, said % {"count": len(players)})
    return see_other(request, "close")
