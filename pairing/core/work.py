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

#: So many steps may always be made (half a minute or so); six times what the hardest known
#: position needs.
LEAST_LIMIT = 300_000_000
#: In a large field more of them: so many for each pair of two players. Only fields of many
#: thousands come past the least limit by it.
PER_PAIR = 1_500


class TooMuchWork(Exception):
    """A search has come to its limit of steps; for the engines, which then say `too_hard`."""


@dataclass(slots=True)
class Work:
    """What a pairing has taken so far; `limit` is of `steps`.

    `weighted` and `plain` are matchings made from scratch, `branches` the choices that a search
    had to try one after the other because no matching could decide between them.
    """

    limit: int
    steps: int = 0
    weighted: int = 0
    plain: int = 0
    branches: int = 0


_current: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def counted(players: int = 0, limit: int | None = None) -> Iterator[Work]:
    """Count the work of what is inside; TooMuchWork there when it passes the limit.

    `players`: how many are to be paired. Inside another count, that one goes on instead.
    """
    outer = _current.get()
    if outer is not None:
        yield outer
        return
    work = Work(max(LEAST_LIMIT, PER_PAIR * players * players) if limit is None else limit)
    token = _current.set(work)
    try:
        yield work
    finally:
        _current.reset(token)


def spend(steps: int) -> None:
    """Count steps; TooMuchWork when there are more than allowed."""
    work = _current.get()
    if work is not None:
        work.steps += steps
        if work.steps > work.limit:
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
