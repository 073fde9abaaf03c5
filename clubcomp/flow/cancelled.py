"""What does the log keep of evenings that are no more, for programs that followed the calendar?"""

from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from clubcomp.models import Competition


def cancelled_with(competition: Competition) -> list[dict[str, Any]]:
    """What calendar programs are told of the evenings to come, when the competition goes."""
    changes = Count("trail", filter=Q(trail__action="change_evening"))
    evenings = competition.evenings.filter(date__gte=timezone.localdate()).order_by("number")
    known = evenings.annotate(changes=changes).values_list("serial", "date", "starts_at", "changes")
    return [
        {"serial": serial, "date": str(date), "starts_at": at and f"{at:%H:%M}", "changes": count}
        for serial, date, at, count in known
    ]
