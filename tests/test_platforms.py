"""Does the wheel install where it says it does, with no compiler? Asked of the package index."""

import re
import subprocess
import sys
import tomllib

import pytest

from tests.postgres.conftest import CHECKOUT

pytestmark = pytest.mark.slow
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
#: The machines, and the extras that have no packages there.
MACHINES = {
    "x86_64-unknown-linux-gnu": (),
    "aarch64-unknown-linux-gnu": (),
    "x86_64-unknown-linux-musl": ("server",),
    "aarch64-unknown-linux-musl": ("server",),
    "x86_64-apple-darwin": (),
    "aarch64-apple-darwin": (),
    "x86_64-pc-windows-msvc": (),
    "aarch64-pc-windows-msvc": (),
}
#: An index may take so long, in seconds.
PATIENCE = 300


def asked_of_index(*command, **options):
    """What the command says; skipped, aloud, where no index answers."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=PATIENCE, **options
        )
    except subprocess.TimeoutExpired:
        pytest.skip("NOT TRIED on any platform: the package index is too slow")
    unreached = re.search("connect|resolve host|dns|timed out", done.stderr, re.IGNORECASE)
    if done.returncode and unreached:
        pytest.skip("NOT TRIED on any platform: no package index answers")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def uv(tmp_path_factory):
    """The resolver of `make lock`, which knows the tags of every platform."""
    (version,) = re.findall(r"^UV \?= (\S+)", (CHECKOUT / "Makefile").read_text(), re.MULTILINE)
    folder = tmp_path_factory.mktemp("uv")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    asked_of_index(*pip, "--target", str(folder), version)
    return folder / "bin/uv"


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("machine", MACHINES)
def test_everything_is_there_as_a_wheel(uv, machine, python):
    here = [extra for extra in EXTRAS if extra not in MACHINES[machine]]
    wanted = [*PROJECT["dependencies"], *(text for extra in here for text in EXTRAS[extra])]
    found = asked_of_index(
        uv, "pip", "compile", "-", "--no-config", "--quiet", "--no-header", "--no-annotate",
        "--python-platform", machine, "--python-version", python,
        "--only-binary", ":all:",
        input="\n".join(wanted),
    )  # fmt: skip
    assert "django==5.2" in found
