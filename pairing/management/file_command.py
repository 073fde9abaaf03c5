"""What have the commands in common that work on files? Their exit status, and what they refuse.

They need no database and no checks, so that they are up at once. The statuses are those of
bbpPairings, so that the engines can stand behind programs that know it.
"""

import signal
import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, Unpack

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from pairing.core.system import BadOptions, CannotPair, PairingSystem
from pairing.core.types import Fact, Snapshot
from pairing.formats.errors import DocumentError
from pairing.formats.files import read_file
from pairing.formats.trf import Reading
from pairing.formats.trf_errors import TrfWarning
from pairing.registry import UnknownSystem, get_system
from pairing.sentences import Sentences, error, trf_warning

PLAYERS_LIMIT = 10_000


class Status(IntEnum):
    """How a command ends."""

    DONE = 0
    CANNOT_PAIR = 1
    OTHER = 2
    BAD_INPUT = 3
    TOO_LARGE = 4
    CANNOT_READ = 5
    DIFFERS = 6


def sentences_of(snapshot: Snapshot) -> Sentences:
    """Who says the reasons of a competition, with the names that are in it."""
    names = {player.id: player.name for player in snapshot.players}
    tempos = {tempo.id: tempo.name or tempo.id for tempo in snapshot.tempos}
    return Sentences(snapshot.system, names.__getitem__, tempos.__getitem__, snapshot.game)


def check_byes_on_request(snapshot: Snapshot, system: PairingSystem) -> None:
    """DocumentError: there are byes on request, which this system does not have."""
    if system.abilities.has_byes_on_request:
        return
    for evening, held in enumerate(snapshot.evenings):
        for number, round_ in enumerate(held.rounds):
            if any(kind.is_on_request for kind in round_.unplayed.values()):
                path = f"evenings[{evening}].rounds[{number}]"
                raise DocumentError(path, "byes_on_request", {"system": system.key})


def add_system_and_files(parser: ArgumentParser) -> None:
    """The system, the files, and what a file cannot say or says in vain."""
    parser.add_argument("system", metavar="SYSTEM", help="the pairing system's key")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument(
        "--initial-colour",
        choices=("white", "black"),
        help="the lot for the first round's colours, where a file does not say it",
    )
    parser.add_argument(
        "--without-acceleration",
        action="store_true",
        help="leave out the acceleration of a TRF file (XXA, 250), which is refused otherwise",
    )


class FileCommand(BaseCommand):
    """A command on files, without a database."""

    requires_system_checks = ()
    requires_migrations_checks = False

    def run_from_argv(self, argv: list[str]) -> None:
        """From the command line: UTF-8 wherever it runs, and a bug ends with a status of its own.

        Python itself ends with 1, which here means that no pairing exists. When nobody reads on
        (`pair ... | head -1`) it ends as any filter does, by the signal and without a word.
        """
        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8")
        try:
            super().run_from_argv(argv)
        except Exception:
            traceback.print_exc()
            sys.exit(Status.OTHER)

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """The parser of the options, which ends with our status for a wrong one."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)

        def refuse(message: str) -> NoReturn:
            if not parser.called_from_command_line:  # a program, by `call_command`
                raise CommandError(message, returncode=Status.BAD_INPUT)
            parser.print_usage(sys.stderr)
            self.stop(Status.BAD_INPUT, f"{parser.prog}: {message}")

        parser.error = refuse  # type: ignore[method-assign]  # argparse has no other way
        return parser

    def attempt(
        self,
        path: Path,
        work: Callable[[Snapshot], str],
        system: PairingSystem | None = None,
        **reading: Unpack[Reading],
    ) -> tuple[Status, str]:
        """What `work` makes of the competition in a file, or the status and why it failed.

        With `system` the competition is taken as one of that system.
        """

        def warn(warning: TrfWarning) -> None:
            self.stderr.write(f"{path}: {trf_warning(warning)}")

        try:
            key = system.key if system else None
            snapshot = read_file(path, key, warn=warn, **reading)
            if system is not None:
                check_byes_on_request(snapshot, system)
                colour = reading.get("initial_colour")
                lot = {"initial_colour": colour} if colour else {}
                options = {**lot, **snapshot.options}
                snapshot = replace(snapshot, system=system.key, options=options)
            if len(snapshot.players) > PLAYERS_LIMIT:
                return Status.TOO_LARGE, _("more than %(limit)d players") % {"limit": PLAYERS_LIMIT}
            try:
                return Status.DONE, work(snapshot)
            except CannotPair as failure:
                return Status.CANNOT_PAIR, sentences_of(snapshot).failure(failure)
        except (DocumentError, BadOptions) as refusal:
            return Status.BAD_INPUT, error(refusal)
        except OSError as refusal:
            return Status.CANNOT_READ, refusal.strerror or str(refusal)
        except Exception as bug:  # it must neither hide the other files nor end with status 1
            self.stderr.write(traceback.format_exc())
            return Status.OTHER, repr(bug)

    def system(self, key: str) -> PairingSystem:
        """The system that was asked for on the command line."""
        try:
            return get_system(key)
        except UnknownSystem as unknown:
            facts: dict[str, Fact] = {"system": key, "known": [*unknown.known]}
            self.stop(Status.BAD_INPUT, error(DocumentError("", "unknown_system", facts)))

    def stop(self, status: Status, message: str) -> NoReturn:
        """End with a message on standard error."""
        self.stderr.write(message)
        sys.exit(status)
