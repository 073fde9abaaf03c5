"""When may a pairing be made? Outside every lock and transaction, and one at a time.

A pairing takes a few milliseconds as a rule and half a minute in the hardest position that the
engines still finish (`pairing.core.work`). So nobody waits for one who did not ask for it:

* A step that needs a pairing reads what is to be paired, under its lock. When that was not paired
  yet, all it did is undone and its lock given up; then the pairing is made, and the step made
  again. It finds the pairing if it has to pair the very same document, letter by letter; else
  somebody changed something meanwhile, and it is paired again, a few times at most.
* Each process makes one pairing at a time, and few may wait for it, for a few seconds: there are
  always threads left for other pages.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore, Lock
from typing import TypeVar

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from pairing.core import work
from pairing.core.system import CannotPair
from pairing.core.types import Proposal, Snapshot
from pairing.formats.document import write_document
from pairing.registry import get_system, make_options

#: So many may wait for a pairing to be finished, in each process, and so many seconds.
MOST_WAITING = 2
PATIENCE = 5.0
#: How often a step is made again because others changed what it is paired from.
MOST_TRIES = 5
#: How much work a pairing may be that a page makes only to say something beside. About a second.
LITTLE_WORK = 10_000_000

Made = TypeVar("Made")


class PairingBusy(StepError):
    """Another pairing is being made, and enough others wait for it."""

    #: After so many seconds it is worth asking again.
    retry_after = 5

    def __init__(self) -> None:
        super().__init__(_("Another pairing is being made. Try again in a moment."))


class _Needed(Exception):
    """A step needs the pairing of a snapshot, which nobody has made yet."""

    def __init__(self, text: str, snapshot: Snapshot):
        super().__init__()
        self.text = text
        self.snapshot = snapshot


#: In a step: what was paired for it so far, by document.
_made: ContextVar[dict[str, Proposal | CannotPair] | None] = ContextVar("made", default=None)
_one_at_a_time = Lock()
_places_to_wait = BoundedSemaphore(MOST_WAITING)


def paired(snapshot: Snapshot, text: str = "") -> Proposal:
    """The system's proposal for the round to be paired; CannotPair, PairingBusy.

    `text`: the snapshot as a document, if that was written already. Within a step it was made
    before, or the step is made again once it is.
    """
    made = _made.get()
    if made is None:
        return _paired_now(snapshot)
    text = text or write_document(snapshot)
    if text not in made:
        raise _Needed(text, snapshot)
    found = made[text]
    if isinstance(found, CannotPair):
        raise found
    return found


def paired_in_passing(snapshot: Snapshot) -> Proposal:
    """The same for something said beside what was asked for: CannotPair also where it is much
    work. Not for a step."""
    with work.counted(limit=LITTLE_WORK):
        return _paired_now(snapshot)


def _paired_now(snapshot: Snapshot) -> Proposal:
    system = get_system(snapshot.system)
    options = make_options(system, snapshot.options)
    with _turn():
        return system.pair(snapshot, options)


@contextmanager
def _turn() -> Iterator[None]:
    """One's turn to pair; PairingBusy when it does not come."""
    if not _one_at_a_time.acquire(blocking=False):
        if not _places_to_wait.acquire(blocking=False):
            raise PairingBusy
        try:
            if not _one_at_a_time.acquire(timeout=PATIENCE):
                raise PairingBusy
        finally:
            _places_to_wait.release()
    try:
        yield
    finally:
        _one_at_a_time.release()


def with_pairings_made_outside(attempt: Callable[[], Made]) -> Made:
    """What an attempt at a step returns that finds all pairings it needs made already.

    An attempt that lacks one must leave nothing behind.
    """
    made: dict[str, Proposal | CannotPair] = {}
    for _time in range(MOST_TRIES):
        token = _made.set(made)
        try:
            return attempt()
        except _Needed as needed:
            missing = needed
        finally:
            _made.reset(token)
        try:
            made[missing.text] = _paired_now(missing.snapshot)
        except CannotPair as failure:
            made[missing.text] = failure
    raise StepError(
        _(
            "Others kept changing this competition while its pairing was being made, so this was"
            " not done. Try again in a moment."
        )
    )
