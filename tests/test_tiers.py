"""Which tests `make test` leaves to `make test-all` is a list of tests that exist."""

import ast

import pytest

from tests.tiers import HERE, LIST, is_of_the_quarter


def test_every_function_of_the_list_exists():
    functions = set()
    for path in HERE.rglob("test_*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                functions.add(f"{path.relative_to(HERE).as_posix()}::{node.name}")
    listed = LIST.read_text().splitlines()
    assert listed == sorted(set(listed))
    gone = [line for line in listed if line not in functions]
    assert not gone, "Take these lines out of tests/long_tests.txt, or write the new names there."


@pytest.mark.parametrize(
    ("function", "cases", "expected"),
    [
        ("views/test_hostile.py::test_a", 6, 100),
        ("views/test_hostile.py::test_a", 7, 25),
        ("views/test_access.py::test_a", 7, 100),
    ],
)
def test_of_a_sweep_a_fixed_quarter_is_usual(function, cases, expected):
    kept = sum(is_of_the_quarter(f"{function}[{n}]", function, cases) for n in range(100))
    assert abs(kept - expected) <= 8
