"""A hint below a field has at most twenty words, in each language, and explains no empty field."""

import ast
import gettext
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.test_architecture import ROOT

MOST_WORDS = 20
#: "Empty: made from the name." In each language the hint says when the field is filled in instead.
OF_EMPTY = re.compile(
    r"\b(?:empty:|left empty|leeg:|leeg gelaten|boş:|boş bırak|boşsa|leer:)", re.I
)
SENTENCE = re.compile(
    r'{% translate "([^"]+)" %}|{% blocktranslate[^%]*%}(.*?){% endblock', re.DOTALL
)


@cache
def hints() -> list[tuple[str, str]]:
    """Where, and in English: what the forms say of their fields, and the templates."""
    return [*_of_forms(), *_of_templates()]


def _of_forms() -> Iterator[tuple[str, str]]:
    for folder in ("clubcomp", "pairing"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                for told in _told_in(node):
                    for part in ast.walk(told):
                        if isinstance(part, ast.Constant) and " " in str(part.value):
                            yield path.name, str(part.value)


def _of_templates() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for hint in re.findall(
            r'class="hint"[^>]*>(.*?)</(?:span|p)>', path.read_text(), re.DOTALL
        ):
            for short, long in SENTENCE.findall(hint):
                text = short or re.sub(r"\s+", " ", long.strip())
                yield path.name, re.sub(r"{{ (\w+) }}", r"%(\1)s", text)


def _told_in(node: ast.AST) -> list[ast.expr]:
    """The expressions of help texts that begin at a node."""
    if isinstance(node, ast.keyword) and node.arg == "help_text":
        return [node.value]
    if isinstance(node, ast.Assign):
        names = [getattr(to, "attr", getattr(to, "id", "")) for to in node.targets]
        return [node.value] if {"help_text", "help_texts"} & {*names} else []
    return []


def test_the_hints_are_found():
    found = {hint for _where, hint in hints()}
    assert len(found) > 100
    assert "Only if it differs from the tempo." in found
    assert "The club goes by the rating above. Empty a rating to take it away." in found


@pytest.mark.parametrize("language", ["en", "nl", "tr", "de"])
def test_a_hint_is_short_and_explains_no_empty_field(language):
    known = gettext.translation("django", ROOT / "locale", [language], fallback=True)
    wrong = set()
    for where, hint in hints():
        text = known.gettext(hint)
        if len(text.split()) > MOST_WORDS or OF_EMPTY.search(text):
            wrong.add(f"{where}: {len(text.split())} words: {text}")
    assert not wrong
