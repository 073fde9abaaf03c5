"""Are systems found by themselves, and are options read strictly and written back?"""

from fractions import Fraction

import pytest

from pairing.core.system import BadOptions
from pairing.registry import (
    UnknownSystem,
    get_system,
    make_options,
    make_rules,
    options_to_document,
    system_choices,
)
from tests.attempts import every

SYSTEM = get_system("attacalc")


def test_systems_are_found_by_their_module():
    assert ("attacalc", SYSTEM.label) in system_choices()
    for key, label in system_choices():
        assert get_system(key).key == key
        assert label


@pytest.mark.parametrize("key", ["keizers", "", "attacalc.record", "__init__", "../core"])
def test_an_unknown_system_names_those_that_are_known(key):
    with pytest.raises(UnknownSystem) as caught:
        get_system(key)
    assert isinstance(caught.value, KeyError)
    assert "attacalc" in caught.value.known


def test_options_are_read_as_exact_numbers():
    options = make_options(
        SYSTEM, {"first_value": 60, "win": 1, "absent": "2/6", "late_join": "none"}
    )
    assert (options.first_value, options.win, options.absent) == (60, 1, Fraction(1, 3))
    assert options.late_join == "none"
    assert make_options(SYSTEM, {}) == SYSTEM.options()


@every(
    "name, value, code",
    [
        ("colour", 1, "unknown"),
        ("first_value", "60", "not_integer"),
        ("first_value", True, "not_integer"),
        ("first_value", 60.0, "not_integer"),
        ("first_value", 10000, "out_of_range"),
        ("first_value", -1, "out_of_range"),
        ("value_step", 0, "out_of_range"),
        ("value_step", None, "not_integer"),
        ("own_value_counts", 1, "not_boolean"),
        ("win", 0.5, "not_fraction"),
        ("win", "1/0", "not_fraction"),
        ("win", "0.5", "not_fraction"),
        ("win", "-1/2", "not_fraction"),
        ("win", "١/٢", "not_fraction"),
        ("win", " 1/2", "not_fraction"),
        ("win", True, "not_fraction"),
        ("win", 11, "out_of_range"),
        ("loss", -1, "out_of_range"),
        ("late_join", "maybe", "not_a_choice"),
        ("revaluation", None, "not_a_choice"),
        ("revaluation", ["stable"], "not_a_choice"),
    ],
)
def test_a_bad_option_is_refused_by_name(name, value, code):
    with pytest.raises(BadOptions) as caught:
        make_options(SYSTEM, {name: value})
    assert (caught.value.name, caught.value.code) == (name, code)


def test_only_what_differs_from_the_default_is_written_in_declared_order():
    written = {"absent": "1/6", "win": 2, "value_step": 3, "draw": "2/4", "first_value": None}
    document = options_to_document(make_rules(SYSTEM, written))
    assert list(document.items()) == [("value_step", 3), ("win", 2), ("absent", "1/6")]
    assert make_options(SYSTEM, document) == make_options(SYSTEM, written)
