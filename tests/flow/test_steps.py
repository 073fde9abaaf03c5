"""Is a step all or nothing, and made once, whatever the database says in between?"""

from time import monotonic

import pytest
from django.db import IntegrityError, OperationalError, connection
from psycopg import errors

from clubcomp.flow.errors import LookAgain, StepError
from clubcomp.flow.people.members import add_member
from clubcomp.flow.step import ShortWaits, all_or_nothing, club_held
from clubcomp.models import Player, TrailEntry
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club():
    return make.make_club()


def going_wrong(*failures):
    """A step that adds a member and fails as often as there are failures; and how often it ran."""
    left, runs = list(failures), []

    @all_or_nothing
    def step(club, *, by):
        runs.append(len(runs))
        with club_held(club) as now:
            player = add_member(now, name=f"Nieuw{len(runs)}", by=by)
            if left:
                raise left.pop(0)
        return player

    return step, runs


def of_database(cause, kind=OperationalError):
    """An error as Django raises it for one of PostgreSQL's."""
    error = kind("as the database says it")
    error.__cause__ = cause()
    return error


@pytest.mark.parametrize(
    "failure",
    [
        of_database(errors.DeadlockDetected),
        of_database(errors.SerializationFailure),
        of_database(errors.UniqueViolation, IntegrityError),
        of_database(errors.ForeignKeyViolation, IntegrityError),
    ],
    ids=lambda failure: type(failure.__cause__).__name__,
)
def test_after_a_collision_a_step_is_run_once_more_and_made_once(club, failure):
    step, runs = going_wrong(failure)
    assert step(club, by=None).name == "Nieuw2"
    assert len(runs) == 2
    assert [player.name for player in Player.objects.all()] == ["Nieuw2"]
    assert TrailEntry.objects.count() == 1


def test_what_collides_twice_is_told_in_words_and_leaves_nothing(club):
    step, runs = going_wrong(*[of_database(errors.DeadlockDetected) for _n in range(2)])
    with pytest.raises(StepError, match="press again"):
        step(club, by=None)
    assert len(runs) == 2
    assert not Player.objects.exists()


@pytest.fixture
def usual_waits_after(monkeypatch):
    """After the test steps wait as long as usual."""
    monkeypatch.setattr(ShortWaits, "until", 0.0)


@pytest.mark.usefixtures("usual_waits_after")
def test_a_lock_that_takes_too_long_is_told_in_words_at_once(club):
    step, runs = going_wrong(of_database(errors.LockNotAvailable))
    with pytest.raises(StepError, match="was not done"):
        step(club, by=None)
    assert len(runs) == 1
    assert not Player.objects.exists()


@pytest.mark.usefixtures("usual_waits_after")
def test_who_presses_after_one_who_waited_in_vain_waits_less_for_a_while(club, monkeypatch):
    @all_or_nothing
    def patience(club, *, by):
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            return cursor.fetchone()[0]

    usual = patience(club, by=None)
    step, _runs = going_wrong(of_database(errors.LockNotAvailable))
    with pytest.raises(StepError, match="was not done"):
        step(club, by=None)
    assert patience(club, by=None) == "1s" != usual
    monkeypatch.setattr(ShortWaits, "until", monotonic())
    assert patience(club, by=None) == usual


def test_a_refusal_or_a_mistake_of_ours_is_not_run_again(club):
    for failure in (StepError("No."), ZeroDivisionError(), of_database(errors.DataException)):
        step, runs = going_wrong(failure)
        with pytest.raises(type(failure)):
            step(club, by=None)
        assert len(runs) == 1
    assert not Player.objects.exists()


def test_what_was_brought_up_to_date_to_be_looked_at_stays(club):
    step, _runs = going_wrong(LookAgain("Look again."))
    with pytest.raises(LookAgain):
        step(club, by=None)
    assert Player.objects.count() == 1


def test_a_step_within_a_step_belongs_to_that_one(club):
    inner, runs = going_wrong(of_database(errors.DeadlockDetected))

    @all_or_nothing
    def outer(club, *, by):
        add_member(club, name="Eerst", by=by)
        return inner(club, by=by)

    outer(club, by=None)
    assert len(runs) == 2
    assert sorted(player.name for player in Player.objects.all()) == ["Eerst", "Nieuw2"]
