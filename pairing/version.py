"""Which version is this? A release's number, or how far a checkout is on the way to the next one.

`NUMBER` is the only place where it is written. Between releases it ends in `.dev`; then the version
has the commits since that was set and the commit: `1.2.0.dev37+g1a2b3c4`. So every wheel that is
built has a version of its own, and an installer takes the newer one. The build reads it from here
(pyproject.toml), and an installed program from what was installed.
"""

import re
import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path

NUMBER = "1.2.0.dev"

CODE = Path(__file__).resolve().parent.parent
FILE = "pairing/version.py"


@cache
def version() -> str:
    """The version of the program that runs, as PEP 440 writes it."""
    if not NUMBER.endswith(".dev"):
        return NUMBER
    if (CODE / ".git").exists():
        return f"{NUMBER}{_since_it_was_set()}"
    try:
        return metadata.version("clubcomp")
    except metadata.PackageNotFoundError:
        return f"{NUMBER}0"


def on_disk() -> str:
    """The version that would run after a restart: files are replaced while a program runs."""
    if not (CODE / ".git").exists():
        try:
            return metadata.version("clubcomp")
        except metadata.PackageNotFoundError:
            return version()
    found = re.search(r'^NUMBER = "(.+)"$', (CODE / FILE).read_text("utf-8"), re.MULTILINE)
    number = found[1] if found else NUMBER
    return f"{number}{_since_it_was_set()}" if number.endswith(".dev") else number


def _since_it_was_set() -> str:
    """How many commits later this one is, and which; 0 where git does not know that."""
    try:
        commit = _git("rev-parse", "--short=7", "HEAD")
        if _git("rev-parse", "--is-shallow-repository") == "true":
            return f"0+g{commit}"
        was_set = _git("log", "-1", "--format=%H", "-G^NUMBER = ", "--", FILE)
        commits = _git("rev-list", "--count", f"{was_set}..HEAD") if was_set else "0"
    except (OSError, subprocess.CalledProcessError):
        return "0"
    return f"{commits}+g{commit}"


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=CODE, capture_output=True, text=True, check=True)
    return done.stdout.strip()
