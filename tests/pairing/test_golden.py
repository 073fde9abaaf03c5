"""Is every golden position paired as its rules say, with the steps that its name says?

What must hold of every pairing is asked of these too, in `test_every_system`.
"""

import json
from fractions import Fraction

import pytest

from pairing.commands import run
from pairing.formats.files import read_file
from pairing.formats.pairs import write_pairs
from pairing.registry import rules_of, system_keys
from tests.pairing.swiss_tournaments import golden_files, golden_position

#: So many positions there are; a system that is not named here has at least one.
COUNTS = {
    "attacalc": 30,
    "keizer": 48,
    "fide-dutch": 40,
    "fide-rating-1998": 40,
    "knsb-rating": 42,
    "knsb-rating-1996": 42,
    "knsb-resistance": 40,
}
#: By what the name of a position says: the reasons of these codes that then must be there.
RATING = {
    "C12": {("C12", "opened"), ("C12", "helped")},
    "C13": {("C13", "opened"), ("C13", "helped")},
    "C13 M1-1": set(),
    "C13 merge": {("C13", "merged")},
    "C14a P1-1": set(),
    "plain": set(),
}


def classic(last):
    """The same for a classic edition, `last` being the article of the last bracket."""
    return {
        "C13": {("C13", "opened")},
        "C12": {("C12", "opened")},
        "joined": {(last, "merged")},
        "penultimate redone": {(last, "opened")},
        "plain": set(),
    }


STEPS = {
    "knsb-rating": RATING,
    "knsb-rating-1996": classic("C14"),
    "fide-rating-1998": classic("C13"),
}
of_every_system = pytest.mark.parametrize("key", system_keys())


@of_every_system
def test_the_command_pairs_every_golden_position(key, tmp_path, capsys):
    files = golden_files(key)
    assert len(files) >= COUNTS.get(key, 1)
    run(["pair", key, *map(str, files), "--output", str(tmp_path)])
    for path in files:
        golden, paired = path.with_suffix(".pairs").read_text(), tmp_path / f"{path.stem}.pairs"
        if not golden:  # there is no legal pairing
            assert not paired.exists(), path
        elif key == "attacalc":  # these list the pairs in the order in which they were made
            assert sorted(paired.read_text().splitlines()) == sorted(golden.splitlines()), path
        else:
            assert paired.read_text() == golden, path


@pytest.mark.parametrize("key", STEPS)
def test_the_reasons_of_a_golden_position_name_the_steps_its_name_says(key):
    steps = STEPS[key]
    codes = {code for reasons in steps.values() for _article, code in reasons}
    for path in golden_files(key):
        snapshot = golden_position(key, path)
        named = snapshot.name.partition(": ")[2].split(", ")
        settled = rules_of(snapshot).explain(snapshot).settled
        done = {(step.article, step.code) for one in settled for step in one.steps}
        reasons = {(article, code) for article, code in done if code in codes}
        # A bracket that was opened may have been merged away afterwards.
        expected = set().union(*(steps[step] for step in named))
        assert reasons <= expected, path
        if not {"C13 merge", "joined"}.intersection(named):
            assert reasons == expected, path


def test_a_position_that_shows_a_reading_is_paired_by_that_reading():
    """Of C12 and C13: where hardly any other position tells two readings of the text apart."""
    for path in golden_files("knsb-rating-readings"):
        snapshot = read_file(path, "knsb-rating")
        proposal = rules_of(snapshot).pair(snapshot)
        assert write_pairs(proposal) == path.with_suffix(".pairs").read_text(), path


def test_the_attempt_of_a_golden_position_of_attacalc_is_the_one_its_name_says():
    for path in golden_files("attacalc"):
        snapshot = golden_position("attacalc", path)
        # The name ends in three parts, such as: search, colour on, n 4.
        direction, colour, n = snapshot.name.partition(": ")[2].split(", ")
        attempt = rules_of(snapshot).explain(snapshot).decision.attempt
        assert attempt.direction == direction, path
        assert attempt.colour == (colour == "colour on"), path
        assert attempt.n == int(n.removeprefix("n ")), path


def test_a_golden_position_of_attacalc_has_the_standings_it_should():
    for path in golden_files("attacalc"):
        snapshot = golden_position("attacalc", path)
        for scope, golden in json.loads(path.with_suffix(".standings.json").read_text()).items():
            rows = rules_of(snapshot).standings(snapshot, scope)
            assert [(row.rank, row.player, row.points, row.value_number) for row in rows] == [
                (row["rank"], row["id"], Fraction(row["points"]), row["value_number"])
                for row in golden
            ], path
