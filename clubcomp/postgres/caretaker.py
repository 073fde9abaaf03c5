"""Stops the server when its last user is gone, however that one went.

Every program that uses the server holds a shared lock on `users.lock`; the kernel drops it when
the program ends, be it by Ctrl-C, SIGTERM or `kill -9`, and keeps it while a forked child lives on.
This process waits until it can have that lock alone. Called by `server.py` with the server's folder
and the number of an open file that says, by its lock, that a caretaker is there.
"""

import os
import sys
from pathlib import Path

from clubcomp.postgres.server import Server

if __name__ == "__main__":
    # The caller waits for the first process only; the second belongs to nobody.
    if os.fork():
        os._exit(0)
    Server(Path(sys.argv[1])).stop_when_unused(caretaker_lock=int(sys.argv[2]))
