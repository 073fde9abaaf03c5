"""The program as it is served in a hall, without a proxy: what can others on the network do to it?

Does it answer while they send their requests byte by byte? Do they change what others read?
"""

import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from socket import create_connection

import pytest

from clubcomp.doors.limits import MOST, OF_ADDRESS
from tests.postgres.conftest import CHECKOUT, until
from tests.postgres.machines import TOKEN, Site, free_port, is_up

FORM = "application/x-www-form-urlencoded"
#: What is sent byte by byte: half a head, or a head and then a body that never ends.
HALF = b"GET {} HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
WHOLE = (
    b"POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n"
    b"Content-Length: {}\r\n\r\nusername="
)
DRIPS = [
    *((HALF, path, 0) for path in ("/", "/sign-in/", "/health/", "/{club}/")),
    *((WHOLE, path, 100_000) for path in ("/sign-in/", "/sign-in/", "/account/prove/")),
    *((WHOLE, path, 100_000) for path in ("/admin/login/", "/password/forgotten/", "/language/")),
    (WHOLE, "/clubs/import/", 20_000_000),
    (WHOLE, "/{club}/import/", 20_000_000),
]
CONNECTIONS, EVERY, AT_MOST = 60, 3, 60
PATIENCE = 5


class Drip:
    """A connection on which a byte is sent now and then, until it is closed from the other side."""

    def __init__(self, port, begun):
        self.socket = create_connection(("127.0.0.1", port))
        self.socket.sendall(begun)
        self.sent, self.is_closed = 0, False

    def close(self):
        self.socket.close()

    def send(self):
        try:
            self.socket.sendall(b"x")
            self.sent += 1
            self.socket.setblocking(False)
            with suppress(BlockingIOError):
                self.is_closed = not self.socket.recv(1000)
            self.socket.setblocking(True)
        except OSError:
            self.is_closed = True


@contextmanager
def dripping(port, club):
    """All of them, for as long as the test asks or a minute."""
    drips, over = [], threading.Event()
    for number in range(CONNECTIONS):
        kind, path, size = DRIPS[number % len(DRIPS)]
        text = kind.replace(b"%s", FORM.encode()).decode()
        drips.append(Drip(port, text.format(path.format(club=club), size).encode()))

    def keep_on():
        until_then = time.monotonic() + AT_MOST
        while time.monotonic() < until_then and not over.wait(EVERY):
            for drip in drips:
                if not drip.is_closed:
                    drip.send()

    thread = threading.Thread(target=keep_on, daemon=True)
    thread.start()
    try:
        yield drips
    finally:
        over.set()
        thread.join()
        for drip in drips:
            drip.close()


def asked(port, method, address, cookie="", patience=PATIENCE):
    """The status; what went wrong where there was no answer in time."""
    connection = HTTPConnection("127.0.0.1", port, timeout=patience)
    body = f"username=nobody&password=wrong&csrfmiddlewaretoken={TOKEN}" if method == "POST" else ""
    headers = {"Host": "localhost", "Content-Type": FORM}
    headers["Cookie"] = "; ".join(filter(None, [cookie, f"csrftoken={TOKEN}"]))
    began = time.monotonic()
    try:
        connection.request(method, address, body, headers)
        answer = connection.getresponse()
        answer.read()
        late = time.monotonic() - began > patience
        return f"{address} late" if late else answer.status
    except (OSError, HTTPException) as problem:
        return f"{address} {problem!r}"
    finally:
        connection.close()


@pytest.fixture(scope="module")
def hall():
    """A site with a club, served to a whole network without a proxy: its port and the club."""
    with ExitStack() as stack:
        site = Site(options="-c fsync=off")
        stack.callback(site.end)
        (club,) = json.loads(site.run("-m", "tests.bench.many_clubs", "1"))
        environment = site.environment | {"DATABASE_URL": site.primary.url}
        for name in ("BEHIND_PROXY", "FRONT_CACHE", "DIRECT_DATABASE_URL"):
            del environment[name]
        port = free_port()
        where = ["--host", "0.0.0.0", "--port", str(port)]  # noqa: S104 -- as in a hall
        command = [sys.executable, "manage.py", "serve", *where]
        program = subprocess.Popen(
            command, cwd=CHECKOUT, env=environment, stdout=site.log, stderr=site.log
        )
        stack.callback(lambda: (program.terminate(), program.wait()))
        assert until(lambda: is_up(port), seconds=120)
        yield port, club


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="gunicorn does not run there")
def test_while_sixty_drip_everybody_else_is_answered_in_time(hall):
    port, club = hall
    page, address = club["tonight"], club["club"]
    competition = page.removesuffix("/tonight/")
    public = ["/", f"/{address}/", page, f"{competition}/standings/", "/health/", "/help/"] * 2
    sign_in = [("GET", "/sign-in/"), ("POST", "/sign-in/"), ("GET", "/password/forgotten/")] * 2
    leading = [f"{competition}/evening/", f"/{address}/members/", "/account/"] * 2
    ways = [("GET", path, "") for path in public]
    ways += [(*way, "") for way in sign_in]
    ways += [("GET", path, club["cookie"]) for path in leading]
    for way in ways:  # what is made once takes its time on a busy machine
        asked(port, *way, patience=AT_MOST)
    with dripping(port, address) as drips, ThreadPoolExecutor(4) as pool:
        assert until(lambda: all(drip.sent for drip in drips))
        answers = [*pool.map(lambda way: asked(port, *way), ways)]
        assert {answer for answer in answers if answer not in (200, 302, 403)} == set()
        assert len(answers) == 24
        # Those who never got to the end of their head have gone, and so have bodies of 100 kB.
        late = [drip for drip, kind in zip(drips, DRIPS * 5, strict=True) if kind[2] < MOST]
        assert until(lambda: all(drip.is_closed for drip in late), seconds=AT_MOST)


def raw(port, lines):
    """The answer to a request as it stands here, without its head's lines that change."""
    with create_connection(("127.0.0.1", port), timeout=AT_MOST) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.split(b"\r\n")[0], body


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="gunicorn does not run there")
def test_no_header_of_a_stranger_moves_the_site_to_another_place(hall):
    port, club = hall
    page = f"/{club['club']}/privacy/"
    said = ["SCRIPT_NAME: /evil", "X-Forwarded-Proto: https", "X-Forwarded-Ssl: on"]
    status, moved = raw(port, [f"GET /evil{page} HTTP/1.1", "Host: localhost", *said])
    assert status.endswith(b"404 Not Found")
    assert b'="/evil/' not in moved.replace(f"/evil{page}".encode(), b"")
    _, with_headers = raw(port, [f"GET {page} HTTP/1.1", "Host: localhost", *said[1:]])
    _, plain = raw(port, [f"GET {page} HTTP/1.1", "Host: localhost"])
    assert with_headers == plain


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="gunicorn does not run there")
def test_two_requests_in_one_breath_and_one_in_pieces_are_answered(hall):
    port, _club = hall
    get = b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with create_connection(("127.0.0.1", port), timeout=AT_MOST) as connection:
        connection.sendall(get + get + get[:20])
        connection.sendall(get[20:-4] + b"\r\nConnection: close\r\n\r\n")
        answers = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    assert answers.count(b"HTTP/1.1 200 OK") == 3


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="gunicorn does not run there")
def test_a_hall_full_of_phones_gets_in_and_no_address_takes_all_there_is(hall):
    port, _club = hall
    half = b"GET /health/ HTTP/1.1\r\nX: "
    with ExitStack() as stack:
        drips = [stack.enter_context(closing(Drip(port, half))) for _ in range(OF_ADDRESS)]
        for drip in drips:
            drip.send()
        assert not any(drip.is_closed for drip in drips)
        drips += [stack.enter_context(closing(Drip(port, half))) for _ in range(OF_ADDRESS + 20)]
        assert asked(port, "GET", "/health/") == 200

        def gone():
            for drip in drips:
                if not drip.is_closed:
                    drip.send()
            return sum(drip.is_closed for drip in drips) >= 20

        assert until(gone)
