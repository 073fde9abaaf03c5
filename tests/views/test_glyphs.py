"""Last results as squares and places as a line, in the standing; and what a phone shows of it."""

import re

import pytest

from clubcomp.flow.standings import cached_snapshot, places_after
from clubcomp.flow.tables.place_changes import last_outcomes, places_of_all
from clubcomp.models import Competition, Game
from clubcomp.pages.glyphs import sparkline, squares
from pairing.core.types import OVERALL, Result
from tests import make
from tests.views.public import TUESDAYS, address, play_evening, reader, season

pytestmark = pytest.mark.django_db


def test_a_square_is_full_half_or_open_and_all_are_a_step_apart():
    ends = []
    for outcome in ("won", "drawn", "lost"):
        moves = re.findall(r"([hvm])(-?\d+)(?: ?(-?\d+))?", squares((outcome,))[4:])
        x = sum(int(first) for kind, first, _second in moves if kind == "m")
        ends.append(x)
    assert ends == [13, 13, 13]
    assert squares(("won", "lost")) == squares(("won",)) + squares(("lost",))[4:]


def test_a_line_rises_where_the_place_does_and_stays_within_its_box():
    start, moves = sparkline([9, 5, 1]).removeprefix("M1 ").split("l")
    down = [int(move) for move in moves.split()[1::2]]
    assert int(start) == 15
    assert down == [-7, -7]
    assert sparkline([3]) == sparkline([]) == ""
    # Hundreds of places are drawn by a dozen of them, the first and the last among these.
    many = sparkline([*range(200, 1, -1), 1])
    assert len(many.split("l")[1].split()) == 2 * 11
    assert many.startswith("M1 15l")


def test_the_last_results_are_those_of_the_last_games_open_ones_left_out():
    competition = season(6)
    play_evening(competition, TUESDAYS[2], Result.BLACK_WINS)
    outcomes = last_outcomes(competition, "long", None)
    for entry in make.entries(competition):
        games = Game.objects.filter(round__evening__competition=competition).order_by("pk")
        mine = [game for game in games if entry in (game.white, game.black)]
        assert len(outcomes[entry.key]) == len(mine)
        last = mine[-1]
        assert outcomes[entry.key][-1] == ("won" if last.black == entry else "lost")


@pytest.mark.parametrize("scope", ["long", OVERALL])
def test_places_are_those_that_the_system_counts_after_every_round_whatever_changes(scope):
    """Earlier places are kept: a later result, a correction of an early game, another round."""
    competition = season(7)
    play_evening(competition, TUESDAYS[2], Result.WHITE_WINS, tempo="blitz", games=3)

    def check():
        now = Competition.objects.get(pk=competition.pk)
        counted = now.rules.progress(cached_snapshot(now), scope)
        ranks = [dict(one.ranks) for one in counted]
        assert [dict(one.ranks) for one in places_after(now, scope)] == ranks
        assert all(places_of_all(now, scope, None).values())

    check()
    for game in Game.objects.filter(round__evening__competition=competition).order_by("-pk"):
        changed = Result.WHITE_WINS if game.result != "1-0" else Result.BLACK_WINS
        Game.objects.filter(pk=game.pk).update(result=changed.value)
        Competition.objects.filter(pk=competition.pk).update(version=competition.version + game.pk)
        check()
    play_evening(Competition.objects.get(pk=competition.pk), TUESDAYS[3], Result.DRAW)
    check()


def test_a_phone_shows_the_first_rows_and_those_around_its_reader():
    competition = season(30)
    page = reader().get(address(competition, "standings/")).content.decode()
    rest = re.findall(r'<tr id="line-(\d+)" class="rest"', page)
    assert rest == [str(at) for at in range(13, 31)]
    assert 'href="#line-13"' in page
    keys = re.findall(r"/players/([\w-]+)/long/", page.split('<tbody id="rows">')[1])
    mine = reader().get(address(competition, f"standings/?player={keys[19]}")).content.decode()
    rest = re.findall(r'<tr id="line-(\d+)" class="rest"', mine)
    assert rest == [str(at) for at in (13, 14, *range(26, 31))]
    assert "To me: 20" in mine
    assert '<a id="me"' in mine


def test_a_short_standing_is_shown_whole():
    page = reader().get(address(season(17), "standings/")).content.decode()
    assert 'class="rest"' not in page
    assert "All 17 players" not in page


def test_marks_and_line_have_words_for_who_does_not_see_them():
    competition = season(6)
    page = reader().get(address(competition, "standings/")).content.decode()
    assert re.search(r'class="marks"[^>]* aria-label="(won|lost), drawn"', page)
    assert re.search(r'class="spark"[^>]* aria-label="from place \d to \d"', page)
