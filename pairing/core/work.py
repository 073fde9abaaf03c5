"""How much work may one pairing be? Counted, never timed: the same on every machine.

Most searches of the engines end after a known number of steps. Some are exact but could, in a
position that nobody has met yet, go on for hours: their articles give conditions on a whole set
of boards (`docs/hard-positions.md` lists them). So every pairing counts its steps, and is
given up when there are far more of them than any known position needs.

A *step* is about what it takes to look at one pair of players once. An augmentation of a
weighted matching of n players counts as n * n steps, one of a plain matching as n.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

#: So many steps may always be made (twenty seconds or so); four times what the hardest known
#: position needs, and more than a hundred times what all but a few of them do.
LEAST_LIMIT = 200_000_000
#: In a large field more of them: so many for each pair of two players. Only fields of many
#: thousands come past the least limit by it.
PER_PAIR = 1_500


class TooMuchWork(Exception):
    """A search has come to its limit of steps; for the engines, which then say `too_hard`."""


@dataclass(slots=True)
class Work:
    """What a pairing has taken so far; `limit` is of `steps`, None: what is usual for the field.

    `weighted` and `plain` are matchings made from scratch, `branches` the choices that a search
    had to try one after the other because no matching could decide between them. The limit
    holds where `is_search`: saying why a pairing is so is never too much.
    """

    limit: int | None = None
    steps: int = 0
    weighted: int = 0
    plain: int = 0
    branches: int = 0
    is_search: bool = False


_current: ContextVar[Work | None] = ContextVar("work", default=None)


def limit_for(players: int, least: int | None = None) -> int:
    """The limit for a field of so many players."""
    return max(LEAST_LIMIT if least is None else least, PER_PAIR * players * players)


@contextmanager
def counted(limit: int | None = None) -> Iterator[Work]:
    """Count the work of the pairings made inside, which have this limit together."""
    work = Work(limit)
    token = _current.set(work)
    try:
        yield work
    finally:
        _current.reset(token)


@contextmanager
def bounded(players: int) -> Iterator[None]:
    """A search for a pairing of so many players: TooMuchWork when it passes its limit."""
    work = _current.get()
    if work is None:
        with counted(), bounded(players):
            yield
        return
    if work.limit is None:
        work.limit = limit_for(players)
    work.is_search = True
    try:
        yield
    finally:
        work.is_search = False


@contextmanager
def uncounted() -> Iterator[None]:
    """What is inside counts for nothing: how a search that was given up is reported."""
    token = _current.set(None)
    try:
        yield
    finally:
        _current.reset(token)


def spend(steps: int) -> None:
    """Count steps; TooMuchWork when a search makes more than allowed."""
    work = _current.get()
    if work is not None:
        work.steps += steps
        if work.is_search and work.limit is not None and work.steps > work.limit:
            raise TooMuchWork


def count_weighted(players: int) -> None:
    """Count a weighted matching of so many players; its augmentations count by themselves."""
    work = _current.get()
    if work is not None:
        work.weighted += 1
        spend(players * players)


def count_plain(players: int) -> None:
    """Count a plain matching of so many players; its augmentations count by themselves."""
    work = _current.get()
    if work is not None:
        work.plain += 1
        spend(players)


def count_branch(players: int) -> None:
    """Count one choice of a search among so many players."""
    work = _current.get()
    if work is not None:
        work.branches += 1
        spend(players)
