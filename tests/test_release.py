"""What a release asks before it is made, and what it writes."""

import hashlib
import os
import re
import zipfile
from datetime import date
from importlib import import_module

import pytest

from pairing.version import NUMBER
from tests import release
from tests.test_architecture import ROOT

CHANGELOG = "# What changed\n\n## Next\nMore.\n\n* A page.\n\n## 1.1.0, May 2026\n* Less.\n"
CODE = 'A = 1\nNUMBER = "1.2.0.dev"\n'


def test_the_notes_are_what_the_changelog_says_of_what_comes_next():
    assert release.notes_of(CHANGELOG) == "More.\n\n* A page.\n"
    made = release.dated(CHANGELOG, "1.2.0", date(2026, 12, 1))
    assert made == CHANGELOG.replace("## Next", "## 1.2.0, December 2026")
    for nothing in (made, CHANGELOG.replace("More.\n\n* A page.\n", "")):
        with pytest.raises(release.NotReady, match="says nothing"):
            release.notes_of(nothing)


def test_the_number_is_that_of_the_next_release_or_a_later_one():
    assert release.with_number(CODE, "1.2.0") == 'A = 1\nNUMBER = "1.2.0"\n'
    assert '"1.10.0"' in release.with_number(CODE, "1.10.0")
    with pytest.raises(release.NotReady, match="comes before"):
        release.with_number(CODE, "1.1.9")
    with pytest.raises(release.NotReady, match="set the next number"):
        release.with_number(CODE.replace(".dev", ""), "1.2.0")
    with pytest.raises(release.NotReady, match="no number"):
        release.release(ROOT, "1.2")
    if NUMBER.endswith(".dev"):  # and so it is written in this checkout
        release.with_number((ROOT / "pairing/version.py").read_text(), NUMBER[: -len(".dev")])


def test_what_is_not_committed_is_not_released(monkeypatch):
    monkeypatch.setattr(release, "_run", lambda *_command: " M README.md")
    with pytest.raises(release.NotReady, match="Commit first"):
        release.release(ROOT, "99.0.0")


def test_no_link_of_the_package_page_leads_to_a_file_that_is_not_there():
    readme = (ROOT / "README.md").read_text()
    assert release.as_package_page("![a](b.png) [c](d.md#e)", "https://x.example/") == (
        "![a](https://x.example/b.png) [c](https://x.example/d.md#e)"
    )
    for page in (release.as_package_page(readme, address) for address in ("", "https://x.example")):
        assert not release._LINK.search(page)
        assert "# Clubcomp" in page
    assert "](" not in release.as_package_page("![a](b.png) [c](d.md)", "")


def test_the_sums_are_as_sha256sum_reads_them(tmp_path):
    file = tmp_path / "a.whl"
    file.write_bytes(b"wheel")
    assert release.sums_of([file]) == f"{hashlib.sha256(b'wheel').hexdigest()}  a.whl\n"


GOOD = """Metadata-Version: 2.4
Name: clubcomp
Version: 1.2.0
Summary: Competitions
Author: The developers
Keywords: chess,go
License-Expression: MIT
Classifier: Programming Language :: Python :: 3
Requires-Python: >=3.11
Description-Content-Type: text/markdown

# Clubcomp
A [manual](https://x.example/docs) and ![a picture](https://x.example/a.png).
"""


@pytest.fixture
def markdown():
    """The program with which PyPI shows a page."""
    if "CI" not in os.environ:
        pytest.importorskip("readme_renderer")
    return import_module("readme_renderer.markdown")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Version: 1.2.0", "Version: one", "No index takes this.*one"),
        ("Author: The developers\n", "", "says nothing of: author"),
        ("https://x.example/docs", "docs/here.md", "docs/here.md lead to nothing"),
        ("https://x.example/a.png", "a.png", "a.png lead to nothing"),
    ],
)
def test_what_an_index_does_not_take_or_show_is_not_released(markdown, tmp_path, old, new, why):
    for name, text in (("good", GOOD), ("bad", GOOD.replace(old, new))):
        with zipfile.ZipFile(tmp_path / name, "w") as wheel:
            wheel.writestr("clubcomp-1.2.0.dist-info/METADATA", text)
    release.check_page(tmp_path / "good")
    with pytest.raises(release.NotReady, match=why):
        release.check_page(tmp_path / "bad")


def test_the_readme_becomes_a_page_whose_links_lead_somewhere(markdown):
    readme = (ROOT / "README.md").read_text()
    for address in ("", "https://x.example/files"):
        page = markdown.render(release.as_package_page(readme, address))
        links = release._TARGET.findall(page)
        assert [one for one in links if not one.startswith(release._ELSEWHERE)] == []
        assert re.search("<h1[^>]*>Clubcomp<", page)
        pictures = re.findall('<img [^>]*src="https://x.example/files/docs/[^"]+"', page)
        assert bool(pictures) == bool(address)
