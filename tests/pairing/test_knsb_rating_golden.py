"""Positions with the pairing that the regulation gives, most of them with a rare step."""

import pytest

from pairing.core.invariants import problems
from pairing.formats.files import read_file
from pairing.formats.pairs import write_pairs
from pairing.registry import get_system, make_options
from tests.pairing.snapshots import CASES
from tests.pairing.trf_cases import read_trf

SYSTEM = get_system("knsb-rating")
FILES = sorted((CASES / "knsb_rating").glob("*.trf"))
#: Of C12 and C13: where hardly any other position tells two readings of the text apart.
READINGS = sorted((CASES / "knsb_rating_readings").glob("*.trf"))


def paired(path):
    """A position, its options and its proposal."""
    snapshot = read_trf(path)
    options = make_options(SYSTEM, snapshot.options)
    return snapshot, options, SYSTEM.pair(snapshot, options)


def test_there_are_golden_cases():
    assert len(FILES) >= 42


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_position_is_paired_as_it_should_on_the_right_boards(path):
    snapshot, options, proposal = paired(path)
    expected = path.with_suffix(".pairs").read_text().split("\n")[1:]
    found = [f"{pair.white} {pair.black}" for pair in proposal.pairs]
    if proposal.bye:
        found.append(f"{proposal.bye.player} 0")
    assert found == [line for line in expected if line]
    assert problems(snapshot, proposal, SYSTEM, options) == []


#: What the name of a position says, and the codes of the reasons that then must be there.
STEPS = {
    "C12": {("C12", "opened"), ("C12", "helped")},
    "C13": {("C13", "opened"), ("C13", "helped")},
    "C13 M1-1": set(),
    "C13 merge": {("C13", "merged")},
    "C14a P1-1": set(),
    "plain": set(),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_reasons_of_a_golden_position_name_the_steps_its_name_says(path):
    snapshot, _, proposal = paired(path)
    steps = snapshot.name.partition(": ")[2].split(", ")
    said = {
        (reason.article, reason.code)
        for one in (*proposal.pairs, *([proposal.bye] if proposal.bye else []))
        for reason in one.reasons
    }
    told = {(article, code) for article, code in said if code in ("opened", "helped", "merged")}
    # A bracket that was opened may have been merged away afterwards.
    expected = set().union(*(STEPS[step] for step in steps))
    assert told <= expected
    if "C13 merge" not in steps:
        assert told == expected


@pytest.mark.parametrize("path", READINGS, ids=lambda path: path.stem)
def test_a_position_that_shows_a_reading_is_paired_by_that_reading(path):
    # Each says in its name what is read; read otherwise, it has another pairing.
    snapshot = read_file(path, "knsb-rating")
    proposal = SYSTEM.pair(snapshot, make_options(SYSTEM, snapshot.options))
    assert write_pairs(proposal) == path.with_suffix(".pairs").read_text()
