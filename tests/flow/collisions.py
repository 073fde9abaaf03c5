"""Two steps that meet on purpose: one is stopped with its lock in hand while the other runs.

The steps are those that the presses of the site map make, with the arguments they make them
with, so a new address brings its step by itself. `BESIDES` has those that no press there makes.
Both steps of a collision are taken back, so every collision starts from the same rows.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pkgutil import walk_packages
from threading import Event
from typing import Any, NamedTuple
from unittest import mock

from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.utils import translation

import clubcomp.flow
from clubcomp.flow import step as flow_step
from clubcomp.flow.errors import StepError
from tests.views.site_map import STEPS
from tests.views.two_clubs import TwoClubs, undone

PATIENCE = 60  # seconds; nobody waits so long unless something hangs
LOCKS = re.compile(
    r'(?:^|\()(?:UPDATE|DELETE FROM) "?(\w+)"?|FROM "(\w+)".* FOR (?:NO KEY )?UPDATE', re.S
)


class Call(NamedTuple):
    """A step with what it is called with."""

    name: str
    step: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def __call__(self) -> Any:
        return self.step(*self.args, **self.kwargs)


# Which steps there are --------------------------------------------------------------------


def every_step() -> dict[str, Callable[..., Any]]:
    """Every public function of `clubcomp.flow` that takes `by`, by its name."""
    found = {}
    for module in walk_packages(clubcomp.flow.__path__, "clubcomp.flow."):
        if module.name == flow_step.__name__:
            continue
        for name, thing in vars(import_module(module.name)).items():
            if inspect.isfunction(thing) and thing.__module__ == module.name and name[0] != "_":
                is_step = "by" in inspect.signature(thing).parameters
                if is_step and not inspect.isgeneratorfunction(inspect.unwrap(thing)):
                    found[name] = thing
    return found


@contextmanager
def steps_recorded() -> Iterator[tuple[list[Call], set[str]]]:
    """The steps that are made meanwhile: the calls from outside, and the names of all."""
    calls: list[Call] = []
    names: set[str] = set()
    depth = [0]
    run = flow_step.run_step

    def recording(step: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        names.add(step.__name__)
        if not depth[0]:
            calls.append(Call(step.__name__, flow_step.all_or_nothing(step), args, kwargs))
        depth[0] += 1
        try:
            return run(step, *args, **kwargs)
        finally:
            depth[0] -= 1

    with mock.patch.object(flow_step, "run_step", recording):
        yield calls, names


def calls_of_presses(clubs: TwoClubs) -> tuple[list[Call], set[str]]:
    """What each press of the site map calls, and the names of all steps made by them."""
    found, made = [], set()
    for name in STEPS:
        cache.clear()
        with undone(), steps_recorded() as (calls, names):
            clubs.client(STEPS[name].who).post(clubs.step_url(name), clubs.data(name))
        found += calls
        made |= names
    return found, made


# One collision ----------------------------------------------------------------------------


class Runner:
    """Runs a step on a connection of its own, and takes it back when it is through."""

    def __init__(self) -> None:
        self.has_locked, self.may_go_on = Event(), Event()
        self.process = 0
        self.locks: list[str] = []

    def run(self, call: Call, stop_at: int | None) -> Any:
        """What the step returns or its StepError; `stop_at` counts locks, None runs through."""
        connection.ensure_connection()
        self.process = connection.connection.info.backend_pid

        def counting(execute: Callable, sql: str, params: Any, many: bool, context: Any) -> Any:
            answer = execute(sql, params, many, context)
            if found := LOCKS.search(sql):
                self.locks.append(found[1] or found[2])
                if len(self.locks) == stop_at:
                    self.wait()
            return answer

        try:
            with translation.override("en"), undone(), connection.execute_wrapper(counting):
                outcome = _outcome(call)
                if not isinstance(outcome, StepError):
                    # The foreign keys are looked at, and lock, when a step is committed.
                    with connection.cursor() as cursor:
                        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                return outcome
        finally:
            self.has_locked.set()

    def wait(self) -> None:
        """Hold what is locked until the other one is through, or waits for it."""
        self.has_locked.set()
        assert self.may_go_on.wait(PATIENCE)

    def is_blocked(self) -> bool:
        """Whether the database lets it wait for somebody's lock."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [self.process])
            return cursor.fetchone()[0]


def _outcome(call: Call) -> Any:
    try:
        with transaction.atomic():
            return call()
    except StepError as error:
        if isinstance(error.__cause__, DatabaseError):
            raise error.__cause__  # noqa: B904 -- not the words for people, but what they are about
        return error


class Arena:
    """Two threads in which steps collide, over and over."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(max_workers=2)

    def close(self) -> None:
        """Give the connections back."""
        for _each in [self.threads.submit(lambda: connection.close()) for _ in range(2)]:
            _each.result(PATIENCE)
        self.threads.shutdown()

    def collide(self, first: Call, second: Call, *, at: int = 1) -> list[Any]:
        """The first holds its locks up to number `at` while the second runs; both outcomes.

        Anything but a StepError is raised: a deadlock, a lock waited for in vain, a crash.
        """
        holder, runner = Runner(), Runner()
        held = self.threads.submit(holder.run, first, at)
        assert holder.has_locked.wait(PATIENCE)
        ran = self.threads.submit(runner.run, second, None)
        self._until_done_or_blocked(runner, ran)
        holder.may_go_on.set()
        return [each.result(PATIENCE) for each in (held, ran)]

    def _until_done_or_blocked(self, runner: Runner, ran: "Future[Any]") -> None:
        pulse = Event()
        ran.add_done_callback(lambda _done: pulse.set())
        while not pulse.wait(0.005):
            if runner.process and runner.is_blocked():
                return

    def locks_of(self, call: Call) -> list[str]:
        """The tables of which a step locks rows, in that order."""
        alone = Runner()
        self.threads.submit(alone.run, call, None).result(PATIENCE)
        return alone.locks
