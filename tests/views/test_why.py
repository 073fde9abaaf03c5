"""The page of a board, of a bye and of a round: the answer first, then the picture, then the rest.

The explanations are made by hand, so that the pages alone are tested.
"""

import html
import re
from unittest import mock

import pytest
from django.core.cache import cache
from django.db.models import Q

from clubcomp.flow.pairings.proposal import proposal_digest
from clubcomp.flow.pairings.proposing import fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_round
from clubcomp.flow.pairings.swapping import swap_published
from clubcomp.flow.pairings.turns import PairingBusy
from clubcomp.flow.results import correct_result
from clubcomp.models import Competition, Game, Role, Round
from pairing.core.rules import Rules
from pairing.core.types import Result
from tests import make
from tests.views.hand_made import HandMade
from tests.views.public import address, reader, words
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
ARTICLE = re.compile(r'href="/rules/knsb-rating/#([^"]+)"')
ONLY = "is the only one present with 2½ points."


@pytest.fixture(autouse=True)
def explained(monkeypatch):
    """How the rounds are explained; the drawing's kind can be set."""
    cache.clear()
    made = {"kind": "halves"}
    monkeypatch.setattr(HandMade, "asked", 0)
    monkeypatch.setattr(
        Rules, "explain", lambda self, one: HandMade(self.pair(one), "C6", made["kind"])
    )
    return made


@pytest.fixture
def competition():
    """Seven players, three rounds on record."""
    made = make.make_swiss(7)
    for _round in range(3):
        make.play_swiss_round(made, *RESULTS)
    return made


def page(competition, rest):
    return reader().get(address(competition, f"evenings/{rest}"))


def answer(response):
    """What stands outside the folds and the drawing."""
    written = response.content.decode()
    main = written[written.index("<main") : written.index("</main>")]
    main = re.sub(r"<(figure|details|table)\b.*?</\1>", " ", main, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def game_of(competition, evening, board):
    games = Game.objects.filter(round__evening__competition=competition)
    return games.select_related("white__player", "black__player", "round__evening").get(
        round__evening__number=evening, board=board
    )


def test_the_answer_stands_first_and_everything_else_is_a_drawing_or_folded(competition):
    game = game_of(competition, 3, 2)
    said = answer(page(competition, "3/games/1/boards/2/"))
    assert f"{game.white} {ONLY}" in said
    assert f"{game.black} is the only one present with 1 point." in said
    assert "met in round" not in said
    assert len(said.split()) < 45


def test_a_visitor_is_spoken_to(competition):
    game = game_of(competition, 3, 2)
    said = words(page(competition, f"3/games/1/boards/2/?player={game.white.key}"))
    assert "You are the only one present with 2½ points." in said
    assert f"{game.black} is the only one present with 1 point." in said


@pytest.mark.parametrize("kind", ["halves", "ladder", "staircase"])
def test_the_drawing_is_an_image_with_a_title_and_a_table_beside_it(competition, explained, kind):
    explained["kind"] = kind
    written = page(competition, "3/games/1/boards/2/").content.decode()
    drawing = written[written.index("<svg") : written.index("</figure>")]
    assert 'role="img" aria-labelledby="drawing-1"' in drawing
    assert '<title id="drawing-1">' in drawing
    assert 'class="line this"' in drawing
    assert "style=" not in drawing
    for entry in make.entries(competition):
        assert html.escape(str(entry)) in drawing


def test_refused_neighbours_have_the_same_numbers_in_the_drawing_and_in_the_list(competition):
    written = page(competition, "3/games/1/boards/3/").content.decode()
    badges = re.findall(r'<text class="badge"[^>]*>(\d+)</text>', written)
    assert re.findall(r'<li value="(\d+)"', written) == badges == ["1", "2"]
    assert "they met in round 1" in words(page(competition, "3/games/1/boards/3/"))


def test_the_colours_stand_under_each_other_with_the_deciding_round_in_a_box(competition):
    written = page(competition, "3/games/1/boards/2/").content.decode()
    table = written[written.index('<table class="history"') :]
    rows = re.findall(r"<tr>(.*?)</tr>", table[: table.index("</table>")], re.S)
    cells = [re.findall(r"<td(.*?)</td>", row, re.S) for row in rows]
    assert [len(row) for row in cells] == [8, 8]
    assert [at for at, cell in enumerate(cells[0]) if "deciding" in cell] == [5]
    assert [at for at, cell in enumerate(cells[1]) if "deciding" in cell] == [5]
    assert "no game" in cells[0][2]
    assert "no game" not in cells[1][0]


def test_anybody_who_takes_part_can_be_asked_about_without_a_script(competition):
    game, other = game_of(competition, 3, 2), game_of(competition, 3, 1).white
    response = page(competition, "3/games/1/boards/2/")
    assert f'href="?instead={other.key}#not"' in response.content.decode()
    assert f'href="?instead={game.white.key}#not"' not in response.content.decode()
    asked = page(competition, f"3/games/1/boards/2/?instead={other.key}")
    said = words(asked)
    assert f"{game.white} – {other}: they met in round 7" in said
    assert f"{game.black} – {other}: they met in round 7" in said
    assert "<details open" in asked.content.decode()
    mine = words(
        page(competition, f"3/games/1/boards/2/?instead={other.key}&player={game.black.key}")
    )
    assert f"{game.white} – {other}" not in mine
    assert page(competition, "3/games/1/boards/2/?instead=nobody").status_code == 200


def test_the_steps_are_folded_with_their_articles(competition):
    written = page(competition, "3/games/1/boards/2/").content.decode()
    steps = written[written.index("For the arbiter: step by step") : written.index("</main>")]
    assert "Group of 2½ points, 3 players." in steps
    assert "they met in round 3" in steps
    assert set(ARTICLE.findall(steps)) == {"C6"}


def test_a_bye_says_why_and_why_nobody_else(competition):
    free = make.entries(competition).get(unpaired__round__evening__number=3)
    said = words(page(competition, "3/games/1/bye/"))
    assert f"{free} is the only one present with 0 points." in said
    assert "they met in round 2" in said
    other = game_of(competition, 3, 1).white
    asked = words(page(competition, f"3/games/1/bye/?instead={other.key}"))
    assert f"{other}: they met in round 8" in asked
    mine = words(page(competition, f"3/games/1/bye/?player={free.key}"))
    assert "Why do I have the bye?" in mine
    assert "You are the only one present with 0 points." in mine


def test_a_whole_round_has_each_drawing_once_and_every_board_under_it(competition):
    response = page(competition, "3/games/1/why/")
    written, said = response.content.decode(), words(response)
    assert written.count("<svg") == 1
    assert 'class="line this"' not in written
    for board in (1, 2, 3):
        game = game_of(competition, 3, board)
        assert f"Board {board}: {game.white} – {game.black} {game.white} {ONLY}" in said
    assert "bye: " in said
    assert "<details open" not in written
    assert "<details open" in page(competition, "3/games/1/why/?steps=all").content.decode()
    assert (
        address(competition, "evenings/3/games/1/why/")
        in page(competition, "3/games/1/").content.decode()
    )


def test_a_round_is_paired_again_once_and_its_answers_are_kept(competition):
    for _time in range(2):
        page(competition, "3/games/1/boards/2/")
    assert HandMade.asked == 1
    Competition.objects.update(version=1000)
    page(competition, "3/games/1/boards/2/")
    assert HandMade.asked == 1


def test_while_another_pairing_is_made_the_page_says_to_come_back(competition):
    with mock.patch("clubcomp.flow.pairings.reasons.explained_in_passing", side_effect=PairingBusy):
        busy = words(page(competition, "3/games/1/boards/2/"))
    assert "Load this page again in a moment." in busy
    assert ONLY in words(page(competition, "3/games/1/boards/2/"))


def test_a_board_made_by_hand_says_why_and_what_it_breaks(competition):
    old = game_of(competition, 1, 1)
    evening = make.make_evening(competition, "standard")
    round_ = propose_round(evening, by=None)
    fix_board(round_, white=old.white, black=old.black, reason="They travel together", by=None)
    round_ = Round.objects.get(pk=round_.pk)
    publish_round(round_, seen=proposal_digest(round_), by=None)
    game = Game.objects.get(round=round_, white=old.white, black=old.black)
    response = page(competition, f"4/games/1/boards/{game.board}/")
    said = answer(response)
    assert "They travel together" in said
    assert "have met before" in said
    assert "met before" not in answer(page(competition, "3/games/1/boards/1/"))


def test_a_board_that_was_swapped_after_publishing_says_so():
    competition = make.make_swiss(6)
    evening = make.make_evening(competition, "standard")
    round_ = make.publish(propose_round(evening, by=None))
    one, other = (game.white for game in round_.games.order_by("board")[:2])
    swap_published(round_, (one, other), reason="They asked", by=None)
    said = words(page(competition, "1/games/1/boards/1/"))
    assert "Changed by hand after the pairing was published." in said
    assert "They asked" in said
    assert ONLY in words(page(competition, "1/games/1/boards/3/"))
    assert "Changed by hand" in words(page(competition, "1/games/1/why/"))


def test_a_round_paired_elsewhere_says_so_on_every_page(competition):
    Round.objects.update(paired_by=Round.PairedBy.ELSEWHERE, paired_from="")
    for rest in ("2/games/1/boards/1/", "2/games/1/why/", "2/games/1/"):
        assert "paired by another program" in words(page(competition, rest))


def imported():
    """As a document brings rounds in: paired by the system, but not here."""
    Round.objects.update(paired_from="", proposal={})


def test_a_round_that_came_in_with_a_document_is_paired_from_what_was_known_before(competition):
    stored = words(page(competition, "2/games/1/boards/1/"))
    imported()
    assert words(page(competition, "2/games/1/boards/1/")) == stored
    game = game_of(competition, 2, 1)
    Game.objects.filter(pk=game.pk).update(white=game.black, black=game.white)
    Competition.objects.update(version=1000)
    assert "no longer known" in words(page(competition, "2/games/1/boards/1/"))


def test_after_a_correction_the_page_says_what_was_corrected(competition):
    before = words(page(competition, "2/games/1/boards/1/"))
    assert "Corrected since" not in before
    two = (game_of(competition, 2, 1).white, game_of(competition, 2, 1).black)
    games = Game.objects.filter(round__evening__number=1)
    game = games.filter(Q(white__in=two) | Q(black__in=two)).first()
    correct_result(game, result=Result.DRAW, seen=game.result, reason="Wrong way", by=None)
    said = words(page(competition, "2/games/1/boards/1/"))
    since = f"Corrected since: round 1, board {game.board}"
    assert f"Made with what was known then. {since}" in said
    assert ONLY in said
    assert "Corrected since" not in words(page(competition, "1/games/1/boards/1/"))
    assert "Corrected since" in words(page(competition, "2/games/1/why/"))


def test_a_game_that_was_open_when_they_were_paired_counted_as_a_draw():
    competition = make.make_swiss(8)
    make.play_swiss_round(competition, Result.WHITE_WINS, adjourned=2)
    evening = make.make_evening(competition, "standard")
    make.publish(propose_round(evening, by=None))
    line = "Not finished when this was paired, so counted as a draw: round 1, board 2 (article F9)"
    open_ = Game.objects.get(round__evening__number=1, board=2)
    said = {}
    for game in Game.objects.filter(round__evening=evening):
        said[game.board] = line in words(page(competition, f"2/games/1/boards/{game.board}/"))
        assert said[game.board] or not {game.white, game.black} & {open_.white, open_.black}
    assert True in said.values()
    assert line in words(page(competition, "2/games/1/why/"))


@pytest.mark.parametrize("rest", ["evenings/3/games/1/", "evenings/3/"])
def test_on_a_list_of_boards_there_is_only_a_link_to_why(competition, rest):
    written = reader().get(address(competition, rest)).content.decode()
    for board in (1, 2, 3):
        assert f'href="{address(competition, f"evenings/3/games/1/boards/{board}/")}"' in written
    assert f'href="{address(competition, "evenings/3/games/1/bye/")}"' in written
    assert written.count("why?</span></a>") == 4
    assert ONLY not in written
    assert not ARTICLE.search(written)


def test_only_who_leads_the_evening_asks_why_of_a_proposal():
    leader = Visitor(Role.LEADER)
    competition = make.make_swiss(7, club=leader.club)
    evening = make.make_evening(competition, "standard")
    propose_round(evening, by=None)
    place = (competition.slug, evening.serial, 1)
    proposal = text(leader.see("pairing", *place[:2]))
    assert leader.address("why", *place, 2) in proposal
    assert leader.address("why-bye", *place) in proposal
    assert ONLY in text(leader.see("why", *place, 2))
    assert "is the only one" in text(leader.see("why-bye", *place))
    member = Visitor(Role.MEMBER, club=leader.club, name="Bert")
    for name, args in (("why", (*place, 2)), ("why-bye", place)):
        assert member.see(name, *args).status_code == 404
        assert leader.see(name, *args[:2], 2, *args[3:]).status_code == 404


def test_a_swap_says_why_the_system_did_not_pair_so():
    leader = Visitor(Role.LEADER)
    competition = make.make_swiss(6, club=leader.club)
    evening = make.make_evening(competition, "standard")
    round_ = propose_round(evening, by=None)
    (one, _), (other, _), *_rest = make.proposed_pairs(round_)
    place = (competition.slug, evening.serial)
    shown = text(leader.see("swap", *place, one=one, other=other))
    assert shown.count("The system did not: they met in round 7.") == 2


def test_the_regulation_linked_is_that_of_the_system_that_paired_the_round(competition):
    Round.objects.update(system="fide-rating-1998")
    written = page(competition, "3/games/1/boards/1/").content.decode()
    assert "/rules/fide-rating-1998/" in written
    assert "/rules/knsb-rating/" not in written
