"""Which submitted form is being carried out, and was it carried out before?

A form has a key. The step stores it in its own transaction: when the answer gets lost and the
same form is sent again, nothing is done twice.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.db import connection

from clubcomp.models import DonePress

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


_TABLE = DonePress._meta.db_table
_CLAIM = f"""
    WITH old AS (
        DELETE FROM {_TABLE} WHERE key IN (
            SELECT key FROM {_TABLE} WHERE at < now() - interval '{DAYS} days'
            ORDER BY at LIMIT 20 FOR UPDATE SKIP LOCKED
        )
    )
    INSERT INTO {_TABLE} (key, at) VALUES (%s, now()) ON CONFLICT DO NOTHING
"""  # noqa: S608 -- the table's name is ours


def claim() -> None:
    """Note in the step's transaction that this press is carried out; AlreadyDone if it was.

    While the same press is under way elsewhere this waits for its end. One query, and none
    where no form's key came along. A few old ones go at the same time.
    """
    press = press_now()
    if press.is_made or not (key := press.key()):
        return
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [key])
        if not cursor.rowcount:
            raise AlreadyDone


def was_done(key: str) -> bool:
    """Whether the press with this key was carried out."""
    return DonePress.objects.filter(key=key).exists()


def release() -> None:
    """Forget in the step's transaction that this press is carried out: it may come once more."""
    press = press_now()
    if not press.is_made and (key := press.key()):
        DonePress.objects.filter(key=key).delete()
