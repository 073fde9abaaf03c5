"""`manage.py migrate`, and how long the database lets the site wait.

Data of our own server are taken to the newest PostgreSQL first (`backups/moving.py`). A database
with something in it is backed up before its tables are changed. The limits belong to the database's
role, not to a connection: so they hold whoever hands connections out, even a pooler. They apply to
connections made afterwards.
"""

from typing import Any

from django.core.management import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse

from clubcomp.doors.slugs import CLUB_WORDS, SITE_WORDS, free_slug
from clubcomp.flow.clubs import change_club
from clubcomp.flow.competitions.competition import change_competition
from clubcomp.models import Club, Competition
from clubcomp.running.backups.keeping import make_and_keep, tables_are_current
from clubcomp.running.backups.moving import take_to_newest
from clubcomp.running.backups.reach import NoBackup, past_pooler
from clubcomp.running.backups.restoring import at_terminal, is_empty, made_by_older
from pairing.installed import as_typed

#: In milliseconds. Our statements take less than one second; a step may take time between them.
LIMITS = {
    "lock_timeout": 5_000,
    "statement_timeout": 20_000,
    "idle_in_transaction_session_timeout": 60_000,
}


class Command(migrate.Command):
    help = f"{migrate.Command.help} Then sets how long the site waits for the database."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--no-backup",
            action="store_false",
            dest="backup",
            help="Change the tables without a backup of what they hold.",
        )

    @past_pooler()
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Django's checks ask the database as well."""
        if not options.get("plan") and not options.get("check_unapplied"):
            try:
                take_to_newest(say=self.stdout.write, asks=at_terminal())
            except NoBackup as problem:
                raise CommandError(str(problem)) from problem
        return super().execute(*args, **options)

    def handle(self, *args: Any, backup: bool = True, **options: Any) -> None:
        refuse_a_pooler()
        applied = MigrationRecorder(connection).applied_migrations()
        if by_older := made_by_older(applied, command="make club"):
            raise CommandError(f"The tables were made {by_older}")
        if backup:
            self.back_up(options)
        with connection.cursor() as cursor:
            # Changing a large table may take a long time.
            for name in LIMITS:
                cursor.execute(f"SET {name} = 0")
        super().handle(*args, **options)
        with connection.cursor() as cursor:
            database = connection.ops.quote_name(connection.settings_dict["NAME"])
            for name, limit in LIMITS.items():
                cursor.execute(f"RESET {name}")
                cursor.execute(
                    f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} = {limit}"
                )
        if not (options.get("app_label") or options.get("plan") or options.get("check_unapplied")):
            self.give_way()

    def give_way(self) -> None:
        """Move clubs and competitions away from addresses that this release needs for pages."""
        for club in Club.objects.filter(slug__in=SITE_WORDS):
            taken, was = set(Club.objects.values_list("slug", flat=True)), club.slug
            slug = free_slug(was, taken=taken, reserved=SITE_WORDS)
            change_club(club, name=club.name, slug=slug, country=club.country, by=None)
            now, before = (reverse("club", args=[word]) for word in (slug, was))
            self.stdout.write(f"{club.name} is at {now} from now on: the site needs {before}.")
        reserved = Competition.objects.filter(slug__in=CLUB_WORDS).select_related("club")
        for competition in reserved:
            taken = set(competition.club.competitions.values_list("slug", flat=True))
            slug = free_slug(competition.slug, taken=taken, reserved=CLUB_WORDS)
            change_competition(competition, name=competition.name, slug=slug, by=None)
            address = reverse("competition", args=[competition.club.slug, slug])
            self.stdout.write(f"{competition} of {competition.club} is at {address} from now on.")

    def back_up(self, options: dict[str, Any]) -> None:
        """Make a backup if anything will be changed; if that fails, nothing is changed."""
        if options.get("plan") or options.get("check_unapplied") or is_empty():
            return
        if tables_are_current() and not options.get("app_label"):
            return
        try:
            made = make_and_keep(why="upgrade")
        except NoBackup as problem:
            raise CommandError(
                f"The tables were not changed, because there is no backup of them. {problem}\nTo go"
                f" on without one: {as_typed('migrate --no-backup')}"
            ) from problem
        self.stdout.write(f"A backup was made first: {made.file}")


def refuse_a_pooler() -> None:
    """CommandError if another process answers than the connection names: then there is a pooler."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        if cursor.fetchone()[0] != connection.connection.info.backend_pid:
            raise CommandError(
                "DATABASE_URL leads to a pooler, and the tables are only changed on a connection to"
                " PostgreSQL itself. Nothing was changed. Set DIRECT_DATABASE_URL to it."
            )
