"""The bracket of a cup: as a picture, in words and on paper; the standing that says who is in."""

import csv
import re
from itertools import pairwise

import pytest

from clubcomp.flow.competitions.prizes import add_prizes
from clubcomp.flow.competitions.stages import move_competition
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.models import Competition, Game, Player, Role
from clubcomp.pages.bracket import brackets_of
from clubcomp.pages.cup import MOST_TIES, cup_parts
from clubcomp.pages.preview import preview_of
from clubcomp.pages.prizes import prizes_of
from pairing.core.types import Result
from tests import make
from tests.views.leader import Leader
from tests.views.public import TUESDAYS, address, reader, words
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Five players with place three and the plate: round 1 is played, round 2 planned."""
    competition = make.make_cup(5, plate=True, third_place=True)
    evening = make.make_evening(competition, "standard", date=TUESDAYS[0])
    make.play_game(evening)
    close_evening(evening, by=None)
    make.make_evening(competition, "standard", date=TUESDAYS[1], games=3, is_open=False)
    return competition


def see(competition, rest="standings/"):
    return reader().get(address(competition, rest))


def test_the_bracket_says_every_tie_in_words_beside_the_picture(cup):
    page = see(cup)
    said = words(page)
    assert "Adema goes on goes on without a game" in said
    assert "Dekker 0 Evers goes on 1 Tue" in said
    assert "Adema had the bye Evers beat Dekker, 1 – 0 Tue" in said
    assert "not known yet not known yet" in said
    assert "Place three" in said
    assert "The plate, the second chance" in said
    assert "Quarter-final" in re.sub("The quarter", "Quarter", said)
    html = page.content.decode()
    assert html.count("<svg") > 3
    assert 'role="img"' in html


def test_a_bracket_asks_what_is_new_and_has_no_earlier_state(cup):
    assert "every 4s" not in see(cup).content.decode()
    played = make.make_cup(4, club=make.make_club(slug="other"))
    page, evening = address(played, "standings/"), make.make_evening(played, "standard")
    shown = reader().get(page).content.decode()
    asked = re.search(r'hx-get="([^"]*)"', shown).group(1).replace("&amp;", "&")
    polls = {"headers": {"HX-Request": "true"}}
    assert reader().get(asked, **polls).status_code == 204
    make.play_game(evening)
    answer = reader().get(asked, **polls)
    assert answer.status_code == 200
    assert '<div id="cup" hx-swap-oob="innerHTML">' in answer.content.decode()
    assert "<html" not in answer.content.decode()
    earlier = reader().get(f"{page}?after=1.1")
    assert (earlier.status_code, earlier["Location"]) == (302, page)


def test_a_cup_that_is_finished_with_open_ties_has_no_winner_and_the_leader_reads_which(cup):
    add_prizes(cup, place=1, by=None)
    page = text(Visitor(Role.LEADER, club=cup.club).see("stage", cup.slug))
    assert "Not decided yet: Adema – Evers, Bakker – Cornelis." in page
    assert " leads." not in words(see(cup, "season-report/"))
    move_competition(cup, to="finished", seen="running", by=None)
    cup = Competition.objects.select_related("club", "season").get(pk=cup.pk)
    for rest in ("season-report/", "print/season-report/"):
        said = words(see(cup, rest))
        assert "Nobody has won the cup." in said
        assert " won. " not in said
    (prize,) = prizes_of(cup, ())
    assert (prize.names, prize.reason) == ("", "Nobody has won the cup.")


def test_who_has_won_the_final_has_won_the_cup_though_it_is_not_finished():
    cup = make.make_cup(2)
    make.play_game(make.make_evening(cup, "standard"), Result.BLACK_WINS)
    [final] = Game.objects.select_related("black__player")
    assert f"{final.black} won." in words(see(cup, "season-report/"))


def test_each_tie_stands_in_the_middle_of_the_two_before_it_and_none_on_another(cup):
    (main, *_others) = brackets_of(cup)
    for before, after in pairwise(main.stages):
        for number, tie in enumerate(after.ties):
            two = before.ties[2 * number : 2 * number + 2]
            assert tie.y == sum(one.y for one in two) // 2
            assert tie.x > two[0].x
    for stage in main.stages:
        tops = [tie.y for tie in stage.ties]
        assert all(later - top > 48 for top, later in pairwise(tops))
        assert max(tops) + 48 <= main.height


def test_a_large_bracket_comes_in_pieces_that_fit_a_sheet_and_have_every_tie_once():
    cup = make.make_cup(70, plate=True)
    pieces = [one for one in brackets_of(cup) if one.part == "cup"]
    assert [one.link for one in pieces] == [*map(str, range(1, 9)), "The last rounds"]
    assert [len(one.stages) for one in pieces] == [4] * 8 + [3]
    ties = [len(stage.ties) for one in pieces for stage in one.stages]
    assert sum(ties) == 127
    for one in pieces:
        assert one.height < 600 > max(tie.y for stage in one.stages for tie in stage.ties) + 48
        assert one.stages[0].x == 0
    said = words(see(cup))
    assert "The cup: piece 8 of 8" in said
    assert "The plate, the second chance: the last rounds" in said
    assert "The plate, the second chance: piece 1 of 4" in words(see(cup, "print/schedule/"))


def test_the_bracket_prints_and_the_overview_links_it(cup):
    assert "Dekker – Evers: 0 – 1. Evers goes on." in words(see(cup, "print/schedule/"))
    front = see(cup, "").content.decode()
    assert f"{address(cup, 'standings/')}" in front
    assert "Points" not in front
    assert see(cup, "schedule/").headers["Location"] == address(cup, "standings/")


def test_the_draw_is_the_leaders_and_everybody_reads_when_it_was():
    cup = make.make_cup(4, numbers="lot")
    evening = make.make_evening(cup, "standard", date=TUESDAYS[0])
    leader = Leader(evening)
    for rest in ("", "standings/", "print/schedule/"):
        assert "Adema" not in words(see(cup, rest))
    assert "The draw has not been made yet." in words(see(cup))
    assert "until then the numbers are by rating" in words(see(cup, "start-list/"))
    assert "Draw the cup" in words(leader.client.get(address(cup)))
    told = words(leader.client.get(address(cup, "standings/")))
    assert "Draw the cup" in told
    client, page = leader.client, address(cup, "start-numbers/")
    drawn = words(client.post(page, {"act": "draw", "seen": ""}, follow=True))
    assert "The lots are drawn." in drawn
    assert "Draw again" in drawn
    seen = client.get(page).content.decode().split('name="seen" value="')[1].split('"')[0]
    assert "drawn meanwhile" in words(client.post(page, {"act": "draw", "seen": ""}, follow=True))
    assert "The lots are drawn." in words(
        client.post(page, {"act": "draw", "seen": seen}, follow=True)
    )
    said = words(see(cup))
    assert "Drawn by lot on" in said
    assert "Adema" in said
    assert "Draw again" not in said
    make.play_game(evening)
    assert "Draw again" not in words(client.get(address(cup, "standings/")))


def test_a_cup_of_one_has_no_bracket_and_says_what_to_do():
    assert "a cup takes two players at least" in words(see(make.make_cup(1)))


def test_the_standing_says_who_is_still_in_and_where_the_others_went_out(cup):
    said = words(see(cup, "standings/"))
    assert "How far everybody came" in said
    assert "Still in: the semi-final Adema · " in said
    assert "Out in the quarter-final Dekker" in said
    assert "Points" not in said
    lines = see(cup, "standings/?format=csv").content.decode("utf-8-sig").splitlines()
    rows = list(csv.DictReader(lines))
    reached = [row["reached"] for row in rows]
    assert (reached[0], reached[-1]) == ("still in: the semi-final", "out in the quarter-final")


def test_the_attendance_asks_for_those_who_are_in_and_says_what_can_be_played(cup):
    evening = cup.evenings.get(number=2)
    evening.competition = cup
    leader = Leader(evening)
    leader.press("open-evening", sure="1")
    for key in ("adema", "evers", "bakker"):
        leader.press("mark-attendance", key, present="1")
    said = words(leader.see("attendance"))
    assert "Round 2: 1 of 2 games can be played." in said
    assert "rounds 2 to 4" in said.lower()
    assert "to 4 of" not in said
    assert "Cornelis is not there" in said
    leader.press("mark-attendance", "cornelis", present="1")
    round_ = publish_next(evening, after=0, by=None)
    for game in round_.games.all():
        record_result(game, result=Result.DRAW, seen="*", by=None)
    said = words(leader.see("attendance"))
    assert "Round 3: 2 of 2 games can be played." in said
    # Nobody to meet before they are finished.
    publish_next(evening, after=1, by=None)
    said = words(leader.see("attendance"))
    assert "Round 4: nothing can be paired yet." in said


def test_the_second_game_of_two_is_not_said_to_follow_a_level_one():
    evening = make.make_evening(make.make_cup(2, games=2), "standard")
    make.play_game(evening, Result.WHITE_WINS)
    said = words(Leader(evening).see("results"))
    assert "It is the second game of the tie." in said
    assert "level" not in said


def test_a_level_tie_is_named_before_closing_and_played_again_by_one_press():
    evening = make.make_evening(make.make_cup(2), "standard")
    leader = Leader(evening)
    make.play_game(evening, Result.DRAW)
    adema, bakker = evening.competition.entries.order_by("start")
    level = f"{adema} – {bakker}. The tie is level, so they play a rapid game."
    alike = f"{bakker} – {adema}. The tie is level, so they play a rapid game."
    for name, press in (("results", "Play it now"), ("close", "Play it now")):
        said = words(leader.see(name))
        assert level in said or alike in said
        assert press in said
    assert "Nothing." not in words(leader.see("close"))
    for _press in range(2):  # the second is told that it was done
        leader.press("next-game", after=1, is_extra="on")
    rounds = evening.rounds.order_by("number")
    assert [round_.is_on_record for round_ in rounds] == [True, True]
    evening.refresh_from_db()
    assert evening.games == 2


def test_a_cup_is_a_bracket_in_the_hall_and_the_preview_and_nowhere_a_table_of_points(cup):
    cup.evenings.filter(number=2).update(date=None)
    hall = see(cup, "hall/").content.decode()
    assert 'class="bracket"' in hall
    assert "The semi-final" in hall
    assert "Dekker" not in hall.split('class="bracket"')[1].split("</section>")[0]
    preview = preview_of(cup)
    assert preview.about == "De halve finale"
    assert [line.who for line in preview.lines] == ["Adema – Evers", "Bakker – Cornelis"]
    for rest in ("", "hall/", "standings/", "season-report/", "print/season-report/"):
        assert "Points" not in words(see(cup, rest))
    assert see(cup, "print/standings/").status_code == 404


def test_a_tie_says_what_decided_it_and_a_front_page_shows_no_round_of_many_ties():
    cup = make.make_cup(2, rapid=1)
    evening = make.make_evening(cup, "standard", date=TUESDAYS[0])
    make.play_game(evening, Result.DRAW)
    assert "The tie is level, so they play a rapid game." in words(see(cup))
    close_evening(evening, by=None)
    make.play_game(make.make_evening(cup, "standard", date=TUESDAYS[1]))
    assert "after rapid play" in words(see(cup))
    large = make.make_cup(40, club=cup.club, slug="large")
    parts = cup_parts(large, brackets_of(large), MOST_TIES)
    assert [len(one.boxes) for one in parts[0].rounds] == [8, 8, 4, 2, 1]
    assert parts[0].now.boxes.more == 24
    assert "24 more ties" in words(see(large, ""))


def test_a_long_name_is_drawn_narrower_and_not_cut_and_few_rounds_have_wide_boxes():
    cup = make.make_cup(8)
    Player.objects.filter(name="Adema").update(name="Hendrik-Jan van der Meer-Vandenberghe")
    page = reader().get(address(cup, "standings"), follow=True).content.decode()
    assert '<rect width="300" height="48"' in page
    drawn = set(re.findall(r"textLength=\"256\"[^>]*>([^<]+)<", page))
    assert drawn == {"Hendrik-Jan van der Meer-Vandenberghe"}
    large = make.make_cup(32, club=cup.club, slug="large")
    page = reader().get(address(large, "standings"), follow=True).content.decode()
    assert '<rect width="208" height="48"' in page
