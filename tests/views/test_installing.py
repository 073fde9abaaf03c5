"""What a phone is told to install the club, and which pages it may keep."""

import pytest

from clubcomp.models import Role
from tests import make
from tests.views.public import reader, season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]


@pytest.fixture
def competition():
    return season()


def test_a_club_describes_itself_with_pictures_that_are_there(competition):
    told = reader().get("/toren/manifest.webmanifest")
    assert told["Content-Type"] == "application/manifest+json"
    assert (told.json()["name"], told.json()["start_url"]) == ("Toren", "/toren/")
    assert told.json()["scope"] == "/toren/"
    for icon in told.json()["icons"]:
        picture = b"".join(reader().get(icon["src"]).streaming_content)
        width = int.from_bytes(picture[16:20])
        assert f"{width}x{width}" == icon["sizes"]
    assert [icon["purpose"] for icon in told.json()["icons"]] == ["any", "any", "maskable"]


def test_the_script_of_the_club_has_the_club_as_its_scope(competition):
    script = reader().get("/toren/service-worker.js")
    assert script["Content-Type"].startswith("text/javascript")
    assert "Service-Worker-Allowed" not in script
    assert b"addEventListener" in script.content


@pytest.mark.parametrize(
    ("site", "is_offered"),
    [
        ({"HTTP_HOST": "localhost:8000"}, True),
        ({"HTTP_HOST": "127.0.0.1:8000"}, True),
        ({"HTTP_HOST": "club.example", "wsgi.url_scheme": "https"}, True),
        ({"HTTP_HOST": "192.168.1.20:8000"}, False),
        ({"HTTP_HOST": "localhost.example"}, False),
    ],
)
def test_it_is_offered_where_browsers_allow_it(competition, site, is_offered):
    page = reader().get("/toren/intern/standings/", **site).content.decode()
    assert ('rel="manifest"' in page) is is_offered
    calendar = reader().get("/toren/intern/calendar/", **site).content.decode()
    assert ("this address has none" in calendar) is not is_offered


def test_only_what_nobody_in_particular_saw_may_be_kept(competition):
    for page in ("standings/", "tonight/"):
        for _time in range(2):
            assert reader().get(f"/toren/intern/{page}")["Offline"] == "keep"
    user = make.make_user()
    make.make_membership(competition.club, user, Role.LEADER)
    leader = reader()
    leader.force_login(user)
    for page in ("standings/", "tonight/", "evenings/2/lead/"):
        assert "Offline" not in leader.get(f"/toren/intern/{page}")
    known = reader()
    known.get("/toren/intern/tonight/?player=adema")
    assert "Offline" not in known.get("/toren/intern/tonight/")


def test_a_page_says_what_it_is_and_where_it_stands(competition):
    page = reader().get("/toren/intern/standings/?after=1.1").content.decode()
    address = "http://testserver/toren/intern/standings/"
    assert f'<link rel="canonical" href="{address}">' in page
    assert f'<meta property="og:url" content="{address}">' in page
    assert '<meta property="og:site_name" content="Toren">' in page
