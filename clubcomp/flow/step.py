"""What is common to every step: one transaction, one lock, one line in the trail.

All steps on a competition wait for each other at its row, so two people at once cannot
both be first. The version rises with the trail: no change without a line, no line without
a change.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.models import Club, Competition, Evening, TrailEntry, User


class Step:
    """A step under way on a locked competition. `note` writes its line in the trail."""

    def __init__(self, competition: Competition, action: str, by: User | None):
        self.competition = competition
        self.action = action
        self.by = by

    def note(
        self,
        *,
        evening: Evening | None = None,
        facts: dict[str, Any] | None = None,
        before: Any = None,
        after: Any = None,
        reason: str = "",
    ) -> None:
        """Write what was changed and raise the competition's version; once per change."""
        write_trail(
            self.competition.club,
            self.action,
            by=self.by,
            competition=self.competition,
            evening=evening,
            facts=facts,
            before=before,
            after=after,
            reason=reason,
        )
        Competition.objects.filter(pk=self.competition.pk).update(version=F("version") + 1)
        self.competition.version += 1


@contextmanager
def step_on(competition: Competition, action: str, *, by: User | None) -> Iterator[Step]:
    """One step on a competition: a transaction that holds its row, freshly read.

    `action` is the name of the step. `competition.version` of the caller's object follows.
    StepError when the competition has been removed meanwhile.
    """
    with transaction.atomic():
        locked = (
            Competition.objects.select_for_update(of=("self",))
            .select_related("club")
            .filter(pk=competition.pk)
            .first()
        )
        if locked is None:
            raise StepError(_("This competition has been removed."))
        yield Step(locked, action, by)
    competition.version = locked.version


def write_trail(club: Club, action: str, *, by: User | None, **what: Any) -> TrailEntry:
    """One line in the trail of a club; to be called inside the change's transaction."""
    what = {key: value for key, value in what.items() if value is not None}
    return TrailEntry.objects.create(
        club=club, action=action, by=by, by_name=str(by) if by else "", **what
    )
