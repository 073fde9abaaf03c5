"""By which Keizer regulation was the table made that another program shows?"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairing.commands import language
from pairing.commands.file_command import FileCommand, Status, Stop, as_json
from pairing.commands.language import gettext as _
from pairing.core.types import PlayerId, Snapshot
from pairing.formats.errors import DocumentError
from pairing.formats.trf_text import decoded

if TYPE_CHECKING:
    from pairing.old_table.apart import Found
    from pairing.old_table.earned import OldTable


class Command(FileCommand):
    """`find_options FILE [--table TABLE]`"""

    help = (
        "Find the options of a club's own Keizer regulation (keizer) under which the games in FILE "
        "give the table of another program: a text with names, points and, if it has them, values. "
        "Says for how many players the digits are the same, and who differs by how much. Exit "
        "status as of `pair`; 6: not everybody is equal."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--table",
            metavar="TABLE",
            type=Path,
            help="a text; without it the table that FILE holds (Sevilla, KeizerForClubs)",
        )
        parser.add_argument(
            "--without",
            metavar="NAME",
            action="append",
            default=[],
            help="somebody who has left: games against them count as played elsewhere",
        )
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, **options: Any) -> Status:
        ended: list[Status] = []

        def work(snapshot: Snapshot) -> str:
            found, text = self._found(snapshot, options)
            is_equal = found.options is not None and not found.finding.rest
            ended.append(Status.DONE if is_equal else Status.DIFFERS)
            return text

        status, text = self.attempt(options["file"], work, trf_system="knsb-rating")
        if status is not Status.DONE:
            raise Stop(status, f"{options['file']}: {text}")
        sys.stdout.write(text)
        return ended[0]

    def _found(self, snapshot: Snapshot, options: dict[str, Any]) -> tuple[Found, str]:
        from pairing.old_table.apart import find_apart, of_own_rules
        from pairing.old_table.pasted import read_old_table

        path: Path | None = options["table"]
        snapshot = of_own_rules(snapshot)
        names = {player.id: player.name for player in snapshot.players}
        left_out = [_named(names, name) for name in options["without"]]
        if path is None:
            table = _held_in(options["file"])
        else:
            table = read_old_table(decoded(path.read_bytes())[0], snapshot.players)
        is_seen = sys.stderr.isatty()
        found = find_apart(snapshot, table, left_out, told=_progress if is_seen else None)
        if is_seen:
            sys.stderr.write("\r")
        if options["format"] == "json":
            return found, as_json(_data(found))
        return found, _text(found, table.decimals, names)


def _held_in(path: Path) -> OldTable:
    """The table that a file of Sevilla or KeizerForClubs holds; DocumentError: it holds none."""
    from pairing.formats.programs.recognised import READERS, kind_of, reader_of
    from pairing.old_table.earned import OldRow, OldTable

    data = path.read_bytes()
    kind = kind_of(data)
    shown = reader_of(kind)(data).table if kind in READERS else {}
    if len(shown) < 2:
        raise DocumentError("", "table_not_held")
    return OldTable({player: OldRow(*row) for player, row in shown.items()}, 2)


def _named(names: dict[PlayerId, str], wanted: str) -> PlayerId:
    """Who is called so; DocumentError: nobody, or several."""
    found = [player for player, name in names.items() if name.casefold() == wanted.casefold()]
    if len(found) != 1:
        raise DocumentError("", "unknown_player", {"player": wanted})
    return found[0]


def _progress(share: int) -> None:
    sys.stderr.write(f"\r{share} %")
    sys.stderr.flush()


def _data(found: Found) -> dict[str, Any]:
    finding = found.finding
    return {
        "options": found.options,
        "equal": [*finding.equal],
        "differ": {
            row.player: {"theirs": str(row.theirs.points), "ours": str(row.ours.points)}
            for row in finding.rest
        },
        "left": [*finding.gone],
        "undecided": {
            choice.option: [choice.chosen, *choice.others] for choice in finding.undecided
        },
        "untold": [*finding.untold],
        "all_tried": finding.is_whole,
    }


def _text(found: Found, decimals: int, names: dict[PlayerId, str]) -> str:
    """What a person reads, and the options as a document has them."""
    language.translation()
    from pairing.sentences import old_table as said

    lines = [said.verdict(found), *said.remarks(found, names.__getitem__)]
    met = {row.player: [names[opponent] for opponent in row.met] for row in found.finding.rest}
    for line in said.lines(found, decimals):
        more = [*([said.met_text(met[line.player])] if met[line.player] else []), *line.hints]
        words = _("%(player)s: %(theirs)s there, %(ours)s here") % {
            "player": names[line.player],
            "theirs": line.theirs,
            "ours": line.ours,
        }
        lines.append(f"  {words}" + "".join(f"\n    {hint}" for hint in more))
    undecided = [*said.undecided(found)]
    if undecided:
        lines += [_("This table cannot tell apart:"), *(f"  {option}" for option in undecided)]
    if found.options is not None and (untold := said.untold(found)):
        lines += [_("Nothing on record tells of:"), *(f"  {option}" for option in untold)]
    if found.options is not None:
        lines += [_("The options, as a competition document has them:"), as_json(found.options)]
    return "\n".join(lines).rstrip() + "\n"
