"""`manage.py import_club FILE`: a club comes in with its archive."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from clubcomp.flow.archives.reading import import_club
from clubcomp.flow.errors import StepError
from pairing.installed import as_typed


class Command(BaseCommand):
    help = "Brings in the club of an archive (docs/archive.md), all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive that an owner took")
        parser.add_argument("--slug", default="", help="another address for the club")

    def handle(self, *, file: Path, slug: str, **options: Any) -> None:
        try:
            club = import_club(file.read_bytes(), slug=slug, by=None)
        except (OSError, StepError) as problem:
            raise CommandError(f"Nothing was imported. {problem}") from problem
        self.stdout.write(
            f"{club} is at {reverse('club', args=[club.slug])}. Its people are invited: each takes"
            f" the role once signed in. A link to sign in: {as_typed('link EMAIL')}"
        )
