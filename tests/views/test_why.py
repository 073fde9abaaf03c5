"""Why a Swiss round was paired so: on its boards, its pages, and what was made by hand."""

import re

import pytest

from clubcomp.flow.pairings.proposal import proposal_mark
from clubcomp.flow.pairings.proposing import fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_round
from clubcomp.models import Competition, Game, Role, Round
from pairing.core.types import Result
from tests import make
from tests.views.public import address, reader, words
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
ARTICLE = re.compile(r'href="/rules/knsb-rating/#([^"]+)"')


@pytest.fixture
def competition():
    """Seven players, three rounds on record."""
    made = make.make_swiss(7)
    for _round in range(3):
        make.play_swiss_round(made, *RESULTS)
    return made


def page(competition, rest):
    return reader().get(address(competition, f"evenings/{rest}"))


def articles(response):
    return ARTICLE.findall(response.content.decode())


def by_hand(competition):
    """Round 4, with the two of board 1 of round 1 on a board again."""
    old = Game.objects.select_related("white", "black").get(round__evening__number=1, board=1)
    evening = make.make_evening(competition, "standard")
    round_ = propose_round(evening, by=None)
    fix_board(round_, white=old.white, black=old.black, reason="They travel together", by=None)
    round_ = Round.objects.get(pk=round_.pk)
    publish_round(round_, seen=proposal_mark(round_), by=None)
    return Game.objects.get(round=round_, white=old.white, black=old.black)


def test_every_board_and_bye_of_every_round_names_articles_of_its_regulation(competition):
    anchors = set(re.findall(r'id="([^"]+)"', reader().get("/rules/knsb-rating/").content.decode()))
    for game in Game.objects.select_related("round__evening"):
        where = f"{game.round.evening.serial}/games/1/boards/{game.board}/"
        found = articles(page(competition, where))
        assert found
        assert set(found) <= anchors
    for number in (1, 2, 3):
        assert articles(page(competition, f"{number}/games/1/bye/"))


def test_the_colours_of_both_so_far_stand_in_a_table(competition):
    game = Game.objects.select_related("white", "black").get(round__evening__number=3, board=1)
    written = page(competition, "3/games/1/boards/1/").content.decode()
    table = written[written.index("<caption>Colours so far") : written.index("</table>")]
    assert str(game.white) in table
    assert table.count('<th scope="row">') == 2
    had = Game.objects.filter(round__evening__number__lt=3, white=game.white).count()
    had += Game.objects.filter(round__evening__number__lt=3, white=game.black).count()
    assert len(re.findall(r"</span>\s*white", table)) == had
    assert "Colours so far" not in words(page(competition, "1/games/1/boards/1/"))


def test_a_forfeit_has_no_colour_in_the_table(competition):
    game = Game.objects.get(round__evening__number=3, board=1)
    before = Game.objects.filter(round__evening__number__lt=3, white=game.white)
    before |= Game.objects.filter(round__evening__number__lt=3, black=game.white)
    before.update(result=Result.WHITE_WINS_FORFEIT.value)
    assert words(page(competition, "3/games/1/boards/1/")).count("no game") >= 2


def test_a_board_made_by_hand_says_why_and_what_it_breaks(competition):
    game = by_hand(competition)
    response = page(competition, f"4/games/1/boards/{game.board}/")
    said = words(response)
    assert "They travel together" in said
    assert "What does this board break?" in said
    assert "have met before" in said
    assert {"F6", "B1a"} <= set(articles(response))
    assert "What does this board break?" not in words(page(competition, "3/games/1/boards/1/"))


def test_a_round_paired_elsewhere_says_so_on_every_page(competition):
    Round.objects.update(paired_by=Round.PairedBy.ELSEWHERE, paired_from="")
    Game.objects.update(reasons=[])
    for rest in ("2/games/1/boards/1/", "2/games/1/why/", "2/games/1/"):
        assert "paired by another program" in words(page(competition, rest))


def test_a_whole_round_stands_on_one_page_with_its_reasons(competition):
    response = page(competition, "3/games/1/why/")
    said = words(response)
    for game in Game.objects.filter(round__evening__number=3):
        assert f"Board {game.board}: {game.white} - {game.black}" in said
    assert "have the bye?" in said
    assert len(articles(response)) > 6
    assert (
        address(competition, "evenings/3/games/1/why/")
        in page(competition, "3/games/1/").content.decode()
    )


@pytest.mark.parametrize("rest", ["evenings/3/games/1/", "evenings/3/"])
def test_under_each_board_stands_half_a_line_with_its_article(competition, rest):
    response = reader().get(address(competition, rest))
    lines = re.findall(r'<p class="why">(.*?)</p>', response.content.decode(), re.S)
    assert len(lines) == 4  # three boards and the bye
    assert all(ARTICLE.search(line) for line in lines)


def test_tonight_and_the_proposal_have_the_lines_too():
    leader = Visitor(Role.LEADER)
    competition = make.make_swiss(6, club=leader.club)
    evening = make.make_evening(competition, "standard")
    round_ = propose_round(evening, by=None)
    proposal = text(leader.see("pairing", competition.slug, evening.serial))
    assert len(ARTICLE.findall(proposal)) == 3
    publish_round(round_, seen=proposal_mark(round_), by=None)
    assert len(articles(reader().get(address(competition, "tonight/")))) == 3


def test_the_regulation_linked_is_that_of_the_system_that_paired_the_round(competition):
    Round.objects.update(system="fide-rating-1998")
    written = page(competition, "3/games/1/boards/1/").content.decode()
    assert "/rules/fide-rating-1998/" in written
    assert "/rules/knsb-rating/" not in written


def test_an_opponent_chosen_by_an_order_is_not_called_the_nearest():
    made = make.make_swiss(8)
    Competition.objects.filter(pk=made.pk).update(system="knsb-resistance")
    made.refresh_from_db()
    for _round in range(2):
        make.play_swiss_round(made, *RESULTS)
    for board in (1, 2, 3, 4):
        assert "Nobody was closer" not in words(page(made, f"2/games/1/boards/{board}/"))
