"""The categories of a competition; `flow.tables.shadow_tables` says who is in them."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.checks import assign, check_row, check_texts, reread
from clubcomp.flow.errors import StepError
from clubcomp.flow.rows_now import entry_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Category, CategoryPlayer, Competition, Entry, Prize, Tempo, User

#: The columns of a category, in the order of its form.
RULE = ("born_from", "born_until", "is_women", "rating_from", "rating_until", "is_newcomers")
FIELDS = ("name", *RULE, "is_public")
#: How many categories a page has room for.
MOST = 20


@all_or_nothing
def add_category(
    competition: Competition, *, picked: Iterable[Entry] = (), by: User | None, **values: Any
) -> Category:
    """Add a category; `values` are its `FIELDS`, `picked` players who are in it in any case."""
    with step_on(competition, "add_category", at_any_stage=True, by=by) as step:
        if step.competition.categories.count() >= MOST:
            raise StepError(_("A competition has at most %(most)s categories."), most=MOST)
        now = Category(competition=step.competition)
        _keep(step, now, picked, values)
        step.note(facts={"category": now.name}, after=as_json(now))
        return now


@all_or_nothing
def change_category(
    category: Category, *, picked: Iterable[Entry] = (), by: User | None, **values: Any
) -> Category:
    """Change the name or rule of a category, or who is picked for it."""
    with step_on(category.competition, "change_category", at_any_stage=True, by=by) as step:
        now = _category_now(step, category)
        before = as_json(now)
        _keep(step, now, picked, values)
        step.note_change(before, as_json(now), facts={"category": now.name})
        return now


@all_or_nothing
def remove_category(category: Category, *, by: User | None) -> None:
    """Remove a category and its table; its players stay in the standings."""
    with step_on(category.competition, "remove_category", at_any_stage=True, by=by) as step:
        now = _category_now(step, category)
        must_have_no_prizes(now.prizes.all(), now)
        before = as_json(now)
        now.delete()
        step.note(facts={"category": now.name}, before=before)


def must_have_no_prizes(prizes: QuerySet[Prize], table: Category | Tempo) -> None:
    """StepError if there are prizes for a category or tempo that should be removed."""
    if prizes.exists():
        words = _("There are prizes for the table %(table)s. Remove these first.")
        raise StepError(words, table=table)


def _category_now(step: Step, category: Category) -> Category:
    gone = _("This category is no longer in the competition. Look at the page again.")
    return reread(step.competition.categories.all(), category, gone)


def _keep(step: Step, category: Category, picked: Iterable[Entry], values: dict[str, Any]) -> None:
    """Store a category with these values and players; StepError for impossible ones."""
    assign(category, values, FIELDS)
    category.name = category.name.strip()
    entries = [entry_now(step, entry) for entry in picked]
    _check(category, entries)
    category.save()
    rows = CategoryPlayer.objects.filter(category=category)
    rows.exclude(entry__in=entries).delete()
    known = set(rows.values_list("entry_id", flat=True))
    CategoryPlayer.objects.bulk_create(
        CategoryPlayer(category=category, entry=entry) for entry in entries if entry.pk not in known
    )


def _check(category: Category, picked: list[Entry]) -> None:
    check_texts(category)
    existing = category.competition.categories.exclude(pk=category.pk)
    check_row(category)
    if existing.filter(name__iexact=category.name).exists():
        raise StepError(_("There is already a category “%(category)s”."), category=category.name)
    if not (category.has_rule or picked):
        raise StepError(_("Say who is in this category, or tick players."))


def as_json(category: Category) -> dict[str, Any]:
    """A category as the log has it."""
    picked = category.picked.select_related("entry__player").order_by("entry__player__sort_key")
    values = {name: getattr(category, name) for name in FIELDS}
    return values | {"players": [str(row.entry) for row in picked]}


@all_or_nothing
def carry_categories(
    competition: Competition, new: Competition, years: int, *, by: User | None
) -> None:
    """Copy the categories of a competition to a new one, with years of birth moved by `years`."""
    entries = {entry.player_id: entry for entry in new.entries.all()}
    for category in competition.categories.prefetch_related("picked__entry"):
        values = {name: getattr(category, name) for name in FIELDS}
        for name in ("born_from", "born_until"):
            values[name] = values[name] and values[name] + years
        picked = [
            entry for row in category.picked.all() if (entry := entries.get(row.entry.player_id))
        ]
        if category.has_rule or picked:
            add_category(new, picked=picked, by=by, **values)
