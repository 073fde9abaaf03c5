"""How many are going to come to an evening?"""

from django.db.models import Q

from clubcomp.flow.attendance import expects_everybody
from clubcomp.models import Attendance, Entry, Evening

AWAY = (
    Attendance.Status.ABSENT,
    Attendance.Status.EXTERNAL,
    Attendance.Status.NO_NOTICE,
    Attendance.Status.EXEMPT,
    Attendance.Status.HALF_POINT_BYE,
    Attendance.Status.FULL_POINT_BYE,
)


def expected_count(evening: Evening) -> int:
    """Who belongs to the evening and has not signed off; who comes now and then only when he
    said so, where the system leaves that open. Two queries.
    """
    said = dict(Attendance.objects.filter(evening=evening).values_list("entry_id", "status"))
    entries = Entry.objects.filter(
        Q(left=None) | Q(left__gte=evening.number),
        competition=evening.competition_id,
        joined__lte=evening.number,
        guest=False,
    ).values_list("pk", "player__is_occasional")
    counts_all = expects_everybody(evening.competition)
    return sum(
        said.get(pk) not in AWAY
        and (counts_all or not occasional or said.get(pk) == Attendance.Status.PRESENT)
        for pk, occasional in entries
    )
