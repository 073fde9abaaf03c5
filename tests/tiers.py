"""Which tests `make test` runs, and what the others are.

`--tier=usual`, which is `make test`: what needs no browser and starts no programs, in a few
minutes. Left to the rest are the functions in long_tests.txt, and of what is tried at every
address, field or system all but a fixed quarter; who may see and press what is asked everywhere.
`--tier=rest`: exactly what the usual ones leave. Without the option every test that is named runs.

`--measure` writes long_tests.txt anew from the CPU time that each function took, all its cases
together as `make test` would run them.
"""

import os
import zlib
from collections import Counter, defaultdict
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LIST = HERE / "long_tests.txt"
#: CPU seconds of this process and of those it waited for; with these `make test` takes about 450.
LONG = 0.2
#: A function with more cases than these is a sweep.
FEW = 6
NEEDS_PROGRAMS = ("postgres", "upgrade", "browser")
#: Who may see and press what, and what every contributor meets first: all of it, always.
ALWAYS = ("views/test_access.py", "test_architecture.py", "test_translations.py")


def pytest_addoption(parser):
    """The two options."""
    parser.addoption("--tier", choices=("all", "usual", "rest"), default="all")
    parser.addoption("--measure", action="store_true", help=f"write {LIST.name} anew")


def pytest_collection_modifyitems(config, items):
    """Leave out what is not of the tier."""
    if (tier := config.getoption("--tier")) == "all":
        return
    long = set(LIST.read_text().split())
    cases = Counter(map(function_of, items))
    kept, left = [], []
    for item in items:
        usual = is_usual(item, long, cases[function_of(item)])
        (kept if usual == (tier == "usual") else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


def function_of(item):
    """`views/test_x.py::test_y`, whatever the case."""
    return item.nodeid.partition("[")[0].removeprefix("tests/")


def is_usual(item, long, cases):
    """Whether `make test` runs it, where its function has so many cases."""
    function = function_of(item)
    if item.get_closest_marker("slow") or function.startswith(NEEDS_PROGRAMS):
        return False
    return function not in long and is_of_the_quarter(item.nodeid, function, cases)


def is_of_the_quarter(case, function, cases):
    """Whether it is one of the cases that always run: the same ones for everybody."""
    return cases <= FEW or function.startswith(ALWAYS) or not zlib.crc32(case.encode()) % 4


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    """Note what the test costs, with what it sets up, in the last of its reports."""
    began = _cpu_seconds()
    item.user_properties.append(("cpu began", began))
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """See above: the reports reach the process that writes the list."""
    if call.when == "teardown":
        began = dict(item.user_properties)["cpu began"]
        item.user_properties.append(("cpu", _cpu_seconds() - began))
    yield


_costs: dict[str, dict[str, float]] = defaultdict(dict)


def pytest_runtest_logreport(report):
    """Gather the costs of the cases, by function."""
    if report.when == "teardown" and "cpu" in (said := dict(report.user_properties)):
        function = report.nodeid.partition("[")[0].removeprefix("tests/")
        _costs[function][report.nodeid] = said["cpu"]


def pytest_sessionfinish(session):
    """Write the list, in the process that has heard of all tests."""
    if session.config.getoption("--measure") and not os.environ.get("PYTEST_XDIST_WORKER"):
        long = {
            function
            for function, cases in _costs.items()
            if not function.startswith((*NEEDS_PROGRAMS, *ALWAYS))
            and sum(
                cost
                for case, cost in cases.items()
                if is_of_the_quarter(case, function, len(cases))
            )
            > LONG
        }
        kept = {line for line in LIST.read_text().split() if line not in _costs}
        LIST.write_text("".join(f"{line}\n" for line in sorted(long | kept)))


def _cpu_seconds():
    return sum(os.times()[:4])
