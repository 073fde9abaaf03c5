"""When has nothing in front of the site a copy of a club's pages any more?

A cache in front (`FRONT_CACHE`) may answer with copies for a few seconds. No copy outlives a step
after which less may be read than before: who may read, how much of a name, a person who is
forgotten, a competition that is removed. Such a step calls `end_copies`. The first time it is taken
back and its locks are released; then the club says that nothing may copy it, which every question
reads from here on; then it waits until the last copy is over, and the step is made again. So
the copies are gone before anything changes, and come back an hour later: if the program is killed
meanwhile, or others do the same, nothing has to be tidied up.
"""

from collections.abc import Callable
from contextvars import ContextVar
from datetime import timedelta
from threading import BoundedSemaphore
from time import sleep
from typing import TypeVar

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from clubcomp.flow.errors import TooBusy
from clubcomp.models import Club

Made = TypeVar("Made")

#: Seconds: four for a copy (`kept_pages.COPY`), and one by which clocks of machines may differ.
PATIENCE = 5.0
#: Longer than any step takes.
WITHOUT_COPIES = timedelta(hours=1)
#: How many threads of a process may wait.
MOST_WAITING = 2


class _Copied(Exception):
    """There may be copies of this club's pages."""

    def __init__(self, club: int):
        super().__init__()
        self.club = club


#: Within a step: there are no copies.
_are_over: ContextVar[bool] = ContextVar("are_over", default=False)
_places_to_wait = BoundedSemaphore(MOST_WAITING)


def end_copies(club: int) -> None:
    """Within a step that is about to show less of a club: go on only if there are no copies."""
    if settings.FRONT_CACHE and not _are_over.get():
        raise _Copied(club)


def with_copies_ended(attempt: Callable[[], Made]) -> Made:
    """Attempt a step; again if it had to wait for the end of copies."""
    try:
        return attempt()
    except _Copied as raised:
        club = raised.club
    if connection.in_atomic_block:
        raise RuntimeError("Within a larger transaction nobody else is told to make no copies.")
    if not _places_to_wait.acquire(blocking=False):
        raise TooBusy
    try:
        Club.objects.filter(pk=club).update(no_copies_until=Now() + WITHOUT_COPIES)
        connection.close()  # no connection is held while waiting
        sleep(PATIENCE)
    finally:
        _places_to_wait.release()
    token = _are_over.set(True)
    try:
        return attempt()
    finally:
        _are_over.reset(token)
