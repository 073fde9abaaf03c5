"""Makes a release: `python -m tests.release 1.2.0 [ADDRESS]`, or `make release VERSION=1.2.0`.

It sets the number here and in the changelog, joins what changed in the tables since the last
release into one migration, makes the dump that upgrades are tested from, asks whether everything is
complete, and builds into `dist/`: the wheel, the source, the notes, and SHA256SUMS. It commits
nothing and sets no tag; docs/contributing/database.md says who does.
ADDRESS is where the files of the project are read: the package page then leads there.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from datetime import date
from pathlib import Path

from packaging.metadata import Metadata

ROOT = Path(__file__).parent.parent
NUMBER = re.compile(r"\d+\.\d+\.\d+")
#: What says whether the catalogues, the lock, the links and the dumps are whole.
ASKED = ("test_translations.py", "test_lock.py", "test_docs.py", "upgrade/test_contents.py")
#: What a package says of itself, and where a link of its page may lead.
_SAID = ("summary", "author", "keywords", "classifiers", "license_expression", "requires_python")
_ELSEWHERE = ("https://", "http://", "mailto:", "#")
_TARGET = re.compile(r'(?:href|src)="([^"]*)"')
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)\s]+)\)")


class NotReady(Exception):
    """Why there is no release yet."""


def release(root: Path, version: str, address: str = "") -> list[Path]:
    """Make it in this checkout; the files in `dist/`. NotReady: what is to be done first."""
    if not NUMBER.fullmatch(version):
        raise NotReady(f"{version} is no number of a release: 1.2.0 is one.")
    if _run(root, "git", "status", "--porcelain"):
        raise NotReady("Commit first: a release is made from what is committed.")
    try:
        return _made(root, version, address)
    except NotReady:  # there was nothing that git does not have
        _run(root, "git", "reset", "--quiet", "--hard")
        _run(root, "git", "clean", "-fdq", "tests/upgrade", "clubcomp/migrations")
        raise


def _made(root: Path, version: str, address: str) -> list[Path]:
    changelog, code = root / "CHANGELOG.md", root / "pairing/version.py"
    notes = notes_of(changelog.read_text("utf-8"))
    code.write_text(with_number(code.read_text("utf-8"), version), "utf-8")
    changelog.write_text(dated(changelog.read_text("utf-8"), version, date.today()), "utf-8")
    _tried(root, "upgrade/test_joining.py")  # while there is something to be joined
    _run(root, sys.executable, "-m", "tests.joining", version)
    _run(root, "git", "add", "--all", "clubcomp/migrations")  # what git has, tests read
    minor = version.rpartition(".")[0]
    if not (root / "tests/upgrade" / minor / "said.json.xz").exists():
        _run(root, sys.executable, "-m", "tests.upgrade.make_dump", minor)
    _tried(root, *ASKED)
    sys.stdout.write(_run(root, sys.executable, "-m", "tests.advisories") + "\n")
    return _built(root, version, notes, address)


def _tried(root: Path, *names: str) -> None:
    tests = [f"tests/{name}" for name in names]
    _run(root, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


def notes_of(changelog: str) -> str:
    """What the changelog says of what is not released yet. NotReady where that is nothing."""
    found = re.search(r"^## Next\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise NotReady('CHANGELOG.md says nothing under "## Next".')
    return found[1].strip() + "\n"


def with_number(code: str, version: str) -> str:
    """The file that has the number, with the release's. NotReady where that is not the next one."""
    found = re.search(r'^NUMBER = "([^"]+)\.dev"$', code, re.MULTILINE)
    if found is None:
        raise NotReady("pairing/version.py is that of a release: set the next number with .dev.")
    if _order(version) < _order(found[1]):
        raise NotReady(f"{version} comes before {found[1]}, which is the next one.")
    return code.replace(found[0], f'NUMBER = "{version}"')


def dated(changelog: str, version: str, today: date) -> str:
    """The changelog, in which what comes next has become this release."""
    return changelog.replace("## Next\n", f"## {version}, {today:%B %Y}\n", 1)


def as_package_page(readme: str, address: str) -> str:
    """The README where no files are beside it: links lead to the address, or are words alone."""

    def led(found: re.Match[str]) -> str:
        is_picture, words, target = found.groups()
        if not address:
            return "" if is_picture else words
        return f"{is_picture}[{words}]({address.rstrip('/')}/{target})"

    return _LINK.sub(led, readme)


def _built(root: Path, version: str, notes: str, address: str) -> list[Path]:
    """Everything in `dist/`, built from a copy of the files that belong to the release."""
    dist = root / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        copy, tools = Path(folder, "copy"), Path(folder, "tools")
        for name in _files(root):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy / name)
        readme = copy / "README.md"
        readme.write_text(as_package_page(readme.read_text("utf-8"), address), "utf-8")
        (uv,) = re.findall(r"^UV \?= (\S+)", (root / "Makefile").read_text(), re.MULTILINE)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run(root, *pip, "--target", str(tools), uv)
        _run(copy, str(tools / "bin/uv"), "build", "--no-config", "--quiet", "--out-dir", str(dist))
    (dist / ".gitignore").unlink(missing_ok=True)
    for wheel in dist.glob("*.whl"):
        check_page(wheel)
    (dist / f"notes-{version}.md").write_text(notes, "utf-8")
    files = sorted(dist.iterdir())
    sums = dist / "SHA256SUMS"
    sums.write_text(sums_of(files), "utf-8")
    return [*files, sums]


def _files(root: Path) -> list[str]:
    """What git has or would take, and is there: a migration that was joined is gone."""
    listed = _run(root, "git", "ls-files", "--cached", "--others", "--exclude-standard")
    return [name for name in listed.splitlines() if (root / name).is_file()]


def check_page(wheel: Path) -> None:
    """NotReady where a package index would not take what the wheel says of itself, or not show it.

    It shows the README with the program that PyPI has for that, and takes no link that leads to a
    file beside it.
    """
    from readme_renderer import markdown

    with zipfile.ZipFile(wheel) as packed:
        (name,) = [one for one in packed.namelist() if one.endswith(".dist-info/METADATA")]
        text = packed.read(name)
    try:
        said = Metadata.from_email(text)
    except ExceptionGroup as problems:
        raise NotReady(f"No index takes this: {problems.exceptions}") from None
    page = markdown.render(said.description or "")
    if not page:
        raise NotReady("README.md does not become a page of a package.")
    if beside := [one for one in _TARGET.findall(page) if not one.startswith(_ELSEWHERE)]:
        raise NotReady(f"On the page of the package {', '.join(beside)} lead to nothing.")
    if lacking := [name for name in _SAID if not getattr(said, name)]:
        raise NotReady(f"pyproject.toml says nothing of: {', '.join(lacking)}.")


def sums_of(files: list[Path]) -> str:
    """As `sha256sum --check` reads them."""
    digests = [(hashlib.sha256(file.read_bytes()).hexdigest(), file.name) for file in files]
    return "".join(f"{digest}  {name}\n" for digest, name in digests)


def _order(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReady(f"{' '.join(command)} says:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout.strip()


def main(arguments: list[str]) -> int:
    try:
        for file in release(ROOT, *arguments):
            sys.stdout.write(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes\n")
    except NotReady as why:
        sys.stderr.write(f"No release was made. {why}\n")
        return 1
    sys.stdout.write("Look at it (git diff HEAD), commit it, and tag the commit; no tag was set.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
