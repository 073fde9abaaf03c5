"""Which version is this? A release's number, or how far a checkout is on the way to the next one.

`NUMBER` alone says it. Between releases it ends in `.dev`; then the number of commits since it was
set and the commit follow: `1.2.0.dev37+g1a2b3c4`. So every wheel has a version of its own, and an
installer takes the newer one. The build reads it from here (pyproject.toml), an installed program
from its package metadata.
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
    """The version of the running program, as PEP 440 writes it."""
    if not NUMBER.endswith(".dev"):
        return NUMBER
    if (CODE / ".git").exists():
        return f"{NUMBER}{_commits_since()}"
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
    match = re.search(r'^NUMBER = "(.+)"$', (CODE / FILE).read_text("utf-8"), re.MULTILINE)
    number = match[1] if match else NUMBER
    return f"{number}{_commits_since()}" if number.endswith(".dev") else number


def _commits_since() -> str:
    """The number of commits since `NUMBER` was set, and the last one; "0" where git cannot say."""
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
