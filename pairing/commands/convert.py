"""The competition in a file of any program that is known here, in another form."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pairing.commands import language
from pairing.commands.file_command import FileCommand, Status, Stop
from pairing.commands.language import gettext as _
from pairing.core.types import Snapshot
from pairing.formats.document import write_document
from pairing.formats.errors import DocumentError, TrfWarning

#: The system of a TRF file, which does not name one.
TRF_SYSTEM = "fide-dutch"


class Command(FileCommand):
    """`convert FILE`"""

    help = (
        "Read FILE, of any program that is known here, and write the competition in it: a "
        "competition document on standard output, unless --to and --output say otherwise. What is "
        "not used of the file is named on standard error. Exit status as of `pair`."
    )
    names_unused = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--to", choices=(*WRITERS, *REPORTS), default="document")
        parser.add_argument("--output", metavar="FILE", type=Path, help="else standard output")
        parser.add_argument(
            "--system", metavar="SYSTEM", help="another system than the file is taken to be of"
        )

        parser.add_argument(
            "--minutes", metavar="N", type=int, help="each player's for the game (ecf, dsb)"
        )
        parser.add_argument("--seconds", metavar="N", type=int, default=0, help="for each move")
        parser.add_argument("--officer", metavar="NAME", default="", help="who reports (ecf, dsb)")

    def handle(self, **options: Any) -> Status:
        path: Path = options["file"]
        system = self.system(options["system"]) if options["system"] else None
        written: list[bytes] = []

        def convert(snapshot: Snapshot) -> str:
            # A TRF or a table need not have a name, and a document must.
            named = snapshot if snapshot.name else replace(snapshot, name=path.stem)
            if not snapshot.name:
                words = _("the file does not name the competition; here it is “%(name)s”")
                print(f"{path}: {words % {'name': named.name}}", file=sys.stderr)
            writer = WRITERS.get(options["to"])
            written.append(writer(named) if writer else _report(named, path, options))
            return ""

        status, text = self.attempt(
            path,
            convert,
            system,
            trf_system=TRF_SYSTEM,
            needs_rounds=False,
            without_acceleration=True,
        )
        if status is not Status.DONE:
            raise Stop(status, f"{path}: {text}")
        if options["output"] is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(written[0])
            sys.stdout.buffer.flush()
            return status
        try:
            options["output"].write_bytes(written[0])
        except OSError as failure:
            problem = f"{options['output']}: {failure.strerror or failure}"
            raise Stop(Status.OTHER, problem) from None
        return status


def _document(snapshot: Snapshot) -> bytes:
    return write_document(snapshot).encode()


def _trf(edition: Literal["16", "26"], snapshot: Snapshot) -> bytes:
    from pairing.formats.trf_written import write_trf

    return write_trf(snapshot, edition, warn=_warn)


def _h9(snapshot: Snapshot) -> bytes:
    from pairing.formats.h9_written import write_h9

    return write_h9(snapshot)


def _pgn(snapshot: Snapshot) -> bytes:
    from pairing.formats.pgn import write_pgn

    return write_pgn(snapshot).encode()


def _report(snapshot: Snapshot, path: Path, options: dict[str, Any]) -> bytes:
    """The games for a federation, or as a plain table. DocumentError: a fact is missing."""
    from pairing.formats.reported_games import Period, report_of

    report = report_of(snapshot, Period())
    if not report.games:
        raise DocumentError("", "no_game_to_report")
    if options["to"] == "table":
        from pairing.formats.games_table import write_games_table

        return write_games_table(report)
    if options["minutes"] is None:
        raise DocumentError("", "report_needs_minutes", {"to": options["to"]})
    if report.undated:
        raise DocumentError("", "game_without_day", {"count": report.undated})
    minutes, seconds, officer = options["minutes"], options["seconds"], options["officer"]
    if options["to"] == "ecf":
        from pairing.formats.ecf import EcfEvent, write_ecf

        event = EcfEvent(path.stem[:40], 1, officer, "", "", "", minutes, seconds)
        return write_ecf(report, event).encode()
    from pairing.formats.dsb import GermanEvent, write_german_table

    pace = f"{minutes}+{seconds}" if seconds else str(minutes)
    return write_german_table(report, GermanEvent(officer, pace, ""))


def _warn(warning: TrfWarning) -> None:
    """Print a warning of what the written file cannot hold."""
    language.translation()
    from pairing.sentences import trf_warning

    print(trf_warning(warning), file=sys.stderr)


#: Reports of games; options give the other facts that a federation asks.
REPORTS = ("ecf", "dsb", "table")
#: What can be written.
WRITERS: dict[str, Callable[[Snapshot], bytes]] = {
    "document": _document,
    "trf16": partial(_trf, "16"),
    "trf26": partial(_trf, "26"),
    "h9": _h9,
    "pgn": _pgn,
}
