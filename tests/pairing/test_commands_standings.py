"""The command `standings`: who stands where, now or after an earlier round."""

import csv
import io
import json
from pathlib import Path

import pytest
from django.utils import translation

from pairing.commands import run as run_command
from pairing.core.types import OVERALL
from tests.attempts import every
from tests.pairing.documents import FULL, document

CASES = Path(__file__).parent / "cases" / "attacalc"
GOLDEN = sorted(CASES.glob("[0-9][0-9].json"))


def run(capsys, *arguments):
    """Exit status, standard output and standard error of `standings ...`."""
    status = run_command(["standings", *map(str, arguments)])
    return status, *capsys.readouterr()


def rows(capsys, *arguments):
    """The standing as data."""
    status, out, err = run(capsys, *arguments, "--format", "json")
    assert (status, err) == (0, "")
    return json.loads(out)


@every("path", GOLDEN)
def test_a_golden_position_has_the_golden_standings(path, capsys):
    golden = json.loads(path.with_suffix(".standings.json").read_text())
    for scope, expected in golden.items():
        tempo = () if scope == OVERALL else ("--tempo", scope)
        found = rows(capsys, path, *tempo)
        assert [{key: row[key] for key in expected[0]} for row in found] == expected


def test_a_row_says_everything_that_is_known_exactly(capsys):
    row = rows(capsys, FULL, "--tempo", "blitz")[0]
    assert list(row) == [
        "rank", "id", "name", "points", "value_number", "games", "wins", "draws", "losses",
        "white_share", "byes", "external", "missed", "credits_used", "credits_left", "tiebreaks",
    ]  # fmt: skip
    assert isinstance(row["points"], int | str)
    assert row["tiebreaks"] == {}


def test_a_standing_after_an_earlier_round_does_not_know_what_followed(capsys, tmp_path):
    data = document()
    data["evenings"] = data["evenings"][:3]
    data["evenings"][2]["rounds"].pop()
    shorter = tmp_path / "shorter.json"
    shorter.write_text(json.dumps(data))
    assert rows(capsys, FULL, "--after", 2) == rows(capsys, shorter)
    assert rows(capsys, FULL, "--after", 3) == rows(capsys, FULL)
    assert rows(capsys, FULL, "--tempo", "blitz", "--after", 1) == rows(
        capsys, shorter, "--tempo", "blitz"
    )


def test_before_the_first_round_there_are_only_values(capsys):
    assert all(row["games"] == 0 for row in rows(capsys, FULL, "--after", 0))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--after", "4"),
        ("--after", "-1"),
        ("--tempo", "long", "--after", "2"),
        ("--tempo", "all"),
        ("--tempo", "fast"),
        ("--system", "dice"),
    ],
)
def test_what_is_not_there_is_bad_input(arguments, capsys):
    status, out, err = run(capsys, FULL, *arguments)
    assert (status, out) == (3, "")
    assert err


def test_a_value_number_below_nothing_ends_with_status_1(capsys, tmp_path):
    data = document()
    data["options"] = {"first_value": 3}
    path = tmp_path / "low.json"
    path.write_text(json.dumps(data))
    assert run(capsys, path)[0] == 1


def test_the_table_has_a_line_for_everybody_with_two_decimals(capsys):
    with translation.override("nl"):
        lines = run(capsys, GOLDEN[6])[1].splitlines()
    assert len(lines) == 8
    assert lines[1].split()[:3] == ["1", "p06", "155,33"]
    assert lines[2].split()[:3] == ["2", "p07", "99,00"]


def test_csv_holds_the_same_rows(capsys):
    lines = list(csv.DictReader(io.StringIO(run(capsys, GOLDEN[6], "--format", "csv")[1])))
    assert [(line["rank"], line["id"], line["points"]) for line in lines[:2]] == [
        ("1", "p06", "155.33"),
        ("2", "p07", "99.00"),
    ]


def test_of_a_cup_it_is_said_what_everybody_reached(capsys):
    cup = CASES.parent / "knockout" / "05.json"
    codes = {row["id"]: row["reached"]["code"] for row in rows(capsys, cup)}
    with translation.override("en"):
        lines = list(csv.DictReader(io.StringIO(run(capsys, cup, "--format", "csv")[1])))
        table = run(capsys, cup)[1]
    words = {"StillIn": "still in: ", "OutIn": "out in "}
    assert {*codes.values()} == {*words}
    assert all(line["reached"].startswith(words[codes[line["id"]]]) for line in lines)
    assert all(line["reached"] in table for line in lines)


def test_a_competition_without_players_has_an_empty_standing(capsys, tmp_path):
    data = document() | {"players": [], "evenings": [], "forbidden_pairs": []}
    path = tmp_path / "empty.json"
    path.write_text(json.dumps(data))
    assert rows(capsys, path) == []
    for form in ("table", "csv"):
        assert run(capsys, path, "--format", form)[0] == 0


@every("path", sorted(CASES.parent.glob("*/01.json")))
@every("form", ["json", "csv", "table"])
def test_the_standing_of_every_system_is_written(path, form, capsys):
    status, out, err = run(capsys, path, "--format", form)
    assert (status, err) == (0, "")
    assert out
