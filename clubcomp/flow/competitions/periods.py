"""The periods of a season by a club's own regulation: planned in the calendar, begun, taken back.

The regulation says what a new period brings: whether points go on or start from zero, the start
order, and promotion. Points and order hold by themselves from the first evening of the period; the
program proposes the changes of group at the border, and the leader confirms them, or takes them
back before the first round.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.translation import gettext as _

from clubcomp.flow.competitions.competition import written_options
from clubcomp.flow.competitions.groups import groups_digest, promoted, set_groups
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.standings import cached_rows, cached_snapshot
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Entry, Evening, User
from pairing.core.rules import Rules
from pairing.core.standing import StandingRow


@dataclass(frozen=True, slots=True)
class Period:
    """A part of the season: its number from 1, its evenings in the calendar, and how many rounds of
    it are on record. `length`: how many evenings it has in all; None: it has no end."""

    number: int
    first: int
    evenings: Sequence[Evening]
    rounds: int
    length: int | None

    @property
    def is_over(self) -> bool:
        """Whether all of its evenings were played."""
        is_whole = len(self.evenings) == self.length
        return is_whole and all(evening.is_closed for evening in self.evenings)


@dataclass(frozen=True, slots=True)
class Border:
    """The proposal where the next period begins: what the regulation says, and the players who
    change group, each with the new one. `seen` is the digest of the present groups."""

    period: Period
    points: str
    order: str
    groups: Sequence[tuple[Entry, str]]
    seen: str


def periods_of(competition: Competition) -> list[Period]:
    """The periods in order; none where the system has none."""
    if not competition.abilities.has_periods:
        return []
    rows = cached_rows(competition)
    starts = competition.rules.options.periods.starts
    evenings = rows.evenings(competition)
    played = [round_.evening for round_ in cached_snapshot(competition).record()]
    periods = []
    for number, first in enumerate(starts, start=1):
        has_next = number < len(starts)
        end = starts[number] if has_next else len(evenings) + 1
        of_period = [evening for evening in evenings if first <= evening.number < end]
        rounds = sum(first <= evening < end for evening in played)
        length = end - first if has_next else None
        periods.append(Period(number, first, of_period, rounds, length))
    return periods


def standing_of(competition: Competition, period: Period, scope: str) -> Sequence[StandingRow]:
    """The standing of one period alone; with points that go on, that after its last round."""
    of_period = [
        round_
        for round_ in cached_snapshot(competition).record()
        if round_.evening in {evening.number for evening in period.evenings}
    ]
    if not of_period:
        return ()
    rules = competition.rules
    options = rules.options
    periods = replace(options.periods, total="last")
    alone = Rules(rules.system, replace(options, periods=periods))
    then = cached_snapshot(competition, of_period[-1].round_key)
    return alone.standings(then, scope)


def border_of(competition: Competition) -> Border | None:
    """The proposal where all of a period was played and nothing of the next one; else None."""
    periods = periods_of(competition)
    for before, period in pairwise(periods):
        is_next = before.is_over and not period.rounds
        if is_next and period.number > competition.periods_begun:
            options = competition.rules.options.periods
            seen = groups_digest(competition)
            return Border(period, options.points, options.order, _changes(competition), seen)
    return None


def _changes(competition: Competition) -> list[tuple[Entry, str]]:
    """The players who would change group, each with the new one."""
    if not (competition.goes_up or competition.goes_down):
        return []
    if not competition.rules.options.begins_anew:
        return []
    entries = competition.entries.by_key()
    wanted = promoted(competition)
    return [
        (entry, wanted[key])
        for key, entry in entries.items()
        if key in wanted and wanted[key] != entry.group
    ]


@all_or_nothing
def plan_periods(competition: Competition, firsts: Collection[int], *, by: User | None) -> None:
    """Set the evenings, by number, with which the second and later periods begin.

    A border before an evening that was played stays, and no new one is set there.
    """
    with step_on(competition, "plan_periods", by=by) as step:
        now = step.competition
        _must_have_periods(now)
        starts = list(now.rules.options.periods.starts)
        wanted = [1, *sorted({*firsts} - {1})]
        if wanted == starts:
            return
        numbers = set(now.evenings.values_list("number", flat=True))
        if missing := next((first for first in wanted[1:] if first not in numbers), None):
            words = _("There is no evening %(number)s, so no period can begin with it.")
            raise StepError(words, number=missing)
        played = max((round_.evening for round_ in cached_snapshot(now).record()), default=0)
        if [first for first in starts if first <= played] != [
            first for first in wanted if first <= played
        ]:
            words = _(
                "What was played stays in its period: a period begins with an evening that has no"
                " round yet."
            )
            raise StepError(words)
        periods = {**now.options.get("periods", {}), "starts": wanted}
        # What was published stays as it was: only evenings to come are in another period.
        now.options = written_options(now.system, {**now.options, "periods": periods})
        now.save(update_fields=["options"])
        step.note(before={"starts": starts}, after={"starts": wanted})
        renew_proposal(step)


@all_or_nothing
def begin_period(competition: Competition, number: int, *, seen: str, by: User | None) -> None:
    """Confirm what was proposed for the next period. `seen` is the `Border.seen` of the page."""
    with step_on(competition, "begin_period", by=by) as step:
        now = step.competition
        _must_have_periods(now)
        border = border_of(now)
        if border is None or border.period.number != number or border.seen != seen:
            words = _("Something changed meanwhile, so nothing was done. Look at it again.")
            raise StepError(words)
        if border.groups:
            set_groups(now, {entry.key: group for entry, group in border.groups}, by=by)
        _begun(step, number)
        groups = {str(entry): group for entry, group in border.groups}
        facts = {"period": number, "points": border.points, "order": border.order}
        step.note(facts=facts, after={"groups": groups})


@all_or_nothing
def take_period_back(competition: Competition, *, by: User | None) -> None:
    """Take back what was confirmed last; StepError once a round of the period is on record."""
    with step_on(competition, "take_period_back", by=by) as step:
        now = step.competition
        _must_have_periods(now)
        number = now.periods_begun
        period = next((period for period in periods_of(now) if period.number == number), None)
        if number == 1 or period is None:
            raise StepError(_("No period was begun that could be taken back."))
        if period.rounds:
            words = _("Period %(number)s has been played, so it cannot be taken back.")
            raise StepError(words, number=number)
        back = [
            entry
            for entry in now.entries.select_related("player")
            if entry.moves and entry.moves[-1][1] == period.first - 1
        ]
        for entry in back:
            entry.group = entry.moves.pop()[0]
        Entry.objects.bulk_update(back, ["group", "moves"])
        _begun(step, number - 1)
        groups = {str(entry): entry.group for entry in back}
        step.note(facts={"period": number}, after={"groups": groups})
        renew_proposal(step)


def _begun(step: Step, number: int) -> None:
    step.competition.periods_begun = number
    step.competition.save(update_fields=["periods_begun"])


def _must_have_periods(competition: Competition) -> None:
    if not competition.abilities.has_periods:
        raise StepError(_("Under this system a season has no periods."))
