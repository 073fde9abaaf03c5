"""`make docs`: docs/, the manual and the changelog as a site."""

import re
import subprocess
import sys

import pytest

from tests.test_architecture import ROOT

pytestmark = pytest.mark.slow
#: What a page of the manual has in each language.
MANUAL = {
    "en": "Lead an evening",
    "nl": "Een avond leiden",
    "tr": "05-evening",
    "de": "Einen Abend leiten",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The whole of it; a dead link is a warning, and a warning ends the build."""
    folder = tmp_path_factory.mktemp("site") / "made"
    command = [sys.executable, ROOT / "docs/site/build.py", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_document_is_in_it_and_reached_from_the_first_page(site):
    first = (site / "index.html").read_text("utf-8")
    documents = [path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*.md")]
    pages = [str(one.with_suffix(".html")) for one in documents if one.parts[1] != "site"]
    assert len(pages) > 60
    for page in (*pages, "CHANGELOG.html", "CONTRIBUTING.html", "SECURITY.html"):
        assert (site / page).exists(), page
        assert f'href="{page}' in first, page
    for language, words in MANUAL.items():
        page = (site / f"docs/manual/{language}/05-evening.html").read_text("utf-8")
        assert f'<html class="no-js" lang="{language}"' in page
        assert words in page


def test_it_asks_nothing_from_elsewhere_and_has_a_search(site):
    for page in site.rglob("*.html"):
        asked = re.findall(
            r'<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"', page.read_text("utf-8")
        )
        assert not [address for address in asked if "//" in address], page
    assert "backup" in (site / "searchindex.js").read_text("utf-8")
