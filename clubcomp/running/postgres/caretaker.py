"""Stops the server when its last user is gone, however that ended.

Every program that uses the server shares the lock `users.lock`; it is dropped when the program
ends, be it by Ctrl-C, SIGTERM or `kill -9`, and kept while a forked child lives on. This process
waits until it can have that lock alone. Started by `server.py` with the server's folder; it says
"ready" once it holds the lock by which others see that a caretaker is there.
"""

import sys
from pathlib import Path

from clubcomp.running.postgres.server import Server

if __name__ == "__main__":
    Server(Path(sys.argv[1])).stop_when_unused()
