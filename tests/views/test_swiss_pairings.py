"""What does the leader see of a Swiss round: its groups, its floats, what a hand breaks?"""

import re

import pytest
from django.db.models import F
from django.urls import reverse

from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.models import Competition, Entry, Game, Round, Unpaired
from pairing.core.types import Result
from pairing.registry import get_system
from tests.make import (
    entry,
    make_club,
    make_competition,
    make_evening,
    make_players,
    make_swiss,
    play_swiss_round,
)
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def proposed(rounds: int = 2, count: int = 7, **last: int) -> Leader:
    """Leads the evening after so many rounds, with a proposal on the table."""
    competition = make_swiss(count, rounds=rounds + 1)
    for number in range(1, rounds + 1):
        play_swiss_round(competition, WHITE, DRAW, BLACK, **(last if number == rounds else {}))
    evening = make_evening(competition, "standard")
    propose_round(evening, by=None)
    return Leader(evening)


# The proposal --------------------------------------------------------------------------------


def test_each_group_of_points_has_its_heading_in_one_list_of_boards():
    leader = proposed()
    page = leader.see("pairing")
    rows = page.context["boards"]
    highest = [max(side.points for side in row.sides) for row in rows if row.number]
    assert highest == sorted(highest, reverse=True)
    begins = [row.group for row in rows if row.group is not None]
    assert begins == sorted(set(highest), reverse=True)
    assert len(begins) > 1
    assert text(page).count('<h2 class="group">') == len(begins)
    assert text(page).count('<ol class="boards') == 1


def test_who_has_a_bye_on_request_is_named_before_it_is_published():
    leader = proposed()
    adema = entry(leader.evening.competition, "adema")
    plan_attendance(leader.evening, adema, status="half_point_bye", by=None)
    said = re.sub(r"<[^>]*>", "", text(leader.see("pairing")))
    assert "Half-point bye: Adema." in said


def test_who_meets_other_points_is_marked_in_words_at_both_ends():
    leader = proposed()
    page = leader.see("pairing")
    for row in page.context["boards"]:
        points, floats = zip(*[(side.points, side.floats) for side in row.sides], strict=True)
        if not row.number:
            assert floats == ("down",)
        elif points[0] == points[1]:
            assert floats == ("", "")
        else:
            assert floats == (("down", "up") if points[0] > points[1] else ("up", "down"))
    assert "downfloat" in text(page)
    assert "upfloat" in text(page)


def test_rating_and_points_stand_at_every_name():
    leader = proposed()
    said = text(leader.see("pairing"))
    assert said.count('class="standing"') == 7
    assert "1 point," in said
    assert "</span>2000" in said


def test_a_first_round_has_no_groups():
    competition = make_swiss(6)
    leader = Leader(make_evening(competition, "standard"))
    page = leader.press("pairing")
    assert [row.group for row in page.context["boards"]] == [None] * 3
    assert "0 points" in text(page)


def test_a_system_without_groups_of_points_shows_none():
    leader = Leader(make_evening(make_competition(6)))
    assert 'class="standing"' not in text(leader.press("pairing"))


def test_a_published_round_keeps_the_points_that_it_was_paired_by():
    leader = proposed()
    leader.press("next-game", after="0")
    round_ = Round.objects.get(evening=leader.evening)
    assert round_.is_on_record
    rows = leader.see("pairing").context["boards"]
    assert [row.group for row in rows if row.group is not None]


def test_who_did_not_turn_up_is_named_when_he_is_paired_again():
    said = "Lost by forfeit in the last round, and paired again:"
    competition = make_swiss(4, rounds=2)
    play_swiss_round(competition, Result.BLACK_WINS_FORFEIT, WHITE)
    leader = Leader(make_evening(competition, "standard"))
    leader.press("pairing", number=1)
    absent = Game.objects.get(result=Result.BLACK_WINS_FORFEIT).white
    assert f"{said} {absent}." in text(leader.see("pairing"))
    Game.objects.update(result=Result.DRAW)
    Competition.objects.update(version=F("version") + 1)
    assert said not in text(leader.see("pairing"))


def test_a_game_that_is_not_finished_is_named_as_a_draw_for_this_pairing():
    leader = proposed(adjourned=1)
    page = leader.see("pairing")
    (game,) = page.context["open_games"]
    said = text(page)
    assert "it counts as a draw for this pairing" in said
    assert "article F9" in said
    assert f"{game.white} – {game.black}" in said
    assert "counts as a draw" not in text(proposed_anew(leader))


def proposed_anew(leader: Leader):
    """The proposal once the adjourned game is decided."""
    first = leader.evening.competition.evenings.get(number=2)
    at = leader.evening
    leader.evening = first
    data = {"result": "1-0", "seen": "*", "reason": "played on"}
    leader.press("correct-result", 1, 1, **data)
    leader.evening = at
    return leader.see("pairing")


# A pair made by hand -------------------------------------------------------------------------


def met_and_seated(leader: Leader):
    """Two who met and sit at different boards of the proposal, as their entries."""
    games = Game.objects.filter(round__evening__competition=leader.evening.competition)
    rows = leader.see("pairing").context["boards"]
    boards = {player: row.number for row in rows for player in row.players if row.number}
    for game in games.select_related("white", "black"):
        one, other = boards.get(game.white), boards.get(game.black)
        if one and other and one != other:
            return game.white, game.black
    raise AssertionError("nobody who met sits apart")


def test_a_pair_by_hand_says_what_it_breaks_before_it_is_fixed():
    leader = proposed()
    one, other = met_and_seated(leader)
    page = leader.see("swap", one=one.key, other=other.key)
    assert f"Or let {one} and {other} play each other" in text(page)
    page = leader.see("swap", one=one.key, other=other.key, act="meet")
    said = text(page)
    assert "have met before" in said
    assert "#B1a" in said
    assert Round.objects.proposed().get().fixed == []
    (row,) = [row for row in page.context["boards"] if row.number and one in row.players]
    data = {"white": row.white.key, "black": row.black.key, "reason": "The final"}
    assert "The final" in text(leader.press("fix-board", **data))
    (board,) = Round.objects.proposed().get().fixed
    assert board == [row.white.key, row.black.key, "The final"]


def test_a_pair_without_a_reason_is_looked_at_again():
    leader = proposed()
    one, other = met_and_seated(leader)
    page = leader.press("fix-board", white=one.key, black=other.key, reason="")
    said = text(page)
    assert "Say why" in said
    assert f"{one} and {other} play each other" in said
    assert f'name="white" value="{one.key}"' in said or f'name="black" value="{one.key}"' in said
    assert Round.objects.proposed().get().fixed == []


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("", "possible as soon as the swap is fixed or undone"),
        ("meet", "possible as soon as the pair is fixed or left as it was"),
        ("free", "possible as soon as the bye is decided or left as it was"),
    ],
)
def test_publishing_waits_for_what_is_looked_at(act, said):
    leader = proposed()
    one, other = met_and_seated(leader)
    page = leader.see("swap", one=one.key, other=other.key, act=act)
    assert said in text(page)
    assert text(page).count("possible as soon as") == 1


def test_who_is_named_free_says_first_that_he_had_a_bye():
    leader = proposed()
    had_it = Unpaired.objects.filter(kind="bye").first().entry
    page = leader.see("swap", one=had_it.key, act="free")
    assert "#B1b" in text(page)
    assert "had points without playing before" in text(page)
    assert f"Give {had_it} the bye" in text(page)
    assert Round.objects.proposed().get().named_byes == []
    leader.press("name-bye", player=had_it.key)
    assert Round.objects.proposed().get().named_byes == [had_it.key]


def test_nobody_is_named_free_of_an_even_number():
    leader = proposed(count=6)
    page = leader.see("swap", one="adema", act="free")
    assert "so nobody has the bye" in text(page)


@pytest.mark.parametrize("act", ["meet", "free"])
def test_who_is_not_in_the_pairing_is_a_sentence(act):
    leader = proposed()
    competition = leader.evening.competition
    adema, bakker = entry(competition, "adema"), entry(competition, "bakker")
    mark_present(leader.evening, adema, present=False, by=None)
    page = leader.see("swap", act=act, one=bakker.key, other=adema.key)
    if act == "meet":
        assert "Adema is not in this pairing" in text(page)
    else:
        assert "so nobody has the bye" in text(page)


def test_a_published_pairing_is_said_to_stand_and_a_swap_in_it_what_it_breaks():
    leader = proposed()
    one, other = met_and_seated(leader)
    leader.press("next-game", after="0")
    page = leader.see("swap-published", 1, one=opponent(leader, one).key, other=other.key)
    said = text(page)
    assert "A published pairing stands, unless it breaks an absolute rule" in said
    assert "#F6" in said
    assert "#B1a" in said
    data = {"one": opponent(leader, one).key, "other": other.key, "reason": ""}
    assert "Say why" in text(leader.press("swap-published", 1, **data))


def opponent(leader: Leader, entry: Entry) -> Entry:
    """Whom a player meets in the pairing."""
    rows = leader.see("pairing").context["boards"]
    return next(p for row in rows if row.seats(entry) for p in row.players if p != entry)


# A correction --------------------------------------------------------------------------------


def test_a_correction_says_which_places_and_later_pairings_it_touches_and_saves_nothing():
    leader = proposed(rounds=3, count=8)
    competition = leader.evening.competition
    leader.evening = competition.evenings.get(number=1)
    leader.evening.competition = competition
    page = leader.see("correct-result", 1, 1, result="0-1")
    said = text(page)
    assert "2 later pairings were made with what was known then; they stand." in said
    assert "would have been different:" in said
    for other in page.context["later"].others:
        for board in other.instead:
            assert " – ".join(board) in said
    assert "places change" in said
    assert "The proposal that is there is paired anew." in said
    assert Game.objects.get(round__evening=leader.evening, board=1).result == "1-0"
    refused = leader.press("correct-result", 1, 1, result="0-1", seen="1-0", reason="")
    assert "Say why" in text(refused)
    assert "would have been different:" in text(refused)
    leader.press("correct-result", 1, 1, result="0-1", seen="1-0", reason="mixed up")
    assert Game.objects.get(round__evening=leader.evening, board=1).result == "0-1"


@pytest.mark.parametrize(
    "system", ["knsb-rating", "knsb-rating-1996", "fide-rating-1998", "knsb-resistance"]
)
def test_every_swiss_system_shows_groups_open_games_and_what_a_hand_breaks(system):
    club = make_club()
    competition = start_competition(
        club,
        name="Najaar",
        slug="najaar",
        system=system,
        options={"rounds": 7},
        tempos=[{"key": "standard"}],
        players=make_players(club, 9),
        by=None,
    )
    play_swiss_round(competition, WHITE, DRAW, BLACK)
    play_swiss_round(competition, WHITE, DRAW, BLACK, adjourned=1)
    leader = Leader(make_evening(competition, "standard"))
    page = leader.press("pairing")
    rows = page.context["boards"]
    assert len([row for row in rows if row.group is not None]) > 1
    abilities = get_system(system).abilities
    assert f"article {abilities.open_is_draw}</a>" in text(page)
    one, other = met_and_seated(leader)
    page = text(leader.see("swap", one=one.key, other=other.key, act="meet"))
    assert "have met before" in page
    articles = set(re.findall(r"/rules/#([\w.]+)", page))
    leader.press("next-game", after="0")
    page = text(leader.see("swap-published", 1, one=rows[0].white.key, other=rows[2].white.key))
    articles |= set(re.findall(r"/rules/#([\w.]+)", page))
    assert {abilities.open_is_draw, abilities.pairing_stands} <= articles
    rules = leader.client.get(reverse("rules", args=[club.slug, "najaar"])).content.decode()
    assert {article for article in articles if f'id="{article}"' not in rules} == set()
