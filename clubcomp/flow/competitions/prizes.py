"""The prizes of a competition and the rule for them; `pages.prizes` says who wins them."""

from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow.checks import assign, check_row, check_texts, reread
from clubcomp.flow.errors import StepError
from clubcomp.flow.rows_now import entry_now, tempo_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Prize, User

#: The columns of a prize, and those of a competition that make up the rule.
FIELDS = ("name", "worth", "tempo", "group", "category", "place", "winner", "is_apart")
RULE = ("one_prize_each", "dearest_prize_first", "ties_share_prizes")
#: The most prizes of a competition.
MOST = 60


@all_or_nothing
def add_prizes(
    competition: Competition,
    *,
    until: int | None = None,
    number: int | None = None,
    by: User | None,
    **values: Any,
) -> list[Prize]:
    """Add a prize, or one for each place `until` another; `values` are its `FIELDS`.

    They are inserted in the list at this `number`, or else at the end.
    """
    with step_on(competition, "add_prizes", at_any_stage=True, by=by) as step:
        first = values.get("place")
        places = range(first, (until or first) + 1) if first else [None]
        if not places:
            raise StepError(_("The last place comes before the first."))
        count = step.competition.prizes.count()
        if count + len(places) > MOST:
            raise StepError(_("A competition has at most %(most)s prizes."), most=MOST)
        prizes = []
        for at, place in enumerate(places):
            prize = Prize(competition=step.competition, number=count + 1 + at)
            _set(step, prize, {**values, "place": place})
            prize.save()
            _move(step, prize, number and number + at)
            prizes.append(prize)
            step.note(facts={"prize": name_in_log(prize)}, after=as_json(prize))
        return prizes


@all_or_nothing
def change_prize(
    prize: Prize, *, number: int | None = None, by: User | None, **values: Any
) -> Prize:
    """Another name, table, place or winner of a prize, or another `number` in the list."""
    with step_on(prize.competition, "change_prize", at_any_stage=True, by=by) as step:
        now = _prize_now(step, prize)
        before = as_json(now)
        _set(step, now, values)
        now.save()
        _move(step, now, number)
        step.note_change(before, as_json(now), facts={"prize": name_in_log(now)})
        return now


@all_or_nothing
def remove_prize(prize: Prize, *, by: User | None) -> None:
    """Remove a prize; those behind it move up in the list."""
    with step_on(prize.competition, "remove_prize", at_any_stage=True, by=by) as step:
        now = _prize_now(step, prize)
        before, name = as_json(now), name_in_log(now)
        now.delete()
        _number(list(step.competition.prizes.all()))
        step.note(facts={"prize": name}, before=before)


@all_or_nothing
def change_prize_rule(competition: Competition, *, by: User | None, **rule: bool) -> None:
    """Change the rule by which prizes are given: some of the columns in `RULE`."""
    with step_on(competition, "change_prize_rule", at_any_stage=True, by=by) as step:
        now = step.competition
        before = {name: getattr(now, name) for name in RULE}
        assign(now, rule, RULE)
        if step.note_change(before, before | rule):
            now.save(update_fields=RULE)


@all_or_nothing
def carry_prizes(competition: Competition, new: Competition, *, by: User | None) -> None:
    """Copy the prizes of a competition to another one, without winners by hand."""
    tempos = {tempo.key: tempo for tempo in new.tempos.all()}
    categories = {category.name: category for category in new.categories.all()}
    groups = {*new.entries.values_list("group", flat=True)}
    for prize in competition.prizes.select_related("tempo", "category"):
        values = {name: getattr(prize, name) for name in FIELDS} | {"winner": None}
        values["tempo"] = prize.tempo and tempos[prize.tempo.key]
        values["category"] = prize.category and categories.get(prize.category.name)
        has_group = not prize.group or prize.group in groups
        if has_group and bool(values["category"]) == bool(prize.category):
            add_prizes(new, by=by, **values)


def _prize_now(step: Step, prize: Prize) -> Prize:
    prizes = step.competition.prizes.select_related("tempo", "category", "winner__player")
    return reread(prizes, prize, _("This prize is no longer there. Look at the page again."))


def _set(step: Step, prize: Prize, values: dict[str, Any]) -> None:
    """Give a prize these values; StepError for impossible ones."""
    assign(prize, values, FIELDS)
    prize.name = prize.name.strip()
    check_texts(prize)
    if prize.tempo:
        prize.tempo = tempo_now(step, prize.tempo)
    if prize.category:
        categories = step.competition.categories.all()
        gone = _("This category is no longer in the competition. Look at the page again.")
        prize.category = reread(categories, prize.category, gone)
    groups = step.competition.entries.values_list("group", flat=True)
    if prize.group and prize.group not in groups:
        raise StepError(_("There is no group %(group)s. Choose another table."), group=prize.group)
    if prize.winner:
        prize.winner = entry_now(step, prize.winner)
    if prize.place is None:
        prize.tempo, prize.category, prize.group = None, None, ""
    else:
        prize.winner = None
    check_row(prize)


def _move(step: Step, prize: Prize, number: int | None) -> None:
    """Move a prize to this number in the list; None leaves it where it is."""
    in_order = list(step.competition.prizes.exclude(pk=prize.pk))
    if number is not None:
        in_order.insert(max(0, number - 1), prize)
        _number(in_order)


def _number(prizes: list[Prize]) -> None:
    for number, prize in enumerate(prizes, start=1):
        prize.number = number
    Prize.objects.bulk_update(prizes, ["number"])


def name_in_log(prize: Prize) -> str:
    """How the log names a prize."""
    return prize.name or f"{prize.number}."


def as_json(prize: Prize) -> dict[str, Any]:
    """What the trail keeps of a prize."""
    whose = {name: str(getattr(prize, name) or "") for name in ("tempo", "category", "winner")}
    same = ("number", "name", "worth", "group", "place", "is_apart")
    return {name: getattr(prize, name) for name in same} | whose
