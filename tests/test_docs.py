"""Do the documents say what the code is? Links, version, picture, vocabulary."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pairing.version import NUMBER
from tests import draw_architecture
from tests.test_architecture import PROGRAM, ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]+)(?:#([^)\s]+))?\)")


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as they are made from them when it is shown."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_test_that_the_table_of_security_names_is_there():
    told = (ROOT / "docs/security.md").read_text()
    named = re.findall(r"`([a-z_/0-9]+\.py)(?:::(test_\w+))?`", told)
    assert len(named) > 80
    for file, name in named:
        if file.startswith("clubcomp/"):
            assert (ROOT / file).is_file(), file
        else:
            assert f"def {name}(" in (ROOT / "tests" / file).read_text() or not name, (file, name)
    assert "docs/security.md" in (ROOT / "SECURITY.md").read_text()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_of_a_document_leads_somewhere(document):
    dead = []
    for target, anchor in LINK.findall(document.read_text()):
        path = document.parent / target
        if not path.exists() or (anchor and anchor not in anchors(path)):
            dead.append(f"{target}#{anchor}" if anchor else target)
    assert dead == []


def test_the_picture_of_the_architecture_shows_the_imports():
    assert draw_architecture.PICTURE.read_text() == draw_architecture.drawn(), "make architecture"


def test_the_changelog_begins_with_this_version():
    first = re.search(r"^## ([^,\n]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first is not None
    assert first[1] == ("Next" if NUMBER.endswith(".dev") else NUMBER)


def test_the_vocabulary_names_what_the_code_has():
    """Every name in a first column stands in the code."""
    text = (ROOT / "docs" / "vocabulary.md").read_text()
    code = "\n".join((ROOT / path).read_text() for path in PROGRAM)
    names = {
        name
        for row in re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
        for name in re.findall(r"`([^`]+)`", row)
    }
    assert len(names) > 40
    assert {name for name in names if not re.search(rf"\b{re.escape(name)}", code)} == set()


def test_pairing_works_where_there_is_no_django():
    """Without site-packages, as for a program that wants the engines only."""
    case = ROOT / "tests" / "pairing" / "cases" / "attacalc" / "16.json"
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from pairing.core.types import Snapshot
from pairing.formats.document import read_document
from pairing.registry import get_system, make_options, system_keys
assert len(system_keys()) >= 5
for key in system_keys():
    get_system(key)
snapshot = read_document(Path({str(case)!r}).read_text())
system = get_system(snapshot.system)
proposal = system.pair(snapshot, make_options(system, snapshot.options))
print(len(proposal.pairs), "django" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    pairs, knows_django = done.stdout.split()
    assert int(pairs) > 0
    assert knows_django == "False"


def test_no_line_for_contributors_is_wider_than_a_screen():
    pages = [ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/contributing/*.md")]
    wide = [
        f"{page.name}:{number}"
        for page in pages
        for number, line in enumerate(page.read_text().splitlines(), 1)
        if len(line) > 120
    ]
    assert wide == []
