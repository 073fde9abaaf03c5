"""May an owner name another program that is told, and does the page say what came of it?"""

import re

import pytest
from django.test import Client
from django.utils import timezone

from clubcomp.flow.webhook import secret_of
from clubcomp.models import Club, Membership, Message, Role, TrailEntry, Webhook
from clubcomp.words.trail import trail_text
from tests import make

pytestmark = pytest.mark.django_db
ADDRESS = "https://uitslagen.example/hook?key=hidden"
PAGE = "/toren/messages/webhook/"


@pytest.fixture
def owner(settings):
    settings.SITE_URL, settings.IS_PUBLIC = "https://toren.example.org", True
    club = make.make_club()
    client = Client(headers={"accept-language": "en"})
    user = make.make_user("Olga")
    Membership.objects.create(club=club, user=user, role=Role.OWNER)
    client.force_login(user)
    return client


def text(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def press(owner, **data):
    return text(owner.post(PAGE, data, follow=True))


def test_the_secret_is_shown_once_and_can_be_made_anew(owner):
    said = press(owner, address=ADDRESS, news=["results", "pairing"])
    webhook = Webhook.objects.get()
    assert (webhook.address, webhook.news) == (ADDRESS, ["pairing", "results"])
    first = secret_of(webhook)
    assert first in said
    assert first not in text(owner.get(PAGE))
    assert "<strong>On</strong>: https://uitslagen.example is told." in said
    # Kept once more, it is the same.
    assert first not in press(owner, address=ADDRESS, news=["results"])
    said = press(owner, act="renew")
    second = secret_of(Webhook.objects.get())
    assert first != second
    assert second in said
    assert "is told nothing. Keep it once more" in press(owner, act="stop")
    assert not Club.objects.get().has_webhook
    lines = TrailEntry.objects.order_by("pk")
    assert [line.action for line in lines if "webhook" in line.action] == [
        *("change_webhook", "change_webhook", "renew_webhook", "stop_webhook")
    ]
    assert not any("hidden" in trail_text(line) for line in lines)


def test_an_address_that_is_none_is_refused_with_a_sentence(owner):
    for address in ("http://uitslagen.example/", "https://toren.example.org/x", "uitslagen"):
        assert "no address of another site" in press(owner, address=address, news=["results"])
    assert not Webhook.objects.exists()


def test_a_test_is_sent_and_its_answer_is_on_the_page(owner):
    press(owner, address=ADDRESS, news=["results"])
    assert "Nothing was told yet." in text(owner.get(PAGE))
    assert "A test is on its way." in press(owner, act="test")
    message = Message.objects.get()
    assert (message.kind, message.channel) == ("test", "webhook")
    for answer, sent_at, words in (
        *(("", None, "waits"), ("500", None, "not taken (500) – is tried again")),
        *(("-", None, "not reached – is tried again"), ("204", timezone.now(), "taken (204)")),
    ):
        Message.objects.update(answer=answer, sent_at=sent_at)
        assert words in text(owner.get(PAGE))
    Club.objects.update(audience="link")
    said = text(owner.get(PAGE))
    assert "so nothing is told" in said
    assert "Send a test" not in said


def test_who_forgets_somebody_is_reminded_of_what_the_program_has_read(owner):
    player = make.make_player(Club.objects.get(), "Bakker, Anna")
    page, words = f"/toren/members/{player.pk}/forget/", "Nor is what the program that is told"
    assert words not in text(owner.get(page))
    press(owner, address=ADDRESS, news=["results"])
    assert words in text(owner.get(page))


def test_the_page_says_why_nothing_is_told(owner, settings):
    press(owner, address=ADDRESS, news=["results"])
    Club.objects.update(has_webhook=False)
    Webhook.objects.update(failures=20)
    assert "did not take what it was told, 20 times in a row" in text(owner.get(PAGE))
    settings.SITE_URL = "https://elders.example"
    Club.objects.update(has_webhook=True)
    said = text(owner.get(PAGE))
    assert "it was turned on at https://toren.example.org" in said
    assert "<strong>On" not in said
    assert "Send a test" not in said
    settings.IS_PUBLIC = False
    assert "this site has no address with https" in text(owner.get(PAGE))
    settings.IS_PUBLIC = True
    said = press(owner, address=ADDRESS, news=["results"])
    assert "<strong>On</strong>" in said
    assert "was turned on at" not in said
