"""What a player says by himself: what it changes, until when, and who is told what."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, time, timedelta
from functools import partial
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone, translation

from clubcomp.flow.absences import taking_part as flow
from clubcomp.flow.absences.signing_off import mark_everybody, say_for_several, set_away
from clubcomp.flow.attendance.marks import mark_present, plan_attendance, plan_now
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposal import proposal_digest
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next, publish_round
from clubcomp.models import (
    Attendance,
    Competition,
    Deputy,
    Game,
    Membership,
    Role,
    Round,
    TrailEntry,
)
from clubcomp.models.plans import Plan, plans_of
from clubcomp.pages.forecast import expected_count
from clubcomp.words.trail import trail_text
from pairing.core.unplayed import Unplayed
from tests import make
from tests.how_many import how_many

pytestmark = pytest.mark.django_db
ABSENT, EXPECTED = Unplayed.ABSENT, Attendance.Status.EXPECTED


@pytest.fixture
def competition():
    return make.make_led_competition(5)


@pytest.fixture
def evening(competition):
    """A blitz evening to come, planned."""
    return make.make_evening(competition, "blitz", date=next_week(), is_open=False)


@pytest.fixture
def anna(competition):
    return competition.entries.select_related("player", "competition__club").get(key="adema")


def next_week():
    return timezone.localdate() + timedelta(days=7)


def say(entry, evening, status=ABSENT, **values):
    return flow.say_for_oneself(entry, evening, status=status, by=entry.player, **values)


def refused(step):
    with pytest.raises(StepError) as error:
        step()
    return str(error.value)


def last_line():
    return TrailEntry.objects.first()


# One evening ---------------------------------------------------------------------------------


def test_who_signs_off_is_no_longer_expected_and_the_log_names_him(competition, evening, anna):
    assert expected_count(evening) == 5
    say(anna, evening, note="ziek")
    assert expected_count(evening) == 4
    plan = plan_now(evening, anna)
    assert (plan.status, plan.note) == (ABSENT, "ziek")
    line = last_line()
    assert plan.own_at is not None
    assert (line.by, line.by_player, line.by_name) == (None, anna.player, "Adema")
    assert trail_text(line) == "Adema: signed off; before: expected."
    row = next(row for row in sheet(evening).rows if row.entry == anna)
    assert row.plan.own_at == plan.own_at


def test_twice_or_on_two_devices_is_once(evening, anna):
    say(anna, evening)
    first, lines = plan_now(evening, anna), TrailEntry.objects.count()
    say(anna, evening)
    assert (plan_now(evening, anna), TrailEntry.objects.count()) == (first, lines)


def test_who_says_that_he_comes_has_a_receipt_though_he_was_expected(evening, anna):
    say(anna, evening, EXPECTED)
    assert plan_now(evening, anna).own_at
    assert trail_text(last_line()) == "Adema: expected, as was thought."


def test_what_is_taken_back_was_never_said(evening, anna):
    say(anna, evening)
    flow.take_own_word_back(anna, evening, by=anna.player)
    assert plan_now(evening, anna) == Plan()
    lines = TrailEntry.objects.count()
    flow.take_own_word_back(anna, evening, by=anna.player)
    assert TrailEntry.objects.count() == lines


def test_what_the_leader_said_is_not_the_players_to_take_back(evening, anna):
    plan_attendance(evening, anna, status=ABSENT, by=None)
    flow.take_own_word_back(anna, evening, by=anna.player)
    assert plan_now(evening, anna).status == ABSENT


def test_the_leader_has_the_last_word_and_then_it_is_his(evening, anna):
    say(anna, evening)
    plan_attendance(evening, anna, status=EXPECTED, by=None)
    plan = plan_now(evening, anna)
    assert (plan.status, plan.own_at) == (EXPECTED, None)


def test_later_and_leaving_early_is_for_some_of_the_games(evening, anna):
    say(anna, evening, EXPECTED, from_game=3, until_game=5)
    assert [plan_now(evening, anna).in_game(game) for game in (2, 3, 5, 6)] == [
        ABSENT,
        EXPECTED,
        EXPECTED,
        ABSENT,
    ]
    assert "the evening has 7" in refused(lambda: say(anna, evening, EXPECTED, from_game=9))


def test_only_what_is_a_players_own_to_say_is_taken(evening, anna):
    for status in ("present", "exempt", "no_notice", "half_point_bye", "", "nonsense"):
        assert "Choose whether you come" in refused(
            lambda status=status: say(anna, evening, status)
        )
    assert refused(lambda: say(anna, evening, note="x" * 201))


def test_a_guest_who_takes_it_back_stays_on_the_list(competition, evening, anna):
    competition.entries.filter(pk=anna.pk).update(guest=True)
    anna.refresh_from_db()
    say(anna, evening)
    flow.take_own_word_back(anna, evening, by=anna.player)
    assert plan_now(evening, anna).is_said


def test_who_is_marked_present_and_says_that_he_comes_stays_present(competition, anna):
    evening = make.make_evening(competition, "blitz")
    say(anna, evening, EXPECTED, until_game=4)
    assert plan_now(evening, anna).status == "present"
    assert plan_now(evening, anna).until_game == 4


# Until when ----------------------------------------------------------------------------------


def test_after_the_time_of_the_competition_the_leader_is_named(competition, evening, anna, clock):
    competition.sign_off_until = time(18, 0)
    competition.save()
    evening.competition.refresh_from_db()
    clock(evening.date, 17, 59)
    say(anna, evening)
    clock(evening.date, 18, 0)
    said = refused(lambda: flow.take_own_word_back(anna, evening, by=anna.player))
    assert said == "Saying it by yourself closed at 18:00. The leader still can: Ruud."


@pytest.fixture
def clock(monkeypatch):
    def stands_at(day, hour, minute):
        moment = timezone.make_aware(timezone.datetime(day.year, day.month, day.day, hour, minute))
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return stands_at


def test_a_deputy_of_the_evening_is_named_first(competition, evening, anna, clock):
    competition.sign_off_until = time(18, 0)
    competition.save()
    piet = make.make_user("Piet")
    Deputy.objects.create(evening=evening, user=piet)
    Deputy.objects.create(evening=evening, user=make.make_user("Hulp"), scope="results")
    clock(next_week(), 18, 1)
    evening.competition.refresh_from_db()
    assert "can: Piet." in refused(lambda: say(anna, evening))


def test_everybody_who_may_lead_is_named_and_nobody_who_was_only_invited(competition, evening):
    club = competition.club
    make.make_membership(club, make.make_user("Marijke"), Role.OWNER)
    make.make_membership(club, make.make_user("Bob"), Role.MEMBER)
    invited = make.make_membership(club, make.make_user("Henk"), Role.LEADER)
    Membership.objects.filter(pk=invited.pk).update(is_pending=True)
    assert flow.who_leads(evening) == "Ruud, Marijke"


def test_who_is_paired_is_told_his_board_and_who_can_change_it(competition, anna):
    evening = make.make_evening(competition, "blitz")
    publish_next(evening, after=0, by=None)
    game = Game.objects.filter(white=anna) | Game.objects.filter(black=anna)
    bye = next(entry for entry in competition.entries.all() if not is_seated(entry))
    if game.first():
        assert refused(lambda: say(anna, evening)) == (
            f"You are paired: game 1, board {game.first().board}."
            " Only the leader can change that now: Ruud."
        )
    assert "in game 1 you have the bye" in refused(lambda: say(bye, evening))


def is_seated(entry):
    return (Game.objects.filter(white=entry) | Game.objects.filter(black=entry)).exists()


def test_who_comes_later_can_still_say_so_while_others_play(competition, anna):
    evening = make.make_evening(competition, "blitz")
    plan_attendance(evening, anna, status="present", from_game=3, by=None)
    publish_next(evening, after=0, by=None)
    say(anna, evening)
    assert plan_now(evening, anna).status == ABSENT


def test_an_evening_that_is_over_is_not_signed_off_from(competition, anna):
    yesterday = timezone.localdate() - timedelta(days=1)
    evening = make.make_evening(competition, date=yesterday, is_open=False)
    assert refused(lambda: say(anna, evening)) == "This evening is over."
    assert flow.evenings_of(anna.player) == []
    closed = make.make_evening(competition, date=next_week(), is_open=False)
    closed.status = "closed"
    closed.save()
    assert refused(lambda: say(anna, closed)) == "This evening is over."


def test_nobody_is_asked_for_an_evening_of_a_competition_that_is_finished(evening, anna):
    evening.competition.stage = Competition.Stage.FINISHED
    evening.competition.save()
    anna.refresh_from_db()
    assert flow.why_not_by_oneself(evening, anna) == "The competition is finished."


def test_who_left_the_competition_is_told_so(competition, evening, anna):
    other = make.make_evening(competition, date=next_week() + timedelta(days=7), is_open=False)
    anna.left = evening.number
    anna.save()
    assert "do not belong" in refused(lambda: say(anna, other))


# While a pairing is made ---------------------------------------------------------------------


def test_a_proposal_is_made_anew_and_the_leader_who_saw_the_old_one_is_told(competition, anna):
    evening = make.make_evening(competition, "long")
    proposal = propose_round(evening, by=None)
    seen = proposal_digest(proposal)
    say(anna, evening)
    assert "changed" in refused(lambda: publish_round(proposal, seen=seen, by=None))
    proposal.refresh_from_db()
    publish_round(proposal, seen=proposal_digest(proposal), by=None)
    assert not is_seated(anna)


@pytest.mark.django_db(transaction=True)
def test_signing_off_and_publishing_at_once_never_pairs_who_signed_off(competition, anna):
    def outcome_of(step, start):
        try:
            start.wait(timeout=30)
            with translation.override("en"):
                step()
        except StepError as error:
            return str(error)
        finally:
            connection.close()

    won = {True: 0, False: 0}
    for _ in range(how_many(8, exhaustive=100)):
        Round.objects.all().delete()
        competition.evenings.all().delete()
        evening = make.make_evening(competition, "long")
        proposal = propose_round(evening, by=None)
        seen, start = proposal_digest(proposal), Barrier(2)
        with ThreadPoolExecutor(max_workers=2) as threads:
            steps = (
                partial(say, anna, evening),
                partial(publish_round, proposal, seen=seen, by=None),
            )
            runs = [threads.submit(outcome_of, step, start) for step in steps]
            signing, publishing = (run.result(timeout=30) for run in runs)
        assert (signing is None) != (publishing is None)
        is_out = plan_now(evening, anna).status == ABSENT
        assert is_out is (signing is None)
        proposal.refresh_from_db()
        assert proposal.is_on_record is not is_out
        assert Game.objects.filter(round=proposal).count() in (0, 2)
        won[is_out] += 1
    assert sum(won.values()) > 0


# Holidays and habits -------------------------------------------------------------------------


def test_a_holiday_holds_for_the_evenings_in_it_and_is_ended(competition, evening, anna):
    flow.say_away(anna.player, first=date.today(), last=next_week(), note="ski", by=anna.player)
    plan = plan_now(evening, anna)
    assert (plan.status, plan.away_until, plan.note) == (ABSENT, next_week(), "ski")
    assert (last_line().action, last_line().by_player) == ("set_away", anna.player)
    flow.end_own_away(anna.player.away.get(), by=anna.player)
    assert plan_now(evening, anna) == Plan()


def test_a_holiday_leaves_alone_what_only_the_leader_can_change(competition, anna):
    tonight = make.make_evening(competition, date=timezone.localdate())
    publish_next(tonight, after=0, by=None)
    days = {"first": timezone.localdate(), "last": next_week()}
    said = refused(lambda: flow.say_away(anna.player, **days, by=anna.player))
    assert "Only the leader can change that now: Ruud" in said
    assert not anna.player.away.exists()
    days["first"] += timedelta(days=1)
    flow.say_away(anna.player, **days, by=anna.player)


def test_a_habit_is_the_weakest_word(competition, evening, anna):
    blitz = competition.tempos.get(key="blitz")
    flow.set_habits(anna, [blitz], by=anna.player)
    assert trail_text(last_line()).endswith("evenings of these tempos: blitz.")
    plan = plan_now(evening, anna)
    assert (plan.status, plan.is_habit, plan.is_said) == (ABSENT, True, False)
    assert expected_count(evening) == 4
    long = make.make_evening(competition, "long", is_open=False)
    assert plan_now(long, anna) == Plan()
    set_away(competition.club, [anna.player], first=next_week(), last=next_week(), by=None)
    assert plan_now(evening, anna).away_until == next_week()
    say(anna, evening, EXPECTED)
    assert plan_now(evening, anna).status == EXPECTED
    flow.take_own_word_back(anna, evening, by=anna.player)
    anna.player.away.all().delete()
    assert plan_now(evening, anna).is_habit
    flow.set_habits(anna, [], by=anna.player)
    assert plan_now(evening, anna) == Plan()
    lines = TrailEntry.objects.count()
    flow.set_habits(anna, [], by=anna.player)
    assert TrailEntry.objects.count() == lines


def test_who_comes_all_the_same_is_there_by_one_tap_of_the_leader(competition, anna):
    flow.set_habits(anna, competition.tempos.filter(key="blitz"), by=anna.player)
    evening = make.make_evening(competition, "blitz", present=0)
    assert anna not in mark_everybody(evening, by=None)
    mark_present(evening, anna, present=True, by=None)
    assert plan_now(evening, anna).in_game(1) == "present"
    mark_present(evening, anna, present=False, by=None)
    assert plan_now(evening, anna).is_habit
    say_for_several(evening, [anna], status=None, by=None)
    assert plan_now(evening, anna).status == EXPECTED


def test_a_habit_changes_nothing_tonight_that_only_the_leader_can(competition, anna):
    evening = make.make_evening(competition, "blitz")
    publish_next(evening, after=0, by=None)
    flow.set_habits(anna, [evening.tempo], by=anna.player)
    assert plan_now(evening, anna).status == "present"


def test_habits_take_no_query_more(competition, evening, anna, django_assert_num_queries):
    flow.set_habits(anna, [evening.tempo], by=None)
    with django_assert_num_queries(1):
        assert plans_of(evening)[anna.pk].is_habit
