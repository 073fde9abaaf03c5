"""The categories of a competition, for those who lead it."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.readers import Closeness, Reader
from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.competitions import categories as flow
from clubcomp.flow.tables.shadow_tables import players_of
from clubcomp.forms.categories import CategoryForm
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show
from clubcomp.views.competitions import chosen_row


@club_page(Action.LEAD)
def categories(request: SignedInCompetitionRequest) -> HttpResponse:
    """The categories and how many players are in them; add, change (`?change=`) or remove one."""
    competition = request.competition
    chosen = chosen_row(request, competition.categories.all(), "category")
    if chosen and request.POST.get("act") == "remove":
        request.refused_to = request.path
        flow.remove_category(chosen, by=request.user)
        words = _("The category %(category)s is removed.") % {"category": chosen}
        return done(request, words, "categories", competition.slug)
    form = CategoryForm(request.POST or None, competition=competition, category=chosen)
    step = flow.change_category if chosen else flow.add_category
    if stored := carried_out(request, form, step, chosen or competition):
        words = _("The category %(category)s is kept.") % {"category": stored}
        return done(request, words, "categories", competition.slug)
    stranger = Reader(Closeness.STRANGER)
    categories = [
        (
            category,
            len(category.picked.all()),
            len(players_of(category, competition)),
            stranger.may_see(category, request.club),
        )
        for category in competition.categories.prefetch_related("picked__entry")
    ]
    context = {"form": form, "chosen": chosen, "categories": categories}
    return show(request, "competitions/categories.html", "competition", **context)
