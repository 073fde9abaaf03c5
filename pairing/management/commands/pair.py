"""Who plays whom? Pairs the last round of competitions in files."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from pairing.core.system import PairingSystem
from pairing.core.types import Bye, Colour, Pair, PlayerId, Proposal, Reason, Snapshot
from pairing.formats.errors import DocumentError
from pairing.formats.pairs import proposal_data, write_pairs
from pairing.management.file_command import (
    FileCommand,
    Status,
    add_system_and_files,
    teller_of,
)
from pairing.registry import rules_of
from pairing.sentences import Teller, error
from pairing.sentences.game_words import named_first

SUFFIXES = {"pairs": ".pairs", "board": ".boards", "json": ".pairs.json"}


class Command(FileCommand):
    """`pair SYSTEM FILE...`"""

    help = (
        "Pair the next round of each FILE: a competition document (.json) with a round to be "
        "paired, or a FIDE TRF file (.trf, .trfx, .txt), or a European go "
        "tournament file (.h9). "
        "Exit status: 0 done; 1 no pairing exists; 2 anything else; 3 bad input or option; "
        "4 more than 10,000 players; 5 a file cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_system_and_files(parser)
        parser.add_argument("--format", choices=SUFFIXES, default="pairs")
        parser.add_argument("--explain", action="store_true", help="say why, in sentences")
        parser.add_argument(
            "--output",
            metavar="DIR",
            type=Path,
            help="write DIR/NAME.pairs for each file (with several files: by default here)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        system = self.system(options["system"])
        files, folder = options["files"], options["output"]

        def paired(snapshot: Snapshot) -> str:
            rules = rules_of(snapshot)
            check_round_left(snapshot, system)
            proposal = rules.pair(snapshot)
            return write(options["format"], proposal, snapshot, explain=options["explain"])

        def attempt(path: Path) -> tuple[Status, str]:
            return self.attempt(
                path,
                paired,
                system,
                without_acceleration=options["without_acceleration"],
                initial_colour=options["initial_colour"],
            )

        if folder is None and len(files) == 1:
            status, text = attempt(files[0])
            if status is not Status.DONE:
                self.stop(status, f"{files[0]}: {text}")
            self.stdout.write(text, ending="")
        else:
            suffix = SUFFIXES[options["format"]]
            self.pair_all(files, folder or Path(), suffix, attempt)

    def pair_all(
        self,
        files: Sequence[Path],
        folder: Path,
        suffix: str,
        attempt: Callable[[Path], tuple[Status, str]],
    ) -> None:
        """Write one file for each of `files`, and a line each about how it went."""
        worst = Status.DONE
        written: dict[str, Path] = {}
        for path in files:
            name = path.stem
            if name in written:
                status = Status.BAD_INPUT
                text = error(DocumentError("", "same_name", {"first": str(written[name])}))
            else:
                status, text = attempt(path)
            if status is Status.DONE:
                written[name] = path
                status, text = self.keep(folder / f"{name}{suffix}", text)
            worst = max(worst, status)
            self.stdout.write(f"{name} {' '.join(text.split())}")
        if worst is not Status.DONE:
            sys.exit(worst)

    def keep(self, path: Path, text: str) -> tuple[Status, str]:
        """Write a file; how that went."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as failure:
            return Status.OTHER, f"{path}: {failure.strerror or failure}"
        return Status.DONE, "ok"


def check_round_left(snapshot: Snapshot, system: PairingSystem) -> None:
    """DocumentError when the competition has no round to be paired."""
    if snapshot.to_pair() is not None:
        return
    played = len([*snapshot.record()])
    if system.abilities.needs_round_count and played == snapshot.options.get("rounds"):
        raise DocumentError("", "no_round_left", {"rounds": played})
    raise DocumentError("", "nothing_to_pair")


def write(form: str, proposal: Proposal, snapshot: Snapshot, *, explain: bool) -> str:
    """The proposal in one of the three forms, with sentences if they are asked for."""
    names = {player.id: player.name for player in snapshot.players}
    if form == "json":
        data: Any = proposal_data(proposal)
        if explain:
            add_sentences(data, proposal, teller_of(snapshot))
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    text = (
        write_boards(proposal, names, snapshot.game) if form == "board" else write_pairs(proposal)
    )
    return f"{text}\n{explanation(proposal, names, teller_of(snapshot))}" if explain else text


def add_sentences(data: Any, proposal: Proposal, teller: Teller) -> None:
    """Put each reason's sentence beside it."""
    decisions: list[Pair | Bye] = [*proposal.pairs]
    if proposal.bye is not None:
        decisions.append(proposal.bye)
    for written, decision in zip([*data["pairs"], *data["byes"]], decisions, strict=True):
        for reason_data, reason in zip(written["reasons"], decision.reasons, strict=True):
            reason_data["sentence"] = teller.say(reason)


def write_boards(proposal: Proposal, names: Mapping[PlayerId, str], game: str = "chess") -> str:
    """The pairing as it is read out: board, white and black by name (in go black first), the
    bye last."""
    rows = [(_("Board"), _("White"), _("Black"))]
    rows += [
        (str(board), names[pair.white], names[pair.black])
        for board, pair in enumerate(proposal.pairs, start=1)
    ]
    if named_first(game) is Colour.BLACK:
        rows = [(board, black, white) for board, white, black in rows]
    if proposal.bye is not None:
        rows.append(("", names[proposal.bye.player], _("bye")))
    width, longest = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "".join(
        f"{board:>{width}}  {first:<{longest}}  {second}\n" for board, first, second in rows
    )


def explanation(proposal: Proposal, names: Mapping[PlayerId, str], teller: Teller) -> str:
    """Why each pair and the bye, a sentence a line."""
    blocks = [
        block(f"{names[pair.white]} - {names[pair.black]}", pair.reasons, teller)
        for pair in proposal.pairs
    ]
    if proposal.bye is not None:
        bye = proposal.bye
        blocks.append(block(f"{names[bye.player]} - " + _("bye"), bye.reasons, teller))
    return "\n".join(blocks)


def block(title: str, reasons: Sequence[Reason], teller: Teller) -> str:
    """A title with the sentences under it, and under those why nobody who stood nearer."""
    lines = [title]
    for reason in reasons:
        lines.append(f"  {teller.say(reason)}")
        candidates: Any = reason.facts.get("candidates", ())
        lines += [
            f"    {teller.words.name(candidate['player'])}: {teller.candidate(candidate)}"
            for candidate in candidates
        ]
    return "".join(f"{line}\n" for line in lines)
