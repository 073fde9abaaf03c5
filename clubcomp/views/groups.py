"""The groups of a competition: proposed by rating or by the table, changed by hand, and saved."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.competitions import groups as flow
from clubcomp.flow.tables.promotion import last_table, level_at_edges
from clubcomp.forms.groups import DivideForm, GroupsForm
from clubcomp.models import Competition
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, refusals_in, show


@club_page(Action.LEAD)
def groups(request: SignedInCompetitionRequest) -> HttpResponse:
    """Everybody's group, or with `?order=` a proposed division; one press saves it."""
    competition = request.competition
    playing = competition.entries.filter(left=None).select_related("player")
    entries = {entry.key: entry for entry in playing.order_by("group", "start")}
    now = {key: entry.group for key, entry in entries.items()}
    divide = DivideForm(request.GET if "order" in request.GET else None)
    proposed = now | (_proposed(competition, divide) if divide.is_valid() else {})
    form = GroupsForm(request.POST or None, competition=competition, groups=proposed)
    if (changed := carried_out(request, form, flow.set_groups, competition)) is not None:
        words = _("The groups are saved. Players who changed: %(count)s.")
        return done(request, words % {"count": len(changed)}, "groups", competition.slug)
    rows = [(entry, form.groups[key], now[key]) for key, entry in entries.items()]
    return show(
        request,
        "competitions/groups.html",
        "competition",
        divide=divide,
        form=form,
        rows=sorted(rows, key=lambda row: row[1]),
        is_proposal=proposed != now,
        level=level_at_edges(competition, last_table(competition)),
        begun="counts" in form.fields,
        since=flow.last_evening(competition) + 1,
        seen=flow.groups_digest(competition),
    )


def _proposed(competition: Competition, divide: DivideForm) -> dict[str, str]:
    """The groups that a division proposes; if it is impossible, its form says why."""
    order = divide.cleaned_data["order"]
    if order == "promotion":
        return flow.promoted(competition)
    with refusals_in(divide):
        in_order = flow.by_table if order == "table" else flow.by_rating
        return flow.in_groups(in_order(competition), divide.cleaned_data["groups"])
    return {}
