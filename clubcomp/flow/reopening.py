"""Who may open a closed evening again, to add a game or to withdraw one?

A leader, until a later evening has begun; then an owner; nobody once a later one was played.
"""

from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.order_of_play import evenings_after, in_words
from clubcomp.models import Evening, Membership, Role


def who_may_reopen(evening: Evening) -> str:
    """Who may, as a sentence, by name where it is not every leader."""
    if played := _later_played(evening):
        words = _("%(evening)s has been played since, so no game can be paired or withdrawn here.")
        return words % {"evening": capfirst(in_words(played))}
    if begun := _later_begun(evening):
        owners = Membership.objects.filter(club=evening.competition.club_id, role=Role.OWNER)
        names = [str(owner.user) for owner in owners.select_related("user").order_by("pk")]
        words = _(
            "%(evening)s has begun since, so only an owner of the club can open this"
            " one again: %(owners)s."
        )
        return words % {"evening": capfirst(in_words(begun)), "owners": ", ".join(names)}
    return _("A competition leader can open it again.")


def may_reopen(evening: Evening, *, is_owner: bool) -> bool:
    """Whether a leader, or an owner, may open a closed evening again."""
    return not (_later_played(evening) if is_owner else _later_begun(evening))


def check_may_reopen(evening: Evening, *, is_owner: bool) -> None:
    """StepError that says who may, when a leader or an owner may not."""
    if not may_reopen(evening, is_owner=is_owner):
        raise StepError(who_may_reopen(evening))


def _later_played(evening: Evening) -> Evening | None:
    return evenings_after(evening).filter(rounds__isnull=False).first()


def _later_begun(evening: Evening) -> Evening | None:
    is_begun = ~Q(status=Evening.Status.PLANNED) | Q(rounds__isnull=False)
    return evenings_after(evening).filter(is_begun).first()
