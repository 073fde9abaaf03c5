"""A whole random competition as a file: for tests, and to compare programs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from pairing.commands.file_command import FileCommand, Status, Stop, sentences_of
from pairing.commands.language import gettext as _
from pairing.core.system import BadOptions
from pairing.core.types import Fact
from pairing.core.unplayed import BYES_ON_REQUEST
from pairing.formats.document import write_document
from pairing.formats.errors import DocumentError, TrfError
from pairing.formats.files import DOCUMENTS, TRF
from pairing.formats.trf_settings import ROUNDS_LIMIT
from pairing.formats.trf_text import NUMBER_LIMIT, decoded
from pairing.formats.trf_written import write_trf
from pairing.random_competition import RoundCannotBePaired, Wishes, random_competition

#: The option for each kind of bye on request.
BYES = {kind.document_key: kind for kind in BYES_ON_REQUEST}
#: The percentages that can be asked for, and of what.
SHARES = {
    "forfeits": "of the games, each round",
    "absences": "of the players, each round",
    **dict.fromkeys(BYES, "of the players, each round; where the system has byes on request"),
    "late": "of the players enter after the first round",
    "withdrawals": "of the players leave before the last round",
}


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
        for name, share in SHARES.items():
            option = f"--{name.replace('_', '-')}"
            parser.add_argument(option, metavar="%", type=int, default=0, help=share)
        parser.add_argument(
            "--edition", choices=("16", "26"), default="16", help="of a TRF file; 16 by default"
        )
        parser.add_argument(
            "--output",
            metavar="FILE",
            type=Path,
            help="a .trf, .trfx, .txt or .json file; else standard output",
        )

    def handle(self, **options: Any) -> Status:
        system = self.system(options["system"])
        if not system.abilities.needs_round_count:
            self.refuse(DocumentError("", "no_random_competition", {"system": system.key}))
        if options["players"] > NUMBER_LIMIT:
            limit = {"limit": NUMBER_LIMIT}
            raise Stop(Status.TOO_LARGE, _("more than %(limit)d players") % limit)
        self.check_option("players", options["players"], 2, NUMBER_LIMIT)
        self.check_option("rounds", options["rounds"], 1, ROUNDS_LIMIT)
        for name in SHARES:
            self.check_option(name.replace("_", "-"), options[name], 0, 100)
        byes = {kind: options[name] for name, kind in BYES.items()}
        if any(byes.values()) and not system.abilities.has_byes_on_request:
            self.refuse(TrfError(0, 0, "byes_on_request", {"system": system.key}))
        output: Path | None = options["output"]
        if output and output.suffix.lower() not in (*DOCUMENTS, *TRF):
            facts: dict[str, Fact] = {"suffix": output.suffix, "known": [*DOCUMENTS, *TRF]}
            self.refuse(DocumentError("", "unknown_file_kind", facts))
        names = ("players", "rounds", "seed", *(name for name in SHARES if name not in BYES))
        wishes = Wishes(**{name: options[name] for name in names}, byes=byes)
        try:
            snapshot = random_competition(system, wishes)
        except RoundCannotBePaired as stuck:
            problem = sentences_of(stuck.snapshot).failure(stuck.failure)
            raise Stop(
                Status.CANNOT_PAIR,
                _("Round %(round)d: %(problem)s") % {"round": stuck.number, "problem": problem},
            ) from None
        is_document = output is not None and output.suffix.lower() in DOCUMENTS
        if is_document:
            data = write_document(snapshot).encode()
        else:
            data = write_trf(snapshot, options["edition"])
        if output is None:
            print(decoded(data)[0], end="")
            return Status.DONE
        try:
            output.write_bytes(data)
        except OSError as failure:
            raise Stop(Status.OTHER, f"{output}: {failure.strerror or failure}") from None
        return Status.DONE

    def check_option(self, name: str, value: int, low: int, high: int) -> None:
        """End when an option lies outside its bounds."""
        if not low <= value <= high:
            self.refuse(BadOptions(f"--{name}", "out_of_range", {"low": low, "high": high}))
