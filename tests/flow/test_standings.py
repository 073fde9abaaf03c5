"""The reads of the standings: places, changes, a player's line, and how much they ask."""

from fractions import Fraction

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.people.members import add_member, change_member
from clubcomp.flow.results import put_off, record_result
from clubcomp.flow.standings import (
    drift_of,
    progress_of,
    rounds_of,
    standings_of,
    statement_of,
)
from clubcomp.flow.tables.place_changes import changes_of
from clubcomp.models import Competition
from pairing.core.types import OVERALL, Result
from tests.make import (
    entries,
    entry,
    make_competition,
    make_evening,
    make_swiss,
    play_game,
    play_swiss_round,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def play_evening(competition, result=Result.WHITE_WINS, tempo="long", **kwargs):
    evening = make_evening(competition, tempo, **kwargs)
    play_game(evening, result)
    close_evening(evening, by=None)
    competition.refresh_from_db()
    return evening


def by_key(lines):
    return {line.entry.key: line for line in lines}


def queries(read, *args):
    with CaptureQueriesContext(connection) as captured:
        read(*args)
    return len(captured)


def test_before_the_first_round_everybody_stands_in_the_start_order():
    lines = standings_of(make_competition(4), "long")
    assert [line.entry.key for line in lines] == ["adema", "bakker", "cornelis", "dekker"]
    assert [line.place for line in lines] == [1, 2, 3, 4]
    assert {line.change for line in lines} == {None}


def test_changes_are_places_since_the_round_before():
    competition = make_competition(8)
    play_evening(competition, Result.BLACK_WINS)
    first = by_key(standings_of(competition, "long"))
    assert {line.change for line in first.values()} == {None}
    play_evening(competition)
    second = by_key(standings_of(competition, "long"))
    for key, line in second.items():
        assert line.change == first[key].place - line.place
    assert any(line.change for line in second.values())


def test_an_earlier_standing_is_what_was_shown_then():
    competition = make_competition(6)
    play_evening(competition)
    then = [(line.entry.key, line.row, line.place) for line in standings_of(competition, "long")]
    play_evening(competition)
    again = standings_of(competition, "long", after=(1, 1))
    assert [(line.entry.key, line.row, line.place) for line in again] == then


def test_a_guest_is_in_the_standing_without_a_number():
    competition = make_competition(5)
    evening = make_evening(competition)
    guest = add_guest(evening, name="Tom", rating=1985, by=None)
    play_game(evening)
    competition.refresh_from_db()
    lines = by_key(standings_of(competition, "long"))
    assert lines[guest.key].place is None
    assert lines[guest.key].change is None
    assert sorted(line.place for line in lines.values() if line.place) == [1, 2, 3, 4, 5]
    assert progress_of(competition, guest, "long") == {}


def test_a_tempo_that_is_not_there_has_no_standing():
    with pytest.raises(KeyError):
        standings_of(make_competition(4), "draughts")


def test_a_new_result_is_in_the_next_standing():
    competition = make_competition(4)
    round_ = publish_next(make_evening(competition), after=0, by=None)
    competition.refresh_from_db()
    before = by_key(standings_of(competition, "long"))
    game = round_.games.first()
    record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    competition.refresh_from_db()
    after = by_key(standings_of(competition, "long"))
    assert before[game.white.key].row.wins == 0
    assert after[game.white.key].row.wins == 1


def test_a_standing_costs_the_same_queries_for_few_and_many_players_and_one_when_kept():
    few = make_competition(10)
    play_evening(few)
    many = make_competition(60, club=few.club, slug="many")
    play_evening(many)
    few, many = Competition.objects.select_related("club").order_by("pk")
    for read in (standings_of, changes_of, rounds_of):
        cache.clear()
        cold = queries(read, few, "long"), queries(read, many, "long")
        assert cold[0] == cold[1] <= 9
        warm = queries(read, few, "long"), queries(read, many, "long")
        assert warm[0] == warm[1] <= 1


def test_a_kept_standing_shows_a_name_that_was_corrected_since():
    competition = make_competition(4)
    standings_of(competition, "long")
    change_member(entry(competition, "adema").player, name="Adema, Petra", by=None)
    competition.refresh_from_db()
    assert str(standings_of(competition, "long")[0].entry) == "Petra Adema"


def test_a_kept_standing_shows_what_is_read_of_a_player_only_when_asked():
    competition = make_competition(4)
    play_evening(competition)
    player = by_key(standings_of(competition, OVERALL))["adema"].entry.player
    assert (player.federation, player.club.country) == ("", competition.club.country)
    change_member(player, federation="NED", by=None)
    competition.refresh_from_db()
    assert by_key(standings_of(competition, OVERALL))["adema"].entry.player.federation == "NED"


def test_a_kept_standing_tells_a_player_from_a_namesake_who_came_since():
    competition = make_competition(4)
    standings_of(competition, "long")
    add_member(competition.club, name="Adema", rating=1500, by=None)
    competition.refresh_from_db()
    assert str(standings_of(competition, "long")[0].entry) == "Adema (2000)"


def test_rounds_say_how_many_boards_are_open():
    competition = make_competition(6)
    play_evening(competition)
    publish_next(make_evening(competition, "bmw"), after=0, by=None)
    competition.refresh_from_db()
    rounds = [
        (r.evening, r.number, r.tempo, r.boards, r.open_boards)
        for r in rounds_of(competition, OVERALL)
    ]
    assert rounds == [(1, 1, "long", 3, 0), (2, 1, "bmw", 3, 3)]
    assert [line.tempo for line in rounds_of(competition, "bmw")] == ["bmw"]


def test_a_game_of_an_earlier_round_is_still_open_after_the_last_one():
    competition = make_swiss(6)
    play_swiss_round(competition, Result.WHITE_WINS, adjourned=2)
    play_swiss_round(competition, Result.WHITE_WINS)
    competition.refresh_from_db()
    assert [line.open_boards for line in rounds_of(competition, OVERALL)] == [1, 1]


@pytest.mark.parametrize("scope", ["long", OVERALL])
def test_a_statement_is_the_sum_that_the_standing_shows(scope):
    competition = make_competition(7)
    for result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS):
        play_evening(competition, result, present=6)
    for line in standings_of(competition, scope):
        statement = statement_of(competition, line.entry, scope)
        assert sum(part.points for part in statement.lines) == statement.points == line.row.points


def test_drift_explains_what_became_of_the_points_of_the_evening_before():
    competition = make_competition(8)
    for _evening in range(3):
        play_evening(competition)
    for line in standings_of(competition, "long"):
        drift = drift_of(competition, line.entry, "long")
        assert (drift.evening, drift.number) == (2, 1)
        then = by_key(standings_of(competition, "long", after=(2, 1)))[line.entry.key]
        assert drift.points_then == then.row.points
        assert sum(part.points for part in drift.lines) == drift.points


def test_there_is_no_drift_on_the_first_evening():
    competition = make_competition(4)
    assert drift_of(competition, entry(competition, "adema"), "long") is None
    play_evening(competition)
    assert drift_of(competition, entry(competition, "adema"), "long") is None


def test_a_players_line_has_his_place_after_each_round_since_he_joined():
    competition = make_competition(6)
    late = entry(competition, "faber")
    late.joined = 2
    late.save()
    for result in (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW):
        play_evening(competition, result, present=5)
    for player in entries(competition):
        progress = progress_of(competition, player, "long")
        assert [evening for evening, _number in progress] == list(range(player.joined, 4))
        for after, place in progress.items():
            table = by_key(standings_of(competition, "long", after=after))
            assert table[player.key].place == place


def test_what_changed_tells_who_rose_by_what_and_past_whom():
    competition = make_competition(8)
    play_evening(competition)
    play_evening(competition, Result.BLACK_WINS)
    lines = by_key(standings_of(competition, "long"))
    earlier = by_key(standings_of(competition, "long", after=(1, 1)))
    changes = changes_of(competition, "long")
    assert {change.entry.key: change.change for change in changes} == {
        key: line.change for key, line in lines.items() if line.change
    }
    assert [abs(c.change) for c in changes] == sorted(
        (abs(c.change) for c in changes), reverse=True
    )
    for change in changes:
        key = change.entry.key
        assert change.outcome in {"won", "lost"}
        assert change.opponent is not None
        assert change.opponent_value == lines[change.opponent.key].row.value_number
        assert change.passed
        for other in change.passed:
            was_above = earlier[other.key].place < earlier[key].place
            is_above = lines[other.key].place < lines[key].place
            assert was_above != is_above
            assert was_above == (change.change > 0)


def test_nothing_changed_before_the_second_round():
    competition = make_competition(4)
    assert changes_of(competition, "long") == []
    play_evening(competition)
    assert changes_of(competition, "long") == []


def test_who_stayed_away_changes_places_as_absent():
    competition = make_competition(6)
    play_evening(competition, Result.DRAW)
    play_evening(competition, Result.BLACK_WINS, present=4)
    whats = {change.entry.key: change.outcome for change in changes_of(competition, "long")}
    assert {whats.get(key, "absent") for key in ("evers", "faber")} == {"absent"}
    assert {"won", "lost"} & set(whats.values())


def test_points_are_exact():
    competition = make_competition(5)
    play_evening(competition, Result.DRAW)
    points = [line.row.points for line in standings_of(Competition.objects.get(), "long")]
    assert all(isinstance(value, Fraction) for value in points)


@pytest.mark.parametrize("kind", ["adjourned", "postponed", ""])
def test_a_game_that_was_put_off_is_not_still_being_played(kind):
    competition = make_swiss(8)
    play_swiss_round(competition, Result.WHITE_WINS)
    round_ = publish_next(make_evening(competition, "standard"), after=0, by=None)
    first, *others = round_.games.order_by("board")
    if kind:
        put_off(first, kind=kind, seen="*", by=None)
    for game in others:
        record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    competition.refresh_from_db()
    whats = {change.entry: change.outcome for change in changes_of(competition, OVERALL)}
    found = {what for player, what in whats.items() if player in (first.white, first.black)}
    assert found == {kind or "open"}
    assert {"won", "lost"} & set(whats.values())
