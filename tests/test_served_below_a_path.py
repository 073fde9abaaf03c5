"""A site below a path of its host, as docs/running.md says: gunicorn behind a proxy with https."""

import json
import os
import re
import threading
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

import pytest

from tests.postgres.conftest import until
from tests.postgres.machines import TOKEN, App, Site, ask

HOST, PATH = "club.example", "/clubcomp"
LED = re.compile(r'(?:href|src|action|hx-get|hx-post)="(/[^"]*)"')
NEIGHBOUR = b"a neighbour on the same host"


@contextmanager
def proxy_to(port):
    """What stands in front of one path and adds what a proxy adds; the rest is a neighbour's."""

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self):
            if not self.path.startswith(PATH):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(NEIGHBOUR)
                return
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            said = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
            passed = HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                passed.request(self.command, self.path, body, {**self.headers, **said})
            except ConnectionRefusedError:  # it is not up yet
                self.send_error(502)
                return
            answer = passed.getresponse()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name not in ("Transfer-Encoding", "Connection"):
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.read())

        do_POST = do_GET

        def log_message(self, *_):
            """Keep the output of the tests clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture(scope="module")
def below():
    """The proxy's port and the club, whose owner keeps the site."""
    with ExitStack() as stack:
        site = Site(options="-c fsync=off")
        stack.callback(site.end)
        environment = site.environment | {
            "SITE_URL": f"https://{HOST}{PATH}/",
            "DATABASE_URL": site.primary.url,
        }
        for name in ("FRONT_CACHE", "DIRECT_DATABASE_URL"):
            del environment[name]
        site.environment = environment
        (club,) = json.loads(site.run("-m", "tests.bench.many_clubs", "1"))
        app = App(environment, site.log)
        app.begin()
        stack.callback(app.end)
        port = stack.enter_context(proxy_to(app.port))
        assert until(lambda: ask(port, "GET", f"{PATH}/health/")[0] == 200, seconds=120)
        yield port, club


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="gunicorn does not run there")
def test_below_its_path_everything_is_reached_and_nothing_beside_it(below):
    port, club = below
    front = f"{PATH}/{club['club']}/"
    status, headers, _page = ask(port, "GET", f"{PATH}/")
    assert (status, headers["Location"]) == (302, front)  # the only club is the first page
    status, _headers, page = ask(port, "GET", front)
    assert status == 200
    led = {address.partition("#")[0] for address in LED.findall(page.decode())}
    assert {address for address in led if not address.startswith(f"{PATH}/")} == set()
    assert any("/static/" in address for address in led)
    answers = {address: ask(port, "GET", address) for address in led}
    assert {status for status, *_ in answers.values()} <= {200, 302}
    assert NEIGHBOUR not in {body for *_, body in answers.values()}
    assert ask(port, "GET", PATH)[1]["Location"] == f"{PATH}/"
    assert ask(port, "GET", "/")[2] == NEIGHBOUR


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="gunicorn does not run there")
def test_below_its_path_forms_are_taken_and_cookies_are_of_the_path(below):
    port, club = below
    _status, headers, _page = ask(port, "GET", f"{PATH}/sign-in/")
    (set_one,) = [said for said in headers.get_all("Set-Cookie") if "csrftoken" in said]
    assert set_one.startswith("__Secure-csrftoken=")
    assert {f"Path={PATH}/", "Secure", "HttpOnly"} <= set(set_one.split("; "))
    board, game = next(iter(club["games"].items()))
    headers = {
        "Cookie": f"{club['cookie']}; __Secure-csrftoken={TOKEN}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    said = {"csrfmiddlewaretoken": TOKEN, "seen": "*", "result": "1-0", "game": game}
    press = (f"{PATH}{club['sheet']}{board}/", urlencode(said))
    status, answered, _page = ask(port, "POST", *press, headers | {"Origin": f"https://{HOST}"})
    assert (status, answered["Location"]) == (303, f"{PATH}{club['sheet']}#board-{board}")
    of_neighbour = headers | {"Origin": "https://other.example"}
    assert ask(port, "POST", *press, of_neighbour)[0] == 403


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="gunicorn does not run there")
def test_below_its_path_the_site_says_itself_what_it_is_taken_as(below):
    port, club = below
    headers = {"Cookie": f"{club['cookie']}; __Secure-language=en"}
    status, _headers, page = ask(port, "GET", f"{PATH}/site-check/", headers=headers)
    words = " ".join(re.sub(r"<[^>]*>", " ", page.decode()).split())
    assert status == 200
    where = f"https://{HOST}"
    assert f"Address : well {where}, as SITE_URL says." in words
    assert f"SITE_URL : well It is written “{where}{PATH}/”, and taken as {where}{PATH}." in words
    assert "Proxy : well" in words
    assert "Cookies : well" in words
