"""Every game of every evening, and why it was paired so."""

import re

import pytest

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposal import proposal_digest
from clubcomp.flow.pairings.proposing import fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next, publish_round
from clubcomp.flow.results import record_result
from clubcomp.models import Competition, Game, Round
from pairing.core.types import Result
from tests import make
from tests.views.public import (
    TUESDAYS,
    address,
    play_evening,
    poll,
    poll_address,
    reader,
    season,
    words,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return season()


def page(competition, rest):
    return reader().get(address(competition, f"evenings/{rest}"))


def test_an_evening_shows_every_game_with_its_results(competition):
    play_evening(competition, TUESDAYS[2], Result.BLACK_WINS, tempo="blitz", games=3)
    said = words(page(competition, "3/"))
    assert "Tuesday 17 November" in said
    for game in ("Game 1", "Game 2", "Game 3"):
        assert game in said
    # A board has its result twice: between the names, and on a phone at the right.
    assert said.count("0‑1") == 2 * 9


def test_the_rows_of_an_evening_have_an_id_of_their_own(competition):
    play_evening(competition, TUESDAYS[2], Result.DRAW, tempo="blitz", games=2)
    written = page(competition, "3/").content.decode()
    ids = [part.split('"')[0] for part in written.split(' id="')[1:]]
    assert len(ids) == len(set(ids))


def test_a_game_leads_to_the_one_before_and_after(competition):
    written = page(competition, "1/games/1/").content.decode()
    assert address(competition, "evenings/2/games/1/") in written
    assert 'rel="prev"' not in written
    assert 'rel="prev"' in page(competition, "2/games/1/").content.decode()


def test_forfeits_and_fixed_boards_are_marked(competition):
    game = Game.objects.filter(round__evening__number=1).first()
    game.fixed = "Father and daughter"
    game.result = Result.WHITE_WINS_FORFEIT.value
    game.save()
    said = words(page(competition, "1/games/1/"))
    assert "1‑0 r" in said
    assert "fixed Father and daughter" in said


def test_an_evening_still_to_come_and_a_game_that_is_not(competition):
    make.make_evening(competition, date=TUESDAYS[3], is_open=False)
    assert "No games yet. 7 players are expected." in words(page(competition, "3/"))
    assert page(competition, "3/games/1/").status_code == 404
    assert page(competition, "9/").status_code == 404


@pytest.mark.parametrize(
    ("game", "result", "first"), [("draughts", "2‑0", "white"), ("go", "0‑1", "black")]
)
def test_a_board_is_written_as_its_game_does(competition, game, result, first):
    Competition.objects.filter(pk=competition.pk).update(game=game)
    written = page(competition, "1/games/1/").content.decode()
    board = written.split('id="board-1"')[1].split("</li>")[0]
    assert result in board
    assert re.findall(r'visually-hidden">(white|black) ', board)[0] == first


def test_the_page_of_a_game_that_is_played_follows_and_that_of_an_old_one_does_not(competition):
    assert "hx-get" not in page(competition, "1/games/1/").content.decode().split('id="poll"')[1]
    evening = make.make_evening(competition, "blitz", date=TUESDAYS[3])
    round_ = publish_next(evening, after=0, by=None)
    client = reader()
    where = poll_address(client.get(address(competition, "evenings/3/games/1/")))
    assert poll(client, where).status_code == 204
    game = round_.games.get(board=1)
    record_result(game, result=Result.DRAW, seen=game.result, by=None)
    answer = poll(client, where)
    assert "½‑½" in words(answer)
    assert 'id="board-1" hx-swap-oob="true"' in answer.content.decode()
    make.finish_round(round_)
    close_evening(evening, by=None)
    assert poll(client, where).status_code == 286


# Why ---------------------------------------------------------------------------------------


def test_every_board_and_every_bye_tells_why_with_an_article(competition):
    for round_ in Round.objects.all():
        place = f"{round_.evening.serial}/games/1"
        for game in round_.games.all():
            response = page(competition, f"{place}/boards/{game.board}/")
            said = words(response)
            assert "Why not another?" in said
            assert "/rules/attacalc/#" in response.content.decode()
    response = page(competition, "1/games/1/bye/")
    assert "Why does Gerritsen have the bye?" in words(response)
    assert "/rules/attacalc/#indeling.3" in response.content.decode()


def test_the_articles_that_are_linked_are_on_the_rules_page(competition):
    rules = reader().get("/rules/attacalc/").content.decode()
    for game in Game.objects.select_related("round__evening"):
        rest = f"{game.round.evening.serial}/games/1/boards/{game.board}/"
        written = page(competition, rest).content.decode()
        for part in written.split("/rules/attacalc/#")[1:]:
            assert f'id="{part.split(chr(34))[0]}"' in rules


def test_a_board_fixed_by_hand_says_so_first(competition):
    evening = make.make_evening(competition, date=TUESDAYS[2], present=6)
    round_ = propose_round(evening, by=None)
    one, other = make.entry(competition, "adema"), make.entry(competition, "faber")
    fix_board(round_, white=one, black=other, reason="They travel together", by=None)
    round_.refresh_from_db()
    publish_round(round_, seen=proposal_digest(round_), by=None)
    game = Game.objects.get(round=round_, white=one, black=other)
    said = words(page(competition, f"3/games/1/boards/{game.board}/"))
    assert said.index("They travel together") < said.index("Why not another?")


def test_a_round_paired_elsewhere_gives_no_reasons_of_ours(competition):
    Round.objects.update(paired_by=Round.PairedBy.ELSEWHERE, paired_from="")
    said = words(page(competition, "1/games/1/boards/1/"))
    assert "paired by another program" in said
    assert "Why not another?" not in said
    assert "paired by another program" in words(page(competition, "1/games/1/"))


def test_there_is_no_why_of_a_board_or_bye_that_is_not_there(competition):
    assert page(competition, "1/games/1/boards/99/").status_code == 404
    assert page(competition, "2/games/1/bye/").status_code == 404
    evening = make.make_evening(competition, date=TUESDAYS[2])
    publish_next(evening, after=0, by=None)
    assert page(competition, "3/games/1/bye/").status_code == 200
