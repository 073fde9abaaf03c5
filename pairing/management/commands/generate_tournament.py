"""A whole random competition as a file: for tests, and to compare programs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from pairing.core.system import BadOptions
from pairing.core.types import Fact
from pairing.formats.document import write_document
from pairing.formats.errors import DocumentError
from pairing.formats.files import DOCUMENTS, TRF
from pairing.formats.trf import write_trf
from pairing.formats.trf_settings import ROUNDS_LIMIT
from pairing.formats.trf_text import NUMBER_LIMIT
from pairing.management.file_command import FileCommand, Status, teller_of
from pairing.random_competition import RoundCannotBePaired, Wishes, random_competition
from pairing.sentences import error


class Command(FileCommand):
    """`generate_tournament SYSTEM`"""

    help = (
        "Play a random competition with SYSTEM from the first round to the last: results by the "
        "rating table. The same seed gives the same file, a FIDE TRF file (or, by its name, a "
        "competition document). Exit status as of `pair`."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", metavar="SYSTEM", help="the pairing system's key")
        parser.add_argument("--players", metavar="N", type=int, required=True)
        parser.add_argument("--rounds", metavar="N", type=int, required=True)
        parser.add_argument("--seed", metavar="N", type=int, required=True)
        parser.add_argument("--forfeits", metavar="%", type=int, default=0, help="of the games")
        parser.add_argument("--absences", metavar="%", type=int, default=0, help="of the players")
        parser.add_argument(
            "--output",
            metavar="FILE",
            type=Path,
            help="a .trf, .trfx, .txt or .json file; else standard output",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        system = self.system(options["system"])
        if not system.abilities.needs_round_count:
            facts: dict[str, Fact] = {"system": system.key}
            self.refuse("no_random_competition", facts)
        if options["players"] > NUMBER_LIMIT:
            limit = {"limit": NUMBER_LIMIT}
            self.stop(Status.TOO_LARGE, _("more than %(limit)d players") % limit)
        self.check("players", options["players"], 2, NUMBER_LIMIT)
        self.check("rounds", options["rounds"], 1, ROUNDS_LIMIT)
        self.check("forfeits", options["forfeits"], 0, 100)
        self.check("absences", options["absences"], 0, 100)
        output: Path | None = options["output"]
        if output and output.suffix.lower() not in (*DOCUMENTS, *TRF):
            self.refuse("unknown_file_kind", {"suffix": output.suffix, "known": [*DOCUMENTS, *TRF]})
        names = ("players", "rounds", "seed", "forfeits", "absences")
        try:
            snapshot = random_competition(system, Wishes(*(options[name] for name in names)))
        except RoundCannotBePaired as stuck:
            said = teller_of(stuck.snapshot).failure(stuck.failure)
            self.stop(
                Status.CANNOT_PAIR,
                _("Round %(round)d: %(problem)s") % {"round": stuck.number, "problem": said},
            )
        is_document = output is not None and output.suffix.lower() in DOCUMENTS
        data = write_document(snapshot).encode() if is_document else write_trf(snapshot)
        if output is None:
            self.stdout.write(data.decode(), ending="")
            return
        try:
            output.write_bytes(data)
        except OSError as failure:
            self.stop(Status.OTHER, f"{output}: {failure.strerror or failure}")

    def check(self, name: str, value: int, low: int, high: int) -> None:
        """End when an option lies outside its bounds."""
        if not low <= value <= high:
            facts: dict[str, Fact] = {"low": low, "high": high}
            self.stop(Status.BAD_INPUT, error(BadOptions(f"--{name}", "out_of_range", facts)))

    def refuse(self, code: str, facts: dict[str, Fact]) -> None:
        """End with what is wrong with an option."""
        self.stop(Status.BAD_INPUT, error(DocumentError("", code, facts)))
