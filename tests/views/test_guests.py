"""Guests on the page of attendance: who they are, again and elsewhere, and a guest who stays."""

import re

import pytest
from django.urls import reverse

from clubcomp.models import Entry, Player
from tests.make import make_competition, make_evening, make_player
from tests.views.leader import Leader, status_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Leader:
    """Leads an open blitz evening of six, of whom nobody is there yet."""
    competition = make_competition(6)
    return Leader(make_evening(competition, "blitz", present=0))


def test_a_guest_is_present_at_once(leader):
    data = {"name": "Tom Brouwer", "rating": "1500", "from_game": "1"}
    page = leader.press("add-guest", **data)
    tom = Entry.objects.get(guest=True)
    assert str(tom) == "Tom Brouwer"
    assert "guest" in text(page)
    assert status_of(leader, tom.key) == "present"


def test_the_rating_of_a_guest_is_estimated_by_those_of_the_competition(leader):
    entries = leader.evening.competition.entries
    for number, rated in enumerate(entries.order_by("start")):
        rated.rating = 1100 - 10 * number
        rated.save()
    half = 1100 - 10 * (entries.count() // 2)
    assert f"Half of the players here have {half} or more." in text(leader.see("add-guest"))
    entries.update(rating=None)
    assert "Half of the players" not in text(leader.see("add-guest"))


def test_the_page_of_a_guest_leads_to_where_a_player_for_a_place_is_added(leader):
    entries = reverse("entries", args=[leader.club.slug, leader.evening.competition.slug])
    said = text(leader.see("add-guest"))
    assert f'The whole season? <a href="{entries}">' in said


def test_a_guest_without_a_name_is_asked_for_one(leader):
    page = leader.press("add-guest", name="", rating="1500", from_game="1")
    assert "Something is not right yet" in text(page)
    assert not Entry.objects.filter(guest=True).exists()


def test_a_guest_of_before_plays_along_again_with_one_choice(leader):
    leader.press("add-guest", name="Tom Brouwer", rating="1500", from_game="1")
    leader.press("close", unplayed="7")
    later = Leader(make_evening(leader.evening.competition, "long", present=0), "Truus Bos")
    assert "Tom Brouwer" not in text(later.see("attendance"))
    assert "Tom Brouwer" in text(later.see("add-guest"))
    tom = Entry.objects.get(guest=True)
    page = later.press("add-guest", again=tom.key)
    assert "Tom Brouwer plays along." in text(page)
    assert Entry.objects.filter(guest=True).count() == 1
    assert status_of(later, tom.key) == "present"


def test_a_guest_of_before_and_a_new_name_at_once_is_asked_about(leader):
    leader.press("add-guest", name="Tom Brouwer", rating="1500", from_game="1")
    leader.press("close", unplayed="7")
    later = Leader(make_evening(leader.evening.competition, "long", present=0), "Truus Bos")
    tom = Entry.objects.get(guest=True)
    page = later.press("add-guest", again=tom.key, name="Ans", rating="1500")
    assert "or give a new name" in text(page)
    page = later.press("add-guest", again="", name="", rating="")
    assert "Fill this in." in text(page)
    assert Entry.objects.filter(guest=True).count() == 1


def test_a_guest_of_another_competition_is_offered_and_a_name_typed_again_is_asked_about(leader):
    leader.press("add-guest", name="Tom Brouwer", rating="1500", from_game="1")
    tom = Player.objects.get(name="Tom Brouwer")
    other = make_competition(4, club=leader.club, slug="beker")
    later = Leader(make_evening(other, "blitz", present=0), "Truus Bos")
    page = later.press("add-guest", name="tom brouwer", rating="1600", from_game="1")
    assert "Tom Brouwer played along before: choose that name above." in text(page)
    assert "It is somebody else of that name" in text(page)
    assert not other.entries.filter(guest=True).exists()
    later.press("add-guest", again=f"player {tom.pk}", name="", rating="", from_game="1")
    entered = other.entries.get(guest=True)
    assert (entered.player, entered.rating) == (tom, 1500)
    assert "Tom Brouwer" not in text(later.see("add-guest"))
    third = make_competition(4, club=leader.club, slug="open")
    last = Leader(make_evening(third, "blitz", present=0), "Ans Bos")
    last.press("add-guest", name="Tom Brouwer", rating="1600", from_game="1", is_other="on")
    assert third.entries.get(guest=True).player != tom


def test_a_member_who_is_in_another_competition_is_asked_about_and_plays_along(leader):
    club = leader.club
    make_player(club, "Jan de Vries", rating=1700)
    page = leader.press("add-guest", name="J. de Vries", rating="1600", from_game="1")
    assert "Jan de Vries is a member of the club: choose that name above." in text(page)
    (chosen,) = re.findall(r'value="(player \d+)"', page.content.decode())
    page = leader.press("add-guest", again=chosen, name="J. de Vries", rating="1600", from_game="1")
    assert club.players.filter(name__contains="Vries").count() == 1
    guest = leader.evening.competition.entries.get(guest=True)
    assert (guest.player.name, guest.rating) == ("Jan de Vries", 1700)
    other = make_player(club, "Piet Bos", rating=1500)
    leader.press("add-guest", again=f"player {other.pk}", name="", rating="", from_game="1")
    assert leader.evening.competition.entries.filter(player=other, guest=True).exists()


def test_either_of_two_whose_name_it_may_be_can_be_chosen(leader):
    make_player(leader.club, "Jan de Vries")
    second = make_player(leader.club, "Joop de Vries")
    typed = {"name": "J. de Vries", "rating": "1600", "from_game": "1"}
    assert "choose that name above" in text(leader.press("add-guest", **typed))
    leader.press("add-guest", **typed, again=f"player {second.pk}")
    assert leader.evening.competition.entries.get(guest=True).player == second


def test_a_guest_with_the_name_of_somebody_in_the_competition_is_asked_about(leader):
    typed = {"name": "J. Adema", "rating": "1600", "from_game": "1"}
    page = text(leader.press("add-guest", **typed))
    assert "Adema is in this competition already: find that name on the attendance." in page
    assert not Entry.objects.filter(guest=True).exists()
    leader.press("add-guest", **typed, is_other="on")
    assert str(Entry.objects.get(guest=True).player.parts) == "J. Adema"


def test_a_guest_becomes_a_member_with_one_press_and_is_a_guest_again_with_another(leader):
    leader.press("add-guest", name="Tom Brouwer", rating="1500", from_game="1")
    tom = Entry.objects.get(guest=True)
    assert "Make a member" in text(leader.see("plan-attendance", tom.key))
    page = leader.press("make-member", tom.key)
    assert "Tom Brouwer is a member now." in text(page)
    assert "Undo: a guest again" in text(page)
    assert Entry.objects.get(pk=tom.pk).player.is_member
    leader.press("make-member", tom.key, act="guest")
    assert Entry.objects.get(pk=tom.pk).left == leader.evening.number


def test_a_member_is_not_offered_to_be_made_one(leader):
    page = text(leader.see("plan-attendance", "adema"))
    assert "Make a member" not in page
    assert "a guest again" not in page


def test_the_players_page_marks_who_plays_on_without_being_a_member(leader):
    of_competition = leader.evening.competition.entries
    address = reverse("entries", args=[leader.club.slug, leader.evening.competition.slug])
    Player.objects.filter(pk=of_competition.all()[0].player_id).update(is_member=False)
    assert text(leader.client.get(address)).count("no member any more") == 1
    of_competition.filter(player__is_member=False).update(left=1)
    assert "no member any more" not in text(leader.client.get(address))
