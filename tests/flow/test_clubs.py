"""Clubs and the roles in them."""

import pytest
from django.test.utils import override_script_prefix
from django.urls import URLPattern, get_resolver

from clubcomp.doors.slugs import CLUB_WORDS, SITE_WORDS, free_slug
from clubcomp.flow.accounts.invitations import take_invitation
from clubcomp.flow.checks import ZONES, countries, zone_of
from clubcomp.flow.clubs import change_club, found_club, give_role, take_role
from clubcomp.flow.errors import StepError
from clubcomp.management.commands.migrate import Command
from clubcomp.models import Club, Membership, Role, TrailEntry, User
from clubcomp.urls import club as club_patterns
from tests.make import make_club, make_competition, make_membership, make_players, make_user

pytestmark = pytest.mark.django_db


def first_words(patterns):
    """The first word of every address, where it is a word and not a placeholder."""
    routes = [str(pattern.pattern) for pattern in patterns]
    return {route.split("/")[0] for route in routes if route and not route.startswith("<")}


def test_every_first_word_of_the_site_is_reserved():
    words = first_words(get_resolver().url_patterns)
    assert "sign-in" in words
    assert words <= SITE_WORDS


def test_every_first_word_of_a_clubs_addresses_is_reserved():
    assert all(isinstance(pattern, URLPattern) for pattern in club_patterns[:-1])
    words = first_words(club_patterns)
    assert "members" in words
    assert words <= CLUB_WORDS


def test_an_address_is_made_from_a_name():
    assert free_slug("De Tören  (1)", taken=(), reserved=SITE_WORDS) == "de-toren-1"
    assert free_slug("Clubs", taken=(), reserved=SITE_WORDS) == "clubs-2"
    assert free_slug("Open", taken={"open", "open-2"}, reserved=()) == "open-3"
    assert free_slug("将棋", taken=(), reserved=()) == "1"
    assert len(free_slug("x" * 300, taken=(), reserved=())) <= 60


def test_a_club_is_founded_with_its_owner():
    anna, staff = make_user("Anna"), make_user("Staff")
    club = found_club("De Toren", "toren", anna, by=staff)
    membership = Membership.objects.get()
    assert (membership.user, membership.role) == (anna, Role.OWNER)
    line = TrailEntry.objects.get()
    assert (line.action, line.by, line.club) == ("found_club", staff, club)


@pytest.mark.parametrize(
    ("country", "told", "zone"),
    [
        ("tr", "", "Europe/Istanbul"),
        ("NL", "", "Europe/Amsterdam"),
        ("", "", "Europe/Amsterdam"),
        ("TR", "Europe/Berlin", "Europe/Berlin"),
        ("UA", "", "Europe/Kyiv"),
        ("US", "", "Europe/Amsterdam"),  # has many
    ],
)
def test_a_new_club_has_the_clock_of_its_country_unless_told_otherwise(country, told, zone):
    club = found_club("Kale", "kale", make_user(), country=country, time_zone=told, by=None)
    assert club.time_zone == zone


def test_the_clock_of_each_country_is_one_that_a_club_may_have():
    assert {zone_of(country) for country in countries()} <= set(ZONES)


def test_a_country_is_one_that_there_is_and_one_of_before_stays():
    with pytest.raises(StepError, match="There is no country “XQ”"):
        found_club("Kale", "kale", make_user(), country="XQ", by=None)
    club = make_club()
    with pytest.raises(StepError, match="There is no country “🌍”"):
        change_club(club, name=club.name, slug=club.slug, country="🌍", by=None)
    assert (
        change_club(club, name=club.name, slug=club.slug, country=" be ", by=None).country == "BE"
    )
    Club.objects.update(country="XQ")
    assert change_club(club, name="Kale", slug=club.slug, country="XQ", by=None).name == "Kale"


def test_a_club_rating_moves_by_a_k_that_there_is():
    club = make_club()
    with pytest.raises(StepError, match="K of 15"):
        change_club(club, name=club.name, slug=club.slug, rating_k=15, by=None)
    assert not TrailEntry.objects.exists()


def test_who_has_an_address_that_a_later_release_needs_gets_another_one_that_is_told(capsys):
    club = make_club("Account", "account")
    make_competition(4, club=club)
    club.competitions.update(slug="hall")
    make_club("Account II", "account-2")
    Command().give_way()
    club.refresh_from_db()
    assert (club.slug, club.competitions.get().slug) == ("account-3", "hall-2")
    assert "Account is at /account-3/ from now on" in (said := capsys.readouterr().out)
    assert "/account-3/hall-2/ from now on" in said
    told = TrailEntry.objects.values_list("action", flat=True)
    assert {"change_club", "change_competition"} <= set(told)
    Command().give_way()
    assert capsys.readouterr().out == ""


def test_of_a_site_below_a_path_the_address_that_is_told_has_it(capsys):
    make_competition(4, club=make_club("Account", "account")).club.competitions.update(slug="hall")
    with override_script_prefix("/chess/"):
        Command().give_way()
    said = capsys.readouterr().out
    assert "is at /chess/account-2/ from now on: the site needs /chess/account/." in said
    assert "is at /chess/account-2/hall-2/ from now on." in said


@pytest.mark.parametrize(
    "slug", ["sign-in", "admin", "static", "toren", "de toren", "ö", "", "a" * 61]
)
def test_an_address_that_cannot_be_is_refused(slug):
    make_club()
    with pytest.raises(StepError):
        found_club("Another", slug, make_user(), by=None)
    assert Club.objects.count() == 1


def test_a_club_gets_another_name_and_the_trail_has_both():
    club = make_club()
    change_club(club, name="De Nieuwe Toren", slug="toren", country="NL", by=None)
    change_club(club, name="De Nieuwe Toren", slug="toren", country="NL", by=None)
    line = TrailEntry.objects.get()
    assert (line.before["name"], line.after["name"]) == ("De Toren", "De Nieuwe Toren")


def test_a_new_person_gets_an_account_without_a_password_and_an_invitation():
    club = make_club()
    membership = give_role(club, email=" Bob@Example.org", name="Bob", role=Role.MEMBER, by=None)
    assert membership.user == User.objects.get(email="bob@example.org")
    assert not membership.user.has_usable_password()
    assert membership.is_pending


def test_somebody_with_an_account_is_invited_and_keeps_his_name():
    bob = make_user("Bob")
    membership = give_role(make_club(), email=bob.email, name="Robert", role=Role.LEADER, by=None)
    assert membership.user.has_usable_password()
    assert membership.user.name == "Bob"
    assert membership.role == Role.LEADER


def test_another_role_replaces_the_first_and_the_trail_has_both():
    club, bob = make_club(), make_user("Bob")
    [player] = make_players(club, 1)
    give_role(club, email=bob.email, role=Role.MEMBER, by=None)
    give_role(club, email=bob.email, role=Role.LEADER, player=player, by=None)
    give_role(club, email=bob.email, role=Role.LEADER, player=player, by=None)
    assert club.memberships.count() == 1
    changed, given = TrailEntry.objects.all()
    assert (given.before, given.after) == (None, {"role": "member", "player": None})
    assert changed.before == {"role": "member", "player": None}
    assert changed.after == {"role": "leader", "player": str(player)}


@pytest.mark.parametrize(("email", "name"), [("no address", "Bob"), ("bob@example.org", " ")])
def test_an_account_needs_an_address_and_a_name(email, name):
    with pytest.raises(StepError):
        give_role(make_club(), email=email, name=name, role=Role.MEMBER, by=None)
    assert not User.objects.exists()


def test_one_player_is_one_person():
    club = make_club()
    [player] = make_players(club, 1)
    give_role(club, email="a@example.org", name="A", role=Role.MEMBER, player=player, by=None)
    with pytest.raises(StepError, match="Adema"):
        give_role(club, email="b@example.org", name="B", role=Role.MEMBER, player=player, by=None)


def test_a_player_of_another_club_is_nobody_here():
    [stranger] = make_players(make_club("X", "x"), 1)
    with pytest.raises(StepError):
        give_role(
            make_club(), email="a@example.org", name="A", role="member", player=stranger, by=None
        )


def test_the_last_owner_stays():
    club, anna, bob = make_club(), make_user("Anna"), make_user("Bob")
    owner = make_membership(club, anna, Role.OWNER)
    for step in (
        lambda: take_role(owner, by=anna),
        lambda: give_role(club, email=anna.email, role=Role.MEMBER, by=anna),
    ):
        with pytest.raises(StepError, match="Anna"):
            step()
    invitation = give_role(club, email=bob.email, role=Role.OWNER, by=anna)
    with pytest.raises(StepError, match="Anna"):
        take_role(owner, by=anna)
    take_invitation(invitation, by=bob)
    take_role(owner, by=bob)
    assert [str(m.user) for m in club.memberships.all()] == ["Bob"]


def test_a_role_taken_twice_is_taken_once():
    club = make_club()
    membership = make_membership(club, make_user("Bob"))
    again = Membership.objects.get()
    take_role(membership, by=None)
    take_role(again, by=None)
    assert TrailEntry.objects.count() == 1
