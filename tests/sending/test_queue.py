"""Is what waits sent: at least once, by one sender, and again only where nobody knows?"""

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email.header import decode_header, make_header
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from clubcomp.flow.messages import send_test, tell_owners
from clubcomp.models import Message, MessageKind, Role
from clubcomp.models.messages import DELAYS
from clubcomp.running.sending import queue
from clubcomp.running.sending.queue import send_due, send_next, sweep
from clubcomp.running.sending.sender import Sender
from clubcomp.running.sending.ways import Mailbox
from clubcomp.running.serving.by_gunicorn import Worker
from tests.make import make_club, make_membership, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def owner(db):
    return make_membership(make_club("De Tören"), make_user("Anna"), Role.OWNER)


@pytest.fixture
def message(owner) -> Message:
    """One that waits."""
    send_test(owner.club, owner.user)
    return Message.objects.get()


def again(message):
    """Its time has come."""
    Message.objects.filter(pk=message.pk).update(due_at=timezone.now())
    send_due()
    message.refresh_from_db()


def test_a_message_goes_to_its_receiver_once(mail, message):
    send_due()
    send_due()
    (letter,) = mail.letters
    assert letter["To"] == "anna@example.org"
    sender = str(make_header(decode_header(letter["From"])))
    assert sender == "De Tören <noreply@toren.example.org>"
    assert letter["Message-ID"] == f"<{message.key}@toren.example.org>"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert "so messages of De Tören arrive" in letter.get_payload(decode=True).decode()
    message.refresh_from_db()
    assert message.sent_at


def test_what_waits_together_goes_through_one_connection(mail, owner):
    for _n in range(3):
        send_test(owner.club, owner.user)
    send_due()
    assert (len(mail.letters), mail.connections) == (3, 1)


def test_a_step_that_is_taken_back_sends_nothing(mail, owner):
    with transaction.atomic():
        send_test(owner.club, owner.user)
        transaction.set_rollback(True)
    send_due()
    assert not mail.letters


@pytest.mark.parametrize("answer", ["451 come back later", ""])
def test_later_or_an_answer_that_was_lost_is_tried_again_with_the_same_id(mail, message, answer):
    mail.to_letter = [answer]
    send_due()
    message.refresh_from_db()
    assert (message.sent_at, message.tries) == (None, 1)
    assert message.due_at > timezone.now() + timedelta(seconds=DELAYS[0] - 10)
    again(message)
    assert message.sent_at
    assert {letter["Message-ID"] for letter in mail.letters} == {
        f"<{message.key}@toren.example.org>"
    }
    assert len(mail.letters) == (1 if answer else 2)


def test_a_program_that_dies_between_sending_and_marking_sends_once_more(
    mail, message, monkeypatch
):
    class Killed(BaseException):
        pass

    def dies(_message):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Message, "save", dies)
        with pytest.raises(Killed):
            send_due()
    send_due()
    send_due()
    assert [letter["Message-ID"] for letter in mail.letters] == [
        f"<{message.key}@toren.example.org>"
    ] * 2


def test_no_is_no_and_an_owner_is_told_once(mail, owner, message):
    mail.to_receiver = ["550 nobody of that name", "550 nobody of that name"]
    send_test(owner.club, owner.user)
    send_due()
    message.refresh_from_db()
    assert message.given_up_at
    assert message.answer == "550 nobody of that name"
    told = Message.objects.waiting().get()
    assert (told.kind, told.user) == (MessageKind.GIVEN_UP, owner.user)
    again(told)
    (letter,) = mail.letters
    assert "2 messages of De Tören did not arrive." in letter.get_payload(decode=True).decode()


def test_that_messages_do_not_arrive_is_not_told_about_that_message_itself(mail, owner):
    tell_owners(owner.club)
    mail.to_receiver = ["550 no"]
    again(Message.objects.get())
    assert not Message.objects.waiting().exists()


def test_waits_grow_and_after_a_day_it_is_given_up(mail, message):
    mail.shutdown()
    mail.server_close()
    waits = []
    while not message.given_up_at:
        before = timezone.now()
        again(message)
        waits.append((message.due_at - before).total_seconds())
        Message.objects.filter(pk=message.pk).update(
            made_at=message.made_at - timedelta(seconds=waits[-1])
        )
        message.refresh_from_db()
    assert [round(wait) for wait in waits[: len(DELAYS)]] == DELAYS
    assert sum(waits[:-1]) < 24 * 3600 <= sum(waits)
    assert "refused" in message.answer


def test_what_is_over_a_day_old_is_not_sent_any_more(mail, message):
    """A backup that comes back brings back what waited then."""
    old = timezone.now() - timedelta(days=1, minutes=1)
    Message.objects.filter(pk=message.pk).update(made_at=old, due_at=old)
    send_due()
    assert not mail.letters
    message.refresh_from_db()
    assert message.answer == "over a day old"
    assert message.given_up_at


def test_a_letter_that_cannot_be_written_holds_up_no_other(mail, owner, message, monkeypatch):
    write = queue.letter_of

    def broken(asked):
        if asked.pk == message.pk:
            connection.cursor().execute("SELECT nonsense")
        return write(asked)

    monkeypatch.setattr(queue, "letter_of", broken)
    send_test(owner.club, owner.user)
    send_due()
    assert len(mail.letters) == 1
    assert Message.objects.waiting().get() == message


def test_what_one_sender_is_at_another_does_not_take(mail, message):
    def elsewhere():
        try:
            return send_next(Mailbox())
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as thread:
        Message.objects.select_for_update().get()
        assert thread.submit(elsewhere).result() is False
    assert not mail.letters
    assert send_next(Mailbox()) is True


def test_a_site_without_email_forgets_what_waits(message):
    send_due()
    assert not Message.objects.exists()


def test_what_was_sent_long_ago_is_forgotten(mail, owner, message):
    send_due()
    send_test(owner.club, owner.user)
    sweep()
    assert Message.objects.count() == 2
    Message.objects.filter(pk=message.pk).update(sent_at=timezone.now() - timedelta(days=31))
    sweep()
    assert Message.objects.get() != message


def test_a_sender_hears_of_a_message_when_its_transaction_is_through_and_ends(mail, owner):
    sender = Sender()
    sender.start()
    try:
        with mail.arrival(1):
            send_test(owner.club, owner.user)
        with mail.arrival(2):
            send_test(owner.club, owner.user)
    finally:
        sender.stop(60)
    assert not sender.is_alive()
    assert Message.objects.filter(sent_at=None).count() == 0


def test_a_sender_that_is_told_to_stop_while_it_is_being_told_ends(monkeypatch):
    """Ctrl-C reaches a worker from the terminal and from the process that began it."""
    monkeypatch.setattr(Sender, "run", lambda sender: sender._heard.recv(1))
    Sender().stop()  # before it began
    sender = Sender()
    sender.start()
    interrupted = []

    def told_again(frame, event, _argument):
        if not event.startswith("c_"):
            interrupted.append(frame.f_code.co_name)
            sender.stop(0)

    def interrupted_everywhere():
        sys.setprofile(told_again)
        sender.stop()

    told = Thread(target=interrupted_everywhere, daemon=True)
    told.start()
    told.join(20)
    assert not told.is_alive(), interrupted
    assert "stop" in interrupted
    assert not sender.is_alive()


def test_a_worker_that_is_told_to_stop_before_it_serves_ends(monkeypatch):
    """The signal may come while it loads the site."""

    def ended(code):
        raise SystemExit(code)

    monkeypatch.setattr(os, "_exit", ended)
    with pytest.raises(SystemExit):
        Worker.handle_quit(object.__new__(Worker), signal.SIGQUIT, None)


@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
def test_the_program_that_only_sends_ends_when_it_is_told_to(monkeypatch, wish):
    known = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}

    def told_at_once(sender):
        for _ in range(2000):
            if signal.getsignal(signal.SIGTERM) is not known[signal.SIGTERM]:
                break
            time.sleep(0.01)
        os.kill(os.getpid(), wish)
        sender._heard.recv(1)

    monkeypatch.setattr(Sender, "run", told_at_once)
    try:
        call_command("send_messages")
    finally:
        for one, handler in known.items():
            signal.signal(one, handler)
