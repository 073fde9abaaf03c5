"""Deciding a tie by hand: the order of players with equal points, and why."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.competitions import ties as flow
from clubcomp.flow.standings import cached_rows, rows_of
from clubcomp.forms.ties import TieForm
from clubcomp.pages.scopes import scope_or_404, standings_scopes
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show


@club_page(Action.LEAD)
def ties(request: SignedInCompetitionRequest) -> HttpResponse:
    """The ties of a standing; `?first=` chooses the one whose players get an order by hand."""
    competition, act = request.competition, request.POST.get("act")
    asked = request.POST.get("scope") or request.GET.get("scope") or ""
    scope = scope_or_404(competition, standings_scopes(competition), asked)
    to_standings = ("standings-of", competition.slug, scope.key)
    if act == "undo":
        request.refused_to = request.get_full_path()
        players = request.POST.getlist("player")
        flow.undo_tie(competition, scope=scope.played, players=players, by=request.user)
        return done(request, _("The tie-breaks decide again."), *to_standings)
    entries = cached_rows(competition).by_key
    level = [*flow.ties_in(rows_of(competition, scope.key, None), entries)]
    first = request.POST.get("first") or request.GET.get("first")
    chosen = next((tie for tie in level if str(tie.entries[0].pk) == first), None)
    context: dict[str, Any] = {"scope": scope, "ties": level, "chosen": chosen}
    if chosen:
        posted = request.POST if act == "decide" else None
        form = context["form"] = TieForm(posted, entries=chosen.entries)
        if form.is_valid():
            with refusals_in(form):
                flow.decide_tie(
                    competition,
                    scope=scope.played,
                    order=form.order,
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                )
                return done(request, _("The tie is decided."), *to_standings)
    rows = {row.player: row for row in rows_of(competition, scope.key, None)}
    context["decided"] = [
        (tie, [entries[key] for key in tie.players if key in entries], rows.get(tie.players[0]))
        for tie in competition.ties
        if tie.scope == scope.played
    ]
    return show(request, "standings/ties.html", "competition", **context)
