"""A bye for one round on the pages: asked for, taken back, named, and never in silence."""

import re

import pytest
from django.urls import reverse

from clubcomp.models import Attendance, GameAttendance
from tests.make import entry, finish_round, make_evening, make_swiss
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db
BYE = {"status": "half_point_bye", "from_game": "2", "until_game": "2"}


@pytest.fixture
def leader() -> Leader:
    """Leads an open evening of three rounds of six, all there."""
    return Leader(make_evening(make_swiss(6), "standard", games=3))


def plain(page) -> str:
    return re.sub(r"<[^>]*>", "", text(page))


def play(leader: Leader) -> None:
    after = leader.evening.rounds.count()
    leader.press("next-game", after=str(after))
    finish_round(leader.evening.rounds.get(number=after + 1))


def test_saving_says_what_the_bye_means_for_the_other_rounds(leader):
    page = leader.press("plan-attendance", "adema", **BYE)
    assert "Noted for Adema: here, half-point bye in round 2." in text(page)
    assert "half-point bye in round 2" in plain(leader.see("attendance"))
    assert "Here or away holds for these games only." in text(
        leader.see("plan-attendance", "adema")
    )


def test_the_form_shows_the_bye_and_another_change_keeps_it(leader):
    leader.press("plan-attendance", "adema", **BYE)
    form = leader.see("plan-attendance", "adema").context["form"]
    assert (form["status"].value(), form["keep"].value()) == ("present", [2])
    leader.press(
        "plan-attendance", "adema", status="present", from_game="1", keep="2", note="wedding"
    )
    assert GameAttendance.objects.get().game == 2
    assert Attendance.objects.get(entry__key="adema").note == "wedding"


def test_a_bye_that_is_unticked_is_taken_back(leader):
    leader.press("plan-attendance", "adema", **BYE)
    leader.press("plan-attendance", "adema", status="present", from_game="1")
    assert not GameAttendance.objects.exists()


def test_a_name_that_has_the_bye_now_opens_and_is_not_tapped(leader):
    leader.press("plan-attendance", "adema", **BYE)
    play(leader)
    said = text(leader.see("attendance"))
    row = said.partition('id="player-adema"')[2].partition("</li>")[0]
    assert "<form" not in row
    assert "half-point bye in round 2" in row


def test_the_proposal_names_who_is_not_paired_by_reason(leader):
    leader.press("plan-attendance", "adema", **BYE | {"from_game": "1", "until_game": "1"})
    leader.press("plan-attendance", "bakker", status="absent", from_game="1")
    leader.press("plan-attendance", "cornelis", status="present", from_game="2")
    leader.press("mark-attendance", "dekker", present="0")
    leader.press("pairing")
    said = plain(leader.see("pairing"))
    for line in (
        "Not paired in round 1",
        "Half-point bye: Adema.",
        "Signed off: Bakker.",
        "From round 2: Cornelis.",
        "Expected, and not marked present: Dekker.",
    ):
        assert line in said


def test_one_press_does_not_leave_out_who_was_there_and_leads_to_who_is_here(leader):
    play(leader)
    leader.press("mark-attendance", "adema", present="0")
    page = leader.press("next-game", after="1")
    assert page.redirect_chain[-1][0] == leader.address("attendance")
    assert "Adema was there in round 1" in text(page)
    assert leader.evening.rounds.count() == 1
    leader.press("mark-attendance", "adema", present="1")
    leader.press("next-game", after="1")
    assert leader.evening.rounds.count() == 2


def test_the_proposal_says_first_who_was_there_and_is_forgotten(leader):
    play(leader)
    leader.press("mark-attendance", "adema", present="0")
    leader.press("pairing")
    assert "nobody said why not now: Adema." in plain(leader.see("pairing"))


def test_a_whole_evening_of_three_rounds_with_a_bye_in_the_second(leader):
    leader.press("plan-attendance", "adema", **BYE)
    for _ in range(3):
        play(leader)
    adema = entry(leader.evening.competition, "adema")
    assert adema.games_as_white.count() + adema.games_as_black.count() == 2
    assert [row.kind for row in adema.unpaired.all()] == ["half_point_bye"]


def test_before_the_round_the_bye_is_announced_and_nobody_is_said_to_leave(leader):
    leader.press("plan-attendance", "adema", **BYE)
    play(leader)
    said = plain(leader.see("results"))
    assert "Adema: half-point bye in round 2." in said
    assert "leaves after" not in said


def test_who_leaves_with_the_next_round_is_still_said_to_leave(leader):
    leader.press("plan-attendance", "adema", status="present", from_game="1", until_game="1")
    play(leader)
    assert "Adema leaves after round 1." in plain(leader.see("results"))


def test_the_leaders_pages_of_the_published_round_name_who_has_the_bye(leader):
    leader.press("plan-attendance", "adema", **BYE)
    play(leader)
    leader.press("next-game", after="1")
    for page in ("results", "pairing"):
        assert "Adema: half-point bye in round 2." in plain(leader.see(page))


def test_the_players_own_list_of_games_has_the_round_with_the_bye(leader):
    leader.press("plan-attendance", "adema", **BYE)
    play(leader)
    play(leader)
    competition = leader.evening.competition
    page = leader.client.get(
        reverse("player", args=[leader.club.slug, competition.slug, "adema"]), follow=True
    )
    games = plain(page).partition("All games, the last one first")[2].partition("</table>")[0]
    assert re.search(r"half-point bye\s*round 2", games)
