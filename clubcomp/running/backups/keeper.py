"""Who makes backups while the site runs? A thread of each process that serves it."""

from collections.abc import Callable
from threading import Event, Thread

from django.db import connection

#: Seconds from one look whether a backup is due to the next.
PATIENCE = 60.0


class Keeper(Thread):
    """Calls `keep_up` every minute, such as `keeping.keep_up`, which makes backups.

    Of several keepers, in whatever process, only one does what is due.
    """

    def __init__(self, keep_up: Callable[..., None]) -> None:
        super().__init__(name="keeper", daemon=True)
        self._keep_up = keep_up
        self._is_over = Event()

    def run(self) -> None:
        """Look and wait, over and over."""
        is_start = True
        while not self._is_over.wait(5 if is_start else PATIENCE):
            self._keep_up(is_start=is_start)
            connection.close()  # the connection is the pool's, and others may use it meanwhile
            is_start = False

    def stop(self) -> None:
        """Look no more; a backup that is being made is not waited for."""
        self._is_over.set()
