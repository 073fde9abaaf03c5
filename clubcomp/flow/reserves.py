"""An odd number is expected: who wants to be asked whether they come after all?"""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.plans import check_not_closed
from clubcomp.flow.presence import belonging, is_occasional
from clubcomp.flow.reread import evening_now
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.flow.wishes import tell
from clubcomp.models import Doer, Evening, Kind, TrailEntry
from clubcomp.models.plans import COMING, Plan, plans_of

#: Nobody is asked twice in so long.
ONCE_IN = timedelta(minutes=30)


@all_or_nothing
def ask_reserves(evening: Evening, *, by: Doer) -> int:
    """Ask who does not come, and wants to be asked, whether they help; returns how many."""
    with step_on(evening.competition, "ask_reserves", by=by) as step:
        evening = evening_now(step, evening)
        check_not_closed(evening)
        asked = TrailEntry.objects.filter(evening=evening, action="ask_reserves")
        if last := asked.filter(at__gt=timezone.now() - ONCE_IN).first():
            time = f"{timezone.localtime(last.at):%H:%M}"
            raise StepError(_("They were asked at %(time)s. Wait for an answer.") % {"time": time})
        plans = plans_of(evening)
        entries = step.competition.entries.select_related("player")
        away = []
        for entry in belonging(evening, entries, plans):
            plan = plans.get(entry.pk, Plan())
            is_expected = plan.is_said or not is_occasional(step.competition, entry)
            if plan.status not in COMING or not is_expected:
                away.append(entry.player_id)
        step.note(evening=evening, facts={"evening": evening.number})
        count = tell(step, Kind.RESERVE, Q(player__in=away), {"evening": evening.pk})
        if not count:
            raise StepError(_("Of who does not come nobody wants to be asked."))
    return count
