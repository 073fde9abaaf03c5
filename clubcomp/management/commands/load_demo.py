"""`manage.py load_demo`: a club to look around in, and how to sign in there."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from clubcomp.demo import club


class Command(BaseCommand):
    help = "Loads the demo club: a real season, blitz evenings paired here, and three accounts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--address", default=settings.SITE_URL, help="where the site is served, to be printed"
        )
        parser.add_argument(
            "--anyway", action="store_true", help="also on a public site (https://...)"
        )

    def handle(self, *, address: str, anyway: bool, **options: Any) -> None:
        if settings.IS_PUBLIC and not anyway:
            raise CommandError(
                "The passwords of the demo club are known to everybody, and this site is public."
                " Load it with --anyway if you mean it."
            )
        if club.is_loaded():
            self.say("The demo club is there already; nothing was changed.")
        else:
            club.load(today=timezone.localdate(), say=self.say)
        self.say(how_to_sign_in(address.rstrip("/")))

    def say(self, text: str) -> None:
        """Progress, at once, also when the output goes into a file."""
        self.stdout.write(text)
        self.stdout.flush()


def how_to_sign_in(address: str) -> str:
    """For the terminal: where, with which e-mail address and password, and who else there is."""
    others = "\n".join(f"    {person.role:8}{person.email}" for person in (club.OWNER, club.MEMBER))
    return (
        f"\nSign in as the demo's competition leader:\n"
        f"    address   {address}{reverse('sign-in')}\n"
        f"    e-mail    {club.LEADER.email}\n"
        f"    password  {club.PASSWORD}\n"
        f"Others, with the same password:\n{others}\n"
    )
