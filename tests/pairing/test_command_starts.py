"""What does a command load? Only what the file needs: no site, no database, no other engine."""

import subprocess
import sys
from pathlib import Path

import pytest

from pairing.commands import COMMANDS, run
from pairing.registry import system_keys
from tests.pairing.swiss_tournaments import golden_files

ROOT = Path(__file__).parents[2]
#: Each engine's folder, and whose it is.
ENGINES = {
    "dutch": ("fide-dutch",),
    "keizer": ("attacalc", "keizer"),  # the other one shares its columns of values
    "own_keizer": ("keizer",),
    "resistance": ("knsb-resistance",),
    "swiss": ("rating",),
}
#: What only a site needs.
OF_THE_SITE = (
    "clubcomp.settings",
    "clubcomp.models",
    "django.contrib",
    "django.db",
    "django.forms",
    "django.http",
)
OF_THE_SITE += ("csp", "psycopg", "openpyxl", "pairing.apps", "pairing.forms")
#: With which a checkout says which version it is, which takes longer than to pair a round.
OF_VERSIONS = ("pairing.version", "importlib.metadata", "subprocess")
PROGRAMS = (["-m", "pairing"], ["manage.py"])


def loaded(program, *arguments, given=None, language="C.UTF-8"):
    """The names of the modules that a command loads, and what it writes."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *program, *map(str, arguments)],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "LANG": language},
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}, done.stdout


def of(modules, *parts):
    """Those of some modules that belong to one of these."""
    return {one for one in modules if any(f"{one}.".startswith(f"{part}.") for part in parts)}


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
@pytest.mark.parametrize("key", system_keys())
def test_to_pair_loads_no_django_no_reasons_and_one_engine(key, program, capsys):
    file = next(one for one in golden_files(key) if one.with_suffix(".pairs").read_text())
    modules, said = loaded(program, "pair", key, file)
    run(["pair", key, str(file)])
    assert said == capsys.readouterr().out
    assert of(modules, "django", "asyncio", *OF_THE_SITE, *OF_VERSIONS) == set()
    assert of(modules, "pairing.reasons", "pairing.sentences", "pairing.core.explanation") == set()
    others = [folder for folder, whose in ENGINES.items() if not any(one in key for one in whose)]
    assert of(modules, *(f"pairing.{folder}" for folder in others)) == set()
    edition = {True: "2012", False: "1996"}[key != "knsb-rating"]
    assert not any(one.endswith(edition) for one in of(modules, "pairing.swiss"))
    written = {"pairing.formats.trf", "pairing.formats.document", "pairing.formats.h9"}
    assert len(written & modules) == 1
    assert of(modules, "pairing.formats.trf_report", "pairing.formats.trf_written") == set()


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
@pytest.mark.parametrize(
    "arguments",
    [
        ("pair", "knsb-rating", golden_files("knsb-rating")[4], "--explain"),
        ("pair", "attacalc", golden_files("attacalc")[0], "--format", "board"),
        ("pair", "attacalc", "none.json"),
        ("standings", golden_files("attacalc")[0]),
        ("check_pairings", "knsb-rating", golden_files("knsb-rating")[4]),
        ("generate_tournament", "knsb-rating", "--players=9", "--rounds=5", "--seed=3"),
    ],
    ids=lambda arguments: " ".join(map(str, arguments[:1] + arguments[3:])),
)
def test_to_say_something_needs_no_site(arguments, program):
    modules, said = loaded(program, *arguments)
    assert said or arguments[-1] == "none.json"
    assert of(modules, *OF_THE_SITE) == set()


@pytest.mark.parametrize(
    ("language", "words"),
    [("C.UTF-8", ["Board", "White", "Black"]), ("nl_NL.UTF-8", ["Bord", "Wit", "Zwart"])],
)
def test_what_is_said_without_a_site_is_in_the_language_of_the_environment(language, words):
    file = golden_files("knsb-rating")[4]
    for program in PROGRAMS:
        asked = ("pair", "knsb-rating", file, "--format", "board")
        _modules, said = loaded(program, *asked, language=language)
        assert said.split()[:3] == words


def test_a_command_that_is_not_known_is_bad_input(capsys):
    for arguments in ([], ["dice"], ["pear", "knsb-rating"]):
        assert run(arguments) == 3
        said = capsys.readouterr()
        assert said.out == ""
        assert all(command in said.err for command in COMMANDS)


def test_a_folder_is_each_file_in_it_by_name(tmp_path, capsys):
    golden = golden_files("knsb-rating")[:4]
    folder, made = tmp_path / "folder", tmp_path / "made"
    folder.mkdir()
    for path in reversed(golden):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "notes.md").write_text("no competition")
    assert run(["pair", "knsb-rating", str(folder), "--output", str(made)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{path.stem} ok" for path in golden]
    for path in golden:
        written = (made / path.with_suffix(".pairs").name).read_text()
        assert written == path.with_suffix(".pairs").read_text()
    assert run(["check_pairings", "knsb-rating", str(folder)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(golden)


def test_a_folder_without_such_a_file_cannot_be_read(tmp_path, capsys):
    (tmp_path / "notes.md").write_text("no competition")
    assert run(["pair", "knsb-rating", str(tmp_path)]) == 5
    assert str(tmp_path) in capsys.readouterr().err


@pytest.mark.parametrize("key", ["attacalc", "knsb-rating"])
def test_standard_input_is_read_where_the_file_is_a_line(key):
    file = golden_files(key)[0]
    for program in PROGRAMS:
        _modules, said = loaded(program, "pair", key, "-", given=file.read_text())
        assert said == loaded(program, "pair", key, file)[1] != ""


def test_a_european_go_file_by_standard_input_is_known_by_its_remark():
    text = "; EV[Club]\n; RO[2]\n 1 A - 1k NL x 0 0 0\n 2 B - 1k NL x 0 0 0\n"
    assert loaded(PROGRAMS[0], "pair", "knsb-resistance", "-", given=text)[1] == "1\n2 1\n"
