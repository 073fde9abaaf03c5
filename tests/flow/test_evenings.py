"""The calendar, and an evening from opening to closing it."""

from datetime import date

import pytest

from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import (
    change_evening,
    close_evening,
    open_evening,
    plan_evening,
    remove_evening,
    reopen_evening,
)
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.results import put_off
from clubcomp.models import Evening, Round
from tests import make

pytestmark = pytest.mark.django_db

TUESDAYS = [date(2026, 9, day) for day in (1, 8, 15, 22, 29)]


@pytest.fixture
def competition():
    return make.make_competition(6)


def planned(competition, day, tempo="long"):
    return make.make_evening(competition, tempo, date=day, is_open=False)


def days(competition):
    return list(competition.evenings.order_by("number").values_list("number", "date"))


def test_an_evening_takes_its_place_by_date_and_the_games_of_its_tempo(competition):
    planned(competition, TUESDAYS[2])
    planned(competition, TUESDAYS[0])
    evening = planned(competition, TUESDAYS[1], "blitz")
    assert days(competition) == list(enumerate(TUESDAYS[:3], start=1))
    assert evening.games == 7


def test_an_evening_without_a_date_comes_last(competition):
    planned(competition, None)
    planned(competition, TUESDAYS[0])
    assert days(competition) == [(1, TUESDAYS[0]), (2, None)]


def test_nothing_is_planned_before_an_evening_that_was_played(competition):
    evening = make.make_evening(competition, date=TUESDAYS[1])
    make.play_game(evening)
    with pytest.raises(StepError, match="has begun already, and the order of play stays"):
        planned(competition, TUESDAYS[0])
    assert planned(competition, TUESDAYS[2]).number == 2


def test_who_joins_or_leaves_later_moves_along_with_an_evening_put_in_between(competition):
    for day in (TUESDAYS[0], TUESDAYS[2], TUESDAYS[3]):
        planned(competition, day)
    late, leaver, early = make.entries(competition)[:3]
    type(late).objects.filter(pk=late.pk).update(joined=3)
    type(leaver).objects.filter(pk=leaver.pk).update(left=2)
    type(early).objects.filter(pk=early.pk).update(left=1)
    between = planned(competition, TUESDAYS[1])
    for entry in (late, leaver, early):
        entry.refresh_from_db()
    assert (between.number, late.joined, leaver.left, early.left) == (2, 4, 3, 1)
    remove_evening(between, by=None)
    for entry in (late, leaver, early):
        entry.refresh_from_db()
    assert (late.joined, leaver.left, early.left) == (3, 2, 1)
    assert days(competition) == [(1, TUESDAYS[0]), (2, TUESDAYS[2]), (3, TUESDAYS[3])]


def test_another_date_gives_another_number(competition):
    first, *_ = [planned(competition, day) for day in TUESDAYS[:3]]
    change_evening(first, tempo=first.tempo, date=TUESDAYS[4], games=1, by=None)
    assert days(competition) == [(1, TUESDAYS[1]), (2, TUESDAYS[2]), (3, TUESDAYS[4])]
    first.refresh_from_db()
    assert first.number == 3


def test_an_evening_with_games_keeps_its_tempo_and_its_place(competition):
    evening = make.make_evening(competition, date=TUESDAYS[1])
    planned(competition, TUESDAYS[2])
    make.play_game(evening)
    blitz = competition.tempos.get(key="blitz")
    with pytest.raises(StepError, match="tempo"):
        change_evening(evening, tempo=blitz, date=evening.date, games=1, by=None)
    with pytest.raises(StepError, match="change places"):
        change_evening(evening, tempo=evening.tempo, date=TUESDAYS[3], games=1, by=None)
    with pytest.raises(StepError, match="cannot|keep"):
        remove_evening(evening, by=None)


def test_changing_nothing_writes_nothing(competition):
    evening = planned(competition, TUESDAYS[0])
    lines = competition.trail.count()
    change_evening(evening, tempo=evening.tempo, date=evening.date, games=1, by=None)
    assert competition.trail.count() == lines


def test_a_tempo_of_another_competition_is_refused(competition):
    other = make.make_competition(2, club=competition.club, slug="beker")
    with pytest.raises(StepError, match="tempo"):
        plan_evening(competition, tempo=other.tempos.first(), date=None, by=None)


def test_one_evening_is_open_at_a_time(competition):
    first = make.make_evening(competition, date=TUESDAYS[0])
    second = planned(competition, TUESDAYS[1])
    with pytest.raises(StepError, match="still open"):
        open_evening(second, by=None)
    close_evening(first, by=None)
    assert open_evening(second, by=None).is_open


def test_opening_and_closing_twice_is_once(competition):
    evening = make.make_evening(competition)
    lines = competition.trail.count()
    open_evening(evening, by=None)
    assert competition.trail.count() == lines
    close_evening(evening, by=None)
    close_evening(evening, by=None)
    assert competition.trail.filter(action="close_evening").count() == 1


def test_no_evening_is_opened_before_one_that_was_played(competition):
    early = planned(competition, TUESDAYS[0])
    late = make.make_evening(competition, date=TUESDAYS[1])
    make.play_game(late)
    close_evening(late, by=None)
    with pytest.raises(StepError, match="later evening"):
        open_evening(early, by=None)


def test_an_evening_closes_when_every_board_is_decided_or_put_off(competition):
    evening = make.make_evening(competition)
    round_ = publish_next(evening, after=0, by=None)
    with pytest.raises(StepError, match="game 1 board 1, game 1 board 2, game 1 board 3"):
        close_evening(evening, by=None)
    put_off(round_.games.get(board=1), kind="adjourned", seen="*", by=None)
    make.finish_round(round_)
    evening = close_evening(evening, by=None)
    assert evening.is_closed
    assert evening.closed_at


def test_closing_drops_an_open_proposal_but_never_kept_results(competition):
    evening = make.make_evening(competition, "blitz")
    make.play_game(evening)
    withdrawn = make.play_game(evening)
    withdraw_round(withdrawn, give_up_results=True, by=None)
    with pytest.raises(StepError, match="withdrawn with results"):
        close_evening(evening, by=None)
    publish_next(evening, after=1, by=None)
    propose_round(evening, by=None)
    close_evening(evening, by=None)
    assert list(evening.rounds.values_list("number", "status")) == [
        (1, Round.Status.FINISHED),
        (2, Round.Status.FINISHED),
    ]


def test_a_closed_evening_is_reopened_with_a_reason_and_only_when_it_is_the_last(competition):
    evening = make.make_evening(competition, "blitz")
    make.play_game(evening)
    close_evening(evening, by=None)
    with pytest.raises(StepError, match="Say why"):
        reopen_evening(evening, reason=" ", by=None)
    reopen_evening(evening, reason="one more game", by=None)
    make.play_game(evening)
    close_evening(evening, by=None)
    later = make.make_evening(competition, "blitz")
    make.play_game(later)
    close_evening(later, by=None)
    with pytest.raises(StepError, match="has been played since"):
        reopen_evening(evening, reason="too late", by=None)


def test_the_number_of_games_follows_the_evening_but_not_below_what_was_paired(competition):
    evening = make.make_evening(competition, "blitz")
    make.play_game(evening)
    make.play_game(evening)
    with pytest.raises(StepError, match="2 to 20"):
        change_evening(evening, tempo=evening.tempo, date=evening.date, games=1, by=None)
    change_evening(evening, tempo=evening.tempo, date=evening.date, games=2, by=None)
    with pytest.raises(StepError, match="All games planned"):
        propose_round(evening, by=None)


def test_a_removed_evening_is_a_sentence_and_no_crash(competition):
    evening = planned(competition, TUESDAYS[0])
    same = Evening.objects.get(pk=evening.pk)
    remove_evening(evening, by=None)
    with pytest.raises(StepError, match="removed"):
        open_evening(same, by=None)
