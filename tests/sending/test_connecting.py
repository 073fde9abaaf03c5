"""Does what goes outward arrive where it was meant to: whole, in time, and by which proxy?"""

import socket
import threading
from contextlib import contextmanager, suppress
from socketserver import StreamRequestHandler, ThreadingTCPServer

import pytest

from clubcomp.doors.web_addresses import WebAddress
from clubcomp.running.sending.connecting import Way, answer_of, post
from tests.sending.push_service import secured_service

HERE = Way(patience=20, most_seconds=20, only_public=False)
BY_PROXY = Way(patience=20, most_seconds=20, by_proxy=True)
HOST = "lists.example"


@contextmanager
def serving(take):
    """A server on this machine that does this with each connection."""

    class Taking(StreamRequestHandler):
        def handle(self):
            with suppress(OSError):
                take(self)

    with ThreadingTCPServer(("127.0.0.1", 0), Taking) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def head(handler):
    """The lines that were sent before the contents."""
    return [line.strip().decode() for line in iter(handler.rfile.readline, b"\r\n")]


def read(port, way=HERE):
    with answer_of(WebAddress("http", "127.0.0.1", port, "?a=1"), way) as answer:
        return answer.status, answer.read(1 << 16), answer.length


def test_an_answer_is_read_and_one_that_leads_elsewhere_is_not_followed():
    asked = []

    def take(handler):
        asked.append(head(handler)[0])
        handler.wfile.write(b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 3\r\n\r\nabc")

    with serving(take) as port:
        assert read(port) == (302, b"abc", 0)
    assert asked == ["GET /?a=1 HTTP/1.1"]


def test_an_answer_that_ends_in_the_middle_says_how_much_is_missing():
    def take(handler):
        head(handler)
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")

    with serving(take) as port:
        assert read(port) == (200, b"abc", 6)


@pytest.mark.parametrize("begins", [b"", b"HTTP/1.1 200 OK\r\n\r\nabc"])
def test_an_answer_without_an_end_is_cut_off(begins):
    is_over = threading.Event()

    def take(handler):
        head(handler)
        handler.wfile.write(begins)
        handler.wfile.flush()
        is_over.wait(60)

    with serving(take) as port:
        try:
            with pytest.raises(OSError, match=r"too slowly|no answer"):
                read(port, Way(patience=20, most_seconds=0.1, only_public=False))
        finally:
            is_over.set()


def test_what_is_no_answer_is_none():
    ssh = serving(lambda handler: handler.wfile.write(b"SSH-2.0\r\n"))
    with ssh as port, pytest.raises(OSError, match=r"."):
        read(port)


@pytest.fixture
def target(tmp_path, monkeypatch):
    """A site that is reached by a proxy alone: here its name is not known."""
    with secured_service(HOST, tmp_path, monkeypatch) as service:
        for name in ("NO_PROXY", "no_proxy", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.delenv(name, raising=False)
        yield service


@contextmanager
def proxy(target, asked, answer=b"HTTP/1.1 200 OK\r\n\r\n"):
    """It leads everybody to the target."""

    def take(handler):
        asked.append(head(handler))
        handler.wfile.write(answer)
        with socket.create_connection(target.server_address) as there:
            back = threading.Thread(target=passed, args=(there, handler.connection))
            back.start()
            passed(handler.connection, there)
            back.join()

    def passed(one, other):
        with suppress(OSError):
            while piece := one.recv(1 << 16):
                other.sendall(piece)
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)

    with serving(take) as port:
        yield port


def test_the_proxy_of_the_machine_is_asked_for_the_name_and_reads_nothing(target, monkeypatch):
    asked = []
    with proxy(target, asked) as port:
        monkeypatch.setenv("HTTPS_PROXY", f"http://me:a%20word@127.0.0.1:{port}")
        assert post(WebAddress("https", HOST, 443, "/x"), b"abc", {}, BY_PROXY) == 201
    ((connect, *headers),) = asked
    assert connect.split()[:2] == ["CONNECT", f"{HOST}:443"]
    assert "Proxy-Authorization: Basic bWU6YSB3b3Jk" in headers
    assert target.got[0][2] == b"abc"


def test_a_proxy_that_refuses_or_is_of_another_kind_is_no_way(target, monkeypatch):
    asked = []
    with proxy(target, asked, b"HTTP/1.1 403 No\r\n\r\n") as port:
        for address in (f"127.0.0.1:{port}", f"https://127.0.0.1:{port}", "socks5://127.0.0.1:1"):
            monkeypatch.setenv("HTTPS_PROXY", address)
            with pytest.raises(OSError, match=r"403|begins with http://"):
                post(WebAddress("https", HOST, 443), b"abc", {}, BY_PROXY)
    assert len(asked) == 1
    assert not target.got


@pytest.mark.parametrize("name", ["by no proxy", "of a host that is reached without"])
def test_what_goes_directly_never_asks_the_proxy(monkeypatch, name):
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "" if name == "by no proxy" else "localhost")
    way = Way(20, 20) if name == "by no proxy" else BY_PROXY
    with pytest.raises(OSError, match="not public"):
        post(WebAddress("https", "localhost", 443), b"", {}, way)
