"""Builds the pages of docs/, the manual and the changelog into a site: `make docs`.

The sources stay plain Markdown that reads well beside the code. Here they are copied as they stand,
with the first page beside them; a page of the manual gets its title as a heading, and a link to
what is no page (a file of the code) becomes its words. A warning of Sphinx is an error.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import main as sphinx

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
#: Beside docs/: what its pages lead to.
ALONG = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]+)?\)")
_TITLE = re.compile(r"\A---\ntitle: (.+)\n(?:[a-z]+: .+\n)*---\n")


def build(target: Path) -> int:
    """The site in the folder `target`; not 0 where something is wrong, which is told."""
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "source")
        shutil.copytree(ROOT / "docs", source / "docs", ignore=shutil.ignore_patterns("site"))
        for name in ALONG:
            shutil.copy(ROOT / name, source / name)
        first = (HERE / "index.md").read_text("utf-8").replace("](../", "](docs/")
        (source / "index.md").write_text(first, "utf-8")
        for page in source.rglob("*.md"):
            page.write_text(as_page(page.read_text("utf-8"), page, source), "utf-8")
        doctrees = Path(folder, "doctrees")
        words = ["-b", "html", "-W", "--keep-going", "-q", "-j", "auto", "-c", HERE, "-d", doctrees]
        return sphinx([*map(str, words), str(source), str(target)])


def as_page(text: str, page: Path, source: Path) -> str:
    """A document as the site has it."""

    def led(found: re.Match[str]) -> str:
        words, target, anchor = found.groups()
        if target.endswith("README.md"):
            there = "/index.md"
        elif (page.parent / target).resolve().is_relative_to(source) and target.endswith(".md"):
            return found[0]
        else:
            return str(words)
        return f"[{words}]({there}{anchor or ''})"

    text = _TITLE.sub(lambda found: f"# {found[1]}\n\n", text)
    return _LINK.sub(led, text)


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist/site").resolve()))
