"""What do the commands on files have in common? Their exit status, and what they refuse.

The statuses are those of bbpPairings, so that the engines can stand behind programs that know it.
"""

from __future__ import annotations

import sys
import traceback
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Unpack

from pairing.commands import language
from pairing.commands.language import gettext as _
from pairing.core.system import BadOptions, CannotPair, PairingSystem
from pairing.core.types import Fact, Snapshot
from pairing.formats.errors import DocumentError
from pairing.formats.files import SUFFIXES, read_file
from pairing.formats.nodes import CODE_PAGES
from pairing.registry import UnknownSystem, get_system

if TYPE_CHECKING:
    from pairing.formats.errors import TrfWarning
    from pairing.formats.trf import Reading
    from pairing.sentences import Sentences

PLAYERS_LIMIT = 10_000
#: Codes of warnings about what does not matter to a pairing.
UNUSED = ("not_used", "lines_not_used", "fields_not_used", "no_name")


class Status(IntEnum):
    """How a command ends."""

    DONE = 0
    CANNOT_PAIR = 1
    OTHER = 2
    BAD_INPUT = 3
    TOO_LARGE = 4
    CANNOT_READ = 5
    DIFFERS = 6
    UNPROVEN = 7


class Stop(Exception):
    """The command ends here, with a message on standard error."""

    def __init__(self, status: Status, message: str):
        super().__init__(message)
        self.status = status
        self.message = message


def as_json(data: object) -> str:
    """Data for another program."""
    import json

    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def error(problem: Exception) -> str:
    """The sentence for a refused document, TRF file or option."""
    language.translation()
    from pairing.sentences import error

    return error(problem)


def sentences_of(snapshot: Snapshot) -> Sentences:
    """The sentences for the reasons of a competition, with the names of its players."""
    language.translation()
    from pairing.sentences import Sentences

    names = {player.id: player.name for player in snapshot.players}
    return Sentences(snapshot.system, names.__getitem__, snapshot.game)


def check_byes_on_request(snapshot: Snapshot, system: PairingSystem) -> None:
    """DocumentError: there are byes on request, which this system does not have."""
    if system.abilities.has_byes_on_request:
        return
    for index, evening in enumerate(snapshot.evenings):
        for number, round_ in enumerate(evening.rounds):
            if any(kind.is_on_request for kind in round_.unplayed.values()):
                path = f"evenings[{index}].rounds[{number}]"
                raise DocumentError(path, "byes_on_request", {"system": system.key})


def without_acceleration(snapshot: Snapshot) -> Snapshot:
    """The competition without its acceleration; DocumentError: rounds were paired with it."""
    options = {**snapshot.options}
    if not snapshot.virtual_points and options.pop("acceleration", "none") == "none":
        return snapshot
    if any(snapshot.record()):
        raise DocumentError("", "acceleration_settled")
    return replace(snapshot, options=options, virtual_points={})


def add_system_and_files(parser: ArgumentParser) -> None:
    """Add the system, the files, and the options for what a file does not say or should not."""
    parser.add_argument("system", metavar="SYSTEM", help="the pairing system's key")
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="a file, a folder (every file in it that can be read), or - for standard input",
    )
    parser.add_argument(
        "--initial-colour",
        choices=("white", "black"),
        help="the lot for the first round's colours, where a file does not say it",
    )
    parser.add_argument(
        "--code-page",
        choices=CODE_PAGES,
        help="the letters of a TRF or h9 file that is not in UTF-8 (else cp1252)",
    )
    parser.add_argument(
        "--without-acceleration",
        action="store_true",
        help="leave out the acceleration of a file before round 1, or where a system has none",
    )


def files_of(named: Sequence[Path]) -> list[Path]:
    """The files named, and those in folders named, sorted. Stop: a folder has none."""
    files: list[Path] = []
    for path in named:
        if path.is_dir():
            inside = sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES)
            if not inside:
                facts = {"folder": str(path), "known": ", ".join(SUFFIXES)}
                raise Stop(
                    Status.CANNOT_READ,
                    _("%(folder)s: there is no file in this folder that can be read (%(known)s)")
                    % facts,
                )
            files += inside
        else:
            files.append(path)
    return files


class Arguments(ArgumentParser):
    """The options of a command; a wrong one ends with our status."""

    def error(self, message: str) -> NoReturn:
        raise Stop(Status.BAD_INPUT, f"{self.format_usage()}{self.prog}: {message}")


class FileCommand(ABC):
    """A command on files."""

    #: What `--help` says.
    help: str
    #: Whether it also names unused parts of a file that do not matter to a pairing.
    names_unused = False

    @abstractmethod
    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments of the command."""

    @abstractmethod
    def handle(self, **options: Any) -> Status:
        """Carry the command out and return its status. Stop: it ends early."""

    def run(self, program: str, arguments: Sequence[str]) -> Status:
        """Carry it out with arguments from the command line."""
        parser = Arguments(prog=program, description=self.help)
        self.add_arguments(parser)
        return self.handle(**vars(parser.parse_args(arguments)))

    def attempt(
        self,
        path: Path,
        work: Callable[[Snapshot], str],
        system: PairingSystem | None = None,
        unaccelerated: bool = False,
        trf_system: str | None = None,
        **reading: Unpack[Reading],
    ) -> tuple[Status, str]:
        """What `work` makes of the competition in a file, or the status and why it failed.

        With `system` the competition is taken as one of that system, `unaccelerated` without
        acceleration. A TRF file without a `system` is taken as one of `trf_system`.
        """
        knows_acceleration = hasattr(system and system.options, "acceleration")
        if unaccelerated and not knows_acceleration:
            reading["without_acceleration"] = True

        def warn(warning: TrfWarning) -> None:
            if warning.code in UNUSED and not self.names_unused:
                return
            language.translation()
            from pairing.sentences import trf_warning

            print(f"{path}: {trf_warning(warning)}", file=sys.stderr)

        try:
            key = system.key if system else None
            snapshot = read_file(path, key, trf_system=trf_system, warn=warn, **reading)
            if system is not None:
                check_byes_on_request(snapshot, system)
                colour = reading.get("initial_colour")
                lot = {"initial_colour": colour} if colour else {}
                options = {**lot, **snapshot.options}
                snapshot = replace(snapshot, system=system.key, options=options)
            if unaccelerated and knows_acceleration:
                snapshot = without_acceleration(snapshot)
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
            traceback.print_exc()
            return Status.OTHER, repr(bug)

    def system(self, key: str) -> PairingSystem:
        """The system named on the command line."""
        try:
            return get_system(key)
        except UnknownSystem as unknown:
            facts: dict[str, Fact] = {"system": key, "known": [*unknown.known]}
            self.refuse(DocumentError("", "unknown_system", facts))

    def refuse(self, problem: Exception) -> NoReturn:
        """End with what is wrong with an argument."""
        raise Stop(Status.BAD_INPUT, error(problem)) from None
