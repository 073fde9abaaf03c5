"""How do the leader's results pages write a result in draughts and in go?"""

import re

import pytest
from django.urls import reverse

from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, TrailEntry
from clubcomp.words.trail import member_trail_text, trail_text
from tests.make import make_competition, make_evening
from tests.views.leader import Leader, text
from tests.views.swiss import make_swiss
from tests.views.test_results import BLACK, DRAW, WHITE, game, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Leader:
    """Leads an evening in which a game of two boards is being played."""
    leader = Leader(make_evening(make_competition(4), "blitz", games=2))
    leader.press("next-game", after="0")
    return leader


def played_as(leader: Leader, kind: str) -> None:
    """Have the competition play draughts or go."""
    Competition.objects.filter(pk=leader.evening.competition_id).update(game=kind)


def buttons(said: str, board: int = 1) -> list[tuple[str, str]]:
    """The buttons of a board: what each sends and what is read aloud of it."""
    row = said.split(f'<li id="board-{board}"')[1].split("</li>")[0]
    return re.findall(r'<button name="result" value="([^"]+)".*?aria-label="([^"]+)"', row)


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("chess", {WHITE: "1-0, {white} wins", DRAW: "½-½, a draw", BLACK: "0-1, {black} wins"}),
        ("draughts", {WHITE: "2-0, {white} wins", DRAW: "1-1, a draw", BLACK: "0-2, {black} wins"}),
        ("go", {BLACK: "1-0, {black} wins", DRAW: "jigo, a draw", WHITE: "0-1, {white} wins"}),
    ],
)
def test_a_button_reads_as_the_game_does_and_sends_what_it_always_sends(leader, kind, written):
    played_as(leader, kind)
    players = {"white": game().white, "black": game().black}
    expected = [(sent, "Board 1: " + words.format(**players)) for sent, words in written.items()]
    assert buttons(text(leader.see("results"))) == expected


def test_in_go_the_first_name_and_the_first_button_are_black(leader):
    played_as(leader, "go")
    row = text(record(leader, BLACK))
    assert re.findall(r'visually-hidden">(white|black) ', row) == ["black", "white"]
    assert re.search(r'class="side won">\s*<span class="disc disc-black" aria-hidden="true">', row)
    first, _draw, last = row.split('<button name="result"')[1:]
    assert 'aria-pressed="true"' in first
    assert "disc-black" in first
    assert 'aria-pressed="false"' in last
    assert "disc-black" not in last


@pytest.mark.parametrize(
    ("kind", "forfeit", "won", "scores"),
    [
        ("draughts", "{black} did not play: a forfeit, 2‑0", "{white} won", ["2", "0"]),
        ("go", "{black} did not play: a forfeit, 0‑1", "{white} won", ["0", "1"]),
    ],
)
def test_forfeits_and_corrections_are_written_as_the_game_does(leader, kind, forfeit, won, scores):
    played_as(leader, kind)
    record(leader, WHITE)
    players = {"white": game().white, "black": game().black}
    assert forfeit.format(**players) in text(leader.see("result-more", 1, 1))
    page = text(leader.see("correct-result", 1, 1))
    assert won.format(**players) in page
    assert re.findall(r'class="score">\s*(.*?)\s*<', page) == scores
    preview = text(leader.see("correct-result", 1, 1, result=BLACK))
    assert re.findall(r'class="number right">\s*(.*?)\s*<', preview)[:2] == scores
    assert re.findall(r'class="number right becomes">\s*(.*?)\s*<', preview) == scores[::-1]


def test_a_withdrawal_names_the_two_in_the_order_of_their_result(leader):
    played_as(leader, "go")
    record(leader, BLACK)
    said = text(leader.see("withdraw", 1))
    assert f"{game().black} – {game().white} <b>1‑0</b>" in said


def test_in_go_a_pairing_has_black_first(leader):
    played_as(leader, "go")
    assert first_sides(leader.see("pairing")) == {"black"}
    for board in (1, 2):
        record(leader, BLACK, board=board)
    proposal = leader.press("pairing")
    assert first_sides(proposal) == {"black"}
    assert re.search(r"Board</span> <span>.*?Black</span> <span>.*?White</span>", text(proposal))


def first_sides(page) -> set[str]:
    """The colours of those who are named first at a board."""
    return set(re.findall(r'class="pair"> <p class="side.*?visually-hidden">(\w+) ', text(page)))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("chess", "Joop – Anna was corrected: ½‑½; before: 1‑0."),
        ("draughts", "Joop – Anna was corrected: 1‑1; before: 2‑0."),
        ("go", "Anna – Joop was corrected: jigo; before: 0‑1."),
    ],
)
def test_the_log_writes_a_result_as_the_pages_do(kind, words):
    people = {"white": "Joop", "black": "Anna"}
    line = TrailEntry(
        action="correct_result",
        competition=Competition(game=kind),
        facts={"game": 2, "board": 4, **people},
        before={**people, "result": "1-0"},
        after={**people, "result": "1/2-1/2"},
    )
    assert trail_text(line) == member_trail_text(line) == f"Game 2, board 4, {words}"


@pytest.fixture
def swiss() -> Leader:
    """Leads round 3 of a Swiss tournament of draughts, of which nothing is paired yet."""
    competition = make_swiss(8, rounds=2, game="draughts")
    return Leader(make_evening(competition, "standard"))


def standing(leader: Leader) -> dict[str, str]:
    """The points of every player as the standings have them."""
    lines = standings_of(leader.evening.competition, "standard")
    return {str(line.entry): str(2 * line.row.points) for line in lines}


def test_a_proposal_has_the_points_that_players_of_draughts_count(swiss):
    page = text(swiss.press("pairing"))
    place = r'<span class="at">.*?</span >\d+</span>'
    shown = re.findall(rf'<span>(\w+) {place} <small class="standing"> (\d+) points?', page)
    assert len(shown) == 8
    assert shown == [(name, standing(swiss)[name]) for name, _points in shown]
    assert {*re.findall(r'<h2 class="group">(\d+) points?</h2>', page)} <= {*dict(shown).values()}


def test_a_correction_has_the_points_that_players_of_draughts_count(swiss):
    evening = swiss.evening.competition.evenings.get(number=2)
    game = evening.rounds.get().games.get(board=1)
    other = WHITE if game.result == BLACK else BLACK
    swiss.evening = evening
    page = text(swiss.see("correct-result", 1, 1, result=other))
    now = re.findall(r'<th scope="row"> (\w+) <span class="fold"> Now (\d+) points?\.', page)
    assert now == [(name, standing(swiss)[name]) for name, _points in now]
    assert {str(game.white), str(game.black)} <= dict(now).keys()


def test_a_correction_has_one_point_in_the_singular():
    competition = make_swiss(8, rounds=2)
    leader = Leader(competition.evenings.get(number=2))
    game = leader.evening.rounds.get().games.get(board=1)
    other = WHITE if game.result == BLACK else BLACK
    page = text(leader.see("correct-result", 1, 1, result=other))
    assert re.search(r"Now (1|½) point\.", page)
    assert not re.search(r"Now (1|½) points", page)


def test_a_cross_table_says_how_a_draw_looks_in_draughts(swiss):
    address = reverse("cross-table", args=[swiss.club.slug, "najaar"])
    assert "12w 1 is a draw with number 12" in text(swiss.client.get(address))


def test_a_cross_table_of_players_counts_two_for_a_win_in_draughts(leader):
    played_as(leader, "draughts")
    record(leader, WHITE)
    record(leader, DRAW, board=2)
    address = reverse("cross-table", args=[leader.club.slug, leader.evening.competition.slug])
    page = text(leader.client.get(address, {"columns": "all"}))
    assert sorted(re.findall(r"<td>([^<]+)</td>", page)) == ["0", "1", "1", "2"]
    assert "3 (2) is three points from two games" in page


def test_a_player_of_draughts_reads_scores_as_they_count_also_where_points_are_value_numbers(
    leader,
):
    played_as(leader, "draughts")
    record(leader, DRAW)
    player = game().white
    slugs = [leader.club.slug, leader.evening.competition.slug]
    page = text(leader.client.get(reverse("player", args=[*slugs, player.key])))
    assert "1 of 1" in page
    assert "½ of 1" not in page
    assert re.search(r'<td class="right[^"]*"> 1 </td>', page)
