"""The steps of a round in which a group was opened, in the order of what happened."""

from pathlib import Path

import pytest

from pairing.formats.trf import read_trf
from pairing.reasons.every_system import GroupOf
from pairing.reasons.swiss_steps import BeforeOpened
from pairing.registry import rules_of
from tests.pairing.truth.verdict import verdict_on

FILES = Path(__file__).parent / "opened"


@pytest.mark.parametrize(
    ("system", "scores", "before"),
    [
        ("knsb-rating", ["9/2", "4", "3", "2", "5/2", "3/2"], {"2": "5/2"}),
        ("knsb-rating-1996", ["3", "5/2", "3/2", "2", "1"], {"3/2": "2"}),
    ],
)
def test_what_was_so_before_a_group_was_opened_stands_before_it_and_says_so(system, scores, before):
    snapshot = read_trf((FILES / f"{system}.trf").read_bytes(), system=system).snapshot
    rules = rules_of(snapshot)
    steps = list(rules.explain(snapshot).steps())
    assert [str(group.score) for group in steps] == scores
    told = {
        str(group.score): str(step.score)
        for group in steps
        for step in group.steps
        if isinstance(step, BeforeOpened)
    }
    assert told == before
    own = [player for group in steps for step in group.steps if isinstance(step, GroupOf)
           for player in step.own]  # fmt: skip
    seats = [player for pair in rules.pair(snapshot).pairs for player in (pair.white, pair.black)]
    assert {*own} >= {*seats}
    assert not verdict_on(snapshot, rules).false
