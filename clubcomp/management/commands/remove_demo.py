"""`manage.py remove_demo`: the demo club goes from a database that it does not belong in."""

from typing import Any

from django.core.management import BaseCommand

from clubcomp.demo import club


class Command(BaseCommand):
    help = "Takes the demo club and its accounts out of the database; other clubs stay."

    def handle(self, **options: Any) -> None:
        if not club.clubs().exists():
            self.stdout.write("There is no demo club here; nothing was changed.")
            return
        club.remove()
        self.stdout.write("The demo club and its accounts are gone.")
