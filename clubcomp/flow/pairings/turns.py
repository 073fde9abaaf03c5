"""How is a pairing made? One at a time in a process, within a counted budget.

A pairing usually takes milliseconds, and two seconds in the hardest position, ways out of it
included (`pairing.matching.budget`). So a step makes it where it stands, under its locks.

Each process makes one pairing at a time, and few may wait for it, so that threads are left for
other pages. A step that waits here holds its rows: waiting and pairing together take no longer
than another step waits for a row (`lock_timeout`, which the command `migrate` sets).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from threading import BoundedSemaphore, Lock

from django.conf import settings
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.running.measures import PAIRINGS
from pairing.core.explanation import Explanation
from pairing.core.replay import Replay, replay
from pairing.core.system import CannotPair
from pairing.core.types import PlayerId, Proposal, Snapshot
from pairing.core.ways_out import ways_out
from pairing.matching import budget
from pairing.registry import rules_of

#: How many requests may wait for a pairing in each process, and for how many seconds.
MOST_WAITING = 2
PATIENCE = 3.0
#: The work limit of a pairing that a page only mentions: about a second.
LITTLE_WORK = 10_000_000
#: The work limit where all rounds of a competition are paired again: some seconds.
MUCH_WORK = 40_000_000
#: The least that a pairing uses of that, since reading its points is not counted: 729 go in.
A_PAIRING = 40_000

_one_at_a_time = Lock()
_places_to_wait = BoundedSemaphore(MOST_WAITING)


class PairingBusy(StepError):
    """Another pairing is being made, and enough others wait for it."""

    #: In seconds: most pairings are done by then.
    retry_after = 5

    def __init__(self) -> None:
        super().__init__(_("Another pairing is being made. Try again in a moment."))


def paired(snapshot: Snapshot) -> Proposal:
    """The system's proposal for the round to be paired; PairingBusy.

    CannotPair has the `ways` out, as they are kept with a round.
    """
    rules = rules_of(snapshot)
    with _turn():
        try:
            return rules.pair(snapshot)
        except CannotPair as failure:
            failure.facts["ways"] = [way.as_fact() for way in ways_out(snapshot, rules, failure)]
            raise


def paired_in_passing(snapshot: Snapshot) -> Proposal:
    """The same for a mere remark on a page, never within a step; CannotPair also for much work."""
    rules = rules_of(snapshot)
    with budget.counted(limit=LITTLE_WORK), _turn():
        return rules.pair(snapshot)


def byes_in_passing(snapshot: Snapshot) -> list[PlayerId]:
    """Who would get the bye of the round to be paired; CannotPair also for much work."""
    rules = rules_of(snapshot)
    with budget.counted(limit=LITTLE_WORK), _turn():
        return rules.byes(snapshot)


def paired_each_in_passing(snapshots: Iterable[Snapshot]) -> list[Proposal | None]:
    """The proposals for some snapshots, until it is much work or other requests keep pairing.

    Never within a step. None where no pairing is possible. Each has a turn of its own, so that
    steps can pair in between.
    """
    proposals = list[Proposal | None]()
    with budget.counted(limit=MUCH_WORK):
        for snapshot in snapshots:
            if budget.is_used_up():
                break
            budget.spend(A_PAIRING)
            try:
                with _turn():
                    proposal = rules_of(snapshot).pair(snapshot)
                if budget.is_used_up():  # a step would have had more for keeping players apart
                    break
                proposals.append(proposal)
            except PairingBusy:
                break
            except CannotPair as failure:
                if failure.code == "too_hard":
                    break
                proposals.append(None)
    return proposals


def replayed_in_passing(snapshot: Snapshot) -> list[Replay]:
    """The rounds on record, each paired again; PairingBusy. Never within a step.

    Ends with the first round that another system paired, or that is too much work.
    """
    replayed = []
    with budget.counted(limit=MUCH_WORK), _turn():
        for played in replay(snapshot, rules_of(snapshot)):
            replayed.append(played)
            if played.is_of_another_system or is_too_much(played):
                break
    return replayed


def is_too_much(played: Replay) -> bool:
    """Whether a round was not paired again, since that took too much work."""
    return played.failure is not None and played.failure.code == "too_hard"


@contextmanager
def explained_in_passing(snapshot: Snapshot) -> Iterator[Explanation]:
    """The explanation of the round to be paired; ask it only within the `with`.

    Never within a step. CannotPair also for much work, PairingBusy. Once much work was done, the
    bounded questions of a system answer that they are not worked out.
    """
    rules = rules_of(snapshot)
    with budget.counted(limit=LITTLE_WORK), _turn():
        yield rules.explain(snapshot)


@contextmanager
def _turn() -> Iterator[None]:
    """The turn to make the one pairing of the process; PairingBusy when other requests keep it."""
    if not _one_at_a_time.acquire(blocking=False):
        if not _places_to_wait.acquire(blocking=False):
            raise PairingBusy
        try:
            if not _one_at_a_time.acquire(timeout=PATIENCE):
                raise PairingBusy
        finally:
            _places_to_wait.release()
    try:
        with PAIRINGS.time() if settings.METRICS_TOKEN else nullcontext():
            yield
    finally:
        _one_at_a_time.release()
