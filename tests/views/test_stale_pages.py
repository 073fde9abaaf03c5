"""A page of before a withdrawal, a new pairing or a swap acts on what it showed, or on nothing."""

import re

import pytest

from clubcomp.flow.pairings.proposing import discard_proposal, fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.pairings.swapping import swap_published
from clubcomp.flow.results import correct_result, record_result
from clubcomp.models import ForbiddenPair, Game, Round, TrailEntry
from pairing.core.types import Result
from tests.make import entry, finish_round, make_competition, make_evening
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

WHY = "They came together"


@pytest.fixture
def leader() -> Leader:
    """Leads an evening of seven blitz games with five players."""
    return Leader(make_evening(make_competition(5), "blitz", games=7))


@pytest.fixture
def round_(leader) -> Round:
    """The first game of the evening, published, without a result."""
    return publish_next(leader.evening, after=0, by=None)


def fields(page, name: str) -> list[str]:
    """What the forms of a page carry under a name."""
    return re.findall(rf'name="{name}" value="([^"]*)"', text(page))


def paired_anew(round_: Round) -> Round:
    """The round withdrawn and published again with other people on its boards."""
    withdraw_round(round_, by=None)
    first, second = round_.proposal["pairs"]
    competition = round_.evening.competition
    players = {"white": first["white"], "black": second["black"]}
    players = {colour: entry(competition, key) for colour, key in players.items()}
    fix_board(round_, reason=WHY, by=None, **players)
    return publish_next(round_.evening, after=0, by=None)


def swapped(round_: Round) -> None:
    """The first players of the two boards changed places."""
    first, second = round_.games.order_by("board")
    swap_published(round_, (first.white, second.white), reason=WHY, by=None)


def turned(round_: Round) -> None:
    """Board 1 was played with the other colours, which somebody put right."""
    game = round_.games.get(board=1)
    record_result(game, result=Result.DRAW, seen="*", by=None)
    game.refresh_from_db()
    correct_result(game, result=Result.DRAW, swap_colours=True, seen=game.result, by=None)


def withdrawn(round_: Round) -> None:
    withdraw_round(round_, give_up_results=True, by=None)


# Boards --------------------------------------------------------------------------------------

PRESSES = {
    "record-result": {"result": "1-0", "seen": "*"},
    "result-more": {"act": "1-0F", "seen": "*"},
    "correct-result": {"result": "1-0", "seen": "*", "reason": WHY},
}
POSTPONED = {"act": "postponed", "seen": "*"}
DATED = {"act": "date", "played_on": "2026-11-20", "seen": "*"}
BOARD_PRESSES = [*PRESSES.items(), ("result-more", POSTPONED), ("result-more", DATED)]


@pytest.mark.parametrize("change", [paired_anew, swapped, turned, withdrawn])
@pytest.mark.parametrize(("name", "data"), BOARD_PRESSES)
def test_a_result_is_not_booked_for_others_than_the_page_showed(leader, round_, change, name, data):
    shown = round_.games.get(board=1).seating
    change(round_)
    before = list(Game.objects.order_by("pk").values())
    seen = Game.objects.filter(board=1).values_list("result", flat=True).first() or "*"
    page = leader.press(name, 1, 1, **data | {"game": shown, "seen": seen})
    assert "Not done" in text(page)
    assert list(Game.objects.order_by("pk").values()) == before


@pytest.mark.parametrize(("name", "data"), BOARD_PRESSES)
def test_a_form_that_does_not_say_which_game_it_is_about_books_nothing(leader, round_, name, data):
    leader.press(name, 1, 1, **data | {"game": ""})
    assert set(Game.objects.values_list("result", "put_off", "played_on")) == {("*", "", None)}


@pytest.mark.parametrize("name", ["results-of", "result-more", "correct-result"])
def test_every_form_for_a_result_says_which_game_it_is_about(leader, round_, name):
    query = {"result": "1-0"} if name == "correct-result" else {}
    page = leader.see(name, 1, *([] if name == "results-of" else [1]), **query)
    marks = [game.seating for game in round_.games.order_by("board")]
    assert fields(page, "game") == (marks if name == "results-of" else marks[:1])


def test_the_refusal_of_an_old_tap_names_who_plays_there_now(leader, round_):
    shown = round_.games.get(board=1).seating
    swapped(round_)
    leader.tap("record-result", 1, 1, result="1-0", seen="*", game=shown)
    game = round_.games.get(board=1)
    said = f"on board 1 now play {game.white} and {game.black}"
    assert said in text(leader.see("results"))


# Pairings ------------------------------------------------------------------------------------


def test_a_withdrawal_is_of_the_pairing_that_the_page_showed(leader, round_):
    shown = fields(leader.see("withdraw", 1), "seen")
    again = paired_anew(round_)
    page = leader.press("withdraw", 1, seen=shown[0])
    assert "The pairing changed meanwhile" in text(page)
    again.refresh_from_db()
    assert again.is_on_record


def test_a_withdrawal_gives_up_no_result_that_its_page_did_not_show(leader, round_):
    page = leader.see("withdraw", 1)
    assert "Nothing is lost" in text(page)
    finish_round(round_)
    again = leader.press("withdraw", 1, seen=fields(page, "seen")[0], give_up_results="1")
    assert "What is lost?" in text(again)
    assert round_.games.exclude(result="*").count() == 2
    leader.press("withdraw", 1, seen=fields(again, "seen")[0], give_up_results="1")
    assert not round_.games.exists()


def test_withdrawing_twice_is_said_and_withdraws_nothing_else(leader, round_):
    page = leader.see("withdraw", 1)
    for _press in range(2):
        answer = leader.press("withdraw", 1, seen=fields(page, "seen")[0])
    assert answer.status_code == 200
    assert "has been withdrawn already" in text(answer)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("fix-board", {"white": "bakker", "black": "adema", "reason": WHY}),
        ("release-board", {"white": "adema", "black": "bakker"}),
        ("name-bye", {"player": "cornelis"}),
        ("discard-proposal", {}),
        ("swap", {"one": "adema", "other": "cornelis", "reason": WHY}),
        ("publish", {"number": "1"}),
    ],
)
def test_a_press_on_an_old_proposal_leaves_the_next_one_alone(leader, name, data):
    first = propose_round(leader.evening, by=None)
    fixed = {"white": entry(first.evening.competition, "adema")}
    fixed["black"] = entry(first.evening.competition, "bakker")
    seen = fields(leader.see("pairing"), "seen")[0]
    finish_round(publish_next(leader.evening, after=0, by=None))
    second = propose_round(leader.evening, by=None)
    fix_board(second, reason=WHY, by=None, **fixed)
    before, lines = Round.objects.values().get(pk=second.pk), TrailEntry.objects.count()
    page = leader.press(name, seen=seen, **data)
    assert "Not done" in text(page)
    assert Round.objects.values().get(pk=second.pk) == before
    assert TrailEntry.objects.count() == lines


def test_forbidding_a_pair_is_about_the_two_names_whatever_is_paired_now(leader):
    first = propose_round(leader.evening, by=None)
    seen = fields(leader.see("pairing"), "seen")[0]
    discard_proposal(first, by=None)
    leader.press("forbid-pair", seen=seen, white="adema", black="bakker", reason=WHY)
    pair = ForbiddenPair.objects.get()
    assert {pair.one.key, pair.other.key} == {"adema", "bakker"}


def test_a_game_is_paired_by_the_button_that_names_it_and_no_other(leader, round_):
    finish_round(round_)
    number = fields(leader.see("pairing"), "number")[0]
    assert number == "2"
    finish_round(publish_next(leader.evening, after=1, by=None))
    page = leader.press("pairing", number=number)
    assert "Game 2 was already published" in text(page)
    assert not Round.objects.proposed().exists()


@pytest.mark.parametrize("name", ["attendance", "pairing", "lead"])
def test_every_button_that_pairs_a_game_names_it(leader, name):
    page = text(leader.see(name))
    address = leader.address("pairing")
    forms = re.findall(rf'<form[^>]*action="{address}"[^>]*>.*?</form>', page)
    forms += re.findall(r'<form method="post" class="(?:dock )?actions">.*?</form>', page)
    assert forms
    assert all('name="number" value="1"' in form for form in forms)


def test_a_button_that_does_not_say_which_game_pairs_none_and_says_so(leader):
    assert "This page is too old" in text(leader.press("pairing", number=""))
    assert not Round.objects.exists()


def test_a_swap_without_what_was_seen_changes_nothing(leader, round_):
    first, second = round_.games.order_by("board")
    before = list(Game.objects.order_by("pk").values())
    players = {"one": first.white.key, "other": second.white.key}
    page = leader.press("swap-published", 1, reason=WHY, seen="", **players)
    assert "The pairing changed meanwhile" in text(page)
    assert list(Game.objects.order_by("pk").values()) == before


# Public addresses ------------------------------------------------------------------------------


def test_an_old_address_of_a_board_goes_on_working(leader, round_, client):
    evening = leader.evening
    address = f"/toren/intern/evenings/{evening.serial}/games/1/boards/2/"
    headers = {"accept-language": "en"}
    assert client.get(address, headers=headers).status_code == 200
    paired_anew(round_)
    game = Game.objects.get(board=2)
    assert game.white.player.name in text(client.get(address, headers=headers))
