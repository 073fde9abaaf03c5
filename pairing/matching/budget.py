"""How much work may one pairing be? Counted, never timed: the same on every machine.

Most searches of the engines end after a known number of steps. Some are exact but could, in a
position that nobody has met yet, go on for hours: their articles give conditions on a whole set
of boards (`docs/hard-positions.md` lists them). So every pairing counts its steps, and a leader
does not wait for more of them than two seconds' worth: `LIMIT` for all groups of a round, and
then either the ways out of it (`core/ways_out.py`) or who shall be kept apart (`core/apart.py`).

A *step* is about what it takes to look at one pair of players once, 40 ns where the loop of
`docs/speed.md` takes 55 ms. The prices below were measured on 600 rounds of up to 300 players: what
a pairing takes is within half and twice its steps, for matchings of all kinds.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

Answer = TypeVar("Answer")

#: So many steps may be made: a bit more than a second.
LIMIT = 14_000_000
#: So many more for ways out of a round that has no pairing, or has not within the limit.
WAYS_OUT = 6_000_000
#: Or for keeping apart who shall be, where there is one.
APART = 6_000_000
#: The steps of one question about a pairing: ten times what one takes in a calm round of a hundred
#: players.
QUESTION = 1_000_000
#: Steps for a player in a choice, and in a plain matching, which handles sets of players at once.
_CHOICE, _PLAIN = 5, 2
#: Steps of a weighted matching: for each cost that a player can meet somebody at, for each
#: player and each outer one of them when duals change, for each of a tree that is taken down.
_COST, _DUAL, _OUTER, _FELLED = 50, 12, 16, 27


class TooMuchWork(Exception):
    """A search has come to its limit of steps; for the engines, which then say `too_hard`."""


@dataclass(slots=True)
class Work:
    """What a pairing has taken so far; `limit` is of `steps`.

    `weighted` and `plain` are matchings made from scratch, `branches` the choices that a search
    had to try one after the other because no matching could decide between them. The limit
    holds where `is_search`: saying why a pairing is so is never too much.
    """

    limit: int = LIMIT
    steps: int = 0
    weighted: int = 0
    plain: int = 0
    branches: int = 0
    is_search: bool = False


_current: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def counted(limit: int = LIMIT) -> Iterator[Work]:
    """Count the work of the pairings made inside, which have this limit together."""
    work = Work(limit)
    token = _current.set(work)
    try:
        yield work
    finally:
        _current.reset(token)


@contextmanager
def shared(limit: int = LIMIT) -> Iterator[Work]:
    """The searches inside have this limit together, within what is left of another one.

    The usual limit where nobody set another.
    """
    work = _current.get()
    if work is None:
        with counted(limit) as work:
            yield work
        return
    whole = work.limit
    work.limit = min(whole, work.steps + limit)
    try:
        yield work
    finally:
        work.limit = whole


@contextmanager
def bounded(limit: int = LIMIT) -> Iterator[None]:
    """A search: TooMuchWork when it passes the limit, the usual one where nobody set another.

    `limit`: of this search alone, within what is left of the other one.
    """
    with shared(limit) as work:
        work.is_search = True
        try:
            yield
        finally:
            work.is_search = False


def is_used_up() -> bool:
    """Whether the limit that somebody set is reached, so that no search can be made any more."""
    work = _current.get()
    return work is not None and work.steps >= work.limit


@contextmanager
def uncounted() -> Iterator[None]:
    """Do not count the work inside: it reports a search that was given up."""
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
        if work.is_search and work.steps > work.limit:
            raise TooMuchWork


def spend_augmenting(players: int) -> None:
    """Count an augmentation of a plain matching of so many players."""
    spend(_PLAIN * players)


def spend_on_duals(players: int, outer: int) -> None:
    """Count a change of the duals of so many players, `outer` of whom are outer."""
    spend(_DUAL * players + _OUTER * outer)


def spend_on_tree(players: int) -> None:
    """Count a tree of so many players that is taken down."""
    spend(_FELLED * players)


def count_weighted(costs: int) -> None:
    """Count a weighted matching whose players have so many costs together; its augmentations count
    by themselves."""
    work = _current.get()
    if work is not None:
        work.weighted += 1
        spend(_COST * costs)


def count_plain(players: int) -> None:
    """Count a plain matching of so many players; its augmentations count by themselves."""
    work = _current.get()
    if work is not None:
        work.plain += 1
        spend(_PLAIN * players)


def count_branch(players: int) -> None:
    """Count one choice of a search among so many players."""
    work = _current.get()
    if work is not None:
        work.branches += 1
        spend(_CHOICE * players)


def answered(or_else: Any) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Make a method answer a question about numbers within `QUESTION`, beyond it with `or_else`;
    the answer is kept with the object."""

    def within_budget(question: Callable[..., Answer]) -> Callable[..., Answer]:
        @wraps(question)
        def ask(self: Any, *about: int) -> Answer:
            known: dict[object, Answer] = vars(self).setdefault("_answered", {})
            key = question.__name__, about
            if key not in known:
                try:
                    with bounded(QUESTION):
                        known[key] = question(self, *about)
                except TooMuchWork:
                    known[key] = or_else
            return known[key]

        return ask

    return within_budget
