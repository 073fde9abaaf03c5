"""What does an owner read of attempts to get in, and of how people get in?"""

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.flow.accounts.deputies import name_deputy
from clubcomp.models import Role, TrailEntry
from tests import make
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

NEW = "kurk tafel wolk 12"


@pytest.fixture
def owner():
    return Visitor(Role.OWNER)


def wrong(count, address="192.0.2.77", email="anna@example.org"):
    for number in range(count):
        data = {"username": email, "password": f"geheim-{number}"}
        Client().post(reverse("sign-in"), data, REMOTE_ADDR=address)


def lines(action):
    return list(TrailEntry.objects.filter(action=action).order_by("pk"))


def test_wrong_passwords_are_told_at_five_ten_a_hundred_and_not_each(owner, monkeypatch):
    monkeypatch.setattr("clubcomp.doors.sign_in._seconds_left", lambda *_counters: 0)
    wrong(4)
    assert lines("wrong_passwords") == []
    wrong(8)
    assert [line.facts["count"] for line in lines("wrong_passwords")] == [5, 10]
    [line, _other] = lines("wrong_passwords")
    assert line.by is None
    assert line.facts == {"person": "Anna", "count": 5, "network": "192.0.2.0/24"}


@pytest.mark.parametrize(
    ("address", "shown"),
    [("2001:db8:1:2::9", "2001:db8:1::/48"), ("::ffff:192.0.2.9", "192.0.2.0")],
)
def test_no_line_has_a_password_a_token_or_a_whole_address(owner, address, shown):
    wrong(5, address)
    page = text(owner.see("trail", kind="security"))
    assert shown in page
    assert not any(secret in page for secret in ("geheim", address, "anna@example.org"))


def test_an_address_without_an_account_fills_no_log(owner):
    wrong(5, email="nobody@example.org")
    assert lines("wrong_passwords") == []


def test_only_owners_read_of_it_in_the_log_and_by_searching(owner):
    wrong(5)
    assert "A wrong password or code was tried 5 times" in text(owner.see("trail"))
    for role in (Role.LEADER, Role.MEMBER):
        other = Visitor(role, club=owner.club, name=f"Bo {role}")
        for asked in ({}, {"kind": "security"}, {"search": "192.0.2"}):
            assert "wrong password" not in text(other.see("trail", **asked))


def test_a_new_password_is_told_to_every_club_of_the_person(owner):
    other = make.make_club("Buiten", "buiten")
    make.make_membership(other, owner.user)
    data = {"old_password": make.PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert owner.client.post(reverse("password"), data).status_code == 302
    told = lines("changed_password")
    assert {line.club for line in told} == {owner.club, other}
    assert NEW not in str([line.facts for line in told])


def test_roles_links_and_passwords_are_one_choice_in_the_log(owner):
    owner.fill_in("people", email="bo@example.org", name="Bo", role="leader", player="")
    owner.fill_in("club-link", seen=1)
    wrong(5)
    page = text(owner.see("trail", kind="security"))
    for said in ("o@example.org became", "new link for its readers", "A wrong password"):
        assert said in page
    owner.fill_in("club-settings", name="Kale", slug="toren", country="", time_zone="UTC")
    assert "Kale" not in text(owner.see("trail", kind="security")).split("<ol")[-1]


def test_guessing_the_clubs_link_and_a_helpers_is_told_at_ten(owner):
    competition = make.make_competition(4, club=owner.club)
    evening = make.make_evening(competition, "blitz")
    deputy = name_deputy(evening, name="Bo", by=None)
    for number in range(5):
        club_link = reverse("open-club-link", args=[owner.club.slug, f"{number:032}"])
        assert Client().get(club_link).status_code == 404
        helpers = reverse("deputy", args=[deputy.pk, f"{number:032}"])
        assert Client().get(helpers).status_code == 410
    [line] = lines("wrong_links")
    assert line.facts == {"count": 10}
