"""`manage.py restore FILE`: a backup is put back, all of it or nothing."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import ProgrammingError

from clubcomp.backups.keeping import make_and_keep
from clubcomp.backups.reach import NoBackup, directly
from clubcomp.backups.restoring import restore
from clubcomp.flow.forgetting import forget_again
from clubcomp.models import Forgotten


def forgotten_until_now() -> list[Forgotten]:
    """Who was forgotten since the backup was made, as far as this database knows."""
    try:
        return list(Forgotten.objects.order_by("pk"))
    except ProgrammingError:  # there is no such table yet
        return []


class Command(BaseCommand):
    help = "Restores a backup into an empty database, or with --replace into any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what manage.py backup made")
        parser.add_argument(
            "--replace", action="store_true", help="what is here goes, after a backup of it"
        )

    @directly()
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Django's checks ask the database as well."""
        return super().execute(*args, **options)

    def handle(self, *, file: Path, replace: bool, **options: Any) -> None:
        def set_aside() -> Any:
            return make_and_keep(why="restore")

        remembered = forgotten_until_now()
        try:
            restore(
                file.absolute(), set_aside=set_aside if replace else None, say=self.stdout.write
            )
        except NoBackup as problem:
            raise CommandError(str(problem)) from problem
        for name in forget_again(remembered):
            self.stdout.write(f"Forgotten once more: {name}")
        self.stdout.write("The backup is restored. Start the site again.")
