"""How is everybody who is expected marked present at once, and how is that taken back?"""

from django.utils.translation import gettext as _

from clubcomp.flow.attendance import (
    check_not_closed,
    check_not_playing,
    here_now,
    not_after_all,
    store_plan,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.pairings.seated import on_another_day
from clubcomp.flow.presence import state_in, who_belongs
from clubcomp.flow.reread import evening_now
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Attendance, Entry, Evening, Round, TrailEntry, User
from clubcomp.models.plans import Plan, plans_of


@all_or_nothing
def mark_everybody(evening: Evening, *, by: User | None) -> list[Entry]:
    """Mark the players expected for the next game present; returns them.

    Not those who play that game on another day: they may come for the game after it.
    """
    with step_on(evening.competition, "mark_everybody", by=by) as step:
        evening = evening_now(step, evening)
        check_not_closed(evening)
        game = min(Round.objects.on_record().filter(evening=evening).count() + 1, evening.games)
        plans, elsewhen, marked = plans_of(evening), on_another_day(evening), []
        for entry in who_belongs(evening, plans):
            plan = plans.get(entry.pk, Plan())
            state = state_in(step.competition, entry, plan, game)
            plays = plan.covers(game) and game not in elsewhen.get(entry.pk, {})
            if state == Attendance.Status.EXPECTED and plays:
                store_plan(evening, entry, here_now(evening, entry, plan), by=by)
                marked.append(entry)
        if marked:
            step.note(evening=evening, facts=_named(marked))
            renew_proposal(step, evening)
        return marked


@all_or_nothing
def take_everybody_back(evening: Evening, *, by: User | None) -> list[Entry]:
    """Take back what `mark_everybody` did last on this evening; StepError when nothing is left."""
    with step_on(evening.competition, "take_everybody_back", by=by) as step:
        evening = evening_now(step, evening)
        check_not_closed(evening)
        keys = marked_at_once(evening)
        if not keys:
            raise StepError(_("Something else was done since. Tap the names one by one."))
        plans, back = plans_of(evening), []
        for entry in who_belongs(evening, plans):
            plan = plans.get(entry.pk, Plan())
            if entry.key in keys and plan.status == Attendance.Status.PRESENT:
                wanted = not_after_all(entry, plan)
                check_not_playing(evening, entry, wanted)
                store_plan(evening, entry, wanted, by=by)
                back.append(entry)
        step.note(evening=evening, facts=_named(back))
        renew_proposal(step, evening)
        return back


def marked_at_once(evening: Evening) -> list[str]:
    """The keys of those whom the last step on the evening marked all at once."""
    last = TrailEntry.objects.filter(evening=evening).order_by("-pk").first()
    return last.facts["keys"] if last and last.action == "mark_everybody" else []


def _named(entries: list[Entry]) -> dict[str, list[str]]:
    keys, names = [entry.key for entry in entries], [str(entry) for entry in entries]
    return {"keys": keys, "players": names}
