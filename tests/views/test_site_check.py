"""Is this site set up well? Each row where it is, and where it is not."""

import pytest

from clubcomp.models import Role
from clubcomp.views import site_check
from tests.make import make_club
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


def rows(owner, **headers) -> dict[str, tuple[bool, str]]:
    page = owner.client.get("/site-check/", headers=headers)
    assert page.status_code == 200
    return {one.name: (one.is_well, one.found + one.to_do) for one in page.context["checks"]}


@pytest.fixture
def owner():
    return Visitor(Role.OWNER)


def test_a_site_on_the_clubs_own_network_is_well_but_for_its_one_disk(owner):
    found = rows(owner)
    assert [name for name, (is_well, _) in found.items() if not is_well] == ["Backups"]
    assert list(found)[:6] == ["Address", "Proxy", "Cookies", "E-mail", "Clock", "Backups"]
    assert "Disk" in found
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
