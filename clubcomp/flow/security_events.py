"""What happened to the accounts of a club's people? Its owners read it in the log."""

from django.db import transaction

from clubcomp.flow.step import write_trail
from clubcomp.models import User


@transaction.atomic
def security_event(user: User, action: str, **facts: str | int) -> None:
    """One line in the log of each club in which the person has a role, for its owners.

    `action` is one of `TrailEntry.SECURITY`.
    """
    roles = user.memberships.in_force().select_related("club")
    for role in roles.order_by("club"):
        write_trail(role.club, action, by=user, facts={"person": str(user), **facts})
