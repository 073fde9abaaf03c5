"""Every public page takes the same number of queries for 10 players as for 60, and is light."""

import gzip
from pathlib import Path

import pytest

from clubcomp.flow.pairings.publishing import publish_next
from pairing.core.types import Result
from tests import make
from tests.views.public import TUESDAYS, address, reader, season
from tests.views.query_counts import COUNTS, counted
from tests.views.two_clubs import undone

pytestmark = pytest.mark.django_db

STATIC = Path(__file__).resolve().parents[2] / "static"
PAGES = [
    "",
    "tonight/",
    "tonight/?player=adema",
    "season-report/",
    "season-report/poster/",
    "season-report/poster.png",
    "periods/",
    "standings/",
    "standings/all/",
    "standings/long/?after=1.1",
    "standings/?columns=all",
    "standings/?format=csv",
    "downloads/",
    "downloads/games/",
    "downloads/standings/?scope=all&after=1.1",
    "downloads/pgn/",
    "calendar.ics",
    "schedule/",
    "feed.xml",
    "preview.png",
    "evenings/2/report/",
    "players/",
    "players/adema/",
    "players/adema/all/",
    "evenings/1/",
    "evenings/3/",
    "evenings/3/games/1/",
    "evenings/3/games/1/boards/1/",
    "evenings/3/games/1/why/",
    "evenings/3/games/1/bye/",
]
BUDGET = 60_000


@pytest.fixture(scope="module")
def competitions(django_db_setup, django_db_blocker):
    """The same three evenings, the third open, with 9 of 10 and 59 of 60 players."""
    made = []
    with django_db_blocker.unblock(), undone():
        for count in (10, 60):
            competition = season(count, slug=f"club{count}")
            evening = make.make_evening(competition, date=TUESDAYS[2], present=count - 1)
            publish_next(evening, after=0, by=None)
            made.append(competition)
        yield made


def fetch(competition, rest):
    """A page, read to its end by somebody who comes for the first time."""
    response = reader().get(address(competition, rest), headers={"accept-encoding": "gzip"})
    assert response.status_code == 200, rest
    return b"".join(response.streaming_content) if response.streaming else response.content


def queries(competition, rest):
    with counted() as captured:
        fetch(competition, rest)
    return len(captured)


def test_a_page_takes_as_many_queries_for_60_players_as_for_10(competitions):
    few, many = competitions
    counts = {rest: (queries(few, rest), queries(many, rest)) for rest in PAGES}
    assert {rest: pair for rest, pair in counts.items() if pair[0] != pair[1]} == {}
    assert {rest: many for rest, (_few, many) in counts.items()} == COUNTS["public"]


def test_the_club_page_too(competitions):
    counts = set()
    for competition in competitions:
        with counted() as captured:
            reader().get(f"/{competition.club.slug}/")
        counts.add(len(captured))
    assert counts == {COUNTS["club"]["page"]}


def test_more_evenings_and_competitions_take_no_queries_of_their_own():
    """Round robins and cups: how many rounds they have goes by how many play.

    The club's page and its calendar are made of the records of its competitions, and a process that
    has not read a competition's record since it changed reads it: one query each, and no other.
    """
    counts = {}
    for evenings in (2, 4):
        club = make.make_club(f"Club {evenings}", slug=f"club{evenings}")
        for slug in ("first", "second", "third", "fourth")[:evenings]:
            played = make.make_berger(6, club=club, slug=f"{slug}-group")
            make.play_swiss_round(played, Result.DRAW)
            for date in TUESDAYS[1 : 1 + evenings]:
                make.make_evening(played, "standard", date=date, is_open=False)
            cup = make.make_cup(8, club=club, slug=f"{slug}-cup")
            make.make_evening(cup, "standard", date=TUESDAYS[1], is_open=False)
        for page in ("", "calendar/", "calendar.ics", "first-group/calendar/"):
            with counted() as captured:
                assert reader().get(f"/{club.slug}/{page}").status_code == 200
            records = 2 * evenings if page in ("", "calendar/") else 0
            counts.setdefault(page, []).append(len(captured) - records)
    assert {page: pair for page, pair in counts.items() if pair[0] != pair[1]} == {}


def test_a_first_visit_to_any_page_is_at_most_60_kb(competitions):
    from django_htmx import jinja

    htmx = Path(jinja.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
    files = [
        STATIC / "css" / "clubcomp.css",
        STATIC / "js" / "clubcomp.js",
        STATIC / "icons" / "favicon.svg",
        htmx,
    ]
    frame = sum(len(gzip.compress(file.read_bytes())) for file in files)
    for rest in PAGES:
        # A picture brings no stylesheet and no script.
        around = 0 if rest.endswith(".png") else frame
        assert around + len(fetch(competitions[1], rest)) <= BUDGET, rest
