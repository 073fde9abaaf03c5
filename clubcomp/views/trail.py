"""The log: what was changed, by whom and when. For the club's own people."""

import json

from django.core.paginator import Paginator
from django.db.models import Case, F, Func, JSONField, Q, QuerySet, TextField, When
from django.db.models.functions import Cast
from django.http import HttpResponse

from clubcomp.doors.requests import SignedInClubRequest
from clubcomp.forms.trail import FilterForm
from clubcomp.models import Player, TrailEntry
from clubcomp.pages.trail import Undoing, days_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show

LINES_A_PAGE = 50


def narrowed(
    trail: QuerySet[TrailEntry], form: FilterForm, *, with_notes: bool
) -> QuerySet[TrailEntry]:
    """The lines that match everything that was chosen; a player matches by the whole name.

    `with_notes`: the search also looks in how and why somebody was away.
    """
    chosen = form.narrowing
    trail = trail.filter(
        **{name: chosen[name] for name in {"competition", "evening"} & chosen.keys()}
    )
    if form.actions:
        trail = trail.filter(action__in=form.actions)
    if player := chosen.get("player"):
        # As JSON writes it, in quotes, so that Jan does not match Jan de Vries.
        trail = _saying(trail, json.dumps(str(player), ensure_ascii=False), with_notes)
    for word in chosen.get("search", "").split():
        trail = _saying(trail, word, with_notes)
    return trail


def _saying(trail: QuerySet[TrailEntry], text: str, with_notes: bool) -> QuerySet[TrailEntry]:
    """The lines that have a text in what was changed, why, or by whom."""
    written = {
        name: Cast(F(name) if with_notes else _without_absence(name), TextField())
        for name in ("facts", "before", "after")
    }
    may_match = Q() if with_notes else ~Q(action__in=TrailEntry.ABOUT_ABSENCE)
    in_words = (may_match & Q(reason__icontains=text)) | Q(by_name__icontains=text)
    for name in written:
        in_words |= Q(**{f"{name}_text__icontains": text})
    return trail.alias(**{f"{name}_text": cast for name, cast in written.items()}).filter(in_words)


def _without_absence(name: str) -> Case:
    """The values of a column without how somebody was away, which not every member may read."""
    is_object = Q(**{f"{name}__isnull": False}) & Q(action__in=TrailEntry.ABOUT_ABSENCE)
    if name != "facts":
        return Case(When(is_object, then=None), default=F(name))
    less = Func(F(name), template="(%(expressions)s - 'way' - 'kind')", output_field=JSONField())
    return Case(When(is_object, then=less), default=F(name))


@club_page(Action.SEE_INSIDE)
def lines(request: SignedInClubRequest) -> HttpResponse:
    """The club's log, newest first, narrowed by the form."""
    form = FilterForm(request.GET, club=request.club)
    form.full_clean()
    trail = TrailEntry.objects.filter(club=request.club)
    trail = narrowed(trail, form, with_notes=request.may_lead)
    if not request.may_own:
        trail = trail.exclude(TrailEntry.FOR_OWNERS)
    if not request.may_lead and {"player", "search"} & set(form.narrowing):
        # Searching for a name must not reveal which pairs are forbidden.
        trail = trail.exclude(TrailEntry.FOR_LEADERS)
    if not request.may_lead and "search" in form.narrowing:
        # Nor may a search reveal an address or a date of birth that the page does not show.
        trail = trail.exclude(TrailEntry.SAYS_PRIVATE).exclude(action="add_members")
    trail = trail.select_related("competition", "evening__competition", "evening__tempo")
    page = Paginator(trail, LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "form": form, "chosen": form.chosen}
    undos = {}
    if request.may_lead:
        undos = Undoing(request.club, request.user, request.may_own).of(page)
    context["days"] = days_of(page, undos)
    context["told"] = {line.pk for line in page if request.may_lead or _is_told(line, request.me)}
    return show(request, "trail/lines.html", "trail", **context)


def _is_told(line: TrailEntry, reader: Player | None) -> bool:
    """Whether a member reads all that a line says: nothing private, nobody else's absence."""
    return not line.says_private and (not line.says_why_absent or line.is_about(reader))
