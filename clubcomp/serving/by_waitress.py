"""The server where nothing forks (Windows): one process with threads."""

import signal
import sys
from collections.abc import Callable

from django.core.servers.basehttp import get_internal_wsgi_application
from waitress.server import create_server

from clubcomp.backups.keeper import Keeper
from clubcomp.middleware import MOST_WITH_FILE
from clubcomp.sending.sender import Sender

#: Sixteen of them may be taken by people who wait for a turn to sign in (`TurnMiddleware`).
THREADS = 24


def serve(address: str, *, ready: Callable[[], None], over: Callable[[], None]) -> None:
    """Serve the site until the program is told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    site = create_server(
        get_internal_wsgi_application(),
        listen=address,
        threads=THREADS,
        ident=None,
        max_request_body_size=MOST_WITH_FILE,
        clear_untrusted_proxy_headers=False,  # the settings say which proxies to trust
    )
    sender, keeper = Sender(), Keeper()
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
