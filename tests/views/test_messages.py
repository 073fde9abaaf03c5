"""What does a member choose, how does it end, and what does an owner see of the messages?"""

import base64
import datetime
import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubcomp.doors.links import token_of
from clubcomp.flow.absences.taking_part import say_for_oneself
from clubcomp.flow.messages import send_test
from clubcomp.flow.wishes import add_device, choose, stop_token
from clubcomp.models import Club, Message, Player, Role, Wish
from clubcomp.running.sending.queue import send_due
from tests import make
from tests.views.two_clubs import digest
from tests.views.visitor import Visitor, said, text

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en", "origin": "http://testserver"}


def page(name, *arguments):
    return reverse(name, args=["toren", *arguments])


def wishes():
    return sorted((wish.kind, wish.channel, wish.language) for wish in Wish.objects.all())


# What a member wants -------------------------------------------------------------------------


def test_nothing_is_ticked_until_it_is_wanted_and_then_it_is_kept(phone, mail):
    address = page("my-messages")
    assert "checked" not in text(phone.get(address))
    answer = phone.post(address, {"email": ["board"], "language": "tr"})
    assert said(answer) == ["Your wishes are kept."]
    assert wishes() == [("board", "email", "tr")]
    assert text(phone.get(address)).count("checked") == 1
    phone.post(address, {"language": "en"})
    assert wishes() == []


def test_without_email_or_an_address_it_is_not_offered_and_says_why(phone, anna, settings):
    address = page("my-messages")
    assert "This site sends no e-mail." in text(phone.get(address))
    settings.SENDS_EMAIL = True
    Player.objects.update(email="")
    assert "The club knows no e-mail address of yours." in text(phone.get(address))
    phone.post(address, {"email": ["board"], "language": "en"})
    assert wishes() == []


def test_what_the_club_does_not_send_cannot_be_wished(phone, mail):
    Club.objects.update(kinds_off=["board"])
    answer = phone.post(page("my-messages"), {"email": ["board"], "language": "en"})
    assert "Something is not right yet" in text(answer)
    assert wishes() == []


def test_the_address_is_shown_to_who_knows_it_only(phone, mail):
    seen = text(phone.get(page("my-messages")))
    assert "a…@example.org" in seen
    assert "anna@example.org" not in seen


# It ends -------------------------------------------------------------------------------------


def test_a_message_ends_by_its_own_link_with_one_press_and_not_by_looking(anna):
    choose(anna, {"email": ["board", "evening"]}, language="en")
    address = page("stop-messages", stop_token(anna, "board", "email"))
    stranger = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True)
    before = digest()
    seen = text(stranger.get(address))
    assert "The board, as soon as a game is paired, by e-mail" in seen
    assert "Anna" not in seen
    assert digest() == before
    # A mail program presses by itself (RFC 8058), without a page of ours before.
    answer = stranger.post(address, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert wishes() == [("evening", "email", "en")]
    stranger.post(address, {"act": "everything"})
    assert wishes() == []
    assert stranger.get(page("stop-messages", "1-board-email-x")).status_code == 404


def test_an_email_says_where_it_ends_to_mail_programs_too(anna, mail):
    choose(anna, {"email": ["evening"]}, language="en")
    competition = make.make_competition(2, club=anna.club)
    facts = {"competition": competition.pk, "before": {"date": None}, "after": None}
    Message.objects.create(
        key="k", kind="evening", club=anna.club, player=anna, language="en", facts=facts
    )
    send_due()
    (letter,) = mail
    stop = f"http://localhost:8000{page('stop-messages', stop_token(anna, 'evening', 'email'))}"
    assert letter.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.body.endswith(f"-- \nNo more of these messages: {stop}\n")


# The personal link ---------------------------------------------------------------------------


def test_a_member_asks_for_the_own_link_and_a_stranger_hears_the_same(anna, mail):
    brother = make.make_player(anna.club, "Vries, Bob de", email=anna.email)
    stranger = Client(headers=ENGLISH)
    answers = {
        re.sub('value="[^"]*"', "", text(stranger.post(page("ask-link"), {"email": email})))
        for email in ("Anna@example.org ", "nobody@example.org")
    }
    assert len(answers) == 1
    stranger.post(page("ask-link"), {"email": anna.email})
    send_due()
    assert [letter.to for letter in mail] == [[anna.email]] * 2
    links = {re.search(r"http://localhost:8000(\S+)", letter.body)[1] for letter in mail}
    assert links == {page("open-link", token_of(one)) for one in (anna, brother)}


def test_a_leader_sends_one_member_or_all_their_links(anna, mail):
    leader = Visitor(Role.LEADER, club=anna.club, name="Ruud")
    make.make_player(anna.club, "Zonder")
    leader.fill_in("send-links", player=anna.pk)
    again = leader.client.post(leader.address("send-links"), follow=True)
    assert "to which no link was sent just now" in text(again)
    Message.objects.all().delete()
    asked = text(leader.see("send-links"))
    assert "Send 1 member their personal link?" in asked
    assert "no address: Zonder" in asked
    assert not Message.objects.exists()
    answer = leader.fill_in("send-links", act="send")
    assert said(answer) == ["1 link is on its way. Not sent: Zonder (no address)."]
    later = text(leader.see("send-links"))
    assert "no address: Zonder" in later
    assert "a link was sent just now: Anna de Vries" in later
    assert "1 player was sent the personal link: Anna de Vries." in text(leader.see("trail"))
    send_due()
    assert [letter.to for letter in mail] == [["anna@example.org"]]


def test_without_email_no_link_is_sent_and_none_is_offered(anna):
    leader = Visitor(Role.LEADER, club=anna.club, name="Ruud")
    leader.fill_in("send-links", player=anna.pk)
    Client().post(page("ask-link"), {"email": anna.email})
    assert not Message.objects.exists()
    assert "Send it to" not in text(leader.see("member-link", anna.pk))


# What an owner sees --------------------------------------------------------------------------


def counts(owner) -> list[str]:
    """How many wait, were sent today, and were given up."""
    return re.findall(r"<strong>(\d+)</strong>", text(owner.see("club-messages")))


def test_an_owner_sees_what_waits_and_what_did_not_arrive(anna, settings, mail):
    owner = Visitor(Role.OWNER, club=anna.club, name="Olga")
    owner.fill_in("club-messages", act="test")
    assert counts(owner) == ["1", "0", "0"]
    send_due()
    assert mail[0].to == ["olga@example.org"]
    send_test(anna.club, owner.user)
    message = Message.objects.waiting().get()
    message.give_up("550 nobody of that name")
    message.save()
    assert counts(owner) == ["0", "1", "1"]
    assert "550 nobody of that name" in text(owner.see("club-messages"))


def test_an_owner_chooses_who_sends_who_gets_answers_and_what_is_not_sent(anna, mail):
    owner = Visitor(Role.OWNER, club=anna.club, name="Olga")
    owner.fill_in(
        "club-messages", sender_name="De secretaris", reply_to="sec@example.org", kinds_off="board"
    )
    send_test(Club.objects.get(), owner.user)
    send_due()
    assert mail[0].from_email == "De secretaris <noreply@localhost>"
    assert mail[0].reply_to == ["sec@example.org"]
    assert Club.objects.get().kinds_off == ["board"]
    assert "The club’s messages were changed" in text(owner.see("trail"))


def test_without_email_the_page_says_how_it_is_switched_on(anna):
    owner = Visitor(Role.OWNER, club=anna.club, name="Olga")
    assert "This site sends no e-mail." in text(owner.see("club-messages"))
    owner.fill_in("club-messages", act="test")
    assert not Message.objects.exists()


# Notifications -------------------------------------------------------------------------------

SUBSCRIPTION = json.dumps(
    {
        "endpoint": "https://fcm.googleapis.com/fcm/send/abc",
        "keys": {
            "p256dh": base64.urlsafe_b64encode(b"\4" + bytes(64)).decode(),
            "auth": base64.urlsafe_b64encode(bytes(16)).decode(),
        },
    }
)


@pytest.mark.parametrize(
    ("host", "is_https", "offered"),
    [
        ("localhost:8000", False, True),
        ("127.0.0.1", False, True),
        ("[::1]:8000", False, True),
        ("192.168.1.20:8000", False, False),
        ("192.168.1.20", True, True),
        ("localhost.example.org", False, False),
    ],
)
def test_notifications_are_offered_where_a_browser_takes_them(phone, host, is_https, offered):
    answer = phone.get(page("my-messages"), headers={"host": host}, secure=is_https)
    assert ("data-key=" in text(answer)) is offered
    assert ("need an address that begins with https" in text(answer)) is not offered


def test_a_device_is_added_and_removed(phone, anna):
    answer = phone.post(page("my-device"), {"subscription": SUBSCRIPTION})
    assert (answer.status_code, answer.url) == (302, page("my-messages"))
    device = anna.devices.get()
    assert "A device, since" in text(phone.get(page("my-messages"), headers={"host": "localhost"}))
    phone.post(page("my-device"), {"remove": device.pk})
    assert not anna.devices.exists()


def test_a_device_of_somebody_else_is_not_removed(phone, anna):
    other = make.make_player(anna.club, "Bob")
    device = add_device(other, SUBSCRIPTION)
    phone.post(page("my-device"), {"remove": device.pk})
    assert other.devices.exists()


def test_what_is_no_device_is_refused_in_words(phone):
    answer = phone.post(page("my-device"), {"subscription": "{}"}, follow=True)
    assert "This browser takes no notifications from here." in text(answer)


def test_the_service_worker_of_the_club_shows_notifications_too(phone):
    script = phone.get(page("service-worker")).content.decode()
    assert script.startswith('importScripts("/static/js/push.js");\n')


# An odd number -------------------------------------------------------------------------------


def test_a_leader_asks_for_help_where_the_number_is_odd_and_somebody_wants_messages(mail):
    competition = make.make_competition(5)
    day = timezone.localdate() + datetime.timedelta(days=9)
    evening = make.make_evening(competition, "blitz", is_open=False, date=day)
    leader = Visitor(Role.LEADER, club=competition.club, name="Ruud")
    place = competition.slug, evening.serial
    assert "Ask who wants to be asked" not in text(leader.see("lead", *place))
    anna = competition.club.players.get(name="Adema")
    Player.objects.filter(pk=anna.pk).update(email="anna@example.org")
    choose(anna, {"email": ["reserve"]}, language="en")
    assert "Ask who wants to be asked" in text(leader.see("lead", *place))
    answer = leader.client.post(leader.address("ask-reserves", *place), follow=True)
    assert "Of who does not come nobody wants to be asked." in text(answer)
    entry = competition.entries.get(player=anna)
    say_for_oneself(entry, evening, status="absent", by=anna)
    assert "Ask who wants to be asked" not in text(leader.see("lead", *place))
    other = competition.entries.get(key="evers")
    say_for_oneself(other, evening, status="absent", by=other.player)
    answer = leader.client.post(leader.address("ask-reserves", *place), follow=True)
    assert "1 player is asked." in text(answer)
    send_due()
    assert mail[0].to == ["anna@example.org"]
