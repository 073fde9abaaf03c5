"""The server where nothing forks (Windows): one process with threads.

Its one loop receives requests, and threads get only whole ones; this module limits their time.
"""

import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.servers.basehttp import get_internal_wsgi_application
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server

from clubcomp.demo import copies
from clubcomp.doors.limits import HEAD_SECONDS, MOST_WITH_LIST, OF_ADDRESS, network, seconds_for
from clubcomp.running.backups.keeper import Keeper
from clubcomp.running.backups.keeping import keep_up
from clubcomp.running.sending.sender import Sender

#: Up to sixteen of them may be waiting for a turn to sign in (`TurnMiddleware`).
THREADS = 24
#: Windows' `select` knows no more than 512.
MOST_CONNECTIONS = 450


def serve(address: str, *, ready: Callable[[], None], over: Callable[[], None]) -> None:
    """Serve the site until the program is told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    site = made(address, get_internal_wsgi_application())
    sender, keeper = Sender(), Keeper(copies.tidy if settings.IS_PUBLIC_DEMO else keep_up)
    sender.start()
    keeper.start()
    ready()
    try:
        site.run()  # until Ctrl-C
    finally:
        site.close()
        keeper.stop()
        sender.stop()
        over()


def made(address: str, application: Any) -> Any:
    """The server of an application."""
    BaseWSGIServer.channel_class = PatientChannel
    return create_server(
        application,
        listen=address,
        threads=THREADS,
        ident=None,
        max_request_body_size=MOST_WITH_LIST,
        connection_limit=MOST_CONNECTIONS,
        channel_timeout=HEAD_SECONDS,  # without asking
        cleanup_interval=1,
        clear_untrusted_proxy_headers=False,  # the settings say which proxies to trust
    )


class PatientChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that is closed if its requests do not arrive in time."""

    def __init__(self, server: Any, sock: Any, addr: Any, *args: Any, **kwargs: Any) -> None:
        self.began = time.monotonic()
        self.network = network(addr[0]) if isinstance(addr, tuple) else ""
        super().__init__(server, sock, addr, *args, **kwargs)
        if settings.PROXIES:
            return
        slow = [channel for channel in server.active_channels.values() if not channel.requests]
        ours = [channel for channel in slow if channel.network == self.network]
        if len(ours) > OF_ADDRESS:
            min(ours, key=lambda channel: channel.began).will_close = True

    def received(self, data: bytes) -> Any:
        """Take more of a request: its time begins with its first byte, and again with its body."""
        had_head = self.request is not None and self.request.headers_finished
        if self.request is None:
            self.began = time.monotonic()
        answer = super().received(data)
        if self.request is not None and self.request.headers_finished and not had_head:
            self.began = time.monotonic()
        return answer

    def readable(self) -> bool:
        """Close the connection of a client that is too late: each turn of the loop asks this."""
        request = self.request
        if request is not None and not self.requests:
            length = request.content_length if request.headers_finished else None
            allowed = HEAD_SECONDS if length is None else seconds_for(length)
            if time.monotonic() > self.began + allowed:
                self.will_close = True
        return bool(super().readable())
