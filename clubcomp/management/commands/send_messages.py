"""`manage.py send_messages`: send what waits, for a site that `serve` does not serve."""

import signal
from typing import Any

from django.core.management import BaseCommand

from clubcomp.running.sending.sender import Sender


class Command(BaseCommand):
    help = "Sends e-mails and notifications as they come, until it is told to stop."

    def handle(self, **options: Any) -> None:
        sender = Sender()
        sender.start()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: sender.stop(0))
        while sender.is_alive():  # on Windows an endless wait does not notice Ctrl-C
            sender.join(1)
