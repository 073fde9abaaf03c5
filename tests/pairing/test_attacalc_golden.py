"""Positions with the pairing and the standings that the rules give, many with rare steps."""

import json
from fractions import Fraction

import pytest

from pairing.core.invariants import problems
from tests.pairing.snapshots import CASES, SYSTEM, options_of, pair, pairs_of, read_case, standings

DOCUMENTS = sorted((CASES / "attacalc").glob("[0-9]*[0-9].json"))


def test_there_are_golden_cases():
    assert len(DOCUMENTS) >= 30


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_golden_position_is_paired_as_it_should(path):
    snapshot = read_case(path)
    lines = path.with_suffix(".pairs").read_text().split("\n")[1:]
    expected = [line.replace(" ", "-") for line in lines if line]
    proposal = pair(snapshot)
    # The files list pairs in the order in which they were made; the boards' order is asked below.
    assert sorted(pairs_of(proposal)) == sorted(expected)
    order = SYSTEM.order(snapshot, options_of(snapshot))
    higher = [min(order.index(made.white), order.index(made.black)) for made in proposal.pairs]
    assert higher == sorted(higher)
    errors = problems(snapshot, proposal, SYSTEM, options_of(snapshot))
    assert not [problem for problem in errors if problem.severity == "error"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_golden_position_has_the_standings_it_should(path):
    snapshot = read_case(path)
    for scope, rows in json.loads(path.with_suffix(".standings.json").read_text()).items():
        found = [
            (row.rank, row.player, row.points, row.value_number)
            for row in standings(snapshot, scope)
        ]
        assert found == [
            (row["rank"], row["id"], Fraction(row["points"]), row["value_number"]) for row in rows
        ]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_the_attempt_of_a_golden_position_is_the_one_its_name_says(path):
    snapshot = read_case(path)
    # The name ends in three parts, such as: search, colour on, n 4.
    direction, colour, n = snapshot.name.partition(": ")[2].split(", ")
    for made in pair(snapshot).pairs:
        (attempt,) = [reason for reason in made.reasons if reason.code == "attempt"]
        assert attempt.facts["direction"] == direction
        assert attempt.facts["colour"] == (colour == "colour on")
        assert attempt.facts["n"] == int(n.removeprefix("n "))
