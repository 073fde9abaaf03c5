"""Does each of the three editions pair as docs/editions.md says?"""

import re
from pathlib import Path

import pytest

from pairing.commands import run

DOCS = Path(__file__).parents[2] / "docs"
SAID = dict(
    re.findall(
        r"^    \$ PY pair (\S+) docs/editions\.trf\n((?:    \d.*\n)+)",
        (DOCS / "editions.md").read_text(),
        re.M,
    )
)


def test_the_page_pairs_one_position_in_three_ways():
    assert set(SAID) == {"knsb-rating", "knsb-rating-1996", "fide-rating-1998"}
    opponents = {
        frozenset(frozenset(line.split()) for line in said.splitlines()[1:])
        for said in SAID.values()
    }
    assert len(opponents) == 3


@pytest.mark.parametrize("key", SAID)
def test_an_edition_pairs_as_the_page_says(key, capsys):
    run(["pair", key, str(DOCS / "editions.trf")])
    assert capsys.readouterr().out.split() == SAID[key].split()
