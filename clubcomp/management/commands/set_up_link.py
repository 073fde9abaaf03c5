"""`manage.py set_up_link`: where to set up one's club, for who may run programs here."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from clubcomp.demo import club
from clubcomp.flow.clubs import is_set_up, set_up_token


class Command(BaseCommand):
    help = "Prints the link with which the first club of an empty site is set up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--address", default=settings.SITE_URL, help="where the site is served, to be printed"
        )

    def handle(self, *, address: str, **options: Any) -> None:
        if settings.IS_DEMO:
            raise CommandError("This is the demo. Your own club: make club")
        address = address.rstrip("/")
        if club.clubs().exists():
            self.stdout.write(
                "The demo club that version 1.0 loaded stands in this database. Nobody can sign in"
                " to it. Take it out with: .venv/bin/python manage.py remove_demo"
            )
        elif is_set_up():
            self.stdout.write(f"This site is set up. Sign in at {address}{reverse('sign-in')}")
        if not is_set_up():
            link = f"{address}{reverse('set-up', args=[set_up_token()])}"
            self.stdout.write(
                f"\nSet up your club, at this address:\n    {link}\n"
                "It works until the club is there. Printed again by: make club-link\n"
            )
