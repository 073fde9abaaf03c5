"""Reporting games to a federation: which, what is missing, and what was reported before."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.documents import federation_reports as flow
from clubcomp.flow.documents.federation_reports import ReportChoice
from clubcomp.forms.documents import GamesReportForm
from clubcomp.models import Competition, Entry
from clubcomp.pages.consents import silent_words, withheld_words
from clubcomp.pages.spreadsheets import attachment
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show
from pairing.core.types import Player
from pairing.formats.trf_text import decoded


@club_page(Action.LEAD)
def report_games(request: SignedInCompetitionRequest) -> HttpResponse:
    """Choose the games, see what the report lacks (`act=look`), and make it."""
    competition = request.competition
    targets = flow.targets_of(competition)
    asked = request.GET.get("target", "")
    target = asked if asked in dict(targets) else targets[0][0]
    form = GamesReportForm(
        request.POST or None,
        targets=targets,
        tempos=[(tempo.key, str(tempo)) for tempo in competition.tempos.all()],
        initial={"target": target, **asdict(flow.last_facts(competition, target))},
    )
    outlook = None
    if form.is_valid():
        choice = _choice(form.cleaned_data)
        if request.POST.get("act") == "make":
            with refusals_in(form):
                made = flow.make_report(competition, choice, by=request.user)
                words = _("“%(file)s” is made: download it below.") % {"file": made.name}
                return done(request, words, "report-games", competition.slug)
        outlook = flow.outlook(competition, choice)
    return show(
        request,
        "downloads/report_games.html",
        "competition",
        form=form,
        outlook=outlook,
        lacking=_entries(competition, outlook.unnumbered) if outlook else [],
        withheld=[withheld_words(*facts) for facts in outlook.withheld] if outlook else [],
        silent=silent_words(outlook.silent) if outlook else "",
        sent=competition.sent_reports.defer("games"),
    )


def _entries(competition: Competition, players: Sequence[Player]) -> list[Entry]:
    by_key = {entry.key: entry for entry in competition.entries.select_related("player")}
    return [by_key[player.id] for player in players]


def _choice(data: dict[str, Any]) -> ReportChoice:
    tempo = data.get("tempo", "")
    return ReportChoice(data["target"], tempo, data["first"], data["last"], flow.facts_of(data))


@club_page(Action.LEAD)
def report_file(request: SignedInCompetitionRequest, *, report: int) -> HttpResponse:
    """A report that was made, to download; with POST it is crossed out."""
    made = get_object_or_404(request.competition.sent_reports, pk=report)
    request.refused_to = reverse("report-games", args=[request.club.slug, request.competition.slug])
    if request.method == "POST":
        flow.remove_report(made, by=request.user)
        words = _("“%(file)s” is crossed out: its games count as not reported.")
        return done(request, words % {"file": made.name}, "report-games", request.competition.slug)
    if made.data is None:
        raise Http404
    data = bytes(made.data)
    kind = "text/csv" if made.name.endswith(".csv") else "text/plain"
    charset = decoded(data)[1].removesuffix("-sig")
    return attachment(data, made.name, f"{kind}; charset={charset}")
