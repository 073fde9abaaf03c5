"""An owner ends the club on a page: the archive first, then the name, typed."""

import time

import pytest

from clubcomp.doors.sessions import PROVED, SINCE
from clubcomp.flow.hosting.suspending import suspend_club
from clubcomp.models import Club, Role
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db
PAGE = "end-club"


@pytest.fixture
def owner():
    return Visitor(Role.OWNER)


def of(visitor, role):
    return Visitor(role, club=visitor.club, name=f"one-{role}")


def test_the_settings_lead_there_and_the_archive_comes_first(owner):
    assert owner.address(PAGE) in text(owner.see("club-settings"))
    page = text(owner.see(PAGE))
    assert page.index(owner.address("archive")) < page.index("Delete it in 30 days")
    assert "This site sends no e-mail, so tell your members yourself" in page
    assert "backups of the site made before" in page


def test_it_is_asked_for_with_the_name_and_called_off(owner):
    wrong = owner.fill_in(PAGE, name="toren")
    assert "Type the name of the club as it stands here: De Toren." in text(wrong)
    assert 'value="toren"' in text(wrong)
    assert owner.fill_in(PAGE, name="De Toren").url == owner.address(PAGE)
    page = text(owner.see(PAGE))
    assert "It is deleted on" in page
    assert "Delete it in 30 days" not in page
    owner.fill_in(PAGE, act="off")
    assert Club.objects.get().ends_on is None


def test_the_password_is_asked_for_again(owner):
    session = owner.client.session
    session[SINCE] = session[PROVED] = int(time.time()) - 3600
    session.save()
    for answer in (owner.see(PAGE), owner.fill_in(PAGE, name="De Toren")):
        assert answer.url == f"/account/prove/?next={owner.address(PAGE)}"
    assert Club.objects.get().ends_on is None


@pytest.mark.parametrize(
    ("role", "reads", "may"),
    [
        (Role.OWNER, True, True),
        (Role.LEADER, True, False),
        (Role.MEMBER, False, False),
        ("", False, False),
    ],
)
def test_those_who_lead_read_on_every_page_that_it_ends(owner, role, reads, may):
    owner.fill_in(PAGE, name="De Toren")
    page = text(of(owner, role).see("club"))
    assert ("De Toren is deleted here on" in page) is reads
    assert ("Call it off" in page) is may


def test_who_keeps_the_site_sees_the_day(owner):
    owner.fill_in(PAGE, name="De Toren")
    owner.user.is_staff = True
    owner.user.save()
    assert "is deleted on" in text(owner.client.get("/operator/"))


def test_in_a_closed_club_it_can_be_called_off_and_not_asked_for(owner):
    suspend_club(owner.club, why="A dispute.", by=None)
    assert "Delete it in 30 days" not in text(owner.see(PAGE))
    assert "Ask who keeps the site first." in text(owner.fill_in(PAGE, name="De Toren"))
    Club.objects.update(ends_on="2030-01-01")
    assert owner.address(PAGE) in text(owner.see("club"))
    assert "While its pages are closed that day waits." in text(owner.see(PAGE))
    owner.fill_in(PAGE, act="off")
    assert Club.objects.get().ends_on is None


def test_the_demo_offers_none_of_it(owner, settings):
    settings.IS_DEMO = True
    assert owner.address(PAGE) not in text(owner.see("club-settings"))
    assert owner.see(PAGE).status_code == 404
    assert owner.fill_in(PAGE, name="De Toren").status_code == 404
    assert Club.objects.get().ends_on is None
