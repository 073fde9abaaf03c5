"""`manage.py health`: whether the site served here answers, for the check of a container."""

from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Asks the site that is served here how it is; fails when it is not well."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, port: int, **options: Any) -> None:
        site = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            site.request(
                "GET",
                f"{settings.SITE_PATH}/health/",
                headers={"Host": urlsplit(settings.SITE_URL).netloc},
            )
            answer = site.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, HTTPException) as problem:
            raise CommandError(f"The site does not answer: {problem}") from problem
        if answer.status != 200:
            raise CommandError(text)
        self.stdout.write(text)
