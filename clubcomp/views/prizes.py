"""The prizes of a competition, and who would win them now."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.competitions import prizes as flow
from clubcomp.flow.standings import cached_rows
from clubcomp.forms.prizes import PrizeForm, PrizeRuleForm
from clubcomp.pages.prizes import prizes_of, tables_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show
from clubcomp.views.competitions import chosen_row


@club_page(Action.LEAD)
def prizes(request: SignedInCompetitionRequest) -> HttpResponse:
    """The prizes with their present winners; add, change (`?change=`) or remove one; the rule."""
    competition, act = request.competition, request.POST.get("act", "")
    chosen = chosen_row(request, competition.prizes.select_related("winner"), "prize")
    to_prizes = ("prizes", competition.slug)
    if chosen and act == "remove":
        request.refused_to = request.path
        flow.remove_prize(chosen, by=request.user)
        return done(request, _("The prize is removed."), *to_prizes)
    if act == "rule":
        rule = {name: name in request.POST for name in flow.RULE}
        flow.change_prize_rule(competition, by=request.user, **rule)
        return done(request, _("The rule is kept."), *to_prizes)
    tables = tables_of(competition)
    posted = request.POST if act == "keep" else None
    form = PrizeForm(posted, competition=competition, tables=tables, prize=chosen)
    step = flow.change_prize if chosen else flow.add_prizes
    if carried_out(request, form, step, chosen or competition):
        return done(request, _("The prizes are kept."), *to_prizes)
    return show(
        request,
        "competitions/prizes.html",
        "competition",
        form=form,
        chosen=chosen,
        rule=PrizeRuleForm(instance=competition),
        prizes=prizes_of(competition, cached_rows(competition).categories.values()),
    )
