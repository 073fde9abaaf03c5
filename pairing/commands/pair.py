"""Who plays whom? Pairs the last round of competitions in files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pairing.commands import language
from pairing.commands.file_command import (
    FileCommand,
    Status,
    Stop,
    add_system_and_files,
    as_json,
    error,
    files_of,
    sentences_of,
)
from pairing.commands.language import gettext as _
from pairing.core.rules import Rules, must_pair_somebody
from pairing.core.system import CannotPair
from pairing.core.types import Colour, PlayerId, Proposal, Snapshot
from pairing.formats.errors import DocumentError
from pairing.formats.pairs import proposal_data, write_pairs
from pairing.registry import rules_of

#: The statuses with a pairing to write.
WRITTEN = (Status.DONE, Status.UNPROVEN)
SUFFIXES = {"pairs": ".pairs", "board": ".boards", "json": ".pairs.json"}


class Command(FileCommand):
    """`pair SYSTEM FILE...`"""

    help = (
        "Pair the next round of each FILE: a competition document (.json) with a round to be "
        "paired, or a FIDE TRF file (.trf, .trfx, .txt), or a European go "
        "tournament file (.h9). "
        "Exit status: 0 done; 1 no pairing exists; 2 anything else; 3 bad input or option; "
        "4 more than 10,000 players; 5 a file cannot be read; 7 paired, but the search for the "
        "first pairing by the rules was given up: the best one found is written, and standard "
        "error names the boards that are not proven."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_system_and_files(parser)
        parser.add_argument("--format", choices=SUFFIXES, default="pairs")
        for option, depth, what in (
            ("--explain", "answers", "say why, board by board"),
            ("--explain=steps", "steps", "say what the arbiter goes through, group by group"),
        ):
            # Not one option with a choice: it would take the file behind it for its value.
            parser.add_argument(
                option, dest="explain", action="store_const", const=depth, help=what
            )
        parser.add_argument(
            "--output",
            metavar="DIR",
            type=Path,
            help="write DIR/NAME.pairs for each file (with several files: by default here)",
        )

    def handle(self, **options: Any) -> Status:
        system = self.system(options["system"])
        named, folder = options["files"], options["output"]
        files = files_of(named)

        form, depth = options["format"], options["explain"]
        unproven: list[str] = []

        def paired(snapshot: Snapshot) -> str:
            rules = rules_of(snapshot)
            check_round_left(snapshot, rules)
            try:
                return explained(snapshot, rules, form, depth) if depth else plain(snapshot, rules)
            except CannotPair as failure:
                if failure.code != "too_hard":
                    raise
                proposal, snapshot, words = best_of(snapshot, rules, failure)
            unproven.append(words)
            if depth:
                return explained(snapshot, rules, form, depth)
            return write(form, proposal, snapshot)

        def plain(snapshot: Snapshot, rules: Rules) -> str:
            return write(form, must_pair_somebody(rules.pair(snapshot)), snapshot)

        def attempt(path: Path) -> tuple[Status, str]:
            unproven.clear()
            status, text = self.attempt(
                path,
                paired,
                system,
                unaccelerated=options["without_acceleration"],
                initial_colour=options["initial_colour"],
                code_page=options["code_page"],
            )
            if status is Status.DONE and unproven:
                print(f"{path}: {unproven[0]}", file=sys.stderr)
                return Status.UNPROVEN, text
            return status, text

        if folder is not None or files != named or len(files) > 1:
            suffix = SUFFIXES[options["format"]]
            return self.pair_all(files, folder or Path(), suffix, attempt)
        status, text = attempt(files[0])
        if status not in WRITTEN:
            raise Stop(status, f"{files[0]}: {text}")
        print(text, end="")
        return status

    def pair_all(
        self,
        files: Sequence[Path],
        folder: Path,
        suffix: str,
        attempt: Callable[[Path], tuple[Status, str]],
    ) -> Status:
        """Write one file for each of `files`, and print a line about each."""
        worst = Status.DONE
        written: dict[str, Path] = {}
        for path in files:
            name = path.stem
            if name in written:
                status = Status.BAD_INPUT
                text = error(DocumentError("", "same_name", {"first": str(written[name])}))
            else:
                status, text = attempt(path)
            if status in WRITTEN:
                written[name] = path
                kept, text = self.keep(folder / f"{name}{suffix}", text)
                status = max(status, kept)
            worst = max(worst, status)
            print(name, " ".join(text.split()))
        return worst

    def keep(self, path: Path, text: str) -> tuple[Status, str]:
        """Write a file; the status and the line about it."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as failure:
            return Status.OTHER, f"{path}: {failure.strerror or failure}"
        return Status.DONE, "ok"


def explained(snapshot: Snapshot, rules: Rules, form: str, depth: str) -> str:
    """The pairing, and why it is so."""
    from pairing.commands.explained import Explained

    reasons = Explained(rules.explain(snapshot), sentences_of(snapshot))
    must_pair_somebody(reasons.explanation.proposal)
    if form == "json":
        return as_json(reasons.data(depth))
    text = write(form, reasons.explanation.proposal, snapshot)
    return f"{text}\n{reasons.text(depth)}"


def best_of(
    snapshot: Snapshot, rules: Rules, failure: CannotPair
) -> tuple[Proposal, Snapshot, str]:
    """The best pairing found when the search was given up, the snapshot with its boards, and the
    words for what is not proven."""
    from pairing.core.ways_out import best_found

    say = sentences_of(snapshot)
    proposal, snapshot, ways = best_found(snapshot, rules, failure, say.unproven)
    pairs: list[tuple[str, ...]] = [(pair.white, pair.black) for way in ways for pair in way.boards]
    pairs += [(way.bye,) for way in ways if way.bye]
    words = _("the search was given up. %(unproven)s: %(pairs)s")
    unproven = "; ".join(say.unproven(way.unproven) for way in ways)
    return proposal, snapshot, words % {"unproven": unproven, "pairs": say.words.pairs(pairs)}


def check_round_left(snapshot: Snapshot, rules: Rules) -> None:
    """DocumentError when the competition has no round to be paired."""
    if snapshot.to_pair() is not None:
        return
    played = len([*snapshot.record()])
    if played and played == rules.round_count(len(snapshot.players)):
        raise DocumentError("", "no_round_left", {"rounds": played})
    raise DocumentError("", "nothing_to_pair")


def write(form: str, proposal: Proposal, snapshot: Snapshot) -> str:
    """The proposal in one of the three forms."""
    if form == "json":
        return as_json(proposal_data(proposal))
    if form == "board":
        names = {player.id: player.name for player in snapshot.players}
        return write_boards(proposal, names, snapshot.game)
    groups = rules_of(snapshot).groups(snapshot)
    if len(groups) == 1:
        return write_pairs(proposal)
    return write_pairs(*(group.proposed(proposal) for group in groups))


def write_boards(proposal: Proposal, names: Mapping[PlayerId, str], game: str = "chess") -> str:
    """The pairing as it is read out: board, white and black by name (in go black first), the
    bye last."""
    rows = [(_("Board"), _("White"), _("Black"))]
    rows += [
        (str(board), names[pair.white], names[pair.black])
        for board, pair in enumerate(proposal.pairs, start=1)
    ]
    language.translation()
    from pairing.sentences.words import named_first

    if named_first(game) is Colour.BLACK:
        rows = [(board, black, white) for board, white, black in rows]
    rows += [("", names[player], _("bye")) for player in proposal.byes]
    width, longest = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "".join(
        f"{board:>{width}}  {first:<{longest}}  {second}\n" for board, first, second in rows
    )
