"""The table of kinds of absence in a form: rows are added, changed and removed."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from pairing.amount_fields import read_amount
from pairing.core.amounts import AbsenceKind, Amount, Tier
from pairing.forms import OptionsForm
from pairing.kind_fields import rows_of
from pairing.registry import get_system, make_options
from tests.pairing.filled_form import sent_by

SYSTEM = get_system("keizer")
KINDS = "absences.kinds"
LATE = {"key": "late", "name": "Te laat", "tiers": [{"times": 2, "amount": "1/6"}]}
WRITTEN = {"absences": {"kinds": [LATE]}}


def filled(written=WRITTEN, **changes):
    """The form as a browser sends it, with some fields of the table filled in otherwise."""
    sent = sent_by(OptionsForm(system=SYSTEM, written=written))
    for name, value in changes.items():
        sent[f"{KINDS}-{name.replace('__', '-')}"] = value
    return OptionsForm(sent, system=SYSTEM, written=written)


def table(form):
    assert form.is_valid(), form.errors
    return make_options(SYSTEM, form.options).absences


def test_the_usual_three_are_always_there_and_two_rows_are_empty():
    rows = rows_of(OptionsForm(system=SYSTEM, written=WRITTEN)[KINDS])
    assert [row.kind.key if row.kind else "" for row in rows] == [
        *("late", "absent", "external", "no_notice", "", "")
    ]
    assert ["remove" in row.fields for row in rows] == [True, False, False, False, False, False]


def test_who_touches_nothing_changes_nothing():
    form = filled()
    assert [kind.key for kind in table(form).kinds] == ["late"]
    assert form.changes == []


def test_a_new_row_becomes_a_kind_with_a_key_of_its_own():
    kinds = table(
        filled(
            **{
                "4__name": "Te laat!",
                "4__amount_0": "40%",
                "5__name": "Ziek",
                "5__times_0": "3",
                "5__amount_0": "20 points",
                "5__then": "late",
            }
        )
    ).kinds
    assert kinds[1:] == (
        AbsenceKind("te_laat", "Te laat!", (Tier(None, Amount(own=Fraction(2, 5))),)),
        AbsenceKind("ziek", "Ziek", (Tier(3, Amount(points=Fraction(20))),), then="late"),
    )


def test_a_key_is_never_taken_twice():
    again = table(filled(**{"4__name": "Late", "5__name": "Absent"}))
    assert [kind.key for kind in again.kinds] == ["late", "late_a", "absent_a"]
    assert table(filled(**{"4__name": "Bye"})).kinds[-1].key == "bye_a"
    assert table(filled(**{"4__name": "123"})).kinds[-1].key == "kind"


def test_a_ticked_row_goes():
    assert table(filled(**{"0__remove": "on"})).kinds == ()


def test_a_usual_kind_is_changed_and_set_back():
    form = filled(**{"1__times_0": "10"})
    changed = table(form)
    assert changed.kinds[-1] == AbsenceKind("absent", "", (Tier(10, Amount(own=Fraction(1, 3))),))
    assert form.changes
    back = filled(
        {"absences": {"kinds": [{"key": "absent"}]}}, **{"0__times_0": "5", "0__amount_0": "1/3"}
    )
    assert table(back).kinds == ()


def test_a_row_that_is_not_right_is_said_at_its_field():
    form = filled(**{"1__amount_0": "much", "0__times_1": "4"})
    assert not form.is_valid()
    late, absent = rows_of(form[KINDS])[:2]
    assert "amount_0" in absent.errors
    assert late.errors["amount_1"]
    assert [group.is_wrong for group in form.groups()].count(True) == 1


def test_a_kind_that_another_option_names_stays():
    written = {"absences": {"kinds": [LATE], "late_join": "late"}}
    form = filled(written, **{"0__remove": "on"})
    assert not form.is_valid()
    assert "late" in str(form.errors)


def test_a_preset_is_shown_beside_the_kinds_that_there_are():
    form = OptionsForm(system=SYSTEM, written=WRITTEN, preset="draughts")
    keys = [row.kind.key for row in rows_of(form[KINDS]) if row.kind]
    assert keys == ["absent", "busy", "external", "late", "no_notice"]
    sent = OptionsForm(sent_by(form), system=SYSTEM, written=WRITTEN)
    assert [kind.key for kind in table(sent).kinds] == ["absent", "busy", "external", "late"]
    assert make_options(SYSTEM, sent.options).values.first == 70


@pytest.mark.parametrize("preset", SYSTEM.presets)
def test_every_preset_is_kept_as_it_is(preset):
    form = OptionsForm(sent_by(OptionsForm(system=SYSTEM, preset=preset)), system=SYSTEM)
    assert form.is_valid(), form.errors
    wanted = make_options(SYSTEM, SYSTEM.presets[preset])
    made = make_options(SYSTEM, form.options)
    assert made.absences.table == wanted.absences.table
    assert (made.values, made.bye, made.meeting) == (wanted.values, wanted.bye, wanted.meeting)


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("40%", Amount(own=Fraction(2, 5))),
        ("66,7 %", Amount(own=Fraction(667, 1000))),
        ("⅓", Amount(own=Fraction(1, 3))),
        ("1½", Amount(own=Fraction(3, 2))),
        ("20 points", Amount(points=Fraction(20))),
        ("1 point", Amount(points=Fraction(1))),
        ("-3 points", Amount(points=Fraction(-3))),
        ("1/2 + 1/3 opponent", Amount(Fraction(1, 3), Fraction(1, 2))),
    ],
)
def test_an_amount_is_read_as_people_write_it(written, amount):
    assert read_amount(written) == amount


@pytest.mark.parametrize("written", ["x", "1/0", "1 2", "½½", "1/3 + 1/2", "20 pounds", "%"])
def test_what_is_no_amount_is_refused(written):
    with pytest.raises(ValidationError):
        read_amount(written)
