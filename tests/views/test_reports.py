"""The report of an evening: what is told, in which language, and as which file."""

import pytest

from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import put_off, record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Game
from clubcomp.pages.report_text import TOP, language_of
from pairing.core.types import Result
from pairing.sentences.words import points_text
from tests import make
from tests.views.public import TUESDAYS, address, play_evening, reader, season, words
from tests.views.swiss import make_swiss

pytestmark = pytest.mark.django_db


def in_english(competition: Competition) -> Competition:
    competition.club.country = "GB"
    competition.club.save()
    return competition


@pytest.fixture
def competition():
    return in_english(season(12))


def report(competition, evening=2):
    response = reader().get(address(competition, f"evenings/{evening}/report/?format=txt"))
    assert response.status_code == 200
    return response.content.decode()


def test_the_report_has_the_day_every_board_and_who_was_free(competition):
    told = report(competition).splitlines()
    assert told[:4] == ["Interne competitie, long", "Tuesday 10 November 2026", "", "Game 1"]
    games = Game.objects.filter(round__evening__number=2).order_by("board")
    for line, game in zip(told[4:], games, strict=False):
        assert line == f"{game.board}. {game.white} – {game.black}  ½-½"
    [free] = competition.evenings.get(number=2).rounds.get().unpaired.filter(kind="bye")
    assert f"Bye: {free.entry}" in told


def test_the_top_of_the_standing_has_what_the_evening_changed(competition):
    play_evening(competition, TUESDAYS[2], Result.BLACK_WINS)
    told = report(competition, 3)
    lines = standings_of(competition, "long", (3, 1))
    before = {line.entry.key: line.place for line in standings_of(competition, "long", (2, 1))}
    changes = {line.entry.key: before[line.entry.key] - line.place for line in lines[:TOP]}
    assert any(changes.values())
    assert f"The first {TOP} of the standings" in told
    for line in lines[:TOP]:
        places = changes[line.entry.key]
        change = f"  {'▲' if places > 0 else '▼'} {abs(places)}" if places else ""
        assert f"\n{line.place}. {line.entry}  {points_text(line.row.points)}{change}\n" in told
    assert f"\n{TOP + 1}. " not in told
    assert "▲ ▼ places since before this evening." in told


def test_the_first_evening_has_no_changes(competition):
    assert "▲" not in report(competition, 1)


def test_the_change_is_that_of_the_whole_evening_and_not_of_its_last_game():
    competition = in_english(make.make_competition(5))
    for day in TUESDAYS[:2]:
        evening = make.make_evening(competition, "blitz", date=day, games=3)
        for result in (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW):
            make.play_game(evening, result)
        close_evening(evening, by=None)
    told = report(competition)
    before = {line.entry.key: line.place for line in standings_of(competition, "blitz", (1, 3))}
    now = standings_of(competition, "blitz", (2, 3))
    changes = {line.entry.key: before[line.entry.key] - line.place for line in now}
    assert any(changes.values())
    assert told.count("▲ ") - 1 == sum(change > 0 for change in changes.values())
    assert told.count("▼ ") - 1 == sum(change < 0 for change in changes.values())
    assert told.count("Game ") == 3


def test_what_is_not_over_is_told_so(competition):
    evening = make.make_evening(competition, date=TUESDAYS[2])
    plan_attendance(evening, make.entry(competition, "laan"), status="external", by=None)
    guest = add_guest(evening, name="Tom Brouwer", rating=1990, by=None)
    round_ = publish_next(evening, after=0, by=None)
    first, second, third, *_rest = round_.games.order_by("board")
    put_off(first, kind="adjourned", seen="*", by=None)
    record_result(second, result=Result.WHITE_WINS_FORFEIT, seen="*", by=None)
    told = report(competition, 3)
    assert f"{first.white} – {first.black}  adjourned" in told.replace(" (guest)", "")
    assert f"{second.white} – {second.black}  1-0 r" in told.replace(" (guest)", "")
    assert f"{third.white} – {third.black}  still open" in told.replace(" (guest)", "")
    assert "Played elsewhere for the club: Laan" in told
    assert f"{guest} (guest)" in told


def test_a_swiss_competition_counts_rounds():
    told = report(in_english(make_swiss()), 3)
    assert told.startswith("Najaar\n")
    assert "\nRound 3\n" in told
    assert "Game" not in told
    assert "standard" not in told


def test_an_evening_without_games_says_so(competition):
    make.make_evening(competition, is_open=False)
    told = report(competition, 3)
    assert "No games were played on this evening." in told
    assert "standings" not in told


def test_the_text_is_in_the_language_of_the_club_and_the_page_in_the_readers(competition):
    competition.club.country = "NL"
    competition.club.save()
    page = words(reader().get(address(competition, "evenings/2/report/")))
    assert "dinsdag 10 november 2026".lower() in page.lower()
    assert "Copy the text" in page


@pytest.mark.parametrize(
    ("country", "language"),
    [
        ("NL", "nl"),
        ("", "nl"),
        ("tr", "tr"),
        ("GB", "en"),
        ("BE", "nl"),
        ("AT", "de"),
        ("CH", "de"),
    ],
)
def test_the_language_of_a_club_is_that_of_its_country(competition, country, language):
    competition.club.country = country
    assert language_of(competition.club) == language


def test_a_name_with_markup_in_it_stays_text(competition):
    player = make.entry(competition, "adema").player
    player.name = "</textarea><script>"
    player.save()
    page = reader().get(address(competition, "evenings/2/report/")).content.decode()
    assert "&lt;/textarea&gt;&lt;script&gt;" in page


def test_draughts_counts_two_for_a_win_and_go_names_black_first():
    draughts = report(in_english(make_swiss(game="draughts")), 1)
    assert "  0-2\n" in draughts
    go = make_swiss(slug="buiten", game="go")
    game = go.evenings.get(number=1).rounds.get().games.get(board=1)
    assert f"1. {game.black} – {game.white}  " in report(in_english(go), 1)
