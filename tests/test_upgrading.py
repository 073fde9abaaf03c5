"""docs/upgrading.md with a real club: a wheel, the next one over it, and back to the first."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres.conftest import CHECKOUT, new_house
from tests.test_platforms import asked_of_index
from tests.test_wheel import pipx

pytestmark = pytest.mark.slow
ALL = "[server,spreadsheets]"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
MIGRATION = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "{last}")]
    operations = [
        migrations.AddField("club", "motto", models.TextField(default="On", db_default="On")),
    ]
"""
CLUB = "from clubcomp.models import Club; Club.objects.create(name='Toren', slug='toren')"
SAY = "from clubcomp.models import Club; print([club.name for club in Club.objects.all()])"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """This program as release 90.0.0, and as 91.0.0 with one column more."""
    made = []
    for number in ("90.0.0", "91.0.0"):
        copy, dist = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("dist")
        listed = subprocess.run(
            ["git", "ls-files"], cwd=CHECKOUT, check=True, capture_output=True, text=True
        )
        for name in listed.stdout.splitlines():
            if not name.startswith("tests/") and (CHECKOUT / name).exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(CHECKOUT / name, copy / name)
        code = copy / "pairing/version.py"
        text = re.sub(r'(?m)^NUMBER = ".*"', f'NUMBER = "{number}"', code.read_text())
        code.write_text(text)
        if made:
            folder = copy / "clubcomp/migrations"
            last = max(path.stem for path in folder.glob("0*.py"))
            (folder / "0999_motto.py").write_text(MIGRATION.format(last=last))
        asked_of_index(*PIP, "wheel", "-q", "--no-deps", "--wheel-dir", str(dist), str(copy))
        made += dist.iterdir()
    return made


def by_pip(folder):
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install = [str(folder / "bin/python"), "-m", "pip", "install", "-q", "--upgrade"]
    return [*install, "--disable-pip-version-check"], {}, folder / "bin/clubcomp"


def by_pipx(folder):
    places = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
    install = [*pipx(), "install", "--force", "--python", sys.executable]
    return install, places, folder / "bin/clubcomp"


def by_uv(folder):
    uv = shutil.which("uv")
    if not uv:
        (wanted,) = re.findall(r"^UV \?= (\S+)", (CHECKOUT / "Makefile").read_text(), re.M)
        asked_of_index(*PIP, "install", "-q", "--target", str(folder / "uv"), wanted)
        uv = folder / "uv/bin/uv"
    places = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    install = [str(uv), "tool", "install", "--no-config", "--force", "--python", sys.executable]
    return install, places, folder / "bin/clubcomp"


@pytest.mark.parametrize("way", [by_pip, by_pipx, by_uv])
def test_each_installer_goes_to_the_next_wheel_and_back(wheels, way, tmp_path):
    becomes = installer_of(way, tmp_path)
    for wheel, number in ((wheels[0], "90"), (wheels[1], "91"), (wheels[0], "90")):
        assert done(becomes(wheel), "--version") == f"Clubcomp {number}.0.0\n"


def installer_of(way, folder):
    """What installs a wheel over the one before, and gives back the command."""
    install, places, program = way(folder)
    # Python compiles what is run; an installer would compile all of Django, each time.
    environment = os.environ | places | {"PIP_NO_COMPILE": "1"}

    def becomes(wheel):
        wanted = f"clubcomp{ALL} @ {Path(wheel).as_uri()}"
        asked_of_index(*map(str, install), wanted, env=environment, cwd="/")
        return program

    return becomes


def done(program, *words, **settings):
    """What the command says, once it has done it."""
    environment = os.environ | settings
    for name in ("PYTHONPATH", "DJANGO_SETTINGS_MODULE"):
        environment.pop(name, None)
    said = subprocess.run(
        [program, *words], capture_output=True, text=True, check=False, env=environment, cwd="/"
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout


def test_a_club_goes_along_to_the_next_wheel_and_back(wheels, tmp_path):
    becomes = installer_of(by_uv, tmp_path)
    with new_house() as house:
        settings = house.environment | {"CLUBCOMP_BACKUP_DIR": str(house.folder / "backups")}
        program = becomes(wheels[0])
        done(program, "migrate", **settings)
        done(program, "shell", "-c", CLUB, **settings)
        mine = house.folder / "mine.backup"
        assert "every row is there" in done(program, "backup", str(mine), **settings)

        program = becomes(wheels[1])
        assert "0999_motto" in done(program, "migrate", **settings)
        assert len([*(house.folder / "backups").glob("*.backup")]) == 1
        assert "['Toren']" in done(program, "shell", "-c", SAY, **settings)

        program = becomes(wheels[0])
        done(program, "restore", str(mine), "--replace", **settings)
        assert "['Toren']" in done(program, "shell", "-c", SAY, **settings)
        assert "No migrations to apply" in done(program, "migrate", **settings)
