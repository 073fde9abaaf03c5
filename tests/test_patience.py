"""The servers' own parts, without a site: who takes no answer, and what waitress does."""

import socket
import threading
import time
from contextlib import suppress

import pytest

from clubcomp.running.serving import by_waitress
from tests.postgres.conftest import until
from tests.postgres.machines import free_port

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def test_an_answer_that_nobody_takes_is_given_up_and_one_that_is_taken_slowly_is_not(monkeypatch):
    patient = pytest.importorskip("clubcomp.running.serving.patient")
    monkeypatch.setattr(patient, "STALLED_SECONDS", 0.5)
    ours, theirs = socket.socketpair()
    answer = patient.Bounded(ours.family, ours.type, ours.proto, fileno=ours.detach())
    answer.setblocking(True)
    taken = []

    def take():
        while data := theirs.recv(1 << 15):
            taken.append(len(data))
            time.sleep(0.01)

    slow = threading.Thread(target=take)
    slow.start()
    answer.sendall(b"x" * 5_000_000)
    answer.shutdown(socket.SHUT_WR)
    slow.join()
    assert sum(taken) == 5_000_000
    ours, theirs = socket.socketpair()
    answer = patient.Bounded(ours.family, ours.type, ours.proto, fileno=ours.detach())
    answer.setblocking(True)
    with pytest.raises(ConnectionResetError):
        answer.sendall(b"x" * 5_000_000)


@pytest.fixture
def waitress(monkeypatch, settings):
    """An application that says "yes" on the server for Windows, with little patience."""
    settings.PROXIES = 0
    monkeypatch.setattr(by_waitress, "HEAD_SECONDS", 1)
    monkeypatch.setattr(by_waitress, "seconds_for", lambda size: 1 + size / 50_000)
    monkeypatch.setattr(by_waitress, "OF_ADDRESS", 3)

    def application(environ, start_response):
        start_response("200 OK", [("Content-Length", "3")])
        return [b"yes"]

    port = free_port()
    site = by_waitress.made(f"127.0.0.1:{port}", application)
    thread = threading.Thread(target=site.run, daemon=True)
    thread.start()
    yield port
    site.close()


def opened(port, begun):
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(begun)
    return connection


def is_closed(connection):
    """Whether it was, after one more byte."""
    try:
        connection.sendall(b"x")
        connection.setblocking(False)
        with suppress(BlockingIOError):
            return not connection.recv(1000)
    except OSError:
        return True
    finally:
        with suppress(OSError):
            connection.setblocking(True)
    return False


def asked(port):
    with opened(port, GET) as connection:
        return b"".join(iter(lambda: connection.recv(1000), b""))


def test_waitress_parts_from_who_is_late_and_answers_the_others(waitress):
    head = opened(waitress, b"GET / HTTP/1.1\r\nX: ")
    body = opened(waitress, b"POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\nx")
    assert asked(waitress).endswith(b"yes")
    assert until(lambda: is_closed(head) and is_closed(body))


def test_at_waitress_the_eldest_of_an_address_gives_way(waitress):
    half = [opened(waitress, b"GET / HTTP/1.1\r\nX: ") for _ in range(4)]
    assert until(lambda: is_closed(half[0]))
    assert asked(waitress).endswith(b"yes")
