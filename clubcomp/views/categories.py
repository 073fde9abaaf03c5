"""The categories of a competition, and which of them the address of a table asks for."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.readers import Closeness, Reader
from clubcomp.doors.requests import CompetitionRequest, SignedInCompetitionRequest
from clubcomp.flow.competitions import categories as flow
from clubcomp.flow.standings import RoundLine, cached_rows
from clubcomp.flow.tables.shadow_tables import players_of
from clubcomp.forms.categories import CategoryForm
from clubcomp.models import Category
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show
from clubcomp.views.competitions import chosen_row, find_by_key


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


def categories_for(request: CompetitionRequest) -> list[Category]:
    """The categories whose table this reader may see."""
    reader, club = request.reader, request.club
    categories = cached_rows(request.competition).categories.values()
    return [category for category in categories if reader.may_see(category, club)]


def category_or_404(request: CompetitionRequest, written: str | None = None) -> Category | None:
    """The category that a table is limited to (`?category=`); 404 if this reader may not see it."""
    number = request.GET.get("category", "") if written is None else written
    return find_by_key(categories_for(request), number, "pk") if number else None


def table_query(category: Category | None, last: RoundLine | None = None) -> str:
    """The rest of a query string: for a table as it was after a round, of one category."""
    after = f"&after={last.serial}.{last.number}" if last else ""
    return f"{after}&category={category.pk}" if category else after
