"""Is this site set up well? Each row where it is, and where it is not."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from clubcomp.models import LastBackup, Role
from clubcomp.views import site_check
from tests.make import make_club
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


def rows(owner, **headers) -> dict[str, tuple[bool, str]]:
    page = owner.client.get("/site-check/", headers=headers)
    assert page.status_code == 200
    return {one.name: (one.is_well, one.state + one.to_do) for one in page.context["checks"]}


@pytest.fixture
def owner(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    return Visitor(Role.OWNER)


def test_a_site_on_the_clubs_own_network_is_well_but_for_its_one_disk(owner):
    found = rows(owner)
    wrong = [name for name, (is_well, _) in found.items() if not is_well]
    assert wrong == ["Last backup", "Backups"]
    assert list(found) == [
        *("Address", "SITE_URL", "Proxy", "Cookies", "E-mail", "Clock", "Clocks of the clubs"),
        *("Last backup", "Backups", "Disk"),
    ]
    assert "Is this site set up well?" in text(owner.client.get("/backups/"))


def test_what_the_site_was_told_is_held_against_what_the_browser_was_given(owner, settings):
    assert rows(owner, x_forwarded_for="10.0.0.1")["Proxy"] == (
        False,
        "A proxy is in front, and the site was not told so."
        "Set BEHIND_PROXY to the number of proxies.",
    )
    settings.PROXIES = 2
    is_well, said = rows(owner)["Proxy"]
    assert not is_well
    assert "there are 2 proxies" in said
    assert not rows(owner, x_forwarded_for="10.0.0.1")["Proxy"][0]
    assert rows(owner, x_forwarded_for="10.0.0.1, 10.0.0.2")["Proxy"][0]
    settings.IS_PUBLIC, settings.SITE_URL = True, "https://club.example"
    is_well, said = rows(owner)["Address"]
    assert not is_well
    assert "SITE_URL says https://club.example" in said
    assert not rows(owner)["E-mail"][0]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "It is not set, and taken as https://club.example/chess."),
        ("https://club.example/chess", "taken as it is written: https://club.example/chess."),
        ("https://Club.Example/chess/", "“https://Club.Example/chess/”, and taken as https://club"),
    ],
)
def test_how_the_address_is_written_and_what_it_is_taken_as(owner, settings, written, said):
    settings.SITE_URL_WRITTEN, settings.SITE_PATH = written, "/chess"
    settings.SITE_URL = "https://club.example"
    is_well, words = rows(owner)["SITE_URL"]
    assert is_well
    assert said in words
    assert rows(owner, x_forwarded_prefix="/chess/")["SITE_URL"][0]
    is_well, words = rows(owner, x_forwarded_prefix="/go")["SITE_URL"]
    assert not is_well
    assert "A proxy cuts /go off" in words


def test_people_who_come_by_https_to_a_site_that_was_not_told_have_open_cookies(owner, settings):
    assert rows(owner)["Cookies"] == (
        True,
        "They go without https too, as on a club’s own network.",
    )
    assert not rows(owner, x_forwarded_proto="https")["Cookies"][0]
    settings.PROXIES = 1
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    found = rows(owner, x_forwarded_proto="https", x_forwarded_for="10.0.0.1")
    assert not found["Cookies"][0]
    assert "asked as https://testserver" in found["Address"][1]
    settings.SESSION_COOKIE_SECURE = True
    assert rows(owner, x_forwarded_proto="https")["Cookies"][0]


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "language"])
def test_a_cookie_that_a_neighbour_on_the_host_set_under_our_name_is_told(owner, name):
    own = owner.client.cookies["sessionid"].value
    once = f"sessionid={own}; csrftoken=a; language=en; a={name}"
    assert rows(owner, cookie=once)["Cookies"][0]
    is_well, said = rows(owner, cookie=f"{name}=of-another; {once}")["Cookies"]
    assert not is_well
    assert f"two: {name}." in said


def test_clubs_whose_clock_is_not_known_or_not_of_their_country_are_named(owner):
    owner.club.country = "NL"
    owner.club.save()
    for zone, is_well in (
        ("Europe/Amsterdam", True),
        ("Europe/Brussels", True),  # the same clock by another name
        ("Asia/Tokyo", False),
        ("Europe/Nowhere", False),
    ):
        type(owner.club).objects.update(time_zone=zone)
        found = rows(owner)["Clocks of the clubs"]
        assert found[0] is is_well, zone
        assert is_well or f"De Toren ({zone})." in found[1]
    type(owner.club).objects.update(time_zone="Asia/Tokyo", country="")
    assert rows(owner)["Clocks of the clubs"][0]


def test_the_age_of_the_last_backup_is_told_and_whether_it_should_have_been_made(
    owner, monkeypatch
):
    assert rows(owner)["Last backup"][1].startswith("There is none yet.")
    made = timezone.now() - timedelta(hours=3, minutes=20)
    of_now = replace(
        site_check.safety_now(),
        elsewhere=LastBackup(made_at=made, host="a"),
        unsaved_since=None,
        trouble=None,
    )
    monkeypatch.setattr(site_check, "safety_now", lambda: of_now)
    is_well, said = rows(owner)["Last backup"]
    assert is_well
    assert "It was made 3\N{NO-BREAK SPACE}hours ago." in said
    of_now = replace(of_now, unsaved_since=timezone.now() - timedelta(hours=25))
    assert not rows(owner)["Last backup"][0]


def test_who_owns_one_club_of_several_does_not_read_about_the_machine(owner):
    make_club(name="De Andere", slug="andere")
    assert owner.client.get("/site-check/").status_code == 403
    assert "Is this site set up well?" not in text(owner.client.get("/backups/"))


def test_a_full_disk_and_a_clock_that_is_wrong_are_told(owner, monkeypatch):
    monkeypatch.setattr(site_check, "ROOM", 1 << 60)
    monkeypatch.setattr(site_check, "APART", -1)
    found = rows(owner)
    assert not found["Disk"][0]
    assert not found["Clock"][0]
