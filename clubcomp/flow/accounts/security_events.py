"""What happens to the accounts of a club's people, for its owners to read in the log."""

from django.db import transaction

from clubcomp.flow.step import all_or_nothing, write_trail
from clubcomp.models import Club, User

#: Events of an account that its owner may not have caused.
BY_STRANGERS = frozenset({"wrong_passwords"})
#: The numbers of wrong passwords at which the log gets a line; waiting starts at the first of them.
LOGGED_AT = frozenset({5, 10, 100, 1000, 10_000})


@transaction.atomic
def security_event(user: User, action: str, **facts: str | int) -> None:
    """One line in the log of each club in which the person has a role, for its owners.

    `action` is one of `TrailEntry.SECURITY`.
    """
    roles = user.memberships.in_force().select_related("club")
    by = None if action in BY_STRANGERS else user
    for role in roles.order_by("club"):
        write_trail(role.club, action, by=by, facts={"person": str(user), **facts})


@all_or_nothing
def take_backup(file: str, *, by: User | None) -> None:
    """Somebody downloads a backup, which holds every club: one line in the log of each."""
    for club in Club.objects.order_by("pk"):
        write_trail(club, "take_backup", by=by, facts={"file": file})


def note_new_password(user: User) -> None:
    """The person has chosen a new password."""
    security_event(user, "changed_password")


def note_wrong_secret(email: str, count: int, network: str) -> None:
    """Log a number of wrong passwords or codes in a row, the last of them from this network.

    Only some numbers are logged, so that guessing cannot fill the log; without an account, nothing.
    """
    user = User.objects.filter(email=email, is_active=True).first()
    if user and count in LOGGED_AT:
        security_event(user, "wrong_passwords", count=count, network=network)
