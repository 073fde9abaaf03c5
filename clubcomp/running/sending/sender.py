"""Who sends waiting messages? A thread of the program that serves the site, or one of its own.

PostgreSQL tells when a message was written (LISTEN), so it need not poll. Between messages it looks
whether it is time to ask reserves or to end a club, which no step announces.
"""

import select
import socket
import time
from threading import Thread

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection
from django.urls import set_script_prefix

from clubcomp.doors.names import whole_names
from clubcomp.flow.attendance.reserves import ask_by_itself
from clubcomp.flow.hosting.ending import end_due_clubs
from clubcomp.running.sending.queue import seconds_to_next, send_due, sweep

#: The channel on which the trigger of the table of messages announces them.
CHANNEL = "clubcomp_messages"
#: Seconds until it looks without a notification, tries again without a database, sweeps.
PATIENCE, WITHOUT_DATABASE, BETWEEN_SWEEPS = 300.0, 10.0, 3600.0
#: Seconds between counts of the players expected at the next evening, whatever messages come.
BETWEEN_FORECASTS = 60.0


class Sender(Thread):
    """Sends until it is told to stop; it finishes the current message first.

    The handler of a signal may call `stop` in the middle of anything, even of another `stop`: so it
    takes no lock.
    """

    def __init__(self) -> None:
        super().__init__(name="sender", daemon=True)
        self._is_over = False
        self._bell, self._heard = socket.socketpair()
        self._swept = self._followed = 0.0

    def run(self) -> None:
        """Send what is due and wait, over and over."""
        set_script_prefix(f"{settings.SITE_PATH}/")  # each thread has its own
        while not self._is_over:
            try:
                with whole_names(), listening() as listener:
                    self._send_when_notified(listener)
            except (DatabaseError, psycopg.Error):  # the database is away; other places report that
                connection.close()
                select.select([self._heard], [], [], WITHOUT_DATABASE)

    def stop(self, patience: float = 5) -> None:
        """Finish the message that is being sent, and end."""
        self._is_over = True
        self._bell.send(b"!")
        if self.is_alive():
            self.join(patience)

    def _send_when_notified(self, listener: psycopg.Connection) -> None:
        while not self._is_over:
            self._follow_forecasts()
            send_due(lambda: self._is_over)
            if time.monotonic() > self._swept + BETWEEN_SWEEPS or not self._swept:
                self._swept = time.monotonic()
                sweep()
                end_due_clubs()
            patience = seconds_to_next(PATIENCE)
            connection.close()  # the connection is the pool's, and others may use it meanwhile
            select.select([listener.fileno(), self._heard.fileno()], [], [], patience)
            for _ in listener.notifies(timeout=0):
                pass

    def _follow_forecasts(self) -> None:
        if time.monotonic() > self._followed + BETWEEN_FORECASTS or not self._followed:
            self._followed = time.monotonic()
            ask_by_itself()


def listening() -> psycopg.Connection:
    """A connection that is notified of new messages; never through a pooler."""
    if settings.DIRECT_DATABASE_URL:
        name = connection.settings_dict["NAME"]
        listener = psycopg.connect(settings.DIRECT_DATABASE_URL, dbname=name, autocommit=True)
    else:
        listener = psycopg.connect(**connection.get_connection_params(), autocommit=True)
    listener.execute(f"LISTEN {CHANNEL}")
    return listener
