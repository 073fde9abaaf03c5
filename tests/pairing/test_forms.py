"""The options form: what it accepts is what the system accepts, whatever the system."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from pairing.core.system import Abilities, PairingSystem
from pairing.forms import FractionField, OptionsForm, differing_options, required_names
from pairing.registry import get_system, make_rules, options_to_document, system_keys
from pairing.sentences.option_words import description_of, groups_of
from tests.pairing.toy_system import FirstAgainstLast


@dataclass(frozen=True)
class Options:
    """Options of which nobody wrote sentences."""

    rounds: int = field(metadata={"low": 1, "high": 50})
    bye: Fraction = Fraction(1)
    colour: Literal["white", "black"] = "white"
    strict: bool = False


class Unsaid(FirstAgainstLast):
    """A system of somebody else, without a module of sentences."""

    key, label, source = "unsaid", "Unsaid", "A regulation"
    games = frozenset({"go"})
    options = Options
    abilities = Abilities(needs_round_count=True)


def filled(system: PairingSystem) -> dict[str, str]:
    """What a browser sends for a form that nobody touched."""
    form = OptionsForm(system=system)
    values = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in values.items()}


@pytest.mark.parametrize("key", system_keys())
def test_every_option_of_every_system_has_its_field(key):
    system = get_system(key)
    assert set(OptionsForm(system=system).fields) == {*system.declared}
    assert description_of(system)


def test_an_untouched_form_writes_nothing_in_the_document():
    system = get_system("attacalc")
    form = OptionsForm(filled(system), system=system)
    assert form.is_valid(), form.errors
    assert options_to_document(make_rules(system, form.options)) == {}


def test_a_system_without_sentences_has_its_options_by_name():
    with override("en"):
        assert [group.title for group in groups_of(Unsaid())] == ["Unsaid"]
        form = OptionsForm({**filled(Unsaid()), "rounds": "7", "strict": "True"}, system=Unsaid())
        assert form.is_valid(), form.errors
        assert form.options == {
            "rounds": 7,
            "bye": Fraction(1),
            "colour": "white",
            "strict": True,
        }
        assert required_names(Unsaid()) == {"rounds"}
        assert differing_options(make_rules(Unsaid(), {"rounds": 7, "bye": "1/2"})) == [
            ("bye", "1", "1/2")
        ]
        assert description_of(Unsaid()) == "A regulation"


def test_what_is_not_asked_stays_as_it_was():
    system = get_system("attacalc")
    form = OptionsForm(
        {"first_value": "40"},
        system=system,
        written={"absent": "1/6"},
        only=frozenset({"first_value"}),
    )
    assert form.is_valid()
    assert form.options == {"absent": "1/6", "first_value": 40}


@pytest.mark.parametrize(
    ("written", "number"),
    [
        *[("1/3", "1/3"), ("⅓", "1/3"), (" 2 / 3 ", "2/3"), ("0,4", "2/5"), ("0.4", "2/5")],
        *[("2", "2"), ("50%", "1/2"), ("70 %", "7/10"), ("33,3%", "333/1000")],
    ],
)
def test_a_fraction_is_read_as_people_write_it(written, number):
    assert FractionField().clean(written) == Fraction(number)


@pytest.mark.parametrize(
    "written", ["", "x", "%", "5%%", "1/0", "-1", "1e9", "1/2/3", "٣", "9" * 5000, "1\x00"]
)
def test_what_is_no_fraction_is_refused(written):
    with pytest.raises(ValidationError):
        FractionField().clean(written)


def test_a_new_competition_begins_with_what_the_system_advises():
    system = get_system("fide-dutch")
    advised = system.advised["tie_breaks"]
    new = OptionsForm(system=system, may_draw=True)
    assert new["tie_breaks"].value() == advised
    [line] = [line for group in new.groups() for line in group.lines if line.is_list]
    assert "Buchholz" in line.default or "resistance points" in line.default
    # What is changed later begins with what it has, and what was advised is not another choice.
    assert OptionsForm(system=system, written={"rounds": 5})["tie_breaks"].value() == ()
    assert differing_options(make_rules(system, {"rounds": 5, "tie_breaks": [*advised]})) == []
