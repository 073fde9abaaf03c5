"""What if the database takes no changes, as a standby does? Pages are shown, presses say so."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError

#: PostgreSQL's code for a change in a database that is read only.
READ_ONLY_TRANSACTION = "25006"


def is_only_read(error: BaseException | None) -> bool:
    """Whether this went wrong only because nothing can be changed."""
    cause = getattr(error, "__cause__", None)
    return getattr(cause, "sqlstate", "") == READ_ONLY_TRANSACTION


@contextmanager
def skipped_if_read_only() -> Iterator[None]:
    """Skip a write that only saves work later, if the database is read only."""
    try:
        yield
    except DatabaseError as error:
        if not is_only_read(error):
            raise
