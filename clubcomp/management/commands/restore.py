"""`manage.py restore FILE`: a backup is put back, all of it or nothing."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import ProgrammingError

from clubcomp.flow.people.forgetting import forget_again
from clubcomp.models import Forgotten
from clubcomp.running.backups.keeping import make_and_keep
from clubcomp.running.backups.keys import take_key
from clubcomp.running.backups.made import Backup, newest_in
from clubcomp.running.backups.moving import restore_beside
from clubcomp.running.backups.reach import NoBackup, past_pooler
from clubcomp.running.backups.restoring import at_terminal, restore
from pairing.installed import as_typed


def forgotten_until_now() -> list[Forgotten]:
    """The people forgotten until now: the backup may have some of them."""
    try:
        return list(Forgotten.objects.order_by("pk"))
    except ProgrammingError:  # the table does not exist yet
        return []


class Command(BaseCommand):
    help = "Restores a backup into an empty database, or with --replace into any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="what manage.py backup made; else the newest of them"
        )
        parser.add_argument(
            "--replace", action="store_true", help="what is here goes, after a backup of it"
        )
        parser.add_argument(
            "--trust",
            action="store_true",
            help="a backup of an earlier release is a program: you made it, so carry it out",
        )
        parser.add_argument(
            "--set-aside",
            action="store_true",
            help="data that no PostgreSQL here can read are kept beside, under another name",
        )

    @past_pooler()
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Django's checks ask the database as well."""
        return super().execute(*args, **options)

    def handle(
        self, *, file: Path | None, replace: bool, trust: bool, set_aside: bool, **options: Any
    ) -> None:
        asks = at_terminal(trusts=trust)
        try:
            backup = chosen(file)
            if set_aside:
                restore_beside(backup, asks=asks, say=self.stdout.write)
                call_command("migrate", interactive=False, verbosity=0, backup=False)
                remembered, was_empty = [], False
            else:
                remembered = forgotten_until_now()
                set_aside_first = aside if replace else refused
                was_empty = restore(
                    backup, set_aside=set_aside_first, asks=asks, say=self.stdout.write
                )
        except NoBackup as problem:
            raise CommandError(str(problem)) from problem
        for name in forget_again(remembered):
            self.stdout.write(f"Forgotten once more: {name}")
        self.stdout.write(take_key(backup, was_empty=was_empty))
        self.stdout.write("The backup is restored. Start the site again.")


def chosen(file: Path | None) -> Path:
    """The file named, else the newest backup that was proved; NoBackup if there is none."""
    if file:
        return file.absolute()
    if newest := newest_in(settings.BACKUP_DIR):
        return newest.file
    raise NoBackup(f"There is no backup in {settings.BACKUP_DIR}. Name a file.")


def aside() -> Backup:
    """A backup of the data that will be replaced."""
    return make_and_keep(why="restore")


def refused() -> Backup:
    """NoBackup, which says how to replace the data after all."""
    raise NoBackup(
        "The database is not empty: it holds clubs or accounts. Nothing was changed. To put the"
        " backup in their place, after a backup of them was made, type:"
        f" {as_typed('restore FILE --replace')}"
    )
