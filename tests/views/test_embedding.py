"""Pages in a frame on the club's own site: which sites may, and what they show there."""

import re

import pytest
from django.db.models import F

from clubcomp.flow.clubs import change_club
from clubcomp.flow.errors import StepError
from clubcomp.models import Club, Competition, Role, TrailEntry
from tests import make
from tests.views.public import reader, season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

PAGES = ["standings/", "standings/long/", "tonight/", "calendar/"]


@pytest.fixture
def competition():
    return season()


def let(sites):
    club = Club.objects.get()
    return change_club(club, name=club.name, slug=club.slug, embed_sites=sites, by=None)


def frame(page, client=None, **headers):
    return (client or reader()).get(f"/toren/intern/{page}?embed=1", headers=headers)


def ancestors(answer):
    return re.search(r"frame-ancestors ([^;]*)", answer["Content-Security-Policy"])[1]


def test_only_the_sites_that_the_club_lists_may_show_it(competition):
    for page in PAGES:
        assert ancestors(frame(page)) == "'none'"
        assert frame(page)["X-Frame-Options"] == "DENY"
    let("www.toren.nl, http://localhost:8080/welkom")
    for page in PAGES:
        for _time in range(2):  # made, and kept
            answer = frame(page)
            assert ancestors(answer) == "https://www.toren.nl http://localhost:8080"
            assert "X-Frame-Options" not in answer
            assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_no_other_page_may_be_shown(competition):
    let("https://www.toren.nl")
    for page in ("/toren/intern/standings/", "/toren/?embed=1", "/toren/intern/players/?embed=1"):
        answer = reader().get(page)
        assert ancestors(answer) == "'none'"
        assert answer["X-Frame-Options"] == "DENY"


def test_nobody_is_known_there_and_nothing_is_kept_in_the_browser(competition):
    let("https://www.toren.nl")
    user = make.make_user()
    make.make_membership(competition.club, user, Role.OWNER)
    owner = reader()
    owner.force_login(user)
    owner.get("/toren/intern/tonight/?player=adema")
    for page in PAGES:
        asked = frame(page)
        known = frame(page, owner)
        assert known.content == asked.content
        assert not known.cookies
        assert not frame(f"{page}?player=adema").cookies
    assert not reader().get("/toren/intern/tonight/?embed=1&player=adema").cookies


def test_there_is_no_way_around_it_and_its_links_leave_the_frame(competition):
    for page in PAGES:
        html = frame(page).content.decode()
        assert '<base target="_top">' in html
        for word in ("<nav", "<form", "Sign in"):
            assert word not in html
        assert 'rel="canonical"' in html


def test_a_frame_with_games_that_are_played_asks_what_is_new_and_never_reloads(competition):
    for page in ("standings/", "tonight/"):
        still = frame(page).content.decode()
        assert "As of" in still
        assert "<script" not in still
        assert 'id="poll"' not in still
    make.make_evening(competition)
    for page in ("standings/", "tonight/"):
        html = frame(page).content.decode()
        assert "http-equiv" not in html
        assert re.search(r"<noscript>As of [\d:]+\.</noscript>", html)
        asked = re.search(r'hx-get="/toren/intern/(\S+)\?embed=1&amp;(version=\d+)"', html)
        assert asked[1] == page
        follows = f"/toren/intern/{page}?embed=1&{asked[2]}"
        assert reader().get(follows, headers={"hx-request": "true"}).status_code == 204
        behind = reader().get(f"{follows}0", headers={"hx-request": "true"})
        assert behind.status_code == 200
        assert 'id="content"' in behind.content.decode()
    competition.evenings.update(status="closed")
    Competition.objects.update(version=F("version") + 1)
    over = reader().get(follows, headers={"hx-request": "true"})
    assert over.status_code == 286
    assert 'id="poll"' not in over.content.decode()


def test_what_is_no_site_is_refused_and_what_is_listed_stands_in_the_log(competition):
    for wrong in ("*", "https://*.nl", "toren.nl;", "'self'", "javascript://toren.nl", "a b;c"):
        with pytest.raises(StepError, match="is not the address of a site"):
            let(wrong)
    let("toren.nl")
    assert TrailEntry.objects.first().after["embed_sites"] == "https://toren.nl"
    assert let("").embed_sites == ""
    club = let("toren.nl")
    change_club(club, name="Anders", slug="toren", by=None)
    assert Club.objects.get().embed_sites == "https://toren.nl"


def test_the_downloads_page_has_the_lines_to_paste(competition):
    page = reader().get("/toren/intern/downloads/").content.decode()
    assert "&lt;iframe" not in page
    let("toren.nl")
    page = reader().get("/toren/intern/downloads/").content.decode()
    assert "<iframe" not in page
    assert page.count("&lt;iframe") == 6
    line = "src=&quot;http://testserver/toren/intern/standings/?embed=1&quot; width=&quot;320&quot;"
    assert line in page
