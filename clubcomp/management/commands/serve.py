"""`manage.py serve`: everything from an empty database to a site that answers, in one program.

One program, because our own PostgreSQL runs only as long as a program uses it: this one does from
the first migration until Ctrl-C.
"""

import os
import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import OperationalError, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.urls import reverse

from clubcomp.demo import club
from clubcomp.flow.clubs import is_set_up, set_up_token
from clubcomp.running.backups.restoring import served_lock
from clubcomp.running.postgres.locks import Lock
from clubcomp.running.postgres.programs import make_folder
from clubcomp.running.serving import serve
from clubcomp.running.serving.addresses import take_address, words_on_phones
from pairing.installed import as_served, as_typed


class Command(BaseCommand):
    help = "Prepares the database and the static files, and serves the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host",
            default=os.environ.get("HOST") or "127.0.0.1",
            help="0.0.0.0: the whole network (else HOST of the environment)",
        )
        parser.add_argument(
            "--port",
            type=int,
            default=os.environ.get("PORT") or settings.PORT,
            help="else PORT of the environment",
        )
        parser.add_argument(
            "--prepare", action="store_true", help="collect the static files, and end"
        )
        parser.add_argument(
            "--browser", action="store_true", help="open the site in this computer's browser"
        )

    def handle(
        self, *, host: str, port: int, prepare: bool, browser: bool = False, **options: Any
    ) -> None:
        if not prepare:
            check_free(host, port)
        self.say("Collecting the static files ...")
        collect_static_files()
        if prepare:
            return
        with suppress(OSError):  # a site that cannot write is restored from elsewhere
            served = served_lock()
            served.take(shared=True)  # until this program ends
        self.say("Starting the database and bringing its tables up to date ...")
        address = take_address(host, port)
        with one_at_a_time():
            try:
                call_command("migrate", interactive=False, verbosity=0)
            except OperationalError as problem:
                raise CommandError(f"The database does not answer.\n{problem}") from problem
            beside = clubs_beside_the_demo()
            if beside and settings.IS_PUBLIC_DEMO:
                raise CommandError(
                    f"{beside[0]} is a club of the same PostgreSQL. The public demo is for"
                    " strangers, and runs only where no club is: give it a machine, or a"
                    " DATABASE_URL, of its own."
                )
            first = "load_demo" if settings.IS_DEMO else "set_up_link"
            call_command(first, address=address, stdout=self.stdout)
        for name in beside:
            self.say(f"{name} is not in the demo. It is served by: {as_typed('serve')}\n")
        # The workers are forked from this process; each opens connections of its own.
        for connection in connections.all(initialized_only=True):
            connection.close()
            if isinstance(connection, DatabaseWrapper):
                connection.close_pool()
        self.say("Starting the web server ...")
        here = f"http://localhost:{port}{settings.SITE_PATH}"
        ready = f"Clubcomp is at {here}/  (Ctrl-C stops it)"
        if not settings.IS_PUBLIC:
            ready += f"\n{words_on_phones(host, port)}"

        def is_ready() -> None:
            self.say(ready)
            if browser:
                webbrowser.open(first_page(f"http://localhost:{port}"))

        serve(f"{host}:{port}", ready=is_ready, over=lambda: self.say("Stopped."))

    def say(self, text: str) -> None:
        """Write progress at once, even when the output goes into a file."""
        self.stdout.write(text)
        self.stdout.flush()


def first_page(address: str) -> str:
    """The page to open first: the one that sets up the club, while there is none."""
    if settings.IS_DEMO or is_set_up():
        return f"{address}{reverse('home')}"
    return f"{address}{reverse('set-up', args=[set_up_token()])}"


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second program that starts on the same data wait while the first makes tables and
    fills them.
    """
    lock = Lock(settings.HOME / "starting.lock")
    try:
        make_folder(settings.HOME)
        lock.take()
    except OSError:  # a site that cannot write has tables already
        yield
        return
    try:
        yield
    finally:
        lock.release()


def clubs_beside_the_demo() -> list[str]:
    """The names of the clubs in the real database beside the demo's own; [] if this is no demo.

    Version 1.0 had both in one.
    """
    own = connections["default"].settings_dict
    name = own["NAME"].removesuffix("_demo").removesuffix("_public")
    if not settings.IS_DEMO or name == own["NAME"]:
        return []
    reach = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    known = {key: own[setting] for key, setting in reach.items() if own[setting]}
    try:
        with psycopg.connect(**known, dbname=name, connect_timeout=5) as beside:
            query = "SELECT name FROM clubcomp_club WHERE slug <> %s ORDER BY name"
            return [club for (club,) in beside.execute(query, [club.SLUG])]
    except psycopg.Error:  # there is none, or it has no tables yet
        return []


def collect_static_files() -> None:
    """Collect the static files if one changed since the last time: compressing takes seconds."""
    paths = [storage.path(name) for finder in get_finders() for name, storage in finder.list([])]
    known = ((path, os.stat(path)) for path in sorted(paths))
    # Whole seconds, since an image keeps no fractions.
    state = "".join(f"{path} {int(file.st_mtime)} {file.st_size}\n" for path, file in known)
    collected = Path(settings.STATIC_ROOT) / ".collected"
    make_folder(collected.parent)
    if not collected.exists() or collected.read_text() != state:
        call_command("collectstatic", interactive=False, verbosity=0)
        collected.write_text(state)


def check_free(host: str, port: int) -> None:
    """CommandError if the port is taken, before any work is done."""
    another = as_served(is_demo=settings.IS_DEMO, port=8001 if port != 8001 else 8002)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as problem:
            raise CommandError(
                f"Port {port} cannot be used ({problem}). Does Clubcomp run already? Look at"
                f" http://localhost:{port}{settings.SITE_PATH}/ Else choose another one: {another}"
            ) from problem
