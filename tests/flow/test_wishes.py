"""Who wants to be told what, and is that, and nothing else, written with the step?"""

import datetime
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubcomp.flow.absences.taking_part import say_for_oneself
from clubcomp.flow.attendance.reserves import ask_reserves
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import change_evening, remove_evening
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.wishes import choose, stop, stop_token, wish_of_token
from clubcomp.models import Club, Message, Player, Wish
from clubcomp.running.sending.queue import send_due
from pairing.core.unplayed import Unplayed
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def its_address(mail, settings):
    settings.SITE_URL = "https://toren.example.org"


@pytest.fixture
def competition():
    return make.make_competition(5)


@pytest.fixture
def evening(competition):
    return make.make_evening(competition, "blitz")


def member(competition, name, language="en", kinds=("board", "evening")) -> Player:
    """A player with an address, who wants these messages."""
    player = competition.club.players.get(name=name)
    Player.objects.filter(pk=player.pk).update(email=f"{name.lower()}@example.org")
    player.refresh_from_db()
    choose(player, {"email": kinds}, language=language)
    return player


def publish(evening):
    # The club of a request is read anew: somebody may have made wishes since.
    evening.competition.refresh_from_db()
    return publish_next(evening, after=0, by=None)


def test_each_hears_of_the_own_board_in_the_own_language(mail, competition, evening):
    member(competition, "Adema")
    member(competition, "Bakker", language="tr")
    round_ = publish(evening)
    send_due()
    said = {letter.to[0]: letter for letter in mail}
    assert said.keys() == {"adema@example.org", "bakker@example.org"}
    english = said["adema@example.org"]
    games = round_.games.select_related("white__player", "black__player")
    game = next(one for one in games if "Adema" in (str(one.white), str(one.black)))
    colour = "white" if str(game.white) == "Adema" else "black"
    other = game.black if colour == "white" else game.white
    assert english.subject == f"Board {game.board}: you have {colour} against {other}"
    assert "https://toren.example.org/toren/" in english.body
    assert Message.objects.get(player__name="Bakker").language == "tr"


def test_who_has_the_bye_hears_that(mail, competition, evening):
    for name in ("Adema", "Bakker", "Cornelis", "Dekker", "Evers"):
        member(competition, name)
    publish(evening)
    send_due()
    assert len(mail) == 5
    assert [letter.subject for letter in mail].count("You have the bye") == 1


def test_nobody_hears_unasked_and_nothing_is_asked_then(competition, evening):
    with CaptureQueriesContext(connection) as queries:
        publish(evening)
    asked = re.compile("clubcomp_(message|wish|device)")
    assert [one["sql"] for one in queries.captured_queries if asked.search(one["sql"])] == []
    assert not Message.objects.exists()


@pytest.mark.parametrize("reason", ["no mail", "no address", "kind off", "stopped"])
def test_what_cannot_or_shall_not_go_is_not_written(competition, evening, settings, reason):
    anna = member(competition, "Adema")
    if reason == "no mail":
        settings.SENDS_EMAIL = False
    elif reason == "no address":
        Player.objects.filter(pk=anna.pk).update(email="")
    elif reason == "kind off":
        Club.objects.update(kinds_off=["board"])
    else:
        stop(wish_of_token(competition.club, stop_token(anna, "board", "email")))
    publish(evening)
    assert not Message.objects.exists()


def test_a_pairing_that_was_withdrawn_is_not_told_and_told_anew_when_it_is_back(
    mail, competition, evening
):
    member(competition, "Adema")
    round_ = publish(evening)
    withdraw_round(round_, by=None)
    send_due()
    assert not mail
    publish_next(evening, after=0, by=None)
    send_due()
    assert len(mail) == 1


def test_an_evening_that_moves_or_is_cancelled_is_told_to_who_belongs_to_it(mail, competition):
    day = timezone.localdate() + datetime.timedelta(days=9)
    evening = make.make_evening(competition, "blitz", is_open=False, date=day)
    member(competition, "Adema")
    gone = member(competition, "Bakker")
    competition.entries.filter(player=gone).update(left=evening.number - 1)
    values = {"tempo": evening.tempo, "games": evening.games, "by": None}
    later = day + datetime.timedelta(days=7)
    evening.competition.refresh_from_db()
    change_evening(evening, date=later, starts_at=datetime.time(20), **values)
    change_evening(evening, date=later, starts_at=datetime.time(20), **values)  # nothing changes
    evening.refresh_from_db()
    remove_evening(evening, by=None)
    send_due()
    moved, cancelled = mail
    assert moved.to == cancelled.to == ["adema@example.org"]
    assert moved.subject.startswith("Moved: ")
    assert f"{later.day}" in moved.body
    assert "20:00" in moved.body
    assert cancelled.subject.startswith("Cancelled: ")
    assert "does not take place" in cancelled.body


def test_an_evening_that_is_over_is_told_to_nobody(competition):
    day = timezone.localdate() - datetime.timedelta(days=9)
    evening = make.make_evening(competition, "blitz", is_open=False, date=day)
    member(competition, "Adema")
    evening.competition.refresh_from_db()
    remove_evening(evening, by=None)
    assert not Message.objects.exists()


def test_a_club_knows_whether_anybody_wants_messages(competition):
    club = competition.club
    anna = member(competition, "Adema")
    club.refresh_from_db()
    assert club.has_wishes
    choose(anna, {"email": []}, language="en")
    club.refresh_from_db()
    assert not club.has_wishes


def test_a_stop_link_ends_its_kind_alone_and_an_invented_one_is_nothing(competition):
    anna = member(competition, "Adema")
    token = stop_token(anna, "board", "email")
    for other in ("", "x", token[:-1] + "-", token.replace("board", "evening"), f"9{token}"):
        assert wish_of_token(competition.club, other) is None
    assert wish_of_token(make.make_club("Dame", "dame"), token) is None
    stop(wish_of_token(competition.club, token))
    assert [wish.kind for wish in Wish.objects.all()] == ["evening"]
    stop(wish_of_token(competition.club, token))
    stop(wish_of_token(competition.club, token), everything=True)
    assert not Wish.objects.exists()


# An odd number -------------------------------------------------------------------------------


@pytest.fixture
def odd(competition):
    """Five are expected in nine days; Evers stays away, so four. Then Dekker does, so three."""
    day = timezone.localdate() + datetime.timedelta(days=9)
    evening = make.make_evening(competition, "blitz", is_open=False, date=day)
    for name in ("Evers", "Dekker"):
        player = member(competition, name, kinds=["reserve"])
        entry = competition.entries.get(player=player)
        say_for_oneself(entry, evening, status=Unplayed.ABSENT, by=player)
    member(competition, "Adema", kinds=["reserve"])
    evening.competition.refresh_from_db()
    return evening


def test_who_stays_away_and_wants_to_be_asked_is_asked_to_help(mail, odd):
    assert ask_reserves(odd, by=None) == 2
    send_due()
    assert sorted(letter.to[0] for letter in mail) == ["dekker@example.org", "evers@example.org"]
    letter = mail[0]
    assert letter.subject.startswith("One more player would help: ")
    assert "3 players are expected" in letter.body
    assert f"https://toren.example.org/toren/me/intern/{odd.serial}/" in letter.body
    with pytest.raises(StepError, match="They were asked at"):
        ask_reserves(odd, by=None)


def test_when_somebody_helps_already_the_others_are_not_asked_any_more(mail, odd):
    ask_reserves(odd, by=None)
    entry = odd.competition.entries.get(key="evers")
    say_for_oneself(entry, odd, status="expected", by=entry.player)
    send_due()
    assert not mail


def test_where_nobody_wants_to_be_asked_the_leader_hears_that_and_nothing_is_written(odd):
    Wish.objects.all().delete()
    with pytest.raises(StepError, match="nobody wants to be asked"):
        ask_reserves(odd, by=None)
    assert not odd.trail.filter(action="ask_reserves").exists()
    assert not Message.objects.exists()
