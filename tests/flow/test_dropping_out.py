"""Somebody drops out after a pairing was published: a no-show, the free player too, a leaver."""

from fractions import Fraction

import pytest

from clubcomp.flow.absences.notice import correct_notice, missed_rounds
from clubcomp.flow.attendance.dropping_out import DropOutKind, Instead, drop_out, seat_of
from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.errors import Seated, StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.left_out import LeftOut
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.standings import standings_of
from clubcomp.models import Evening, Game, Unpaired
from clubcomp.pages.forecast import Forecast
from pairing.core.unplayed import Unplayed
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make.make_competition(8)


@pytest.fixture
def evening(competition):
    """A long evening: seven of eight are there, so one has the bye."""
    return make.make_evening(competition, "long", present=7)


@pytest.fixture
def blitz(competition):
    """A blitz evening of seven games with six of the eight players."""
    return make.make_evening(competition, "blitz", present=6, games=7)


def free_in(round_):
    return round_.unpaired.get(kind=Unplayed.BYE).entry


def gone(evening, entry, way, instead, kind=Unplayed.NO_NOTICE, **more):
    evening = Evening.objects.get(pk=evening.pk)
    return drop_out(evening, entry, way=way, instead=instead, kind=kind, by=None, **more)


def kinds(round_):
    return {row.entry.key: row.kind for row in round_.unpaired.select_related("entry")}


def points_of(competition, entry, tempo="long"):
    lines = standings_of(competition, tempo)
    return next(line.row for line in lines if line.entry == entry)


def awaited(evening):
    evening = Evening.objects.get(pk=evening.pk)
    return [entry.key for entry in Forecast(sheet(evening)).awaited_entries]


def test_for_who_did_not_come_the_free_player_steps_in_and_nobody_is_rewarded(competition, evening):
    round_ = publish_next(evening, after=0, by=None)
    game, free = round_.games.get(board=2), free_in(round_)
    absent, opponent = game.white, game.black
    seat = gone(evening, absent, DropOutKind.NOT_COME, Instead.STEP_IN)
    assert (seat.opponent, seat.free) == (opponent, free)
    game.refresh_from_db()
    assert {game.white, game.black} == {opponent, free}
    assert kinds(round_) == {absent.key: Unplayed.NO_NOTICE}
    assert not [row for row in sheet(evening).rows if row.entry == absent and row.is_here]
    make.finish_round(round_)
    close_evening(evening, by=None)
    row = points_of(competition, absent)
    assert row.points == row.value_number


def test_with_notice_who_did_not_come_gets_a_credit_and_no_bye(competition, evening):
    round_ = publish_next(evening, after=0, by=None)
    absent = round_.games.get(board=1).black
    gone(evening, absent, DropOutKind.NOT_COME, Instead.STEP_IN, Unplayed.ABSENT)
    assert kinds(round_) == {}
    make.finish_round(round_)
    row = points_of(competition, absent)
    assert row.points == Fraction(4, 3) * row.value_number
    assert row.credits_used == 1


def test_a_no_show_may_lose_by_forfeit_and_the_bye_stays_where_it_is(evening):
    round_ = publish_next(evening, after=0, by=None)
    game, free = round_.games.get(board=1), free_in(round_)
    gone(evening, game.white, DropOutKind.NOT_COME, Instead.FORFEIT)
    game.refresh_from_db()
    assert game.result == "0-1F"
    assert kinds(round_) == {free.key: Unplayed.BYE}
    assert awaited(evening) == ["hoekstra"]


def test_where_the_free_player_is_gone_as_well_the_opponent_has_the_bye(evening):
    round_ = publish_next(evening, after=0, by=None)
    game, free = round_.games.get(board=3), free_in(round_)
    gone(evening, free, DropOutKind.NOT_COME, Instead.NO_BYE)
    assert kinds(round_) == {free.key: Unplayed.NO_NOTICE}
    absent, opponent = game.black, game.white
    assert seat_of(Evening.objects.get(pk=evening.pk), absent).free is None
    gone(evening, absent, DropOutKind.NOT_COME, Instead.BYE)
    assert kinds(round_) == {
        free.key: Unplayed.NO_NOTICE,
        opponent.key: Unplayed.BYE,
        absent.key: Unplayed.NO_NOTICE,
    }
    assert sorted(round_.games.values_list("board", flat=True)) == [1, 2]
    make.finish_round(round_)
    assert close_evening(Evening.objects.get(pk=evening.pk), by=None).is_closed


def test_a_no_show_never_keeps_the_bye_and_who_went_home_does(evening):
    round_ = publish_next(evening, after=0, by=None)
    free = free_in(round_)
    with pytest.raises(StepError, match="did not come, so the bye is not for them"):
        gone(evening, free, DropOutKind.NOT_COME, Instead.KEEP)
    gone(evening, free, DropOutKind.WENT_HOME, Instead.KEEP)
    assert kinds(round_) == {free.key: Unplayed.BYE}
    assert free.key not in awaited(evening)


def test_who_cannot_go_on_loses_on_the_board(evening):
    round_ = publish_next(evening, after=0, by=None)
    game = round_.games.get(board=2)
    gone(evening, game.black, DropOutKind.CANNOT, Instead.LOST)
    game.refresh_from_db()
    assert game.result == "1-0"
    other = round_.games.get(board=1)
    with pytest.raises(StepError, match="no game to lose"):
        gone(evening, other.black, DropOutKind.NOT_COME, Instead.LOST)


def test_what_the_page_showed_has_to_be_so_still(evening):
    round_ = publish_next(evening, after=0, by=None)
    one = round_.games.get(board=1).white
    seen = seat_of(Evening.objects.get(pk=evening.pk), one).digest
    gone(evening, round_.games.get(board=2).white, DropOutKind.NOT_COME, Instead.STEP_IN)
    with pytest.raises(StepError, match="changed meanwhile"):
        gone(evening, one, DropOutKind.NOT_COME, Instead.FORFEIT, seen=seen)
    with pytest.raises(StepError, match="published or withdrawn meanwhile"):
        gone(evening, one, DropOutKind.NOT_COME, Instead.FORFEIT, number=2)


def test_taking_off_who_sits_at_a_board_or_has_the_bye_asks_what_happened(evening):
    round_ = publish_next(evening, after=0, by=None)
    for seated in (round_.games.get(board=1).white, free_in(round_)):
        now = Evening.objects.get(pk=evening.pk)
        with pytest.raises(Seated, match="Say first what happened"):
            mark_present(now, seated, present=False, by=None)
        with pytest.raises(Seated):
            plan_attendance(now, seated, status=Unplayed.NO_NOTICE, by=None)


# An evening of several games ---------------------------------------------------------------------


def played(evening, count):
    for number in range(count):
        round_ = publish_next(Evening.objects.get(pk=evening.pk), after=number, by=None)
        make.finish_round(round_)
    return round_


def test_a_blitz_player_who_goes_home_is_out_of_the_next_game_with_one_step(competition, blitz):
    played(blitz, 4)
    leaver = make.entry(competition, "cornelis")
    mark_present(blitz, leaver, present=False, by=None)
    left_out = sheet(Evening.objects.get(pk=blitz.pk)).left_out
    assert [row.entry for row in left_out] == [leaver]
    with pytest.raises(LeftOut, match="Say whether they play on"):
        publish_next(Evening.objects.get(pk=blitz.pk), after=4, by=None)
    gone(blitz, leaver, DropOutKind.WENT_HOME, Instead.NOTHING, Unplayed.ABSENT)
    assert sheet(Evening.objects.get(pk=blitz.pk)).left_out == []
    fifth = publish_next(Evening.objects.get(pk=blitz.pk), after=4, by=None)
    assert leaver.key not in {one.key for game in fifth.games.all() for one in game.seated}
    assert leaver.key not in awaited(blitz)
    for number in (5, 6):
        make.finish_round(blitz.rounds.get(number=number))
        publish_next(Evening.objects.get(pk=blitz.pk), after=number, by=None)
    make.finish_round(blitz.rounds.get(number=7))
    close_evening(Evening.objects.get(pk=blitz.pk), by=None)
    assert points_of(competition, leaver, "blitz").credits_used == 3


def test_who_had_announced_it_is_left_out_without_a_question(competition, blitz):
    announced = make.entry(competition, "bakker")
    plan_attendance(blitz, announced, status="present", until_game=2, by=None)
    played(blitz, 2)
    assert sheet(Evening.objects.get(pk=blitz.pk)).left_out == []
    third = publish_next(Evening.objects.get(pk=blitz.pk), after=2, by=None)
    assert announced.key not in {one.key for game in third.games.all() for one in game.seated}
    assert free_in(third)
    assert awaited(blitz) == ["gerritsen", "hoekstra"]


def test_who_goes_home_while_a_game_is_played_can_lose_it_without_notice(competition, blitz):
    played(blitz, 1)
    second = publish_next(Evening.objects.get(pk=blitz.pk), after=1, by=None)
    game = second.games.get(board=1)
    gone(blitz, game.white, DropOutKind.WENT_HOME, Instead.BYE, Unplayed.NO_NOTICE)
    assert kinds(second) == {game.white.key: Unplayed.NO_NOTICE, game.black.key: Unplayed.BYE}
    make.finish_round(second)
    third = publish_next(Evening.objects.get(pk=blitz.pk), after=2, by=None)
    assert kinds(third)[game.white.key] == Unplayed.NO_NOTICE


# Who missed what ---------------------------------------------------------------------------------


def test_expected_and_not_come_is_nobody_who_played_or_is_free(competition, blitz):
    """However it came about: also where a mark is gone that was there."""
    played(blitz, 1)
    blitz.attendance.all().delete()
    assert awaited(blitz) == ["gerritsen", "hoekstra"]


def test_everything_missed_is_corrected_beside_a_bye(competition):
    evening = make.make_evening(competition, "blitz", present=5, games=2)
    free = free_in(played(evening, 1))
    evening = Evening.objects.get(pk=evening.pk)
    plan_attendance(evening, free, status="present", until_game=1, by=None)
    played_second = publish_next(evening, after=1, by=None)
    make.finish_round(played_second)
    assert [one.number for one in missed_rounds(evening, free, None)] == [2]
    facts = {"kind": Unplayed.NO_NOTICE, "reason": "Nobody knew", "by": None}
    correct_notice(evening, free, **facts)
    assert kinds(played_second)[free.key] == Unplayed.NO_NOTICE
    assert free_in(evening.rounds.get(number=1)) == free


def test_who_has_only_the_bye_is_told_which_game_to_choose(evening):
    round_ = publish_next(evening, after=0, by=None)
    free = free_in(round_)
    with pytest.raises(StepError, match="has the bye in game 1. Choose that one"):
        missed_rounds(evening, free, None)
    facts = {"kind": Unplayed.NO_NOTICE, "reason": "Was not there", "by": None}
    correct_notice(evening, free, number=1, **facts)
    assert not Unpaired.objects.filter(kind=Unplayed.BYE).exists()
    assert Game.objects.count() == 3
