"""Who stands where? The standing of a competition in a file, now or after an earlier round."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from pairing.commands import language
from pairing.commands.file_command import FileCommand, Status, Stop, as_json
from pairing.commands.language import gettext as _
from pairing.core.standing import StandingRow
from pairing.core.tiebreaks import TieBreak
from pairing.core.types import OVERALL, Fact, PlayerId, Snapshot
from pairing.formats.errors import DocumentError
from pairing.formats.form import written_number
from pairing.registry import rules_of

if TYPE_CHECKING:
    from pairing.formats.trf import Reading
    from pairing.sentences.columns import Column

#: The fields of a row that are not numbers.
_NO_NUMBERS = ("rank", "player", "workings", "said", "group", "is_placed", "decided")


class Command(FileCommand):
    """`standings FILE`"""

    help = (
        "The standing of the competition in FILE, a competition document (.json) or a FIDE TRF "
        "file (.trf, .trfx, .txt; needs --system): overall, or of one tempo. Exit status as of "
        "`pair`."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--system",
            metavar="SYSTEM",
            help="another system than the file's own; a TRF file does not name one",
        )
        parser.add_argument("--tempo", metavar="ID", help="the standing of this tempo only")
        parser.add_argument(
            "--after", metavar="N", type=int, help="after the Nth round of that tempo, or of all"
        )
        parser.add_argument(
            "--tie-breaks",
            metavar="ID,ID",
            help="these, in this order, instead of those the competition has chosen: "
            + ", ".join(get_args(TieBreak)),
        )
        parser.add_argument("--format", choices=WRITERS, default="table")

    def handle(self, **options: Any) -> Status:
        system = self.system(options["system"]) if options["system"] else None
        wanted: str | None = options["tie_breaks"]

        def standing(snapshot: Snapshot) -> str:
            chosen = {} if wanted is None else {"tie_breaks": [*filter(None, wanted.split(","))]}
            snapshot = replace(snapshot, options={**snapshot.options, **chosen})
            rules = rules_of(snapshot)
            snapshot = up_to(snapshot, options["tempo"], options["after"])
            scope = options["tempo"] or OVERALL
            rows = rules.standings(snapshot, scope)
            names = {player.id: player.name for player in snapshot.players}
            if rules.abilities.knows_groups:
                rows = with_own_places(
                    rows, {player.id for player in snapshot.players if player.guest}
                )
            return WRITERS[options["format"]](rows, names, snapshot.system)

        as_played: Reading = {"needs_rounds": False, "without_acceleration": True}
        status, text = self.attempt(options["file"], standing, system, **as_played)
        if status is not Status.DONE:
            raise Stop(status, f"{options['file']}: {text}")
        print(text, end="")
        return status


def up_to(snapshot: Snapshot, tempo: str | None, after: int | None) -> Snapshot:
    """The competition as it was after the Nth round of a tempo, or of all.

    DocumentError when there is no such tempo or round.
    """
    tempos = [known.id for known in snapshot.tempos]
    if tempo is not None and tempo not in tempos:
        raise DocumentError("tempos", "unknown_tempo", {"tempo": tempo, "known": [*tempos]})
    if after is None:
        return snapshot
    rounds = [recorded for recorded in snapshot.record() if tempo in (None, recorded.tempo)]
    if not 0 <= after <= len(rounds):
        raise DocumentError("evenings", "no_such_round", {"after": after, "rounds": len(rounds)})
    if after == 0:
        return snapshot.after(1, 0)
    return snapshot.after(rounds[after - 1].evening, rounds[after - 1].number)


def with_own_places(rows: Sequence[StandingRow], guests: Collection[PlayerId]) -> list[StandingRow]:
    """The rows with the places of a list: each group from 1; guests and players with too few games
    have none (rank 0)."""
    last: dict[str, int] = {}
    placed = []
    for row in rows:
        has_place = row.is_placed and row.player not in guests
        last[row.group] = last.get(row.group, 0) + has_place
        placed.append(replace(row, rank=last[row.group] if has_place else 0))
    return placed


def standing_data(
    rows: Sequence[StandingRow], names: Mapping[PlayerId, str]
) -> list[dict[str, Fact]]:
    """The rows in order of rank, ready for JSON: rank, id, name, points, then all else that is
    known.

    Exact: integers or "p/q", never decimals. A number that the system does not have, or the stage
    reached outside a cup, is left out; `tiebreaks` is always present, in the order in which the
    system applies them.
    """
    numbers = [field.name for field in fields(StandingRow) if field.name not in _NO_NUMBERS]
    return [
        {
            "rank": row.rank or None,
            "id": row.player,
            "name": names[row.player],
            **({"group": row.group} if row.group else {}),
            **({"reached": row.said.as_fact()} if row.said else {}),
            **({"decided": row.decided} if row.decided else {}),
            **{
                name: written_number(value)
                for name in numbers
                if (value := getattr(row, name)) is not None
            },
            "tiebreaks": {key: written_number(value) for key, value in row.tiebreaks.items()},
        }
        for row in rows
    ]


def write_json(rows: Sequence[StandingRow], names: Mapping[PlayerId, str], _system: str) -> str:
    """All known values, exact."""
    return as_json(standing_data(rows, names))


def write_csv(rows: Sequence[StandingRow], names: Mapping[PlayerId, str], system: str) -> str:
    """The same for a spreadsheet: a column for each tie-break, the stage reached in words.

    Decimals, since a spreadsheet takes "17/2" for a day in February.
    """
    import csv
    import io

    lines: list[dict[str, Any]] = []
    for row, data in zip(rows, standing_data(rows, names), strict=True):
        del data["tiebreaks"]
        numbers = {"points": row.points, "white_share": row.white_share, **row.tiebreaks}
        data |= {"reached": reached(row, system)} if row.said else {}
        lines.append(data | {key: decimal(number) for key, number in numbers.items()})
    columns = dict.fromkeys(key for line in lines for key in line)
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def write_table(rows: Sequence[StandingRow], names: Mapping[PlayerId, str], system: str) -> str:
    """The table for a terminal, points with two decimals.

    A legend of the tie-breaks follows it.
    """
    language.translation()
    from django.utils.formats import get_format

    from pairing.sentences.columns import NUMBERS, TERMINAL
    from pairing.sentences.tie_breaks import NAMES, SHORT

    sign = get_format("DECIMAL_SEPARATOR")
    tiebreaks = list(rows[0].tiebreaks) if rows else []
    heads = [str(SHORT[name]) for name in tiebreaks]
    numbers = [column for column in NUMBERS if TERMINAL in column.media]
    # Columns that only some systems have come last, where they are known.
    common = [column for column in numbers if column.needs is None]
    known = [column for column in numbers if any(column.value(row) is not None for row in rows)]
    special = [column for column in known if column not in common]
    says = any(row.said for row in rows)
    lines = [[_("Rank"), _("Name"), *_signs(common), *heads, *_signs(special)]]
    lines[0] += [language.translation().pgettext("in a cup", "Reached")] if says else []
    lines += [
        [
            str(row.rank or ""),
            names[row.player],
            *_texts(common, row, sign),
            *(decimal(number, sign) for number in row.tiebreaks.values()),
            *_texts(special, row, sign),
            *([reached(row, system)] if says else []),
        ]
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = "".join(f"{_aligned(line, widths)}\n" for line in lines)
    width = max(map(len, heads), default=0)
    legend = [
        f"{head:<{width}}  {NAMES[name]}\n" for head, name in zip(heads, tiebreaks, strict=True)
    ]
    return "\n".join([table, "".join(legend)]) if legend else table


def reached(row: StandingRow, system: str) -> str:
    """The stage that a player reached in a cup, in words; "" elsewhere."""
    language.translation()
    from pairing.sentences import Sentences

    return Sentences(system).sentence(row.said) if row.said else ""


def _signs(columns: Sequence[Column]) -> list[str]:
    return [str(column.sign) for column in columns]


def _texts(columns: Sequence[Column], row: StandingRow, sign: str) -> list[str]:
    return [
        decimal(column.value(row), sign) if column.kind == "points" else str(column.value(row))
        for column in columns
    ]


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    """Numbers to the right, the name (the second column) to the left."""
    cells = [
        text.ljust(width) if column == 1 else text.rjust(width)
        for column, (text, width) in enumerate(zip(line, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def decimal(number: Fraction | int | None, sign: str = ".") -> str:
    """With two decimals after `sign`, halves rounded away from zero; "" for None."""
    if number is None:
        return ""
    hundredths = int(abs(Fraction(number)) * 100 + Fraction(1, 2))
    minus = "-" if number < 0 and hundredths else ""
    return f"{minus}{hundredths // 100}{sign}{hundredths % 100:02d}"


WRITERS = {"table": write_table, "json": write_json, "csv": write_csv}
