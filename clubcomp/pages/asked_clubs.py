"""The clubs that wait to be founded, with what the person who decides should know of each."""

from dataclasses import dataclass

from clubcomp.flow.sign_up.founding import comparable, look_alikes, owns_club
from clubcomp.models import AskedClub, Club


@dataclass(frozen=True)
class Waiting:
    """A club that waits to be founded; `alike` are other clubs that it could be taken for."""

    asked: AskedClub
    alike: list[Club | AskedClub]
    owns_club: bool


def waiting_clubs() -> list[Waiting]:
    """All clubs that wait, the one that has waited longest first."""
    clubs = comparable()
    return [
        Waiting(asked, look_alikes(asked, clubs), owns_club(asked))
        for asked in AskedClub.objects.waiting()
    ]


def before_in_line(asked: AskedClub) -> int:
    """How many clubs get room before this one."""
    approved = AskedClub.objects.waiting().exclude(approved_at=None)
    return [*approved.values_list("pk", flat=True), asked.pk].index(asked.pk)
