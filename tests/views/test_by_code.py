"""What comes with a code that goes to the present address, and who asks too often."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubcomp.flow.accounts.codes import FILE, code_for
from clubcomp.models import AttemptCount, Message, Player, TrailEntry
from clubcomp.running.sending.queue import send_due
from tests import make
from tests.views.test_messages import ENGLISH, page
from tests.views.visitor import text

pytestmark = pytest.mark.django_db


# Another address -----------------------------------------------------------------------------


def test_another_address_needs_the_code_that_went_to_the_present_one(phone, anna, mail):
    address, new = page("my-address"), "nieuw@example.org"
    assert "A code was sent to a…@example.org" in text(phone.post(address, {"email": new}))
    send_due()
    (letter,) = mail
    assert letter.to == ["anna@example.org"]
    code = re.search(r"The code: (\S+)", letter.body)[1]
    wrong = phone.post(address, {"act": "code", "email": new, "code": "AAAAAAAA"})
    assert "This is not the code" in text(wrong)
    other = phone.post(address, {"act": "code", "email": "dief@example.org", "code": code})
    assert "This is not the code" in text(other)
    phone.post(address, {"act": "code", "email": new, "code": code.lower()})
    anna.refresh_from_db()
    assert anna.email == new
    line = anna.club.trail.first()
    assert (line.action, line.by_name) == ("change_member", "Anna de Vries")
    again = phone.post(address, {"act": "code", "email": "weer@example.org", "code": code})
    assert "This is not the code" in text(again)


def test_who_tries_many_codes_has_to_wait_and_the_right_one_is_not_looked_at(phone, anna, mail):
    address, new = page("my-address"), "nieuw@example.org"
    right = code_for(anna, new)
    answers = [
        phone.post(address, {"act": "code", "email": new, "code": code})
        for code in ("A" * 8,) * 5 + (right,)
    ]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert "this one was not looked at. Try again in 2 seconds." in text(answers[-1])
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    (line,) = anna.club.trail.filter(action="tried_codes")
    assert line.facts == {"player": "Anna de Vries", "count": 5}
    AttemptCount.objects.update(last=timezone.now() - timedelta(seconds=3))
    phone.post(address, {"act": "code", "email": new, "code": right})
    anna.refresh_from_db()
    assert anna.email == new


# The file of what is kept ----------------------------------------------------------------------


def test_what_is_kept_about_me_comes_with_a_code_that_goes_to_my_address(phone, anna, mail):
    address = page("my-kept")
    assert address in phone.get(page("my-settings")).content.decode()
    assert "A code goes to your address, a…@example.org" in text(phone.get(address))
    assert "A code was sent" in text(phone.post(address, {"act": "send"}))
    send_due()
    (letter,) = mail
    assert letter.to == ["anna@example.org"]
    assert "take along what De Toren keeps about you" in letter.body
    code = re.search(r"The code: (\S+)", letter.body)[1]
    of_address = code_for(anna, "x@example.org")
    for wrong in ("AAAAAAAA", of_address):
        answer = phone.post(address, {"act": "code", "code": wrong})
        assert "This is not the code" in text(answer)
    assert not anna.club.trail.exists()
    file = phone.post(address, {"act": "code", "code": code})
    assert file["Content-Disposition"] == f'attachment; filename="kept-{anna.pk}.json"'
    kept = json.loads(file.content)
    assert kept["player"]["email"] == "anna@example.org"
    assert [line["action"] for line in kept["log"]] == ["take_own_file"]
    assert anna.club.trail.get().by_player == anna
    # It opens nothing else.
    stolen = {"act": "code", "email": "dief@example.org", "code": code_for(anna, FILE)}
    assert "This is not the code" in text(phone.post(page("my-address"), stolen))


def test_a_download_that_failed_is_fetched_with_the_same_press(phone, anna, mail):
    form = {"act": "code", "code": code_for(anna, FILE), "form_key": "one"}
    files = [phone.post(page("my-kept"), form) for _time in range(2)]
    assert [file["Content-Type"].split(";")[0] for file in files] == ["application/json"] * 2
    assert anna.club.trail.filter(action="take_own_file").count() == 2


def test_without_mail_a_leader_gives_the_file(phone, mail):
    Player.objects.update(email="")
    for answer in (phone.get(page("my-kept")), phone.post(page("my-kept"), {"act": "send"})):
        assert "Ask a leader of the club for the file with what is kept" in text(answer)
    assert not Message.objects.exists()


def test_a_code_is_of_one_player_one_address_and_this_hour(anna):
    other = make.make_player(anna.club, "Bob", email=anna.email)
    codes = {
        code_for(anna, "x@example.org"),
        code_for(anna, "y@example.org"),
        code_for(other, "x@example.org"),
        code_for(anna, "x@example.org", 1),
    }
    assert len(codes) == 4


def test_codes_are_not_sent_without_end(phone, mail):
    answers = [phone.post(page("my-address"), {"email": f"n{n}@example.org"}) for n in range(6)]
    assert ["Too many codes" in text(answer) for answer in answers] == [False] * 5 + [True]


def test_without_a_present_address_the_leader_writes_it(phone, mail):
    Player.objects.update(email="")
    answer = phone.post(page("my-address"), {"email": "x@example.org"})
    assert answer.url == page("my-messages")
    assert not Message.objects.exists()


def test_a_network_that_asks_for_many_links_has_to_wait_and_the_log_says_so(anna, mail):
    for name, action in (("ask-link", ["asked_links"]), ("password-forgotten", [])):
        TrailEntry.objects.all().delete()
        where = page(name) if name == "ask-link" else reverse(name)
        phones = [Client(headers=ENGLISH, REMOTE_ADDR=f"10.0.0.{n}") for n in (1, 2)]
        asked = [phones[0].post(where, {"email": f"n{n}@example.org"}) for n in range(21)]
        assert [answer.status_code for answer in asked] == [200] * 20 + [429]
        assert asked[-1]["Retry-After"] == "2"
        assert "this one was not looked at" in text(asked[-1])
        assert phones[1].post(where, {"email": "x@example.org"}).status_code == 200
        lines = TrailEntry.objects.all()
        assert [line.action for line in lines] == action
        assert all(line.facts == {"count": 20} for line in lines)
