"""Does a QR code of a signed-in device let another one in: once, for minutes, past every queue?"""

import re
import time

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse

from clubcomp.doors.sessions import PROVED, SINCE
from clubcomp.flow.accounts.other_devices import LASTS, device_token
from clubcomp.models import AttemptCount, Role, User
from tests.make import make_user
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return make_user("Anna")


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def link_of(user):
    return reverse("start-device", args=[device_token(user)])


def is_in(client):
    return client.session.get(SESSION_KEY)


def test_the_button_signs_in_and_looking_does_not(client, anna):
    link = link_of(anna)
    for _n in range(2):  # a messenger or a camera looks first
        assert "As Anna, who is signed in" in text(client.get(link))
        assert not is_in(client)
    assert client.post(link).url == reverse("home")
    assert is_in(client) == str(anna.pk)
    again = Client(headers={"accept-language": "en"})
    for answer in (again.get(link), again.post(link)):
        assert answer.status_code == 410
        assert "This code is over" in text(answer)
    assert not is_in(again)


def test_whatever_strangers_try_on_the_network(client, anna):
    for n in range(40):
        data = {"username": f"{n % 9}@example.org", "password": "wrong"}
        Client().post(reverse("sign-in"), data)
    AttemptCount.objects.update(count=10_000)
    client.post(link_of(anna))
    assert is_in(client)


def test_it_lasts_minutes_and_ends_with_another_password(client, anna, monkeypatch):
    late, other, invented = link_of(anna), link_of(anna), link_of(anna)[:-3] + "aa/"
    assert client.post(invented).status_code == 410
    anna.set_password("paard-op-f3-staat-goed")
    anna.save()
    assert client.post(other).status_code == 410
    late = link_of(anna)
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + LASTS + 1)
    assert client.post(late).status_code == 410
    monkeypatch.undo()
    User.objects.update(is_active=False)
    assert client.post(late).status_code == 410
    assert not is_in(client)


def test_who_has_more_than_a_password_is_asked_for_it(client, anna):
    anna.second_factors.create(kind="app", name="My phone", secret="JBSWY3DPEHPK3PXP")
    assert client.post(link_of(anna)).url == reverse("second-step")
    assert not is_in(client)


def test_the_page_shows_it_after_the_password_and_nothing_keeps_it():
    owner = Visitor(Role.OWNER)
    answer = owner.client.get(reverse("other-device"))
    assert "Point the camera of the other device at this code." in text(answer)
    assert "no-store" in answer["Cache-Control"]
    assert re.search(r'<div class="qr" role="img" aria-label="QR code that signs in', text(answer))
    session = owner.client.session
    session[SINCE] = int(time.time()) - 3600
    session.pop(PROVED, None)
    session.save()
    assert owner.client.get(reverse("other-device")).url.startswith(reverse("prove"))
