"""What does the command say of itself: its version, what is ours, and in which language?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from clubcomp import __version__
from clubcomp.__main__ import main
from pairing.commands import COMMANDS
from pairing.commands.language import OFFERED, VARIABLES, spoken

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("asked", ["--version", "version"])
def test_the_version_is_ours(capsys, asked):
    assert main(["clubcomp", asked]) == 0
    assert capsys.readouterr().out == f"Clubcomp {__version__}\n"


@pytest.mark.parametrize("asked", ["--help", "-h", "help"])
def test_help_lists_every_command_of_ours_with_what_it_is_for(capsys, asked):
    assert main(["clubcomp", asked]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line[:2] == "  "]
    told = {words[0]: " ".join(words[1:]) for words in lines}
    of_site = {file.stem for file in (ROOT / "clubcomp/management/commands").glob("[a-z]*.py")}
    assert told.keys() == {*COMMANDS, *of_site}
    assert all(
        len(words) > 10 and words[0].isupper() and "`m" not in words for words in told.values()
    )


def test_help_of_a_command_on_files_is_its_own():
    command = [sys.executable, "-m", "clubcomp", "help", "check_pairings"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "check_pairings" in done.stdout


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "tr"}, "tr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "fr_FR@euro"}, "en"),
        ({"LANG": "../etc"}, "en"),
        ({"LANG": "nl_NL", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "nl_BE"}, "nl"),
        ({"LANG": "nl_NL", "LC_ALL": ""}, "nl"),
        ({}, "en"),
    ],
)
def test_commands_speak_the_language_of_the_environment(monkeypatch, said, language):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert spoken() == language
    assert set(OFFERED) == {code for code, _name in settings.LANGUAGES}


def test_a_refusal_is_in_that_language():
    said = {}
    for language in ("nl_NL.UTF-8", "en_GB.UTF-8"):
        done = subprocess.run(
            [sys.executable, "-m", "pairing", "check_pairings", "no-such-system", "x.trf"],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "LANG": language},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        said[language] = done.stderr
    assert "is niet bekend" in said["nl_NL.UTF-8"]
    assert "is not known" in said["en_GB.UTF-8"]
