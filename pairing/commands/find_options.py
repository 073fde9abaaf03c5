"""Which Keizer regulation gives the table that another program shows?"""

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
            search, text = self._search(snapshot, options)
            is_equal = search.options is not None and not search.finding.rest
            ended.append(Status.DONE if is_equal else Status.DIFFERS)
            return text

        status, text = self.attempt(options["file"], work, trf_system="knsb-rating")
        if status is not Status.DONE:
            raise Stop(status, f"{options['file']}: {text}")
        sys.stdout.write(text)
        return ended[0]

    def _search(self, snapshot: Snapshot, options: dict[str, Any]) -> tuple[Found, str]:
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
        search = find_apart(snapshot, table, left_out, told=_progress if is_seen else None)
        if is_seen:
            sys.stderr.write("\r")
        if options["format"] == "json":
            return search, as_json(_data(search))
        return search, _text(search, table.decimals, names)


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
    """The player of this name; DocumentError: there is none, or several."""
    matching = [player for player, name in names.items() if name.casefold() == wanted.casefold()]
    if len(matching) != 1:
        raise DocumentError("", "unknown_player", {"player": wanted})
    return matching[0]


def _progress(share: int) -> None:
    sys.stderr.write(f"\r{share} %")
    sys.stderr.flush()


def _data(search: Found) -> dict[str, Any]:
    finding = search.finding
    return {
        "options": search.options,
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


def _text(search: Found, decimals: int, names: dict[PlayerId, str]) -> str:
    """The text for a person, and the options as a document has them."""
    language.translation()
    from pairing.sentences import old_table as texts

    lines = [texts.verdict(search), *texts.remarks(search, names.__getitem__)]
    met = {row.player: [names[opponent] for opponent in row.met] for row in search.finding.rest}
    for line in texts.lines(search, decimals):
        more = [*([texts.met_text(met[line.player])] if met[line.player] else []), *line.hints]
        words = _("%(player)s: %(theirs)s there, %(ours)s here") % {
            "player": names[line.player],
            "theirs": line.theirs,
            "ours": line.ours,
        }
        lines.append(f"  {words}" + "".join(f"\n    {hint}" for hint in more))
    undecided = [*texts.undecided(search)]
    if undecided:
        lines += [_("This table cannot tell apart:"), *(f"  {option}" for option in undecided)]
    if search.options is not None and (untold := texts.untold(search)):
        lines += [_("Nothing on record tells of:"), *(f"  {option}" for option in untold)]
    if search.options is not None:
        lines += [_("The options, as a competition document has them:"), as_json(search.options)]
    return "\n".join(lines).rstrip() + "\n"
