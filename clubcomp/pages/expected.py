"""How many are going to come to an evening?"""

from clubcomp.flow.presence import belonging, is_occasional
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Evening
from clubcomp.models.plans import COMING, Plan, plans_of


def expected_count(evening: Evening) -> int:
    """Who belongs to the evening and has not signed off; who comes now and then only when they
    said so, where the system leaves that open. A holiday is signed off. One query.
    """
    plans = plans_of(evening)
    return sum(
        plan.status in COMING and (plan.is_said or not is_occasional(evening.competition, entry))
        for entry in belonging(evening, cached_rows(evening.competition).entries.values(), plans)
        if (plan := plans.get(entry.pk, Plan()))
    )
