"""The end of a club: asked for, called off, and carried out on its day, whole or not at all."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

import pytest
from django.apps import apps
from django.db import DatabaseError, connection
from django.utils import timezone, translation

from clubcomp.flow.accounts.deputies import name_deputy
from clubcomp.flow.archives.graph import ways_to_club
from clubcomp.flow.errors import StepError
from clubcomp.flow.hosting import ending
from clubcomp.flow.hosting.ending import NOTICE, ask_end, call_end_off, end_club, end_due_clubs
from clubcomp.flow.hosting.suspending import resume_club, suspend_club
from clubcomp.flow.messages import enqueue, to_player
from clubcomp.flow.people.members import add_member
from clubcomp.flow.results import record_result
from clubcomp.flow.step import step_on
from clubcomp.flow.wishes import choose
from clubcomp.models import Club, Deputy, Game, Message, MessageKind, Player, Role, User
from clubcomp.running.sending.queue import send_due
from pairing.core.types import Result
from tests import make
from tests.views.two_clubs import TwoClubs, undone

pytestmark = pytest.mark.django_db


def due(club, days=0):
    """The club ends in so many days."""
    Club.objects.filter(pk=club.pk).update(ends_on=timezone.localdate() + timedelta(days=days))
    club.refresh_from_db()
    return club


def rows_of(club):
    """How many rows of each table are the club's."""
    found = {
        model.__name__: model._base_manager.filter(**{way or "pk": club.pk}).count()
        for model, way in ways_to_club().items()
    }
    return {name: count for name, count in found.items() if count}


@pytest.fixture
def club():
    club = make.make_club()
    for role in (Role.OWNER, Role.LEADER, Role.MEMBER):
        user = make.make_user(f"Anna {role}", email=f"{role}@example.org")
        make.make_membership(club, user, role)
    return club


# Asked for, and called off ---------------------------------------------------------------------


def test_it_is_asked_for_by_the_name_of_the_club_and_said_in_the_log(club):
    for wrong in ("", "toren", "De Torens", "de toren"):
        with pytest.raises(StepError, match="De Toren"):
            ask_end(club, name=wrong, by=None)
    asked = ask_end(club, name=" De  Toren ", by=None)
    assert asked.ends_on == timezone.localdate() + NOTICE
    ask_end(club, name="De Toren", by=None)
    assert call_end_off(club, by=None).ends_on is None
    call_end_off(club, by=None)
    assert [*club.trail.values_list("action", flat=True)] == ["call_end_off", "ask_end"]


def test_everybody_with_a_role_or_a_wish_is_told_once_and_hears_that_it_stays(
    club, settings, mailoutbox
):
    settings.SENDS_EMAIL = True
    for name, email in (("Vries, Anna de", "anna@example.org"), ("Owner", "OWNER@example.org")):
        choose(make.make_player(club, name, email=email), {"email": ["board"]}, language="nl")
    make.make_player(club, "Quiet", email="quiet@example.org")
    invited = make.make_user("Invited", email="invited@example.org")
    club.memberships.create(user=invited, role=Role.MEMBER, is_pending=True)
    ask_end(club, name="De Toren", by=None)
    send_due()
    letters = {letter.to[0]: letter for letter in mailoutbox}
    assert len(letters) == len(mailoutbox)
    assert letters.keys() == {
        *("owner@example.org", "leader@example.org", "member@example.org", "anna@example.org")
    }
    assert "/toren/settings/end/" in letters["owner@example.org"].body
    assert "/toren/me/kept/" in letters["member@example.org"].body
    assert "Hallo" in letters["anna@example.org"].body
    mailoutbox.clear()
    call_end_off(club, by=None)
    send_due()
    assert {letter.subject for letter in mailoutbox} >= {"De Toren stays"}
    assert len(mailoutbox) == 4


def test_a_letter_that_is_not_true_any_more_is_not_sent(club, settings, mailoutbox):
    settings.SENDS_EMAIL = True
    ask_end(club, name="De Toren", by=None)
    call_end_off(club, by=None)
    ask_end(club, name="De Toren", by=None)
    send_due()
    assert {letter.subject.split()[2] for letter in mailoutbox} == {"is"}


# The day ---------------------------------------------------------------------------------------


def test_on_the_day_all_of_the_club_goes_and_nothing_of_any_other():
    with undone():
        clubs = TwoClubs()
        evening = clubs.competition.evenings.get(number=2)
        deputy = name_deputy(evening, name="Invaller", by=None)
        guest = Deputy.objects.create(evening=evening, user=clubs.people["stranger"])
        make.make_membership(clubs.other_club, clubs.people["leader"], Role.MEMBER)
        enqueue([to_player(MessageKind.LINK, clubs.holder, "waits")])
        other, users = rows_of(clubs.other_club), set(User.objects.values_list("pk", flat=True))
        assert len(rows_of(clubs.club)) >= 20
        due(clubs.club)
        end_due_clubs()
        assert rows_of(clubs.club) == {}
        assert rows_of(clubs.other_club) == other
        assert not Message.objects.exists()
        gone = users - set(User.objects.values_list("pk", flat=True))
        with_role = ("owner", "member")
        invited = clubs.invited, clubs.invitation.user
        assert gone == {
            *(clubs.people[name].pk for name in with_role),
            *(user.pk for user in invited),
            deputy.user_id,
        }
        assert not Deputy.objects.filter(pk=guest.pk).exists()
        connection.check_constraints()


def test_every_table_leads_to_its_club_or_refers_to_none_or_may_do_without():
    """What may do without is deleted as well, so it is not to hold anything that outlives it."""
    ways = ways_to_club()
    loose = {
        model.__name__
        for model in set(apps.get_app_config("clubcomp").get_models()) - ways.keys()
        if any(field.related_model in ways for field in model._meta.concrete_fields)
    }
    assert loose == {"Message"}


def test_not_a_day_before_on_the_clock_of_the_club(club, monkeypatch):
    due(club, 1)
    end_due_clubs()
    assert Club.objects.filter(pk=club.pk).exists()
    Club.objects.filter(pk=club.pk).update(time_zone="Pacific/Kiritimati")  # a day ahead at noon
    noon = timezone.localtime().replace(hour=12)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    end_due_clubs()
    assert not Club.objects.filter(pk=club.pk).exists()


def test_while_it_is_suspended_the_day_waits(club, monkeypatch):
    due(club)
    suspend_club(club, why="A dispute.", by=None)
    end_due_clubs()
    with pytest.raises(StepError, match="closed"):
        ask_end(club, name="De Toren", by=None)
    later = timezone.now() + timedelta(days=5)
    monkeypatch.setattr(timezone, "now", lambda: later)
    end_due_clubs()
    assert resume_club(club, by=None).ends_on == timezone.localdate()
    end_due_clubs()
    assert not Club.objects.filter(pk=club.pk).exists()


def test_one_that_fails_in_the_middle_is_there_whole_and_the_others_go(club, monkeypatch, caplog):
    other = due(make.make_club("Oost", "oost"))
    make.make_players(club, 3)
    due(club)
    before = rows_of(club)
    remove = ending.remove_rows

    def fail_in_the_middle(one):
        if one.pk == club.pk:
            Player.objects.filter(club=one).delete()
            raise DatabaseError("the machine stopped")
        remove(one)

    monkeypatch.setattr(ending, "remove_rows", fail_in_the_middle)
    with caplog.at_level(logging.ERROR):
        end_due_clubs()
    assert "toren was not deleted" in caplog.text
    assert rows_of(club) == before
    assert not Club.objects.filter(pk=other.pk).exists()
    monkeypatch.setattr(ending, "remove_rows", remove)
    end_due_clubs()
    assert rows_of(club) == {}


def test_the_log_of_the_program_says_so_without_anybodys_name(
    club, caplog, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        end_club(due(club))
    assert "The club De Toren (toren) and 3 accounts were deleted" in caplog.text
    assert "Anna" not in caplog.text


# Two at once -------------------------------------------------------------------------------------


def in_thread(threads, step, *args, **values):
    def run():
        try:
            with translation.override("en"):
                return step(*args, **values)
        except StepError as error:
            return error
        finally:
            connection.close()

    return threads.submit(run)


@pytest.mark.django_db(transaction=True)
def test_who_works_in_the_club_comes_first_and_who_comes_after_is_told():
    competition = make.make_competition(4)
    game = make.play_game(make.make_evening(competition, "long")).games.first()
    club = due(competition.club)
    is_in, goes_on = Event(), Event()

    def slow_step():
        with step_on(competition, "change_competition", by=None) as step:
            is_in.set()
            goes_on.wait(10)
            step.note(facts={})
        return "done"

    with ThreadPoolExecutor(2) as threads:
        first = in_thread(threads, slow_step)
        assert is_in.wait(10)
        end = in_thread(threads, end_club, club)
        goes_on.set()
        assert (first.result(30), end.result(30)) == ("done", None)
        assert not Club.objects.exists()
        game = Game.objects.with_round().filter(pk=game.pk).first() or game
        late = in_thread(threads, record_result, game, result=Result.DRAW, seen="*", by=None)
        assert isinstance(late.result(30), StepError)
        late = in_thread(threads, add_member, club, name="Nieuw, Nina", by=None)
        assert str(late.result(30)) == "This club has been deleted."


@pytest.mark.django_db(transaction=True)
def test_two_senders_end_it_once_and_who_calls_it_off_in_time_keeps_it(club):
    with ThreadPoolExecutor(2) as threads:
        both = [in_thread(threads, end_due_clubs) for _each in range(2) if due(club)]
        assert [one.result(30) for one in both] == [None, None]
        assert not Club.objects.exists()
        other = due(make.make_club("Oost", "oost"))
        off = in_thread(threads, call_end_off, other, by=None)
        for one in (off, in_thread(threads, end_club, other)):
            one.result(30)
        left = Club.objects.first()
        assert left is None or left.ends_on is None
