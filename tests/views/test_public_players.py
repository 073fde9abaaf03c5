"""The players, and where the points of one of them come from."""

import re
from fractions import Fraction

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from clubcomp.flow.people.members import change_member
from clubcomp.flow.standings import RoundLine, standings_of, statement_of
from clubcomp.pages.season_chart import WIDE, season_chart
from clubcomp.words.statements import line_title
from pairing.core.ratings import expected_score
from pairing.core.standing import DriftLine
from pairing.core.types import Colour, Result
from pairing.sentences.words import points_text
from tests import make
from tests.views.public import TUESDAYS, address, play_evening, reader, season, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return season()


def player(competition, rest):
    return address(competition, f"players/{rest}")


def test_players_stand_by_surname_in_the_alphabet_of_the_language():
    competition = make.make_competition(3)
    for entry, written in zip(
        make.entries(competition), ("Şahin, Elif", "Zwart, Jan", "Smit, Bert"), strict=True
    ):
        entry.player.name = written
        entry.player.save()
    where = address(competition, "players/")

    def order(language):
        page = reader().get(where, headers={"accept-language": language}).content.decode()
        return re.findall(r"<b>(\w+)</b></a>", page)

    assert order("en") == ["Şahin", "Smit", "Zwart"]
    assert order("tr") == ["Smit", "Şahin", "Zwart"]


def test_the_ledger_shows_the_performance_rating_against_whom_it_was_made(competition):
    page = words(reader().get(player(competition, "adema/")))
    statement = statement_of(competition, make.entry(competition, "adema"), "long")
    games = [one for line in statement.lines for one in line.entries if one.opponent]
    ratings = [make.entry(competition, one.opponent).rating for one in games]
    average = int(Fraction(sum(ratings), len(ratings)) + Fraction(1, 2))
    assert f"over {len(games)} games, against {average} on average" in page
    assert "Performance" in page
    score = sum(one.result.score(one.colour) for one in games) / len(games)
    # FIDE's table: 0 for half of the points, 193 for three quarters, 800 for all.
    gain = {Fraction(1, 2): 0, Fraction(3, 4): 193, Fraction(1): 800, Fraction(1, 4): -193}[score]
    assert str(average + gain) in page
    # And beside it what the same ratings expect: 50 % of an equal opponent, 51 % from 4 points on.
    expected = expected_score(make.entry(competition, "adema").rating, ratings)
    said = f"Expected from ratings: {points_text(expected)}."
    assert f"{said} Scored: {points_text(score * len(games))}." in page


def test_without_a_game_against_anybody_rated_there_is_no_performance():
    competition = season(slug="zonder")
    competition.entries.update(rating=None)
    assert "Performance" not in words(reader().get(player(competition, "adema/")))


def test_searching_without_a_script_finds_without_accents(competition):
    entry = make.entry(competition, "faber")
    entry.player.name = "Öztürk, Anna"
    entry.player.save()
    said = words(reader().get(player(competition, "?search=ozturk")))
    assert "Öztürk" in said
    assert "Dekker" not in said
    assert "Nobody is called so" in words(reader().get(player(competition, "?search=qqq")))


def test_two_of_one_name_have_their_year_of_birth(competition):
    for key, year in (("adema", 1950), ("bakker", 2008)):
        one = make.entry(competition, key).player
        change_member(one, name="Jan de Vries", birth_year=year, by=None)
    page = reader().get(player(competition, "")).content.decode()
    assert "’50" in page
    assert "’08" in page


def test_two_of_one_name_are_told_apart_on_boards_in_standings_and_where_a_visitor_is_asked(
    competition,
):
    for key in ("adema", "bakker"):
        change_member(make.entry(competition, key).player, name="Jan de Vries", by=None)
    for page in ("evenings/1/", "standings/", "?find=vries"):
        said = words(reader().get(address(competition, page), follow=True))
        assert "Jan de Vries (2000)" in said, page
        assert "Jan de Vries (1990)" in said, page


def test_the_statement_shown_sums_to_the_points_of_the_standing(competition):
    for line in standings_of(competition, "long"):
        statement = statement_of(competition, line.entry, "long")
        assert sum((one.points for one in statement.lines), Fraction(0)) == line.row.points
        said = words(reader().get(player(competition, f"{line.entry.key}/long/")))
        assert "Total" in said
        assert "Own value" in said


def test_every_game_stands_in_its_line_with_its_value(competition):
    entry = make.entry(competition, "adema")
    response = reader().get(player(competition, "adema/long/"))
    page = response.content.decode()
    statement = statement_of(competition, entry, "long")
    for line in statement.lines:
        for item in line.entries:
            assert address(competition, f"evenings/{item.evening}/games/{item.number}/") in page


def test_missed_games_tell_how_many_are_credited(competition):
    said = words(reader().get(player(competition, "gerritsen/long/")))
    assert "1 game absent" in said
    assert "1 game missed, 1 of 3 credits used." in said
    assert "missed" not in words(reader().get(player(competition, "adema/long/")))


def test_the_place_over_the_season_is_a_line_with_words(competition):
    page = reader().get(player(competition, "adema/long/")).content.decode()
    assert len(re.findall(r'role="img"\s+aria-label="From place', page)) == 2
    assert "style=" not in page


def test_one_evening_is_no_line():
    assert season_chart([], {}, {}) is None


@pytest.mark.parametrize(
    ("worst", "lines"),
    [(2, [1, 2]), (3, [1, 2, 3]), (9, [1, 5, 10]), (19, [1, 10, 20]), (74, [1, 50, 100])],
)
def test_the_places_on_the_axis_are_round_numbers(worst, lines):
    chart = season_chart(*_season([1, worst]), {})
    assert [place for _y, place in chart.grid] == lines
    assert chart.grid[0][0] == 10
    assert (chart.first, chart.last, chart.best) == (1, worst, 1)


def test_every_round_has_its_result_and_colour_below_its_place():
    games = {(1, 1): ("won", Colour.WHITE), (3, 1): ("lost", Colour.BLACK)}
    chart = season_chart(*_season([4, 4, 2]), games)
    across = [point.split(",")[0] for point in chart.line.split()]
    assert chart.squares.count("M") == 2
    assert chart.none.count("M") == 1
    # A square of ten begins five before the middle of its place.
    assert f"M{int(across[0]) - 5} " in chart.squares
    assert f"M{int(across[1]) - 5} " in chart.none
    assert f"M{int(across[0]) - 5} " in chart.discs[Colour.WHITE]
    assert f"M{int(across[2]) - 5} " in chart.discs[Colour.BLACK]
    assert [word for _x, word, _year in chart.months] == ["Sep", "Oct", "Nov"]
    with translation.override("nl"):
        chart = season_chart(*_season([4, 4, 2]), games)
        assert [word for _x, word, _year in chart.months] == ["sep", "okt", "nov"]


def test_on_a_screen_with_room_the_season_is_wider_and_says_the_years():
    chart = season_chart(*_season([4] * 13), {}, WIDE)
    assert [year for _x, _word, year in chart.months] == ["2026", *[""] * 11, "2027"]
    assert WIDE - 30 < chart.here[0] < WIDE


def test_of_hundreds_of_rounds_only_the_line_is_drawn():
    chart = season_chart(*_season(list(range(1, 301))), {(1, 1): ("won", Colour.WHITE)})
    assert len(chart.line.split()) == 300
    assert chart.squares == chart.none == ""


def _season(places):
    """A round a month with these places."""
    days = [f"20{26 + at // 12}-{(8 + at) % 12 + 1:02d}-03" for at in range(len(places))]
    rounds = [RoundLine(at, at, 1, "long", day, 4, 0, at) for at, day in enumerate(days, start=1)]
    return rounds, {(at, 1): place for at, place in enumerate(places, start=1)}


def test_what_recalculation_did_is_told(competition):
    play_evening(competition, TUESDAYS[2], Result.BLACK_WINS)
    pages = [
        words(reader().get(player(competition, f"{entry.key}/long/")))
        for entry in make.entries(competition)
    ]
    assert any("Old games are worth" in said for said in pages)


@pytest.mark.parametrize(
    ("place_now", "is_shown", "told"),
    [
        (14, True, "because the own value went from 6 to 5. Not by the place: guests and"),
        (13, True, "because the own value went from 6 to 5. Not by the place: guests and"),
        (15, True, "by the own place, from 14 to 15 (value 6 → 5)."),
        (15, False, "because the own value went from 6 to 5. <a href"),
    ],
)
def test_a_value_is_said_to_fall_by_the_place_where_readers_saw_that_fall(
    place_now, is_shown, told
):
    ranks = (14, place_now)
    most = DriftLine(
        None, Fraction(5, 3), Fraction(6), Fraction(5), *ranks, Fraction(-5, 3), is_shown
    )
    drift = {"points": Fraction(5, 3), "is_more": False, "most": most, "opponent": None}
    said = " ".join(render_to_string("players/_drift.html", {"drift": drift}).split())
    assert f"Old games are worth 1⅔ points less, mostly {told}" in said


def test_opponents_colours_and_games_are_there(competition):
    said = words(reader().get(player(competition, "adema/")))
    assert re.search(r"The season of \w+", said)
    assert re.search(r"[12] with White \(\d+.%\), [012] with Black\.", said)
    for heading in ("White and Black", "Against whom?", "All games"):
        assert heading in said
    assert re.search(r"(white|black) against \w+", said.split("All games")[-1])


def test_a_player_without_games_has_a_page(competition):
    said = words(reader().get(player(competition, "adema/blitz/")))
    assert "No games yet" in said


def test_nobody_and_nothing_are_not_found(competition):
    client = reader()
    assert client.get(player(competition, "nobody/")).status_code == 404
    assert client.get(player(competition, "adema/nothing/")).status_code == 404


def test_a_line_of_one_and_of_more_is_said_differently():
    class Line:
        code = "bye"

        def __init__(self, count):
            self.items = [None] * count

    assert line_title(Line(1)) != line_title(Line(2)).replace("2", "1")


def test_forfeited_games_count_among_the_colours_as_they_do_for_the_share():
    competition = make.make_competition(4)
    play_evening(competition, TUESDAYS[0], Result.WHITE_WINS_FORFEIT)
    page = reader().get(player(competition, "adema/long/"))
    balance = page.context["balance"]
    assert balance.whites + balance.blacks == 1
    assert page.context["line"].row.white_share in (0, 1)


def test_game_1_is_numbered_when_its_evening_has_more_games():
    competition = make.make_competition(4)
    play_evening(competition, TUESDAYS[0], Result.WHITE_WINS, tempo="blitz", games=2)
    said = words(reader().get(player(competition, "adema/blitz/")))
    assert "Tue November 3, game 1" in said or "Tue 3 November, game 1" in said
    assert "game 2" in said


def test_being_free_stands_among_all_games(competition):
    evening = competition.evenings.first()
    free = evening.rounds.get().unpaired.get(kind="bye").entry
    page = reader().get(player(competition, f"{free.key}/long/"))
    assert [item.code for item in page.context["games"]].count("bye") == 1
    listed = words(page).split("All games")[-1]
    assert "bye" in listed
    assert all(one.opponent for one in page.context["meetings"])
