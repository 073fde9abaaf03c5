"""On their own page two players enter the result of their game; the leader's page says so."""

import re

import pytest
from django.test import Client

from clubcomp.doors.links import token_of
from clubcomp.flow.claims import claim_result
from clubcomp.models import Claim, Competition, Game, TrailEntry
from clubcomp.models.competitions import ByPlayers
from pairing.core.types import Result
from tests import make
from tests.views.leader import Leader
from tests.views.visitor import text

pytestmark = pytest.mark.django_db

ENGLISH = {"accept-language": "en", "origin": "http://testserver"}
WHITE_WON = "1\N{NON-BREAKING HYPHEN}0"


@pytest.fixture
def leader():
    leader = Leader(make.make_evening(make.make_competition(5), "blitz", games=2))
    Competition.objects.update(results_by_players=ByPlayers.CONFIRMED)
    leader.press("next-game", after="0")
    return leader


@pytest.fixture
def game(leader):
    return Game.objects.get(board=1)


def phone(player):
    """A phone on which the player has opened the personal link."""
    client = Client(headers=ENGLISH)
    client.get(f"/toren/me/{token_of(player)}/")
    return client


def form_on(client, page="/toren/me/"):
    """Where the form for my own result is sent to, and its hidden fields; None without one."""
    shown = client.get(page).content.decode()
    found = re.search(r'<form method="post"\s+action="([^"]*/mine/)">(.*?)</form>', shown, re.S)
    if found is None:
        return None
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', found[2])
    return found[1], dict(hidden)


def press(client, page="/toren/me/", **data):
    address, hidden = form_on(client, page)
    return client.post(address, hidden | data, follow=True)


@pytest.mark.parametrize("page", ["/toren/me/", "/toren/intern/tonight/"])
def test_one_enters_it_and_the_other_confirms_it_with_one_tap(game, page):
    white, black = phone(game.white.player), phone(game.black.player)
    answer = press(white, page, result="1-0")
    assert answer.request["PATH_INFO"] == page
    assert f"It counts when {game.black} confirms it." in text(answer)
    shown = text(black.get(page))
    assert f"{game.white} entered {WHITE_WON} at" in shown
    assert f"Confirm {WHITE_WON}" in shown
    assert "You both entered this result." in text(press(black, page, result="1-0"))
    game.refresh_from_db()
    assert game.result == "1-0"


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("chess", ["I won 1-0", "½-½", "I lost 0-1"]),
        ("go", ["I lost 1-0", "jigo", "I won 0-1"]),
    ],
)
def test_the_buttons_of_a_player_say_who_won(game, kind, written):
    Competition.objects.update(game=kind)
    white, black = phone(game.white.player), phone(game.black.player)
    for page in ("/toren/me/", "/toren/intern/tonight/"):
        assert buttons_on(white, page) == written
    press(white, result="1-0")
    assert buttons_on(black)[0].endswith("– I lost")


def buttons_on(client, page="/toren/me/"):
    """What the buttons for my own result say."""
    shown = client.get(page).content.decode()
    buttons = re.findall(r'<button [^>]*name="result"[^>]*>(.*?)</button>', shown, re.S)
    return [" ".join(re.sub("<[^>]*>", " ", one).split()) for one in buttons]


def test_a_phone_that_shows_tonight_learns_what_the_other_one_entered(game):
    black = phone(game.black.player)
    shown = black.get("/toren/intern/tonight/").content.decode()
    [poll] = re.findall(r'hx-get="([^"]*version=[^"]*)"', shown)
    claim_result(game, result=Result.DRAW, by=game.white.player)
    headers = ENGLISH | {"HX-Request": "true"}
    answer = black.get(poll.replace("&amp;", "&"), headers=headers)
    assert f"{game.white} entered" in text(answer)


def test_what_differs_is_a_question_on_the_leaders_page(leader, game):
    press(phone(game.white.player), result="1-0")
    black = phone(game.black.player)
    assert "who leads the evening decides" in text(press(black, result="1/2-1/2"))
    page = text(leader.see("results"))
    assert "Two results for board 1." in page
    assert "1 question" in page
    leader.press("record-result", 1, 1, result="1/2-1/2", seen="*")
    game.refresh_from_db()
    assert (game.result, game.entered_by) == ("1/2-1/2", leader.user)
    assert form_on(black) is None


def test_the_leader_sees_it_and_confirms_all_with_one_press(leader, game):
    for one in Game.objects.order_by("board"):
        press(phone(one.black.player), result="0-1")
    page = leader.see("results")
    assert f"according to {game.black}" in text(page)
    assert "Confirm the 2 results that players entered" in text(page)
    claims = re.findall(r'name="claim" value="([^"]*)"', page.content.decode())
    leader.press("confirm-results", claim=claims)
    assert set(Game.objects.values_list("result", flat=True)) == {"0-1"}
    assert TrailEntry.objects.first().by_name == str(leader.user)


def test_a_screen_of_the_leader_gets_the_row_that_a_player_changed(leader, game):
    version = Competition.objects.get().version
    sheet = leader.see("results").content.decode()
    shown = re.findall(r'name="shown" value="([^"]*)"', sheet)
    press(phone(game.white.player), result="1-0")
    asked = {"version": version, "shown": shown}
    answer = leader.client.get(leader.address("results-of", 1), asked)
    assert f"according to {game.white}" in text(answer)
    assert 'id="board-2"' not in answer.content.decode()


def test_what_one_entered_oneself_is_taken_back(game):
    white = phone(game.white.player)
    press(white, result="1-0")
    assert "How did it end?" in text(press(white, act="back"))
    assert not Claim.objects.exists()


def test_strangers_and_other_players_read_nothing_of_it(game):
    press(phone(game.white.player), result="1-0")
    stranger = make.make_player(Competition.objects.get().club, "Vreemd, Vera")
    for device in (Client(headers=ENGLISH), phone(stranger), phone(of_another_board(game))):
        for page in ("/toren/intern/tonight/", "/toren/intern/standings/"):
            assert "entered" not in text(device.get(page))


def of_another_board(game):
    return Game.objects.exclude(pk=game.pk).get().white.player


def test_only_the_two_of_the_board_can_send_it(game):
    address, hidden = form_on(phone(game.white.player))
    data = hidden | {"result": "1-0"}
    assert phone(of_another_board(game)).post(address, data).status_code == 404
    assert Client(headers=ENGLISH).post(address, data).status_code == 403
    client = phone(game.white.player)
    elsewhere = ENGLISH | {"origin": "https://elsewhere.example"}
    assert client.post(address, data, headers=elsewhere).status_code == 403
    assert not Claim.objects.exists()


def test_the_name_that_a_visitor_chose_gives_no_right(game):
    device = Client(headers=ENGLISH)
    page = f"/toren/intern/tonight/?player={game.white.key}"
    device.get(page)
    assert form_on(device, page) is None


@pytest.mark.parametrize("wrong", ["", "x", "1-0F", "*", "a" * 100])
def test_what_is_no_result_changes_nothing(game, wrong):
    answer = press(phone(game.white.player), result=wrong)
    assert answer.status_code == 200
    assert not Claim.objects.exists()


def test_it_is_off_until_the_leader_allows_it(leader, game):
    Competition.objects.update(results_by_players="")
    white = phone(game.white.player)
    assert form_on(white) is None
    page = leader.client.get("/toren/intern/name/")
    assert "May players enter the result of their own game?" in text(page)
    values = {"name": "Intern", "slug": "intern", "results_by_players": "at_once"}
    leader.client.post("/toren/intern/name/", values)
    assert Competition.objects.get().results_by_players == "at_once"
    assert "it counts at once" in text(leader.client.get("/toren/trail/"))
    press(white, result="1-0")
    game.refresh_from_db()
    assert game.result == "1-0"
    assert WHITE_WON in text(white.get("/toren/intern/tonight/"))


def test_who_has_the_bye_enters_nothing(leader):
    free = Game.objects.first().round.unpaired.get(kind="bye").entry.player
    assert form_on(phone(free)) is None
