"""Which players of an evening are not paired in a round, and why?

No player who was there in the round before is left out in silence: they are paired, or somebody
has said that they are away.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import ngettext

from clubcomp.flow.attendance.sheet import (
    OnRecord,
    belonging,
    on_another_day,
    state_in,
    was_there_before,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposal import from_json
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Entry, Round
from clubcomp.models.plans import Plan, Status, plans_of
from clubcomp.record.snapshots import snapshot_from, with_proposed


class LeftOut(StepError):
    """Players who were there in the round before would not be paired, and nobody said why."""


@dataclass(frozen=True, slots=True)
class NotPaired:
    """A player who is not paired in a round. `why` is what `sheet.state_in` gives, or "free".

    `was_there`: in the round before. `is_left_out`: they were, and nobody said why they are not
    in this one. `ahead`: the number of the round before, if they played that ahead instead.
    """

    entry: Entry
    plan: Plan
    why: str
    was_there: bool
    is_left_out: bool
    ahead: int | None = None

    @property
    def from_game(self) -> int | None:
        """The game from which a latecomer is present."""
        return self.plan.from_game if self.why == "later" else None


def who_is_not_paired(
    round_: Round, rows: Rows, plans: Mapping[int, Plan] | None = None
) -> list[NotPaired]:
    """The players who are not in a proposal, by name; `rows` are the competition's. One query where
    somebody plays on another day, and one without the `plans` of its evening.

    Occasional players are not listed unless they were there in the round before, nor are players
    who are out of a cup; one who is still in it and has no tie in this round is "free".
    """
    evening, number = round_.evening, round_.number
    plans = plans_of(evening) if plans is None else plans
    pairing = from_json(round_.proposal)
    paired = {key for seat in pairing.seats for key in seat}
    idle = frozenset[str]()
    if evening.competition.abilities.knocks_out:
        rules = evening.competition.rules
        known = snapshot_from(rows, evening.competition)
        snapshot = with_proposed(known, rows, round_, plans)
        paired |= {*rules.out(snapshot)}
        idle = frozenset(rules.idle(snapshot))
    elsewhen = on_another_day(evening, rows)
    record = OnRecord.of(evening, rows)
    not_paired = []
    for entry in belonging(evening, rows.by_name, plans):
        plan = plans.get(entry.pk, Plan())
        before = elsewhen.get(entry.pk, {})
        was_there = was_there_before(record, entry, plan, number, before)
        why = state_in(evening.competition, entry, plan, number)
        if entry.key in paired:
            continue
        if entry.key in idle:
            not_paired.append(NotPaired(entry, plan, "free", was_there, is_left_out=False))
            continue
        if why == "occasional" and not was_there:
            continue
        if why == Status.EXPECTED and not plan.covers(number):
            why = "later" if plan.from_game > number else "left"
        ahead = number - 1 if before.get(number - 1) and not was_there else None
        is_left_out = was_there and not plan.says_why_not(number)
        not_paired.append(NotPaired(entry, plan, why, was_there, is_left_out, ahead))
    return not_paired


def must_leave_nobody_out(round_: Round, rows: Rows, plans: Mapping[int, Plan]) -> None:
    """LeftOut when somebody who was there in the round before is left out in silence."""
    not_paired = who_is_not_paired(round_, rows, plans)
    left_out = [str(row.entry) for row in not_paired if row.is_left_out]
    if left_out:
        names = {
            "players": ", ".join(left_out),
            "before": round_.evening.round_name(round_.number - 1),
            "game": round_.evening.round_name(round_.number),
        }
        words = ngettext(
            "%(players)s was there in %(before)s, and is not marked present for %(game)s."
            " Say whether they play on.",
            "These were there in %(before)s, and are not marked present for %(game)s:"
            " %(players)s. Say of each whether they play on.",
            len(left_out),
        )
        raise LeftOut(words, **names)
