"""How many bytes is a page, compressed? Held against the committed table: growth is seen."""

import gzip
import tomllib
from pathlib import Path

import pytest

from clubcomp.flow.pairings.publishing import publish_next
from tests import make
from tests.views.leader import Leader
from tests.views.public import TUESDAYS, address, reader, season
from tests.views.test_queries_public import PAGES

BYTES = tomllib.loads(Path(__file__).with_name("page_bytes.toml").read_text())
#: So much more than is written down is no growth yet.
MORE = 1.1


@pytest.fixture
def competition(db):
    """Three evenings of 40 players, the last one with a game that is being played."""
    competition = season(40)
    evening = make.make_evening(competition, date=TUESDAYS[2], present=39)
    publish_next(evening, after=0, by=None)
    return competition


def size_of(response):
    assert response.status_code == 200
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return len(gzip.compress(content, mtime=0))


def check(found, table):
    """All of the table is there, and nothing is larger; else the lines for the table are told."""
    assert table.keys() <= found.keys()
    grown = [page for page, size in found.items() if size > MORE * table.get(page, 0)]
    told = "\n".join(f'"{page}" = {found[page]}' for page in grown)
    assert not grown, f"larger than in page_bytes.toml, or not in it:\n{told}"


def test_a_public_page_is_no_larger_than_it_was(competition):
    found = {page: size_of(reader().get(address(competition, page))) for page in PAGES}
    found["club"] = size_of(reader().get(f"/{competition.club.slug}/"))
    check(found, BYTES["public"])


def test_a_page_of_the_leader_is_no_larger_than_it_was(competition):
    leader = Leader(competition.evenings.get(number=3))
    pages = {"attendance": (), "pairing": (), "results-of": (1,), "lead": (), "close": ()}
    check({page: size_of(leader.see(page, *at)) for page, at in pages.items()}, BYTES["leader"])
    # A tap's answer is its row, not the page.
    tap = leader.tap("record-result", 1, 1, result="1-0", seen="*")
    check({"result": size_of(tap)}, BYTES["taps"])
