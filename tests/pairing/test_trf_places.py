"""Are places in a TRF file held against its results, as far as the file names what decides?"""

from dataclasses import replace
from itertools import pairwise

import pytest

from pairing.commands import run as run_command
from pairing.core.types import OVERALL
from pairing.formats.trf import read_trf
from pairing.formats.trf_places import places_in
from pairing.formats.trf_written import write_trf
from pairing.registry import rules_of

TIES = ["resistance_points_cut_1", "sonneborn_berger", "direct_encounter"]


@pytest.fixture
def file(tmp_path):
    """A file of ours, and a way to write another place into it."""
    path = tmp_path / "made.trf"
    made = ("generate_tournament", "fide-dutch", "--players", "16", "--rounds", "5")
    assert run_command([*made, "--seed", "4", "--edition", "26", "--output", str(path)]) == 0
    snapshot = read_trf(path.read_bytes(), "fide-dutch").snapshot
    path.write_bytes(write_trf(with_ties(snapshot), "26"))
    return path


def placed(path, places):
    """The file with other places, by pairing number."""
    lines = path.read_text().splitlines()
    for index, line in enumerate(lines):
        if line.startswith("001") and int(line[4:8]) in places:
            lines[index] = f"{line[:85]}{places[int(line[4:8])]:>4}{line[89:]}"
    path.write_text("\n".join(lines) + "\n")
    return path


def without_tie_breaks(path):
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if line[:3] not in ("202", "212")))


def with_ties(snapshot):
    return replace(snapshot, options={**snapshot.options, "tie_breaks": TIES})


def checked(path):
    data = path.read_bytes()
    return places_in(data, read_trf(data, "fide-dutch").snapshot)


def in_file(path):
    rows = [line for line in path.read_text().splitlines() if line.startswith("001")]
    return {int(line[85:89]): int(line[4:8]) for line in rows}


def test_places_that_follow_from_points_and_tie_breaks_are_ok(file, capsys):
    assert checked(file).tie_breaks == ("BH/C1", "SB", "DE")
    assert checked(file).wrong == ()
    assert run_command(["check_pairings", "fide-dutch", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: ok\n"


def test_two_who_change_places_that_only_tie_breaks_part_are_named(file, capsys):
    snapshot = with_ties(read_trf(file.read_bytes(), "fide-dutch").snapshot)
    rows = rules_of(snapshot).standings(snapshot, OVERALL)
    pairs = pairwise(rows)
    one, other = next((a, b) for a, b in pairs if a.points == b.points and a.rank != b.rank)
    by_place = in_file(file)
    one_place = next(place for place, number in by_place.items() if str(number) == one.player)
    other_place = next(place for place, number in by_place.items() if str(number) == other.player)
    placed(file, {int(one.player): other_place, int(other.player): one_place})
    assert one.player in {place.player for place in checked(file).wrong}
    assert run_command(["check_pairings", "fide-dutch", str(file)]) == 6
    said = capsys.readouterr().out
    assert f"({one.player}) has place {other_place}, and by PTS, BH/C1, SB, DE" in said
    # A file that names no tie-breaks is held against points alone, by which both are right.
    without_tie_breaks(file)
    assert checked(file).wrong == ()


def test_more_points_and_a_lower_place_is_named_whatever_the_file_names(file):
    by_place = in_file(file)
    first, last = by_place[1], by_place[16]
    placed(file, {first: 16, last: 1})
    without_tie_breaks(file)
    assert {place.player for place in checked(file).wrong} == {str(first), str(last)}


def test_what_comes_after_an_unknown_tie_break_is_not_held_against_the_places(file, capsys):
    text = file.read_text().replace("212 PTS,BH/C1,SB,DE", "212 PTS,BH/C1,EDE/X,SB")
    assert "EDE/X" in text
    file.write_text(text)
    found = checked(file)
    assert (found.tie_breaks, found.unknown, found.wrong) == (("BH/C1",), ("EDE/X", "SB"), ())
    assert run_command(["check_pairings", "fide-dutch", str(file)]) == 0
    assert "EDE/X, SB" in capsys.readouterr().err


def test_a_file_without_places_is_not_told_that_they_are_wrong(file):
    placed(file, dict.fromkeys(range(1, 17), 0))
    assert not checked(file).in_file
    assert run_command(["check_pairings", "fide-dutch", str(file)]) == 0
