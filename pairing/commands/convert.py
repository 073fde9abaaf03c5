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
from pairing.core.types import Snapshot
from pairing.formats.document import write_document
from pairing.formats.errors import TrfWarning

#: What a TRF file is read as, which does not say it.
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
        parser.add_argument("--to", choices=WRITERS, default="document")
        parser.add_argument("--output", metavar="FILE", type=Path, help="else standard output")
        parser.add_argument(
            "--system", metavar="SYSTEM", help="another system than the file is taken to be of"
        )

    def handle(self, **options: Any) -> Status:
        path: Path = options["file"]
        system = self.system(options["system"]) if options["system"] else None
        written: list[bytes] = []

        def convert(snapshot: Snapshot) -> str:
            # A TRF or a table need not have a name, and a document must.
            named = snapshot if snapshot.name else replace(snapshot, name=path.stem)
            written.append(WRITERS[options["to"]](named))
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


def _warn(warning: TrfWarning) -> None:
    """What has no place in the file that is written."""
    language.translation()
    from pairing.sentences import trf_warning

    print(trf_warning(warning), file=sys.stderr)


#: What can be written.
WRITERS: dict[str, Callable[[Snapshot], bytes]] = {
    "document": _document,
    "trf16": partial(_trf, "16"),
    "trf26": partial(_trf, "26"),
    "h9": _h9,
    "pgn": _pgn,
}
