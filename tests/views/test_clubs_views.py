"""Founding a club, and its settings."""

import pytest
from django.urls import reverse

from clubcomp.models import Club, Membership, Role, User
from tests.make import make_club
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


def keeper() -> Visitor:
    """Somebody who keeps the site."""
    visitor = Visitor(Role.MEMBER)
    User.objects.filter(pk=visitor.user.pk).update(is_staff=True)
    return visitor


def test_who_keeps_the_site_founds_a_club_and_owns_it():
    visitor = keeper()
    data = {"name": "’t Paard", "slug": "paard", "country": "nl"}
    answer = visitor.client.post(reverse("found-club"), data, follow=True)
    assert "The club is founded" in text(answer)
    club = Club.objects.get(slug="paard")
    assert club.country == "NL"
    assert Membership.objects.get(club=club).user == visitor.user
    assert answer.redirect_chain[-1][0] == reverse("people", args=["paard"])


def test_the_name_of_a_country_is_not_cut_to_two_letters():
    visitor = keeper()
    assert 'maxlength="2"' not in visitor.client.get(reverse("found-club")).content.decode()
    data = {"name": "’t Paard", "slug": "paard", "country": "Nederland"}
    answer = text(visitor.client.post(reverse("found-club"), data))
    assert "A country is two capital letters: NL, TR." in answer
    assert not Club.objects.filter(slug="paard").exists()


def test_nobody_else_founds_a_club():
    assert Visitor(Role.OWNER).client.get(reverse("found-club")).status_code == 403


@pytest.mark.parametrize("slug", ["toren", "admin", "Is geen adres", "", "x" * 500])
def test_an_address_that_cannot_be_is_refused_and_what_was_typed_stays(slug):
    data = {"name": "De Nieuwe", "slug": slug}
    answer = keeper().client.post(reverse("found-club"), data)
    assert "Something is not right yet" in text(answer)
    assert 'value="De Nieuwe"' in text(answer)
    assert Club.objects.count() == 1


def test_an_owner_changes_the_clubs_name_and_address():
    owner = Visitor(Role.OWNER)
    data = {"name": "De Hoge Toren", "slug": "hoge-toren", "country": "NL"}
    answer = owner.client.post(owner.address("club-settings"), data)
    assert answer.url == reverse("club-settings", args=["hoge-toren"])
    owner.club.refresh_from_db()
    assert owner.club.name == "De Hoge Toren"


def test_the_address_of_another_club_stays_that_clubs():
    owner = Visitor(Role.OWNER)
    make_club("De Dame", "dame")
    answer = owner.fill_in("club-settings", name="De Toren", slug="dame")
    assert "There is already a club at the address “dame”." in text(answer)


def test_a_leader_does_not_change_the_club():
    assert Visitor(Role.LEADER).see("club-settings").status_code == 403
