"""The production server: a few processes with a few threads each."""

import os
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.servers.basehttp import get_internal_wsgi_application
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from clubcomp.demo import copies
from clubcomp.running.backups.keeper import Keeper
from clubcomp.running.backups.keeping import keep_up
from clubcomp.running.sending.sender import Sender
from clubcomp.running.serving.patient import PatientWorker

WORKERS = 2
#: Up to sixteen of them may be waiting for a turn to sign in (`TurnMiddleware`).
THREADS = 20
#: How many seconds a connection is kept for the next request: a phone that follows asks every four,
#: and a new connection costs nearly as much as the answer.
KEPT = 8
#: Connections to a process; its other files have to fit below the usual limit of 1024.
MOST_CONNECTIONS = 900


def serve(address: str, *, ready: Callable[[], None], over: Callable[[], None]) -> None:
    """Serve the site until the program is told to stop."""
    GunicornSite(address, when_ready=lambda _: ready(), on_exit=lambda _: over()).run()


class GunicornSite(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """The site, as gunicorn wants it."""

    def __init__(self, address: str, **hooks: Any) -> None:
        self.settings = hooks | {
            "bind": address,
            "worker_class": Worker,
            "workers": WORKERS,
            "threads": THREADS,
            "keepalive": KEPT,
            "worker_connections": MOST_CONNECTIONS,
            "graceful_timeout": 10,
            # What a proxy says about a request only Django reads, by the setting PROXIES.
            "forwarded_allow_ips": "",
            "forwarder_headers": "",
            "loglevel": "warning",
            "logger_class": Log,
            "control_socket_disable": True,
        }
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return get_internal_wsgi_application()


class Log(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's log, with lines like the site's own if those are JSON."""

    def setup(self, cfg: Any) -> None:
        """Leave them to the site's log."""
        super().setup(cfg)
        if settings.LOGS_JSON:
            self.error_log.handlers.clear()
            self.error_log.propagate = True


class Worker(PatientWorker):
    """A worker that also sends the messages that wait, and makes backups."""

    #: Begins with the worker; a signal may come before.
    sender: Sender | None = None

    def run(self) -> None:
        """Serve until the end: requests that are here are answered first."""
        self.sender, self.keeper = (
            Sender(),
            Keeper(copies.tidy if settings.IS_PUBLIC_DEMO else keep_up),
        )
        self.sender.start()
        self.keeper.start()
        super().run()
        self.keeper.stop()
        self.sender.stop()
        os._exit(0)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Ctrl-C: as soon as the message that is being sent has gone."""
        if self.sender:
            self.sender.stop()
        os._exit(0)
