"""Locks between programs: gone with the program that holds one, however it ends.

Several programs may share a lock, or one has it alone. Where there is `fcntl` it is a lock of the
kernel, which forked children keep. Elsewhere (Windows, which forks nothing) it is SQLite's lock on
a file.
"""

import os
import sqlite3
import time
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:
    HAS_FCNTL = False
else:
    HAS_FCNTL = True


class KernelLock:
    """A lock on a file, held by the program that opened it and its children forked since."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def take(self, *, shared: bool = False, wait: bool = True) -> bool:
        """Take the lock; False if another program has it and this one is not to wait."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(file, kind if wait else kind | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Give it back."""
        if self._file is not None:
            # Closing is not enough: a child that was forked meanwhile has a copy.
            fcntl.flock(self._file, fcntl.LOCK_UN)
            os.close(self._file)
            self._file = None


class FileLock:
    """The same where there is no `fcntl`: readers of the file share it, a writer is alone."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database: sqlite3.Connection | None = None

    def take(self, *, shared: bool = False, wait: bool = True) -> bool:
        """Take the lock; False if another program has it and this one is not to wait."""
        database = sqlite3.connect(
            self._path, timeout=0, isolation_level=None, check_same_thread=False
        )
        while True:
            try:
                database.execute("BEGIN" if shared else "BEGIN EXCLUSIVE")
                database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            except sqlite3.OperationalError:  # another program has it
                if database.in_transaction:
                    database.rollback()
                if not wait:
                    database.close()
                    return False
                time.sleep(0.05)
            else:
                self._database = database
                return True

    def release(self) -> None:
        """Give it back."""
        if self._database is not None:
            self._database.close()
            self._database = None


Lock = KernelLock if HAS_FCNTL else FileLock
