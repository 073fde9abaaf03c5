"""What is cut for the eye says so: pages and words have one helper for it, `few`."""

import ast
import re

from tests.test_architecture import PROGRAM, ROOT

#: What is no list of things that a page shows: parts of a text, pairs, the first or last of all.
OTHERWISE = {
    "things[:most]": "the helper itself",
    "code[:16]": "a part of a text",
    "query[:100]": "a part of a text",
    "line.date[:4]": "a part of a text",
    "line.date[:7]": "a part of a text",
    "table.name[:LONGEST_SHEET_NAME]": "a part of a text",
    "months[:at]": "the months before this one",
    "after[-latest:]": "the latest evenings, which the picture names",
    "[row for row, line in enumerate(lines) if any(map(line.entry.is_at, chosen))][:MOST]": (
        "whoever chooses names reads how many there may be"
    ),
    "leaders[:LEADERS]": "the first three, as on a podium",
    "pair[:2]": "the two at a board",
    "messages[:MOST_ANSWERS]": "the last answers are what the list is called",
    "players[:2]": "the two at a board",
    "evenings.order_by(_played_first(), 'date', 'competition', 'number')[:most]": (
        "whoever asks for so many shows a link to the calendar beside them"
    ),
}


def cuts(path):
    """Each place where a file takes the first, or the last, so many of something."""
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
            continue
        lower, upper = node.slice.lower, node.slice.upper
        of_last = isinstance(lower, ast.UnaryOp) and not upper
        if (lower is None and upper is not None) or of_last:
            written = ast.unparse(node)
            if not re.search(r"\[(:1|-1:|:-1)\]$", written):
                yield written


def test_pages_and_words_cut_by_one_helper():
    shown = [path for path in PROGRAM if str(path).startswith(("clubcomp/pages", "clubcomp/words"))]
    assert len(shown) > 50
    found = {f"{path}: {cut}" for path in shown for cut in cuts(path) if cut not in OTHERWISE}
    assert found == set()


def test_templates_cut_by_the_same_helper():
    templates = list((ROOT / "templates").rglob("*.html"))
    texts = {path.name: path.read_text() for path in templates}
    assert [name for name, text in texts.items() if re.search(r"\|(slice|truncat)\w*", text)] == [
        "_blocks.html"  # a table's rows below its heads
    ]
    for name, text in texts.items():
        for shown in re.findall(r"(\w+)=[\w.]+\|few:", text):
            assert f"{shown}.more" in text, name
