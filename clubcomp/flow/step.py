"""What is common to every step: one transaction, its locks, one line in the trail.

All steps on a competition wait for each other at its row, so two people at once cannot
both be first. The version rises with the trail: no change without a line, no line without
a change. What day it is, and what time, is the club's.

A step that locks more than one row does it in this order, so that no two steps wait for each other:

1. the club (`club_held`): steps on its members, people and competitions, and any other step that
   makes or renames a player, or renames a competition (`step_on` with `holds_club`);
2. the competition (`step_on`), with the one in which it counts and the cups that count there;
   several of them by their primary key;
3. evenings, rounds, games, entries of it, which needs no lock: the competition's row is enough;
4. players, by their primary key, with the club held.

Locks are FOR NO KEY UPDATE: no step changes a key that other rows refer to, so a line in the
trail, which refers to the club, never waits for a step on the club.

A submitted form has a key, which its step stores in the same transaction: when the answer gets lost
and the form is sent again, nothing is done twice.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.doors.names import whole_names
from clubcomp.flow.errors import LookAgain, StepError, TooBusy
from clubcomp.flow.news import announce
from clubcomp.inside_django.kept import written_once
from clubcomp.models import Club, Competition, Doer, DonePress, Player, TrailEntry, User

Args = ParamSpec("Args")
Made = TypeVar("Made")

#: What a simultaneous step can cause, and a second run solves: a deadlock, a serialisation
#: failure, a row that was just removed (23503) or just inserted (23505).
AGAIN = frozenset({"40P01", "40001", "23503", "23505"})
#: Only the moment is wrong: also when a lock (55P03), a statement (57014) or the program between
#: two statements (25P03) took too long.
BUSY = frozenset({"40P01", "40001", "55P03", "57014", "25P03"})

#: For so many seconds after a step waited for a lock and did not get it, steps of this process wait
#: only so many milliseconds: a row that stays locked holds up one wave of presses, no queue.
SHORT_WAITS_FOR, SHORT_WAIT = 5.0, 1_000


class ShortWaits:
    """The moment until which steps of this process wait for a lock for a short time only."""

    until = 0.0


def all_or_nothing(step: Callable[Args, Made]) -> Callable[Args, Made]:
    """Make a function one step: a transaction of its own, run again after a collision.

    Every public function of `clubcomp.flow` that takes `by` has this decorator. A step within
    another one is part of that one. What it wrote before a `LookAgain` is kept; any other error
    rolls all of it back. Names are whole within it, no matter who reads.
    """

    @wraps(step)
    def whole(*args: Args.args, **kwargs: Args.kwargs) -> Made:
        return run_step(step, *args, **kwargs)

    return whole


def run_step(step: Callable[Args, Made], *args: Args.args, **kwargs: Args.kwargs) -> Made:
    """Run a step as `all_or_nothing` says."""
    if press_now().is_under_way:
        return step(*args, **kwargs)
    with whole_names():
        return _attempt(step, *args, **kwargs)


def _attempt(step: Callable[Args, Made], *args: Args.args, **kwargs: Args.kwargs) -> Made:
    try:
        return _in_transaction(step, *args, **kwargs)
    except DatabaseError as error:
        # Within a larger transaction a step cannot run again: the whole transaction is lost.
        if _state(error) not in AGAIN or connection.in_atomic_block:
            _tell_if_busy(error)
            raise
    try:
        return _in_transaction(step, *args, **kwargs)
    except DatabaseError as error:
        _tell_if_busy(error)
        raise


def _in_transaction(step: Callable[Args, Made], *args: Args.args, **kwargs: Args.kwargs) -> Made:
    is_through = False
    with under_way() as press:
        try:
            with transaction.atomic():
                if monotonic() < ShortWaits.until:
                    with connection.cursor() as cursor:
                        cursor.execute(f"SET LOCAL lock_timeout = {SHORT_WAIT}")
                claim()
                try:
                    made = step(*args, **kwargs)
                except LookAgain as error:
                    release()
                    refusal: LookAgain | None = error
                else:
                    refusal = None
                is_through = True
        except DatabaseError as error:
            # The connection or the server broke, perhaps only after the commit.
            press.is_in_doubt = is_through and _state(error)[:2] in ("", "08", "57")
            raise
    if refusal:
        raise refusal
    press.is_made = True
    return made


def _state(error: DatabaseError) -> str:
    """PostgreSQL's code of the error; empty for errors of another origin."""
    return getattr(error.__cause__, "sqlstate", None) or ""


def _tell_if_busy(error: DatabaseError) -> None:
    """TooBusy in place of an error that only the moment caused."""
    if _state(error) == "55P03":
        ShortWaits.until = monotonic() + SHORT_WAITS_FOR
    if _state(error) in BUSY:
        raise TooBusy from error


# The form that is carried out ------------------------------------------------------------------

#: How long a press is remembered: nobody resends a form after a week.
DAYS = 7


class AlreadyDone(Exception):
    """This very press was carried out before; nothing was done now."""


@dataclass
class Press:
    """A request that may change something. `key` gives the key of its form, "" without one.

    `is_under_way`: its step is being carried out, and steps within that one belong to it.
    `is_made`: a step was carried out. `is_refused`: it was refused with a message.
    `is_in_doubt`: the connection to the database broke during the commit, so nobody knows.
    """

    key: Callable[[], str]
    is_under_way: bool = False
    is_made: bool = False
    is_refused: bool = False
    is_in_doubt: bool = False


#: Set for every request; elsewhere, in commands and tests, there is none.
pressed: ContextVar[Press | None] = ContextVar("pressed", default=None)


def press_now() -> Press:
    """The press that is being carried out; one without a key where nobody pressed."""
    return pressed.get() or Press(key=lambda: "")


@contextmanager
def under_way() -> Iterator[Press]:
    """The press whose step is carried out within; a step that nobody pressed has one of its own."""
    press = press_now()
    token, press.is_under_way = pressed.set(press), True
    try:
        yield press
    finally:
        press.is_under_way = False
        pressed.reset(token)


_PRESSES = DonePress._meta.db_table
_CLAIM = f"""
    WITH old AS (
        DELETE FROM {_PRESSES} WHERE key IN (
            SELECT key FROM {_PRESSES} WHERE at < now() - interval '{DAYS} days'
            ORDER BY at LIMIT 20 FOR UPDATE SKIP LOCKED
        )
    )
    INSERT INTO {_PRESSES} (key, at) VALUES (%s, now()) ON CONFLICT DO NOTHING
"""  # noqa: S608 -- the table's name is ours


def claim() -> None:
    """Note in the step's transaction that this press is carried out; AlreadyDone if it was.

    While the same press is under way elsewhere this waits for its end. One query, and none
    where no form's key came along. It also deletes a few old presses.
    """
    press = press_now()
    if press.is_made or not (key := press.key()):
        return
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [key])
        if not cursor.rowcount:
            raise AlreadyDone


def was_done(key: str) -> bool:
    """Whether a press with this key was carried out."""
    return DonePress.objects.filter(key=key).exists()


def release() -> None:
    """Forget in the step's transaction that this press is carried out: it may come again."""
    press = press_now()
    if not press.is_made and (key := press.key()):
        DonePress.objects.filter(key=key).delete()


# The locks, and the line in the trail ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A step under way on a locked competition. `note` writes its line in the trail.

    `by` is the account that takes it, `by_player` the player who takes it by the personal link.
    """

    competition: Competition
    action: str
    by: User | None
    by_player: Player | None = None

    def note(self, **values: Any) -> None:
        """Write what was changed, which raises the competition's version; once per change.

        `values`: the `evening`, `facts`, what was `before` and is `after`, the `reason`.
        """
        now = self.competition
        doer = self.by_player or self.by
        write_trail(now.club, self.action, by=doer, competition=now, **values)
        if now.club.has_webhook:
            announce(now, self.action, values.get("evening"), values.get("facts") or {})

    def note_change(self, before: Any, after: Any, **values: Any) -> bool:
        """`note` a change if there is one; returns whether there is."""
        if after == before:
            return False
        self.note(before=before, after=after, **values)
        return True


def step_of(competition: Competition, action: str, by: Doer) -> Step:
    """A step on a competition that is locked already."""
    return Step(competition, action, account_of(by), by if isinstance(by, Player) else None)


@contextmanager
def step_on(
    competition: Competition,
    action: str,
    *,
    holds_club: bool = False,
    at_any_stage: bool = False,
    by: Doer,
) -> Iterator[Step]:
    """One step on a competition: holds its row, freshly read, until the transaction ends.

    `action` is the name of the step. `holds_club`: it also makes or renames a player, or renames a
    competition. The caller's object gets the new version. StepError when the competition has been
    removed meanwhile, or is finished, unless the step may be taken `at_any_stage`.
    """
    with _transaction():
        if holds_club:
            lock_club(competition.club_id)
        locked = _locked(competition.pk)
        if locked is None:
            raise StepError(_("This competition has been removed."))
        if not (locked.is_running or at_any_stage):
            words = _(
                "“%(competition)s” is finished, so this stays as it is. Who leads can open it"
                " again, on its page under “Running, finished, archived”."
            )
            raise StepError(words, competition=locked)
        with timezone.override(locked.club.time_zone):
            yield step_of(locked, action, by)
    competition.version = locked.version


def _locked(pk: int) -> Competition | None:
    """A competition with its row locked, as are those that count together with it. One query."""
    by_key = {row.pk: row for row in _family(pk)}
    locked = by_key.get(pk)
    if locked and locked.counts_in_id in by_key:
        locked.counts_in = by_key[locked.counts_in_id]
    return locked


@written_once
def _family(pk: int) -> QuerySet[Competition]:
    """A competition and all that count together with it, with their rows locked in this order."""
    family = Q(pk=pk) | Q(counts_in=pk) | Q(cups=pk) | Q(counts_in__cups=pk)
    together = Competition.objects.filter(family).values("pk")
    rows = Competition.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    return rows.filter(pk__in=together).order_by("pk")


@contextmanager
def club_held(club: Club) -> Iterator[Club]:
    """The club as it is now, held until the transaction ends: steps on it wait for each other."""
    with _transaction():
        locked = lock_club(club.pk)
        with timezone.override(locked.time_zone):
            yield locked


def lock_club(pk: int) -> Club:
    """The club with its row locked, in the current transaction. StepError when it is deleted."""
    club = Club.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if club is None:
        raise StepError(_("This club has been deleted."))
    return club


def lock_entered(players: Iterable[Player | int]) -> list[Competition]:
    """The competitions that players are in, with their rows locked, in the order of steps."""
    entered = Competition.objects.filter(entries__player__in=players).values("pk")
    rows = Competition.objects.filter(pk__in=entered).select_related("club").order_by("pk")
    return list(rows.select_for_update(of=("self",), no_key=True))


def raise_versions(players: Iterable[Player | int]) -> None:
    """Let pages of the competitions that these players are in be made again."""
    keys = [competition.pk for competition in lock_entered(players)]
    Competition.objects.filter(pk__in=keys).update(version=F("version") + 1)


def raise_version(club: int) -> None:
    """Let pages of the club be made again."""
    Club.objects.filter(pk=club).update(version=F("version") + 1)


def _transaction() -> AbstractContextManager[None]:
    """The step's transaction, which has begun already in a step that is all or nothing."""
    return nullcontext() if press_now().is_under_way else transaction.atomic()


def account_of(by: Doer) -> User | None:
    """The account of the person who takes a step; a player by the personal link has none."""
    return by if isinstance(by, User) else None


_COLUMNS = [field for field in TrailEntry._meta.concrete_fields if not field.primary_key]
_NAMES = ", ".join(str(field.column) for field in _COLUMNS)
_PLACES = ", ".join("%s" for _field in _COLUMNS)
#: Writes a line of the trail and raises the version of the row of `changed`, a table.
_LINE = f"""
    WITH raised AS (UPDATE {{changed}} SET version = version + 1 WHERE id = %s)
    INSERT INTO {TrailEntry._meta.db_table} ({_NAMES}) VALUES ({_PLACES}) RETURNING id
"""  # noqa: S608 -- the names are ours


def write_trail(club: Club, action: str, *, by: Doer, **values: Any) -> TrailEntry:
    """One line in the trail of a club; to be called inside the change's transaction.

    The version of its `competition` rises, or without one that of the club. One query.
    """
    if isinstance(by, Player):
        values["by_player"] = by
    values = {name: value for name, value in values.items() if value is not None}
    by_name = str(by) if by else ""
    line = TrailEntry(club=club, action=action, by=account_of(by), by_name=by_name, **values)
    changed = line.competition or club
    kept = [field.get_db_prep_save(field.pre_save(line, True), connection) for field in _COLUMNS]
    with connection.cursor() as cursor:
        cursor.execute(_LINE.format(changed=changed._meta.db_table), [changed.pk, *kept])
        line.pk = cursor.fetchone()[0]
    changed.version += 1
    return line
