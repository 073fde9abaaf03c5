"""`manage.py backup [FILE]`: a backup of everything, read back before it is called good."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from clubcomp.running.backups.keeping import make_and_keep, trouble
from clubcomp.running.backups.making import make_backup
from clubcomp.running.backups.reach import NoBackup

CHECKED = {
    "restored": "It was read back into tables of its own and compared: every row is there.",
    "counted": (
        "It was read from beginning to end, and its rows were counted. More is not checked: the"
        " account may make no tables to read it back into."
    ),
}


class Command(BaseCommand):
    help = "Makes a backup of the whole site and proves that it can be restored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a new file; else in its own place")

    def handle(self, *, file: Path | None, **options: Any) -> None:
        try:
            if file:
                backup = make_backup(file.absolute(), why="asked")
            else:
                backup = make_and_keep(why="asked")
        except NoBackup as problem:
            raise CommandError(str(problem)) from problem
        if not file and (wrong := trouble()):
            self.stderr.write(wrong.words)
        self.stdout.write(f"{backup.file}: {backup.size:,} bytes. {CHECKED[backup.checked]}")
