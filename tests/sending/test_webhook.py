"""Is another program told what a stranger may read, signed, and only where its owner said?"""

import hashlib
import hmac
import json
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.server import HTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubcomp.doors.web_addresses import parsed_address
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.flow.webhook import (
    allowed_address,
    change_webhook,
    secret_of,
    stop_webhook,
    try_webhook,
)
from clubcomp.models import Club, Competition, Game, Message, TrailEntry, Webhook, WebhookNews
from clubcomp.running.sending import connecting, webhook
from clubcomp.running.sending.queue import send_due
from clubcomp.running.sending.webhook import HEADER, signed
from pairing.core.types import Result
from tests import make
from tests.attempts import attempts
from tests.sending.push_service import Taking, secured_service
from tests.sending.test_push import PRIVATE

pytestmark = pytest.mark.django_db
HOST = "uitslagen.example"


@pytest.fixture
def program(tmp_path, monkeypatch, settings):
    """A program on this machine, as if that were anywhere on the internet."""
    settings.SITE_URL, settings.IS_PUBLIC = "https://toren.example.org", True
    monkeypatch.setattr("clubcomp.flow.news.TOGETHER", 10**9)
    monkeypatch.setattr(webhook, "BETWEEN", timedelta(0))
    with secured_service(HOST, tmp_path, monkeypatch) as service:
        resolved(monkeypatch, "127.0.0.1")
        monkeypatch.setattr("clubcomp.running.sending.connecting.is_public", lambda address: True)
        yield service


def resolved(monkeypatch, address):
    """The name of the program leads here."""
    find, place = socket.getaddrinfo, (2, 1, 6, "", (address, 443))
    monkeypatch.setattr(
        "clubcomp.running.sending.connecting.socket.getaddrinfo",
        lambda host, *args, **how: [place] if host == HOST else find(host, *args, **how),
    )


@pytest.fixture
def competition(program):
    """Its club has turned the program on."""
    competition = make.make_competition(6)
    address = f"https://{HOST}:{program.server_port}/hook?key=secret"
    change_webhook(competition.club, address=address, news=WebhookNews.values, by=None)
    competition.refresh_from_db()
    return competition


def publish(competition):
    evening = make.make_evening(competition, "blitz")
    publish_next(evening, after=0, by=None)
    return evening


def send():
    """Send what waits, as if its time had come."""
    Message.objects.waiting().update(due_at=timezone.now())
    send_due()


def test_a_pairing_its_results_and_the_end_are_told_once_each(competition, program):
    evening = publish(competition)
    for game in Game.objects.all():
        record_result(game, result=Result.DRAW, seen="*", by=None)
    send()
    close_evening(evening, by=None)
    send()
    said = [json.loads(body) for _path, _headers, body in program.got]
    assert [one["event"] for one in said] == ["pairing", "results", "standings"]
    first = said[0]
    assert first.items() >= {"club": "toren", "competition": "intern", "game": 1}.items()
    assert first["evening"] == evening.serial
    names = set(competition.club.players.values_list("name", flat=True))
    assert not any(name.encode() in body for name in names for *_rest, body in program.got)
    for one in said:
        place, client = urlsplit(one["api"]), Client()
        assert place.netloc == "toren.example.org"
        assert client.get(place.path, secure=True).status_code == 200
    path, headers, body = program.got[0]
    assert path == "/hook?key=secret"
    at, digest = re.fullmatch(r"t=(\d+),v1=(\w{64})", headers[HEADER]).groups()
    secret = secret_of(Webhook.objects.get()).encode()
    assert digest == hmac.new(secret, f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert {message.answer for message in Message.objects.all()} == {"201"}


@pytest.mark.django_db(transaction=True)
def test_of_two_senders_at_once_one_tells_it_and_the_next_is_told_a_second_later(
    competition, program, monkeypatch
):
    monkeypatch.setattr(webhook, "BETWEEN", timedelta(hours=1))
    publish(competition)
    try_webhook(competition.club)
    first, second = Message.objects.order_by("pk")
    Message.objects.update(due_at=timezone.now())
    is_asked, may_answer, answer = threading.Event(), threading.Event(), Taking.do_POST

    def slowly(handler):
        is_asked.set()
        assert may_answer.wait(60)
        answer(handler)

    def elsewhere():
        try:
            send_due()
        finally:
            connection.close()

    def waits():
        second.refresh_from_db()
        assert (second.tries, second.sent_at) == (0, None)
        assert second.due_at > timezone.now() + timedelta(minutes=50)

    monkeypatch.setattr(Taking, "do_POST", slowly)
    with ThreadPoolExecutor(1) as thread:
        sending = thread.submit(elsewhere)
        try:
            assert is_asked.wait(60)
            send_due()  # the other one is at it
            waits()
            stop_webhook(competition.club, by=None)  # and its owner need not wait for that
            Club.objects.update(has_webhook=True)
        finally:
            may_answer.set()
        sending.result()
    first.refresh_from_db()
    assert first.sent_at
    send()  # it was told within the hour
    waits()
    assert len(program.got) == 1
    Webhook.objects.update(told_at=timezone.now() - timedelta(hours=1))
    send()
    assert len(program.got) == 2


def test_what_a_stranger_may_not_read_is_told_to_nobody(competition, program, settings):
    publish(competition)
    message = Message.objects.get()
    ways = {
        "hidden competition": lambda: Competition.objects.update(audience="members"),
        "club for who has the link": lambda: Club.objects.update(audience="link"),
        "turned off": lambda: stop_webhook(competition.club, by=None),
        "a copy elsewhere": lambda: Webhook.objects.update(site="https://elders.example"),
        "a demo": lambda: setattr(settings, "IS_PUBLIC", False),
        "its own address": lambda: Webhook.objects.update(address="https://toren.example.org/x"),
    }
    with attempts() as attempt:
        for name, close in ways.items():
            with attempt(name):
                kept = Competition.objects.values("audience").get(), Webhook.objects.get()
                close()
                message.save(force_insert=not Message.objects.exists())
                send()
                assert not program.got
                assert not Message.objects.exists()
                Competition.objects.update(**kept[0])
                Club.objects.update(audience="everybody", has_webhook=True)
                kept[1].save()
                settings.IS_PUBLIC = True
    message.save(force_insert=True)
    send()
    assert len(program.got) == 1


def test_only_the_news_that_are_wanted_are_told(competition, program):
    Webhook.objects.update(news=["standings"])
    evening = publish(competition)
    assert not Message.objects.exists()
    make.finish_round(evening.rounds.get())
    close_evening(evening, by=None)
    assert Message.objects.get().facts["news"] == "standings"


def test_after_twenty_failures_in_a_row_it_is_off_and_the_log_says_so(competition, program):
    program.answers += [307, *[500] * 17]
    publish(competition)
    for _time in range(18):
        Message.objects.update(made_at=timezone.now())
        send()
    assert Webhook.objects.get().failures == 18
    assert [path for path, *_rest in program.got] == ["/hook?key=secret"] * 18
    send()
    assert Webhook.objects.get().failures == 0
    program.answers += [500] * 20
    Message.objects.update(sent_at=None)
    for _time in range(20):
        Message.objects.update(made_at=timezone.now())
        send()
    club = Club.objects.get()
    assert not club.has_webhook
    assert Message.objects.get().given_up_at
    assert Message.objects.get().answer == "500"
    line = TrailEntry.objects.get(action="webhook_failed")
    assert line.facts["host"] == f"https://{HOST}:{program.server_port}"
    assert "secret" not in str(TrailEntry.objects.values())


def test_no_connection_goes_to_a_network_of_our_own(monkeypatch):
    opened = []
    monkeypatch.setattr(connecting.socket, "create_connection", lambda *a, **b: opened.append(a))
    with attempts() as attempt:
        for address in PRIVATE:
            with attempt(address):
                resolved(monkeypatch, address)
                with pytest.raises(OSError, match="not public"):
                    connecting.post(parsed_address(f"https://{HOST}/x"), b"{}", {}, webhook.WAY)
    assert not opened


def test_whoever_answers_byte_by_byte_is_cut_off(program, monkeypatch):
    def drip(handler):
        handler.wfile.write(b"HTTP/1.0 200 OK\r\nX: ")
        for _letter in range(50):
            handler.wfile.write(b"x")
            time.sleep(0.02)
        handler.wfile.write(b"\r\n\r\n")

    monkeypatch.setattr("tests.sending.push_service.Taking.do_POST", drip)
    monkeypatch.setattr("tests.sending.push_service.PushService.handle_error", lambda *_: None)
    with pytest.raises(OSError, match=r"."):
        connecting.post(
            parsed_address(f"https://{HOST}:{program.server_port}/x"),
            b"{}",
            {},
            connecting.Way(patience=4, most_seconds=0.2),
        )


BAD = """http://uitslagen.example/x https://uitslagen.example:80/x https://uitslagen.example:22/x
    https://toren.example.org/hook https://me@uitslagen.example/x https://uitslagen.example/x#y
    ftp://uitslagen.example/x uitslagen.example""".split()


def test_a_program_is_at_https_and_not_here(settings):
    settings.SITE_URL = "https://toren.example.org"
    assert [written for written in BAD if allowed_address(written)] == []
    good = "https://uitslagen.example:8443/x"
    assert str(allowed_address(good)) == good


def test_the_program_in_the_docs_knows_what_is_ours(competition, program, capsys):
    text = (Path(__file__).parents[2] / "docs/api.md").read_text()
    (written,) = re.findall(r"```python\n(.+?)```", text, re.S)
    *lines, last = written.strip().splitlines()
    assert "serve_forever" in last
    made: dict = {}
    exec("\n".join(lines), made)  # noqa: S102 -- our own docs
    made["SECRET"] = secret_of(Webhook.objects.get()).encode()
    try_webhook(competition.club)
    send()
    _path, headers, body = program.got[0]
    old = signed(body, made["SECRET"].decode(), at=int(time.time()) - 3600)
    with HTTPServer(("127.0.0.1", 0), made["Program"]) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        here = f"http://127.0.0.1:{server.server_port}/"
        answers = [
            requests.post(here, data=body, headers={HEADER: header}, timeout=30).status_code
            for header in (headers[HEADER], f"{headers[HEADER][:-1]}x", old)
        ]
        server.shutdown()
        thread.join()
    assert answers == [204, 403, 403]
    assert capsys.readouterr().out.strip() == "test https://toren.example.org/api/v1/clubs/toren/"
