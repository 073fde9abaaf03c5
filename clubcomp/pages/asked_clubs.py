"""Which clubs wait to be founded, why, and what is odd about each?"""

from dataclasses import dataclass

from clubcomp.flow.sign_up.founding import comparable, look_alikes, owns_club
from clubcomp.models import AskedClub, Club


@dataclass(frozen=True)
class Waiting:
    """A club that waits; `alike` are others that somebody would take for it."""

    asked: AskedClub
    alike: list[Club | AskedClub]
    owns_club: bool


def waiting_clubs() -> list[Waiting]:
    """All of them, first come first."""
    others = comparable()
    return [
        Waiting(asked, look_alikes(asked, others), owns_club(asked))
        for asked in AskedClub.objects.waiting()
    ]


def before_in_line(asked: AskedClub) -> int:
    """How many clubs get room before this one."""
    approved = AskedClub.objects.waiting().exclude(approved_at=None)
    return [*approved.values_list("pk", flat=True), asked.pk].index(asked.pk)
