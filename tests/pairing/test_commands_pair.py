"""The command `pair`: files in, pairs out, and the exit status that other programs expect."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pairing.commands import run as run_command
from pairing.formats.document import read_document
from tests.attempts import every
from tests.pairing.documents import FULL, document, spoil

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "cases" / "attacalc"
GOLDEN = sorted(CASES.glob("[0-9][0-9].json"))


def run(capsys, *arguments):
    """Exit status, standard output and standard error of `pair attacalc ...`."""
    status = run_command(["pair", "attacalc", *map(str, arguments)])
    return status, *capsys.readouterr()


@pytest.fixture
def file(tmp_path):
    def write(text, name="club.json"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def played_out():
    """The document without its round to be paired."""
    data = document()
    data["evenings"][3]["rounds"] = []
    return json.dumps(data)


@every("path", GOLDEN)
def test_a_golden_position_gives_the_golden_pairs(path, capsys):
    status, out, err = run(capsys, path)
    assert (status, err) == (0, "")
    golden = path.with_suffix(".pairs").read_text().splitlines()
    lines = out.splitlines()
    # The golden files list the pairs as they were made, `pair` in board order.
    assert lines[0] == golden[0] == str(len(lines) - 1)
    assert sorted(lines[1:]) == sorted(golden[1:])
    assert not any(line.endswith(" 0") for line in lines[1:-1])
    assert lines[-1].endswith(" 0") == golden[-1].endswith(" 0")


def test_many_files_are_paired_in_one_process(capsys, tmp_path):
    status, out, _err = run(capsys, *GOLDEN, "--output", tmp_path / "new" / "folder")
    assert status == 0
    assert out.splitlines() == [f"{path.stem} ok" for path in GOLDEN]
    alone = run(capsys, GOLDEN[0])[1]
    assert (tmp_path / "new" / "folder" / "01.pairs").read_text() == alone


def test_several_files_without_a_folder_are_written_here(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(capsys, GOLDEN[0], GOLDEN[1])[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["01.pairs", "02.pairs"]


def test_one_bad_file_does_not_keep_the_others(capsys, tmp_path, file):
    bad = file("{")
    status, out, _err = run(
        capsys, GOLDEN[0], bad, tmp_path / "none.json", GOLDEN[1], "--output", tmp_path
    )
    lines = out.splitlines()
    assert status == 5
    assert (lines[0], lines[3]) == ("01 ok", "02 ok")
    assert lines[1].startswith("club ")
    assert len(lines) == 4
    assert (tmp_path / "02.pairs").exists()
    assert not (tmp_path / "club.pairs").exists()


def test_two_files_of_the_same_name_do_not_overwrite_each_other(capsys, tmp_path):
    other = tmp_path / "01.json"
    other.write_bytes(GOLDEN[1].read_bytes())
    status, _out, _err = run(capsys, GOLDEN[0], other, "--output", tmp_path)
    assert status == 3
    assert (tmp_path / "01.pairs").read_text() == run(capsys, GOLDEN[0])[1]


def test_json_has_the_pairs_in_the_order_of_the_boards_and_the_byes(capsys):
    path = GOLDEN[0]
    data = json.loads(run(capsys, path, "--format", "json")[1])
    pairs = [f"{pair['white']} {pair['black']}" for pair in data["pairs"]]
    pairs += [f"{bye['player']} 0" for bye in data["byes"]]
    assert pairs == run(capsys, path)[1].splitlines()[1:]
    assert [pair["board"] for pair in data["pairs"]] == [*range(1, len(data["pairs"]) + 1)]
    assert "reasons" not in data["pairs"][0]


def test_json_with_reasons_has_them_and_who_was_refused_at_each_board(capsys):
    golden = CASES.parent / "knsb_rating" / "05.trf"
    run_command(["pair", "knsb-rating", str(golden), "--format", "json", "--explain"])
    data = json.loads(capsys.readouterr().out)
    for decision in data["pairs"] + data["byes"]:
        assert decision["reasons"]
        for reason in decision["reasons"]:
            assert set(reason) == {"article", "code", "facts", "sentence"}
        for refused in decision["refused"]:
            who = {"player", "other", "in_place"}
            assert set(refused) == who | {"article", "code", "facts", "sentence"}
    in_place = [[one["in_place"] for one in decision["refused"]] for decision in data["pairs"]]
    assert in_place == [[False, False], [False, True], [True]]
    assert "steps" not in data


def test_json_with_steps_has_them_for_each_group(capsys):
    data = json.loads(run(capsys, GOLDEN[0], "--format", "json", "--explain=steps")[1])
    (whole,) = data["steps"]
    assert whole["score"] is None
    assert all(step["sentence"] and step["article"] for step in whole["steps"])
    assert "reasons" not in data["pairs"][0]


def test_the_explanation_follows_the_pairs(capsys):
    plain = run(capsys, GOLDEN[0])[1]
    explained = run(capsys, GOLDEN[0], "--explain")[1]
    assert explained.startswith(f"{plain}\n")
    assert len(explained.splitlines()) > 3 * len(plain.splitlines())


def test_the_steps_follow_the_pairs_with_their_articles(capsys):
    plain = run(capsys, GOLDEN[0])[1]
    explained = run(capsys, GOLDEN[0], "--explain=steps")[1]
    assert explained.startswith(f"{plain}\nThe whole round\n")
    assert "(pairing 5)" in explained


def test_the_file_may_stand_behind_the_option(capsys):
    assert run(capsys, "--explain", GOLDEN[0])[1] == run(capsys, GOLDEN[0], "--explain")[1]


@every("path", GOLDEN)
def test_every_reason_of_a_golden_position_has_a_sentence(path, capsys):
    for depth in ("--explain", "--explain=steps"):
        status, out, err = run(capsys, path, depth, "--format", "board")
        assert (status, err) == (0, "")
        assert "%(" not in out


def test_the_boards_are_listed_by_name(capsys, file):
    path = file(spoil(("evenings", 3, "rounds", 0, "present"), ["cas", "ann"]))
    out = run(capsys, path, "--format", "board")[1].splitlines()
    assert len(out) == 4
    assert any("Fem 𝔽" in line and "Hil" in line for line in out)
    assert "Gon" in out[-1] or "Gon" in out[-2]


def test_a_fixed_board_says_why_in_json(capsys, file):
    data = json.loads(run(capsys, file(json.dumps(document())), "--format", "json")[1])
    fixed = [pair["fixed"] for pair in data["pairs"] if "fixed" in pair]
    assert fixed == ["gevraagd: “samen”"]


def nobody_there():
    data = document()
    data["evenings"][3]["rounds"] = [{"games": [], "present": []}]
    return json.dumps(data)


def too_many():
    data = document() | {"evenings": []}
    data["players"] = [{"id": f"p{n}", "name": f"P{n}"} for n in range(10_001)]
    del data["forbidden_pairs"]
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "name", "status", "said"),
    [
        (nobody_there, "club.json", 1, ""),
        (lambda: "{", "club.json", 3, "1"),
        (lambda: spoil(("players", 0, "rating"), 1.5), "club.json", 3, "players[0].rating"),
        (played_out, "club.json", 3, ""),
        (lambda: "012 A", "club.trf", 3, "TRF"),
        (lambda: "012 A", "club.TXT", 3, "TRF"),
        (lambda: "a,b", "club.csv", 3, ".csv"),
        (too_many, "club.json", 4, ""),
    ],
)
def test_what_cannot_be_paired_ends_with_its_status(capsys, file, text, name, status, said):
    path = file(text(), name)
    found, out, err = run(capsys, path)
    assert (found, out) == (status, "")
    assert err.startswith(f"{path}: ")
    assert said in err


def test_a_file_that_is_not_there_ends_with_status_5(capsys, tmp_path):
    assert run(capsys, tmp_path / "none.json")[0] == 5
    (tmp_path / "folder.json").mkdir()
    assert run(capsys, tmp_path / "folder.json")[0] == 5


def test_a_folder_that_cannot_be_written_ends_with_status_2(capsys, tmp_path):
    (tmp_path / "taken").write_text("")
    status, out, _err = run(capsys, GOLDEN[0], "--output", tmp_path / "taken")
    assert status == 2
    assert out.startswith("01 ")


def test_a_bug_ends_with_status_2_and_its_traceback(capsys, monkeypatch):
    def fail(data):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("pairing.formats.document.read_document", fail)
    status, _out, err = run(capsys, GOLDEN[0])
    assert status == 2
    assert "Traceback" in err


def test_an_option_that_the_system_does_not_know_is_bad_input(capsys):
    status, _out, err = run(capsys, GOLDEN[0], "--initial-colour", "white")
    assert status == 3
    assert "initial_colour" in err


def test_a_system_that_is_not_known_is_bad_input(capsys):
    assert run_command(["pair", "dice", str(GOLDEN[0])]) == 3
    assert "attacalc" in capsys.readouterr().err


def test_the_whole_program_needs_no_database_and_has_our_status(tmp_path):
    environment = {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        "PATH": "/usr/bin:/bin",
        "PYTHONIOENCODING": "ascii",
    }

    def manage(*arguments):
        return subprocess.run(
            [sys.executable, "manage.py", *map(str, arguments)],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    paired = manage("pair", "attacalc", GOLDEN[0])
    assert (paired.returncode, paired.stderr) == (0, "")
    assert paired.stdout.splitlines()[0].isdigit()
    for wrong in (["--format", "xml"], ["--nonsense"], []):
        refused = manage("pair", "attacalc", *wrong)
        assert (refused.returncode, refused.stdout) == (3, "")
        assert "usage" in refused.stderr
    assert "Fem 𝔽" in manage("pair", "attacalc", FULL, "--format", "board").stdout
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert manage("pair", "attacalc", bad).returncode == 3


def test_the_document_of_these_tests_can_be_paired():
    assert read_document(json.dumps(document())).to_pair() is not None


SWISS = ["fide-dutch", "fide-rating-1998", "knsb-rating", "knsb-rating-1996", "knsb-resistance"]


@pytest.mark.parametrize("system", SWISS)
@pytest.mark.parametrize("more", [(), ("--explain",)])
def test_where_nobody_is_there_every_swiss_system_refuses_in_words(capsys, file, system, more):
    written = {
        "format": document()["format"],
        "version": document()["version"],
        "name": "Nobody",
        "system": system,
        "tempos": [{"id": "standard"}],
        "options": {"rounds": 3},
        "players": [{"id": f"p{n}", "name": f"P{n}"} for n in (1, 2, 3, 4)],
        "evenings": [{"tempo": "standard", "rounds": [{"games": [], "present": []}]}],
    }
    status = run_command(["pair", system, str(file(json.dumps(written))), *more])
    out, err = capsys.readouterr()
    assert (status, out) == (1, "")
    assert "Tick who is, then pair." in err
