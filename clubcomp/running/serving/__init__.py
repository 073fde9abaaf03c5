"""The programs that answer requests: `by_gunicorn.py`, and `by_waitress.py` where nothing forks.

Both serve the site, send the messages that wait, and make backups.
"""

import os
from collections.abc import Callable
from importlib import import_module


def serve(address: str, *, ready: Callable[[], None], over: Callable[[], None]) -> None:
    """Serve the site at an address such as "127.0.0.1:8000" until the program is told to stop."""
    server = "gunicorn" if hasattr(os, "fork") else "waitress"
    import_module(f"{__name__}.by_{server}").serve(address, ready=ready, over=over)
