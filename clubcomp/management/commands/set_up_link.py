"""`manage.py set_up_link`: where to set up a club, for those who may run programs here."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from clubcomp.demo import club
from clubcomp.flow.clubs import is_set_up, set_up_token
from clubcomp.running.postgres.data_folder import (
    INSTALLED,
    NAME_FILE,
    DataFolder,
    folders_except,
)
from clubcomp.running.serving.addresses import address_taken
from pairing.installed import IS_INSTALLED, as_typed

#: How many other folders with data are listed, the last used ones.
MOST_LISTED = 5


class Command(BaseCommand):
    help = "Prints the link with which the first club of an empty site is set up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--address", default=address_taken(), help="where the site is served, to be printed"
        )

    def handle(self, *, address: str, **options: Any) -> None:
        if settings.IS_DEMO:
            raise CommandError(f"This is the demo. Your own club: {as_typed('serve')}")
        address = address.rstrip("/")
        if club.clubs().exists():
            self.stdout.write(
                "The demo club that version 1.0 loaded stands in this database. Nobody can sign in"
                f" to it. Take it out with: {as_typed('remove_demo')}"
            )
        elif is_set_up():
            self.stdout.write(f"This site is set up. Sign in at {address}{reverse('sign-in')}")
        if not is_set_up():
            self.warn_of_other_data()
            link = f"{address}{reverse('set-up', args=[set_up_token()])}"
            self.stdout.write(
                f"\nSet up your club, at this address:\n    {link}\n"
                f"It works until the club is there. Printed again by: {as_typed('set_up_link')}\n"
            )

    def warn_of_other_data(self) -> None:
        """List other data: somebody who moved or unpacked a checkout may look for them."""
        is_own = settings.DATABASES["default"]["ENGINE"] == "clubcomp.running.postgres"
        if folders := folders_except(settings.HOME if is_own else None):
            listed = "\n".join(f"    {described(folder)}" for folder in folders[:MOST_LISTED])
            name = folders[0].path.name
            begin = f"begin again with: echo {name} > {NAME_FILE}"
            if not is_own:
                begin = "begin again without DATABASE_URL"
            elif IS_INSTALLED:
                begin = f"rename there {INSTALLED} to something else, and {name} to {INSTALLED}"
            self.stdout.write(
                self.style.WARNING(
                    "\nTHIS DATABASE IS NEW AND EMPTY. Other data of Clubcomp are in"
                    f" {settings.HOME.parent}:\n{listed}\nIf yours are among them,"
                    f" stop this and {begin}"
                )
            )


def described(folder: DataFolder) -> str:
    """One line about a folder with other data."""
    checkout = f", by {folder.checkout}" if folder.checkout else ""
    return f"{folder.path.name}  (used last on {folder.used_at:%Y-%m-%d}{checkout})"
