"""What stays of a competition document from round to round is told apart, and nothing is lost."""

from pathlib import Path

import pytest

from pairing.formats.document import read_document, write_document
from pairing.formats.parts import divided

CASES = [
    path
    for path in sorted(Path(__file__).with_name("cases").glob("*/*.json"))
    if not path.name.endswith(".standings.json")
]


def whole(parts, to_pair):
    return "".join(text or to_pair for _place, text in sorted(parts.items()))


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_parts_of_a_document_are_the_document_again(path):
    text = path.read_text()
    assert whole(*divided(text)) == text
    canonical = write_document(read_document(text))
    parts, to_pair = divided(canonical)
    assert whole(parts, to_pair) == canonical
    assert ('"present"' in canonical) == ('"present"' in to_pair)
