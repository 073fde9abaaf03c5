"""Which mutants do the tests kill? Each is tried in a process forked off; no file is changed.

pytest collects once. Then, for every mutant, a child gives the module's functions the mutant's code
and the module's constants its values, and runs the tests until one fails. Who takes five times as
long as without a change is killed too.
"""

import functools
import gc
import os
import resource
import signal
from collections.abc import Callable, Sequence
from importlib import import_module
from types import FunctionType, ModuleType

import pytest
from django.core.cache import cache
from django.db import connections

from tests.mutation.mutants import Mutant

OPTIONS = ["-s", "-qq", "--hypothesis-seed=0", "-p", "no:cacheprovider", "-p", "no:playwright"]
#: CPU time: so much for starting, and so many times what the tests take without a change.
STARTING, TIMES = 10, 5
#: For who waits without working.
MOST_SECONDS = 600


class Trial:
    """The pytest plugin that runs the tests on one mutant after the other."""

    def __init__(self, worker: str, path: str, mutants: Sequence[Mutant]) -> None:
        self.worker, self.path, self.mutants = worker, path, mutants
        self.killed: list[bool] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        """Every worker has a database of its own, as with xdist."""
        config.workerinput = {"workerid": self.worker}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of pytest's own."""
        gc.unfreeze()  # what `_put_in` looks through
        # The first test sets up what is for all of them: the database.
        _run(session.items, most=1)
        seconds = _cpu_seconds_of_passing(session)
        module = import_module(self.path.removesuffix(".py").replace("/", "."))
        for mutant in self.mutants:
            killed = not _passes(session, seconds, functools.partial(_put_in, module, mutant))
            self.killed.append(killed)
            verdict = "killed  " if killed else "SURVIVED"
            print(f"{verdict} {self.path}:{mutant.number} {mutant.change}", flush=True)  # noqa: T201
        return True


def killed(worker: str, path: str, tests: Sequence[str], mutants: Sequence[Mutant]) -> list[bool]:
    """Of each mutant of the module at `path`, whether one of these test files kills it."""
    trial = Trial(worker, path, mutants)
    if pytest.main([*OPTIONS, *tests], plugins=[trial]) or len(trial.killed) < len(mutants):
        raise RuntimeError(f"the tests of {path} fail without any change")
    return trial.killed


def _cpu_seconds_of_passing(session: pytest.Session) -> float:
    def used() -> float:
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime

    before = used()
    if session.testsfailed or not _passes(session, MOST_SECONDS, lambda: None):
        raise pytest.UsageError("a test fails without any change")
    return STARTING + TIMES * (used() - before)


def _passes(session: pytest.Session, cpu_seconds: float, prepare: Callable[[], None]) -> bool:
    """Whether all tests pass in a child, once it is prepared."""
    for connection in connections.all():
        connection.close()
        connection.close_pool()
    child = os.fork()
    if not child:
        status = 1
        try:
            signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
            signal.alarm(MOST_SECONDS)
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            prepare()
            _run(session.items)
            status = bool(session.testsfailed)
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def _run(items: Sequence[pytest.Item], most: int | None = None) -> None:
    """Run tests until one fails; what the session has set up stays, as another one follows."""
    for item, following in list(zip(items, [*items[1:], items[0]], strict=True))[:most]:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            break


def _put_in(module: ModuleType, mutant: Mutant) -> None:
    """Make the module what it is with the change, for whoever has imported from it as well."""
    marker = f"{module.__file__} with a change"
    changed = dict(vars(module))
    exec(compile(mutant.source, marker, "exec"), changed)  # noqa: S102
    functions = {module.__file__: {}, marker: {}}
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper):
            one.cache_clear()
        elif isinstance(one, FunctionType) and one.__code__.co_filename in functions:
            name = one.__code__.co_qualname, one.__code__.co_firstlineno
            functions[one.__code__.co_filename].setdefault(name, []).append(one)
    for name in functions[module.__file__].keys() & functions[marker].keys():
        (new, *_), originals = functions[marker][name], functions[module.__file__][name]
        for original in originals:
            original.__code__ = new.__code__
            original.__defaults__, original.__kwdefaults__ = new.__defaults__, new.__kwdefaults__
    for name, value in changed.items():
        if isinstance(value, int | tuple | frozenset) and not name.startswith("__"):
            setattr(module, name, value)
    cache.clear()
