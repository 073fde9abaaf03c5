"""What looks like a mistake in a regulation is said; published ones have nothing of the kind."""

import pytest
from django.utils.translation import override

from pairing.registry import get_system, make_rules
from pairing.sentences.option_words import remarks_on
from tests.pairing.keizer_regulations import REGULATIONS

SYSTEM = get_system("keizer")


def said(written, evenings=0):
    with override("en"):
        return remarks_on(make_rules(SYSTEM, written), evenings)


def kinds(*several):
    return {"absences": {"kinds": [*several]}}


def test_the_usual_regulations_have_no_remark():
    assert {name: said(preset) for name, preset in SYSTEM.presets.items() if said(preset)} == {}
    # What was read of Krimpen has a limit in a period, and no periods.
    assert {club for club in REGULATIONS if said(REGULATIONS[club])} == {"Krimpen"}


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (kinds({"key": "late", "tiers": [{"times": None, "amount": "7/6"}]}), "more than a win"),
        (
            {"results": {"win": {"points": 3}, "draw": {"points": 1}}}
            | kinds({"key": "absent", "tiers": [{"times": 1, "amount": {"points": 4}}]}),
            "Absent with notice earns 4 points: more than a win, which earns 3 points.",
        ),
        ({"bye": {"amount": 2}}, "A bye earns more than a win"),
        ({"results": {"draw": 2}}, "A draw earns more than a win."),
        ({"results": {"loss": "3/4"}}, "A loss earns more than a draw."),
        ({"values": {"first": 30, "ratio": 3}}, "the multiple of the last value says nothing"),
        ({"values": {"first": 5, "last": 5}}, "everybody is worth the same"),
        ({"values": {"by": "rating", "first": 5}}, "Values go by rating"),
        ({"meeting": {"times": 1, "times_in_period": 2}}, "more often than in the whole season"),
        ({"meeting": {"times_in_period": 2}}, "there is only one period"),
        ({"periods": {"points": "anew"}}, "there is only one period"),
        ({"standing": {"min_games_from": 4}}, "how many is not said"),
    ],
)
def test_a_remark_for_each(written, says):
    assert [remark for remark in said(written) if says in remark]


def test_a_period_without_evenings():
    written = {"periods": {"starts": [1, 9, 17]}}
    assert said(written, 17) == []
    assert said(written) == []
    [remark] = said(written, 16)
    assert remark.startswith(
        "Period 3 begins with evening 17, and the calendar ends with evening 16"
    )
