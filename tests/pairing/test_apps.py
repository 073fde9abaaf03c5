"""`manage.py check` loads every pairing system."""

import sys

import pytest

import pairing.systems
from pairing.apps import check_systems
from pairing.registry import get_system


def test_every_system_loads():
    assert check_systems() == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import nothing_of_this_name", "pairing.E001"),
        ("from tests.pairing.toy_system import SYSTEM", "pairing.E002"),
    ],
)
def test_a_system_that_does_not_load_is_an_error(tmp_path, monkeypatch, source, found):
    (tmp_path / "broken_one.py").write_text(source)
    monkeypatch.setattr(pairing.systems, "__path__", [*pairing.systems.__path__, str(tmp_path)])
    assert [error.id for error in check_systems()] == [found]
    get_system.cache_clear()
    sys.modules.pop("pairing.systems.broken_one", None)
