"""Groups whose members do not meet: for leaders, as forbidden pairs are."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.competitions import apart as flow
from clubcomp.forms.apart import ApartForm
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show


@club_page(Action.LEAD)
def keep_apart(request: SignedInCompetitionRequest) -> HttpResponse:
    """All groups that are kept apart; make one, change one, or let one meet again."""
    competition = request.competition
    to = ("keep-apart", competition.slug)
    if "end" in request.POST:
        request.refused_to = request.path
        group, reason = request.POST["end"], request.POST.get("reason", "")
        flow.end_apart(competition, group=group, reason=reason, by=request.user)
        return done(request, _("This group may meet again."), *to)
    groups = flow.groups_apart(competition)
    form = ApartForm(
        request.POST or None, initial=_changed(request, groups), competition=competition
    )
    if form.is_valid():
        with refusals_in(form):
            flow.keep_apart(competition, by=request.user, **form.cleaned_data)
            return done(request, _("This group is kept apart."), *to)
    asks = competition.by_fide_rules and competition.has_begun()
    template = "competitions/keep_apart.html"
    return show(request, template, "competition", form=form, groups=groups, asks_reason=asks)


def _changed(request: SignedInCompetitionRequest, groups: list[flow.Apart]) -> dict[str, object]:
    """What the form begins with: the group that `?change=` names."""
    name = request.GET.get("change", "")
    for first, members in groups:
        if first.group == name:
            return {
                "group": name,
                "members": [entry.pk for entry in members],
                "how": flow.how_of(first),
                "rounds": first.until_round,
                "reason": first.reason,
            }
    return {}
