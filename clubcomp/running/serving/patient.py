"""Gunicorn's worker with threads, but no thread waits for a stranger.

A connection stays with the one loop of the process until a whole request has arrived, within the
limits of `clubcomp.doors.limits`; a thread then reads it without waiting. An answer that is not
taken, or a connection that the other side does not close, holds nobody up either.
"""

import errno
import socket
import time
from collections import defaultdict
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.http.unreader import Unreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from clubcomp.doors.limits import LARGE_AT_ONCE, OF_ADDRESS, STALLED_SECONDS, network
from clubcomp.running.serving.arriving import CHUNK, Arriving

GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
#: How many seconds a client has to close what we have closed, and so get the end of its answer.
PARTING_SECONDS = 2
#: Seconds from one look for requests that are too late to the next.
ROUND = 0.5
#: With more connections than this to a process, those that wait longest give way to new ones.
CROWDED = 0.8


class Bounded(socket.socket):
    """A connection on which a thread waits for its answer to be taken, but not for ever."""

    def setblocking(self, flag: bool) -> None:
        """Let a blocking socket wait only so long."""
        self.settimeout(STALLED_SECONDS if flag else 0)

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send all of it; the limit holds for each part, so a large file may take longer."""
        view = memoryview(data)
        try:
            for at in range(0, len(view), CHUNK):
                super().sendall(view[at : at + CHUNK], flags)
        except TimeoutError as problem:
            raise ConnectionResetError(errno.ECONNRESET, "nobody takes the answer") from problem


class Arrived(Unreader):  # type: ignore[misc]  # gunicorn has no types
    """A request that is here, as gunicorn's parser reads it."""

    def __init__(self, request: Arriving) -> None:
        super().__init__()
        self.request = request
        request.begin_reading()

    def chunk(self, size_hint: int | None = None) -> bytes:
        """The next bytes; none at the end."""
        return self.request.read(max(size_hint or 0, 8192))


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """The worker. `unfinished` are the connections without a whole request, the oldest first."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unfinished: dict[TConn, None] = {}
        self.of_network: dict[str, dict[TConn, None]] = defaultdict(dict)
        self.parting: dict[TConn, float] = {}
        self.next_round = 0.0

    def accept(self, listener: socket.socket) -> None:
        """A new connection: wait for its request."""
        try:
            client, address = listener.accept()
        except OSError as problem:
            if problem.errno in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                return
            raise
        self.nr_conns += 1
        connection = Bounded(client.family, client.type, client.proto, fileno=client.detach())
        conn = TConn(self.cfg, connection, address, listener.getsockname())
        conn.network = network(address[0]) if isinstance(address, tuple) else ""
        self.wait_for_request(conn)

    def wait_for_request(self, conn: TConn, begun: bytes = b"") -> None:
        """Read what comes, in the loop, until it is a whole request."""
        conn.request = Arriving(most_for, begun)
        self.unfinished[conn] = self.of_network[conn.network][conn] = None
        conn.sock.setblocking(False)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_arriving, conn))
        self.make_room(conn)
        if conn in self.unfinished:
            self.on_arriving(conn, conn.sock)  # mostly it is here already

    def on_arriving(self, conn: TConn, _sock: socket.socket) -> None:
        """Take bytes of the request, or the end of the connection."""
        request = conn.request
        if not request.is_ready:
            try:
                data = conn.sock.recv(request.wanted)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self.drop(conn)
                return
            was_asked = request.wants_word
            request.take(data)
            if request.wants_word and not was_asked:
                with suppress(OSError):
                    conn.sock.send(GO_ON)
            if request.is_large:
                self.make_room(conn)
        if request.is_ready and conn in self.unfinished:
            self.forget(conn)
            self.enqueue_req(conn)

    def make_room(self, conn: TConn) -> None:
        """If too many are on their way, the one that has taken longest gives way."""
        if trusts_proxy():
            return
        ours = self.of_network[conn.network]
        if len(ours) > OF_ADDRESS:
            self.refuse(next(iter(ours)))
        elif len(self.unfinished) > OF_ADDRESS and self.is_crowded:
            self.refuse(next(iter(self.unfinished)))
        if conn.request.is_large:
            large = [waiting for waiting in self.unfinished if waiting.request.is_large]
            if len(large) > LARGE_AT_ONCE:
                self.refuse(large[0])

    @property
    def is_crowded(self) -> bool:
        """Whether the process soon takes no more connections."""
        return bool(self.nr_conns > CROWDED * self.worker_connections)

    def forget(self, conn: TConn) -> None:
        """Wait for nothing more on this connection."""
        self.poller.unregister(conn.sock)
        del self.unfinished[conn]
        ours = self.of_network[conn.network]
        del ours[conn]
        if not ours:
            del self.of_network[conn.network]

    def drop(self, conn: TConn) -> None:
        """The client has gone."""
        self.forget(conn)
        conn.request.close()
        self.nr_conns -= 1
        conn.close()

    def refuse(self, conn: TConn) -> None:
        """The request took too long; the client gets an answer if it had begun."""
        self.forget(conn)
        conn.request.close()
        if conn.request.is_begun:
            with suppress(OSError):
                conn.sock.send(TOO_LATE)
        self.part_from(conn)

    def part_from(self, conn: TConn) -> None:
        """Close the connection once the client has, or soon after: it may still be reading."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, EVENT_READ, partial(self.on_parting, conn))
        except (OSError, ValueError, KeyError):
            self.nr_conns -= 1
            conn.close()
            return
        self.parting[conn] = time.monotonic() + PARTING_SECONDS

    def on_parting(self, conn: TConn, _sock: socket.socket) -> None:
        """Throw away whatever still comes."""
        with suppress(OSError):
            try:
                if conn.sock.recv(CHUNK):
                    return
            except BlockingIOError:
                return
        self.close_parted(conn)

    def close_parted(self, conn: TConn) -> None:
        """Close a connection for good."""
        del self.parting[conn]
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def on_client_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        """The next request on a connection that was kept begins."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.wait_for_request(conn, conn.request.rest)

    def handle(self, conn: TConn) -> Any:
        """Answer a request that is here, in a thread."""
        request = conn.request
        try:
            conn.data_ready = True
            conn.init()
            conn.parser.unreader = Arrived(request)
            return super().handle(conn)
        finally:
            request.close()

    def _keepalive_after(self, conn: TConn, keepalive: bool) -> bool:
        return bool(conn.request.is_plain and super()._keepalive_after(conn, keepalive))

    def finish_request(self, conn: TConn, fs: "Future[Any]") -> None:
        """Keep the connection for the next request, or close it; the loop waits for nobody."""
        is_kept = not fs.cancelled() and not fs.exception() and fs.result()
        if not is_kept:
            self.part_from(conn)
            return
        super().finish_request(conn, fs)
        if conn.request.rest and conn in self.keepalived_conns:
            self.on_client_socket_readable(conn, conn.sock)

    def murder_pending(self) -> None:
        """Part from clients that are too late and, when the process ends, from those that ask
        nothing."""
        now = time.monotonic()
        if now < self.next_round and self.alive:
            return
        self.next_round = now + ROUND
        for conn in [*self.unfinished]:
            is_idle = not (self.alive or conn.request.is_begun)
            if is_idle or conn.request.deadline < now:
                self.refuse(conn)
        for conn in [conn for conn, until in self.parting.items() if until < now]:
            self.close_parted(conn)


def most_for(path: str) -> int:
    """How many bytes may be sent to an address of the site."""
    from django.conf import settings

    from clubcomp import middleware  # gunicorn loads this module before it loads the site

    return middleware.most_for(path.removeprefix(settings.SITE_PATH))


def trusts_proxy() -> bool:
    """Whether all connections come from a proxy of our own."""
    from django.conf import settings

    return bool(settings.PROXIES)
