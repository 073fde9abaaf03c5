"""Where is a person signed in, and how is that ended?"""

import time

import pytest
from django.contrib.auth import SESSION_KEY
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubcomp.models import Session
from clubcomp.words.devices import device_in_words
from tests.make import PASSWORD, make_user
from tests.views.visitor import text

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
MAC = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/18.1 Safari/605.1.15"
)


@pytest.fixture
def anna():
    return make_user("Anna")


def device(email, agent=MAC):
    """A browser in which somebody signed in."""
    client = Client(headers={"accept-language": "en", "user-agent": agent})
    client.post(reverse("sign-in"), {"username": email, "password": PASSWORD})
    assert SESSION_KEY in client.session
    return client


def is_in(client):
    return client.get(reverse("account")).status_code == 200


def test_a_person_sees_the_devices_and_which_one_this_is(anna):
    here, _there = device(anna.email), device(anna.email, PHONE)
    device(make_user("Bert").email, "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0")
    said = text(here.get(reverse("account")))
    assert "Safari on Mac, <b>this device</b>" in said
    assert "Firefox on Android" in said
    assert "Windows" not in said


def test_the_key_of_a_session_is_on_no_page(anna):
    here, there = device(anna.email), device(anna.email, PHONE)
    said = text(here.get(reverse("account")))
    assert here.session.session_key not in said
    assert there.session.session_key not in said


def test_one_device_is_signed_out_and_no_other(anna):
    here, there, third = (device(anna.email) for _n in range(3))
    digest = Session.objects.get(pk=there.session.session_key).digest
    said = text(here.post(reverse("account"), {"device": digest}, follow=True))
    assert "1 device is signed out." in said
    assert [is_in(client) for client in (here, there, third)] == [True, False, True]


def test_all_others_are_signed_out_and_nobody_elses(anna):
    bert = device(make_user("Bert").email)
    here, there, third = (device(anna.email) for _n in range(3))
    assert "2 devices are signed out." in text(here.post(reverse("account"), follow=True))
    assert [is_in(client) for client in (here, there, third, bert)] == [True, False, False, True]


def test_a_session_of_somebody_else_is_not_ended(anna):
    here, bert = device(anna.email), device(make_user("Bert").email)
    digest = Session.objects.get(pk=bert.session.session_key).digest
    here.post(reverse("account"), {"device": digest})
    assert is_in(bert)


def test_another_password_ends_the_others_and_this_one_stays(anna):
    here, there = device(anna.email), device(anna.email)
    new = "paard-op-f3-staat-goed"
    data = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    here.post(reverse("password"), data)
    assert is_in(here)
    assert Session.objects.filter(user=anna).count() == 1
    assert not is_in(there)


def test_when_a_device_was_used_is_written_once_an_hour(anna):
    here = device(anna.email)

    def writes():
        with CaptureQueriesContext(connection) as queries:
            here.get(reverse("home"))
        return [query["sql"] for query in queries if "UPDATE" in query["sql"]]

    assert writes() == []
    session = here.session
    session["used"] = int(time.time()) - 3601
    row = Session.objects.get(pk=session.session_key)
    Session.objects.filter(pk=row.pk).update(session_data=session.encode(dict(session)))
    assert len(writes()) == 1
    assert writes() == []


def test_a_session_of_before_is_taken_along_and_knows_its_person_when_it_is_used(anna):
    here = device(anna.email)
    session = here.session
    data = {key: value for key, value in session.items() if key not in ("used", "since")}
    Session.objects.update(user=None, session_data=session.encode(data))
    assert is_in(here)
    assert Session.objects.get().user == anna


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ("", "A device that does not say what it is"),
        ("curl/8.1", "A device that does not say what it is"),
        ("Mozilla/5.0 (iPhone) AppleWebKit Version/18 Mobile Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("<b>Firefox", "Firefox"),
    ],
)
def test_a_device_is_called_by_its_browser_and_machine(description, words):
    assert device_in_words(description) == words
