"""The screens in the playing hall: what stands on them, and how little a screen asks."""

import re
from datetime import time

import pytest

from clubcomp.flow.competitions.groups import by_rating, in_groups, set_groups
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.models import Player
from pairing.core.types import Result
from tests import make
from tests.views.leader import Leader, text
from tests.views.public import TUESDAYS, address, poll, poll_address, reader, words

pytestmark = pytest.mark.django_db


def evening_of(count, **settings):
    """An evening of blitz of `count` players with its first game published."""
    competition = make.make_competition(count, **settings)
    evening = make.make_evening(competition, "blitz", date=TUESDAYS[3], present=count)
    publish_next(evening, after=0, by=None)
    return evening


def hall(evening, rest=""):
    return address(evening.competition, f"hall/{rest}")


def test_who_is_forgotten_stands_there_by_the_whole_name_for_it():
    evening = evening_of(4)
    one = Player.objects.first()
    Player.objects.filter(pk=one.pk).update(name="Former member 18", is_forgotten=True)
    assert "<b>Former member 18</b>" in reader().get(hall(evening)).content.decode()


def test_boards_and_names_stand_on_one_screen_up_to_ten_boards():
    evening = evening_of(21)
    page = reader().get(hall(evening))
    said = words(page)
    assert page.content.decode().count('class="hall-sheet"') == 1
    assert "Game 1 of 7" in said
    assert f"{evening.competition.club.name} · {evening.competition}" in said
    assert "Scan: your board" in said
    bye = evening.rounds.get().unpaired.get().entry
    assert f"Bye {bye}" in said
    for game in evening.rounds.get().games.all():
        assert f"{game.white}" in said
        assert f"{game.black}" in said


def test_more_boards_are_turned_through_as_evenly_as_can_be():
    evening = evening_of(23)
    markup = reader().get(hall(evening)).content.decode()
    screens = markup.split('class="hall-sheet"')[1:]
    assert len(screens) == 3
    assert [screen.count('scope="row" class="number"') for screen in screens] == [6, 5, 0]
    assert ["hall-bye" in screen for screen in screens] == [False, True, False]
    assert "page 3 of 3" in screens[2]
    assert screens[2].count('scope="row"') == 23


def test_when_a_game_is_over_the_standing_is_turned_to_as_well():
    evening = evening_of(6)
    client = reader()
    assert "<h2> Standings </h2>" not in text(client.get(hall(evening)))
    make.finish_round(evening.rounds.get())
    said = text(client.get(hall(evening)))
    assert "<h2> Standings </h2>" in said
    assert "1‑0" in said


def test_a_screen_asks_and_hears_nothing_until_something_has_changed(
    django_assert_max_num_queries,
):
    evening = evening_of(6)
    client = reader()
    where = poll_address(client.get(hall(evening)))
    with django_assert_max_num_queries(3):
        assert poll(client, where).status_code == 204
    game = evening.rounds.get().games.first()
    record_result(game, result=Result.DRAW, seen="*", by=None)
    answer = poll(client, where)
    assert answer.status_code == 200
    assert "½‑½" in words(answer)
    assert 'id="hall" hx-swap-oob="true"' in answer.content.decode()


def test_the_club_s_screens_turn_through_every_competition_that_is_played_now():
    evening = evening_of(4)
    club = evening.competition.club
    other = make.make_competition(0, club=club, slug="tweede")
    for entry in make.entries(evening.competition):
        entry.pk, entry.competition = None, other
        entry.save()
    second = make.make_evening(other, "long", date=TUESDAYS[3], present=4)
    publish_next(second, after=0, by=None)
    markup = reader().get(f"/{club.slug}/hall/").content.decode()
    assert markup.count('class="hall-sheet"') == 2
    assert str(evening.competition) in markup


def test_each_group_has_its_name_above_its_places():
    competition = make.make_berger(8)
    set_groups(competition, in_groups(by_rating(competition), [2]), by=None)
    evening = make.make_evening(competition, "standard")
    make.play_game(evening)
    close_evening(evening, by=None)
    page = reader().get(address(competition, "hall/")).content.decode()
    assert re.findall(r"Group ([AB])\s*<", page)[:2] == ["A", "B"]


def test_without_a_round_the_screens_say_what_comes(db):
    club = make.make_club()
    assert "no competition yet" in words(reader().get(f"/{club.slug}/hall/"))
    competition = make.make_competition(4, club=club)
    assert "No evening planned" in words(reader().get(f"/{club.slug}/hall/"))
    make.make_evening(competition, "long", date=TUESDAYS[3], present=4)
    assert "The boards appear here" in words(reader().get(f"/{club.slug}/hall/"))


def test_between_evenings_the_last_round_and_the_standing_are_shown():
    evening = evening_of(4)
    make.finish_round(evening.rounds.get())
    close_evening(evening, by=None)
    said = words(reader().get(hall(evening)))
    assert "Game 1 of" in said
    assert "Standings" in said
    assert "No evening planned" not in said


def test_after_closing_the_final_table_comes_first_and_no_sheet_is_empty():
    competition = make.make_competition(6)
    evening = make.make_evening(competition, "long", date=TUESDAYS[0])
    make.play_game(evening, Result.WHITE_WINS)
    close_evening(evening, by=None)
    make.make_evening(competition, "long", date=TUESDAYS[1], is_open=False)
    page = reader().get(hall(evening)).content.decode()
    sheets = page.split('class="hall-sheet"')[1:]
    assert re.search(r"<h2>\s*Standings\s*</h2>", sheets[0])
    assert "The next evening" not in page
    for sheet in sheets:
        assert "<tbody>" in sheet


def test_before_the_first_game_there_is_a_line_and_the_time_the_clocks_go_on():
    competition = make.make_competition(6)
    evening = make.make_evening(competition, "long", date=TUESDAYS[0])
    evening.starts_at = time(20, 0)
    evening.save()
    said = words(reader().get(hall(evening)))
    assert "The boards appear here" in said
    assert said.count("Clocks on at 20:00") == 1
    round_ = publish_next(evening, after=0, by=None)
    assert "Clocks on at 20:00" in words(reader().get(hall(evening)))
    record_result(round_.games.get(board=1), result=Result.DRAW, seen="*", by=None)
    assert "Clocks on" not in words(reader().get(hall(evening)))


def test_a_competition_without_evenings_has_a_sentence_on_its_screen(db):
    competition = make.make_competition(6)
    said = words(reader().get(address(competition, "hall/")))
    assert "as soon as they stand in the calendar" in said


def test_the_picture_of_the_kind_comes_before_the_standing_also_on_the_club_s_screens():
    club = make.make_club()
    round_robin, keizer = make.make_berger(8, club=club), make.make_competition(8, club=club)
    for competition, tempo in ((round_robin, "standard"), (keizer, "long")):
        for _ in range(3):
            evening = make.make_evening(competition, tempo)
            make.play_game(evening)
            close_evening(evening, by=None)
    for competition, mark, count in (
        (round_robin, 'class="self"', 8),
        (keizer, '<path class="way"', 7),
    ):
        sheets = reader().get(address(competition, "hall/")).content.decode()
        sheets = sheets.split('class="hall-sheet"')[1:]
        assert [sheet.count(mark) for sheet in sheets[:2]] == [count, 0]
        assert re.search(r"<h2>\s*Standings\s*</h2>", sheets[0])
        assert "<a " not in sheets[0]
    of_club = reader().get(f"/{club.slug}/hall/").content.decode()
    assert "hall-drawn" in of_club


def test_who_leads_sees_a_proposal_as_the_hall_will_show_it_and_nobody_else_does():
    competition = make.make_competition(7)
    leader = Leader(make.make_evening(competition, "blitz", date=TUESDAYS[3], present=7))
    assert "Proposal" not in text(leader.see("hall-preview"))  # nothing is proposed: the pairing
    leader.press("pairing", number=1)
    assert leader.address("hall-preview") in text(leader.see("pairing"))
    shown = text(leader.see("hall-preview"))
    assert "Nobody sees this before it is published." in shown
    assert 'hx-trigger="every' not in shown
    assert "Published at" not in shown
    assert "<b>Adema</b>" not in text(reader().get(hall(leader.evening)))
    publish_next(leader.evening, after=0, by=leader.user)
    published = text(reader().get(hall(leader.evening)))
    rows = 'scope="row" class="number">(.+?)</tr>'
    assert re.findall(rows, shown) == re.findall(rows, published) != []
    assert "Published at" in published
