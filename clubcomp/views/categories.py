"""Which categories has a competition, and of which one is a table asked?"""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from clubcomp.flow.competitions import categories as flow
from clubcomp.flow.shadow_tables import categories_of, players_of
from clubcomp.flow.standings import RoundLine
from clubcomp.forms.categories import CategoryForm
from clubcomp.models import Category
from clubcomp.readers import Kind, Reader
from clubcomp.requests import CompetitionRequest, SignedInCompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show
from clubcomp.views.competitions import asked_row


@club_page(Action.LEAD)
def categories(request: SignedInCompetitionRequest) -> HttpResponse:
    """The categories with who is in them; one more, another rule for one (`?change=`), one less."""
    competition = request.competition
    rows = competition.categories.prefetch_related("picked__entry")
    chosen = asked_row(request, competition.categories.all(), "category")
    if chosen and request.POST.get("act") == "remove":
        request.refused_to = request.path
        flow.remove_category(chosen, by=request.user)
        words = _("The category %(category)s is removed.") % {"category": chosen}
        return done(request, words, "categories", competition.slug)
    form = CategoryForm(request.POST or None, competition=competition, category=chosen)
    kept = (
        carried_out(request, form, flow.change_category, chosen)
        if chosen
        else carried_out(request, form, flow.add_category, competition)
    )
    if kept:
        words = _("The category %(category)s is kept.") % {"category": kept}
        return done(request, words, "categories", competition.slug)
    stranger = Reader(Kind.STRANGER)
    context = {
        "form": form,
        "chosen": chosen,
        "categories": [
            (
                one,
                len(one.picked.all()),
                len(players_of(one, competition)),
                stranger.may_see(one, request.club),
            )
            for one in rows
        ],
    }
    return show(request, "competitions/categories.html", "competition", **context)


def categories_for(request: CompetitionRequest) -> list[Category]:
    """The categories of which this reader may see the table."""
    categories = categories_of(request.competition)
    return [one for one in categories if request.reader.may_see(one, request.club)]


def category_or_404(request: CompetitionRequest, written: str | None = None) -> Category | None:
    """The category that a table is asked of (`?category=`), of those that this reader may see."""
    asked = request.GET.get("category", "") if written is None else written
    if not asked:
        return None
    for category in categories_for(request):
        if str(category.pk) == asked:
            return category
    raise Http404


def narrowed(category: Category | None, last: RoundLine | None = None) -> str:
    """What an address that asks something already has besides, for the table of a category, and
    for how it was after a round.
    """
    after = f"&after={last.serial}.{last.number}" if last else ""
    return f"{after}&category={category.pk}" if category else after
