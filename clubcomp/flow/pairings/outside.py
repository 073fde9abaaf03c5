"""When may a pairing be made? Outside every lock and transaction, and one at a time.

A pairing usually takes milliseconds, and two seconds in the hardest position, ways out of it
included (`pairing.matching.work`). So only those who asked for a pairing wait for it:

* A step that needs a pairing reads what is to be paired, under its lock. If that is not paired
  yet, the step is rolled back and its lock released; then the pairing is made and the step run
  again. It uses the pairing if the document is still the same, letter by letter; otherwise
  somebody changed something meanwhile, and it is paired again, a few times at most.
* Each process makes one pairing at a time, and few may wait for it, for a few seconds, so that
  threads are left for other pages.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import BoundedSemaphore, Lock
from typing import TypeVar

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Competition, Evening
from clubcomp.models.plans import Plan, plans_of
from clubcomp.running.measures import pairing_measured
from pairing.core.explanation import Explanation
from pairing.core.replay import Replay, replay
from pairing.core.system import CannotPair
from pairing.core.types import PlayerId, Proposal, Snapshot
from pairing.core.ways_out import ways_out
from pairing.formats.document import write_document
from pairing.matching import work
from pairing.registry import rules_of

#: How many requests may wait for a pairing in each process, and for how many seconds.
MOST_WAITING = 2
PATIENCE = 5.0
#: How often a step is run because others changed what it is paired from.
MOST_TRIES = 5
#: The work limit of a pairing that a page only mentions: about a second.
LITTLE_WORK = 10_000_000
#: The same of a whole competition whose rounds are paired again: some seconds.
MUCH_WORK = 40_000_000

Made = TypeVar("Made")


class PairingBusy(StepError):
    """Another pairing is being made, and enough others wait for it."""

    #: In seconds: most pairings are done by then.
    retry_after = 5

    def __init__(self) -> None:
        super().__init__(_("Another pairing is being made. Try again in a moment."))


class _Needed(Exception):
    """A step needs the pairing of a snapshot, which is not made yet."""

    def __init__(self, text: str, snapshot: Snapshot):
        super().__init__()
        self.text = text
        self.snapshot = snapshot


@dataclass(frozen=True)
class _Attempts:
    """What the attempts at a step share: pairings by document, rows by their version, and plans by
    the rows beside which they were read, and the evening."""

    pairings: dict[str, Proposal | CannotPair] = field(default_factory=dict)
    rows: dict[tuple[int, int, int], Rows] = field(default_factory=dict)
    plans: dict[tuple[Rows, int], dict[int, Plan]] = field(default_factory=dict)


_attempts: ContextVar[_Attempts | None] = ContextVar("attempts", default=None)
_one_at_a_time = Lock()
_places_to_wait = BoundedSemaphore(MOST_WAITING)


def paired(snapshot: Snapshot, text: str = "") -> Proposal:
    """The system's proposal for the round to be paired; CannotPair, PairingBusy.

    `text`: the snapshot as a document, if that was written already. Within a step it was made
    before, or the step is made again once it is.
    """
    attempts = _attempts.get()
    if attempts is None:
        return _paired_now(snapshot)
    text = text or write_document(snapshot)
    if text not in attempts.pairings:
        raise _Needed(text, snapshot)
    outcome = attempts.pairings[text]
    if isinstance(outcome, CannotPair):
        raise outcome
    return outcome


def rows_of(competition: Competition) -> Rows:
    """The rows of a competition that a step has locked, and has not changed yet.

    One query, or none where an earlier attempt read them and neither the competition nor the club
    has another version since.
    """
    attempts = _attempts.get() or _Attempts()
    version = (competition.pk, competition.version, competition.club.version)
    if version not in attempts.rows:
        attempts.rows[version] = Rows(competition)
    return attempts.rows[version]


def plans_beside(rows: Rows | None, evening: Evening) -> dict[int, Plan]:
    """The plans of an evening. One query, or none where an earlier attempt read them with these
    rows (`rows_of`): plans of the same versions are the same.
    """
    attempts = _attempts.get()
    if attempts is None or rows is None:
        return plans_of(evening)
    key = rows, evening.pk
    if key not in attempts.plans:
        attempts.plans[key] = plans_of(evening)
    return attempts.plans[key]


def paired_in_passing(snapshot: Snapshot) -> Proposal:
    """The same for a mere remark on a page, not within a step; CannotPair also for much work."""
    rules = rules_of(snapshot)
    with work.counted(limit=LITTLE_WORK), _turn():
        return rules.pair(snapshot)


def byes_in_passing(snapshot: Snapshot) -> list[PlayerId]:
    """Who would get the bye of the round to be paired; CannotPair also for much work."""
    rules = rules_of(snapshot)
    with work.counted(limit=LITTLE_WORK), _turn():
        return rules.byes(snapshot)


def replayed_in_passing(snapshot: Snapshot) -> list[Replay]:
    """The rounds on record, each paired again; PairingBusy. Never within a step.

    It ends at the first round that another system paired, and at the one that is too much work.
    """
    replayed = []
    with work.counted(limit=MUCH_WORK), _turn():
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
    """The round to be paired, paired again to be asked why; all of it is asked within.

    Never within a step. CannotPair also for much work, PairingBusy. Once a lot was asked, what
    is bounded in the system answers that it is not worked out.
    """
    rules = rules_of(snapshot)
    with work.counted(limit=LITTLE_WORK), _turn():
        yield rules.explain(snapshot)


def _paired_now(snapshot: Snapshot) -> Proposal:
    """CannotPair with the `ways` out, as they are kept with a round."""
    rules = rules_of(snapshot)
    with _turn():
        try:
            return rules.pair(snapshot)
        except CannotPair as failure:
            failure.facts["ways"] = [way.as_fact() for way in ways_out(snapshot, rules, failure)]
            raise


@contextmanager
def _turn() -> Iterator[None]:
    """The only pairing of the process; PairingBusy when others keep making theirs."""
    if not _one_at_a_time.acquire(blocking=False):
        if not _places_to_wait.acquire(blocking=False):
            raise PairingBusy
        try:
            if not _one_at_a_time.acquire(timeout=PATIENCE):
                raise PairingBusy
        finally:
            _places_to_wait.release()
    try:
        with pairing_measured():
            yield
    finally:
        _one_at_a_time.release()


def with_pairings_made_outside(attempt: Callable[[], Made]) -> Made:
    """Attempt a step, and make the pairings that it needs between the attempts.

    An attempt that lacks a pairing must leave nothing behind.
    """
    attempts = _Attempts()
    for _time in range(MOST_TRIES):
        token = _attempts.set(attempts)
        try:
            return attempt()
        except _Needed as needed:
            missing = needed
        finally:
            _attempts.reset(token)
        try:
            attempts.pairings[missing.text] = _paired_now(missing.snapshot)
        except CannotPair as failure:
            attempts.pairings[missing.text] = failure
    words = _(
        "Others kept changing this competition while its pairing was being made, so this was"
        " not done. Try again in a moment."
    )
    raise StepError(words)
