"""`manage.py send_messages`: send what waits, for a site that `serve` does not serve."""

import signal
from threading import Event
from typing import Any

from django.core.management import BaseCommand

from clubcomp.running.sending.sender import Sender


class Command(BaseCommand):
    help = "Sends e-mails and notifications as they come, until it is told to stop."

    def handle(self, **options: Any) -> None:
        sender = Sender()
        sender.start()
        is_over = Event()
        for wish in (signal.SIGINT, signal.SIGTERM):
            signal.signal(wish, lambda *_: is_over.set())
        while not is_over.wait(1):  # on Windows an endless wait does not notice Ctrl-C
            pass
        sender.stop()
