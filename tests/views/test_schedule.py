"""The schedule of a round robin: every round before it is played, on the page, on paper, in ICS."""

import re

import pytest
from django.utils.html import strip_tags

from clubcomp.flow.competitions.entries import change_entry, forbid_pair
from clubcomp.flow.competitions.groups import set_groups
from clubcomp.flow.competitions.start_order import draw_lots
from clubcomp.flow.evenings import close_evening
from clubcomp.models import Role
from clubcomp.pages.my_calendar import evenings_of
from clubcomp.pages.schedule import schedule_of, to_come
from clubcomp.words.evenings import tempo_or_rounds
from pairing.berger.lot import last_meetings
from tests import make
from tests.views.leader import Leader
from tests.views.public import TUESDAYS, address, play_evening, reader, words
from tests.views.query_counts import counted
from tests.views.swiss import make_swiss
from tests.views.test_own_results import phone
from tests.views.visitor import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def group():
    """Five players, the first evening played and the second planned."""
    competition = make.make_berger(5)
    evening = make.make_evening(competition, "standard", date=TUESDAYS[0])
    make.play_game(evening)
    close_evening(evening, by=None)
    make.make_evening(competition, "standard", date=TUESDAYS[1], games=2, is_open=False)
    return competition


def see(competition, rest="schedule/"):
    return reader().get(address(competition, rest))


def test_the_schedule_has_every_round_with_its_day_its_results_and_who_is_free(group):
    page = see(group)
    assert "5 rounds, known beforehand." in words(page)
    sections = page.content.decode().split('<section class="game">')[1:]
    first, second, third, fourth, fifth = (
        re.sub(r"\s+", " ", strip_tags(section)) for section in sections
    )
    assert "Tuesday 3 November" in first
    assert "1 Bakker 1‑0 Evers 2 Cornelis 1‑0 Dekker Adema is free." in first
    assert "10 November" in second
    assert "1 Evers Cornelis 2 Adema Bakker" in second
    assert "10 November" in third
    assert "Bakker is free." in third
    assert "November" not in fourth + fifth


def test_the_own_row_is_marked(group):
    page = see(group, "schedule/?player=bakker").content.decode()
    rows = [part.split("</tr>")[0] for part in page.split('<tr class="me">')[1:]]
    assert len(rows) == 4
    assert all("Bakker" in row for row in rows)
    assert all('<b class="you">' in row for row in rows)


def test_other_systems_have_no_schedule_and_no_link_to_one(group):
    swiss = make_swiss(6, rounds=0, slug="ander")
    assert "Here each round is paired when it is its turn" in words(see(swiss))
    assert see(swiss, "print/schedule/").status_code == 404
    assert "schedule/" not in see(swiss, "").content.decode()
    assert "schedule/" in see(group, "").content.decode()


def test_the_schedule_comes_on_paper_beside_the_other_sheets(group):
    page = see(group, "print/schedule/")
    assert words(page).count("is free.") == 5
    assert "print/schedule/" in see(group, "print/start-list/").content.decode()


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(0, "it takes two players at least"), (2, "Two players play one round")],
)
def test_too_few_players_for_a_schedule_is_said_with_what_to_do(count, sentence):
    assert sentence in words(see(make.make_berger(count)))


@pytest.mark.parametrize("is_by_groups", [False, True])
def test_a_leader_reads_that_lots_are_to_be_drawn_again_until_they_are(is_by_groups):
    competition = make.make_berger(12, numbers="lot")
    client = Visitor(Role.LEADER, club=competition.club).client
    overview, page = address(competition), address(competition, "schedule/")
    drawn, options = list(make.entries(competition)), competition.rules.options
    late, of_six = last_meetings(12, options), last_meetings(6, options)
    one, other = min(map(sorted, of_six - late if is_by_groups else late))
    forbid_pair(competition, drawn[one - 1], drawn[other - 1], by=None)
    if is_by_groups:
        assert "Draw again." not in words(client.get(page))
        set_groups(competition, {one.key: "AB"[one.start > 6] for one in drawn}, by=None)
    assert "Draw again." in words(client.get(page))
    assert "Draw again" in words(client.get(overview))
    assert "Draw again." not in words(reader().get(page))
    draw_lots(competition, by=None)
    assert "Draw again." not in words(client.get(page))
    assert "Draw again" not in words(client.get(overview))


def test_a_schedule_of_twice_as_many_rounds_takes_as_many_queries(group):
    many = make.make_berger(30, club=make.make_club("Ander", "ander"), cycles=2)
    counts = []
    for competition in (group, many):
        with counted() as captured:
            assert see(competition).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_calendar_of_ones_own_has_the_games_to_come(group):
    second = group.evenings.get(number=2)
    second.competition = group
    mine = evenings_of(make.entry(group, "bakker").player)(second)
    # In round 3, the other one of that evening, number 2 is free.
    assert mine.sentences == ["Round 2: board 2, black against Adema"]


@pytest.mark.parametrize("page", ["players/bakker/", "?player=bakker"])
def test_the_next_opponent_stands_on_a_players_page_and_at_the_own_place(group, page):
    found = words(see(group, page))
    assert "Round 2" in found
    assert "black against Adema" in found


def test_ones_own_page_has_the_rounds_of_each_evening(group):
    group.evenings.filter(number=2).update(date=None)  # to come, whatever day it is
    page = words(phone(make.entry(group, "bakker").player).get("/toren/me/"))
    assert "black against Adema" in page
    assert ", Bye" in page


def test_who_is_still_in_a_cup_is_told_the_next_opponent():
    cup = make.make_cup(4)
    round_ = make.play_game(make.make_evening(cup, "standard"))
    games = round_.games.order_by("board").select_related("white", "black")
    (first, second), loser = ([game.white for game in games], games[0].black)
    (coming,) = to_come(cup, first)
    assert coming.board.players in ([first, second], [second, first])
    assert to_come(cup, loser) == []


def test_nobody_meets_who_has_left_and_nothing_comes_of_what_is_over(group):
    bakker = make.entry(group, "bakker")
    change_entry(make.entry(group, "adema"), left=1, by=None)
    assert [one.number for one in to_come(group, bakker)] == [3, 4, 5]
    group.stage = group.Stage.FINISHED
    assert to_come(group, bakker) == []
    assert to_come(make_swiss(6, rounds=0, slug="ander"), bakker) == []


def test_an_evening_that_ended_early_is_called_by_the_rounds_that_were_played():
    evening = make.make_evening(make.make_berger(6), "standard", games=3)
    assert tempo_or_rounds(evening) == "rounds 1 to 3 of 5"
    for _ in range(2):
        make.play_game(evening)
    closed = close_evening(evening, by=None)
    assert tempo_or_rounds(closed) == "rounds 1 to 2 of 5"


# Standings ------------------------------------------------------------------------------


def test_who_is_struck_is_named_under_the_standing_and_the_cross_table():
    competition = make.make_berger(6)
    for day in TUESDAYS[:2]:
        play_evening(competition, day, make.Result.WHITE_WINS, tempo="standard")
    change_entry(make.entry(competition, "bakker"), left=2, by=None)
    for page in ("standings/", "cross-table/", "print/standings/", "print/cross-table/"):
        assert "Struck from the table: Bakker. They left" in words(see(competition, page)), page
    assert "Struck" not in words(see(competition, "standings/standard/?after=1.1"))


def test_what_is_struck_stands_in_brackets_in_the_cross_table():
    competition = make.make_berger(6)
    play_evening(competition, TUESDAYS[0], make.Result.WHITE_WINS, tempo="standard")
    assert "[" not in words(see(competition, "cross-table/"))
    change_entry(make.entry(competition, "bakker"), left=1, by=None)
    for page in ("cross-table/", "print/cross-table/"):
        said = words(see(competition, page))
        assert said.count("] counts for nobody") == 2  # of both players
        assert "It stands in square brackets" in said
    assert "It stands in square brackets" in words(see(competition, "standings/")), (
        "it is there too"
    )


def test_the_cross_table_is_player_by_player(group):
    said = words(see(group, "cross-table/"))
    assert "1½ (2) is one and a half points from two games" in said


def test_a_pair_that_is_kept_apart_meets_all_the_same(group):
    evening = group.evenings.get(number=2)
    evening.competition = group
    leader = Leader(evening)
    one, other = make.entry(group, "adema"), make.entry(group, "bakker")
    forbid_pair(group, one, other, by=None)
    page = leader.client.get(address(group, "forbidden/"))
    assert "kept apart in the last three rounds" in words(page)
    met = [board for each in schedule_of(group) for board in each.boards if board.seats(one)]
    assert [board for board in met if board.seats(other)]


def test_the_attendance_tells_which_games_of_the_round_can_be_played(group):
    evening = group.evenings.get(number=2)
    evening.competition = group
    leader = Leader(evening)
    leader.press("open-evening", sure="1")
    for key in ("adema", "bakker", "cornelis"):
        leader.press("mark-attendance", key, present="1")
    said = words(leader.see("attendance"))
    assert "Round 2: 1 of 2 games can be played." in said
    assert "Evers – Cornelis: Evers is not there" in said
    said = words(leader.see("lead"))
    assert "Round 2: 2 of 2 games can be played." in said
    assert "odd number" not in said
