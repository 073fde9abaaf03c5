"""Search in a process of its own, with limits of memory and time.

`find_apart` asks; run as a program this module answers: what was found, as JSON. How much of its
work is done it says on standard error, in hundredths, a line each.
"""

import json
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic, process_time
from typing import Any

from pairing.core.rules import Rules
from pairing.core.types import PlayerId, Snapshot
from pairing.formats.document import read_document, write_document
from pairing.formats.programs.apart import answer_of, take_limits
from pairing.old_table.earned import OldRow, OldTable
from pairing.old_table.finding import Finding, Hint, Rest, Undecided
from pairing.old_table.found import find
from pairing.old_table.search import Spent
from pairing.own_keizer.from_attacalc import as_own_rules
from pairing.registry import get_system, make_options, make_rules, options_to_document

#: Of the search alone; telling what was found comes after it.
MOST_SECONDS = 12
_BEGAN = monotonic()
KEIZER, ATTACALC = "keizer", "attacalc"
_NAMELESS = "?"


@dataclass(frozen=True, slots=True)
class Found:
    """What was found; `options` as a document of `keizer` writes them, where any were.

    `written` is all of it as JSON, for anyone who keeps it.
    """

    options: Mapping[str, Any] | None
    finding: Finding
    written: Mapping[str, Any]

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Found":
        """What was kept."""
        return cls(written["options"], _read(written), written)


def of_own_rules(snapshot: Snapshot) -> Snapshot:
    """The competition as one of `keizer`; a competition by AttaCalc has the same regulation there.

    The options of any other system say nothing of a Keizer.
    """
    if snapshot.system == KEIZER:
        return snapshot
    options: Mapping[str, Any] = {}
    if snapshot.system == ATTACALC:
        given = make_options(get_system(ATTACALC), snapshot.options)
        options = as_own_rules(given, snapshot.tempos[0])
    rules = make_rules(get_system(KEIZER), options)
    tempos = tuple(replace(tempo, last_n=0, absence_limit=0) for tempo in snapshot.tempos)
    return replace(snapshot, system=KEIZER, options=options_to_document(rules), tempos=tempos)


def find_apart(
    snapshot: Snapshot,
    table: OldTable,
    left_out: Collection[PlayerId] = (),
    told: Callable[[int], None] | None = None,
) -> Found:
    """The options under which the competition's table is the old one. DocumentError: too much
    work."""
    asked = {
        "document": write_document(replace(snapshot, name=snapshot.name or _NAMELESS)),
        "rows": {
            player: [str(row.points), None if row.value is None else str(row.value)]
            for player, row in table.rows.items()
        },
        "decimals": table.decimals,
        "left_out": [*left_out],
    }
    answer = answer_of(__name__, json.dumps(asked).encode(), on_progress=told)
    return Found.read(answer)


def _row(written: Any) -> OldRow:
    points, value = written
    return OldRow(Fraction(points), None if value is None else Fraction(value))


def _written(row: OldRow) -> list[str | None]:
    return [str(row.points), None if row.value is None else str(row.value)]


def _read(answer: Mapping[str, Any]) -> Finding:
    rest = [
        Rest(
            player,
            _row(theirs),
            _row(ours),
            tuple(Hint(key, part, Fraction(number)) for key, part, number in hints),
            tuple(met),
        )
        for player, theirs, ours, hints, met in answer["rest"]
    ]
    undecided = [Undecided(option, one, tuple(more)) for option, one, more in answer["undecided"]]
    return Finding(
        None,
        tuple(answer["equal"]),
        tuple(rest),
        tuple(answer["gone"]),
        tuple(answer["alone"]),
        tuple(undecided),
        tuple(answer["untold"]),
        answer["tried"],
        answer["is_whole"],
    )


def _answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    snapshot = read_document(asked["document"])
    system = get_system(KEIZER)
    table = OldTable(
        {player: _row(row) for player, row in asked["rows"].items()}, asked["decimals"]
    )
    finding = find(
        snapshot,
        make_options(system, snapshot.options),
        table,
        others=[make_options(system, one) for one in system.presets.values()],
        left_out=asked["left_out"],
        told=_tell,
    )
    options = None
    if finding.options is not None:
        options = options_to_document(Rules(system, finding.options))
    return {
        "options": options,
        "equal": finding.equal,
        "rest": [
            [
                one.player,
                _written(one.theirs),
                _written(one.ours),
                [[hint.key, hint.part, str(hint.number)] for hint in one.hints],
                one.met,
            ]
            for one in finding.rest
        ],
        "gone": finding.gone,
        "alone": finding.alone,
        "undecided": finding.undecided,
        "untold": finding.untold,
        "tried": finding.tried,
        "is_whole": finding.is_whole,
    }


def _tell(share: int) -> None:
    """Say how much is done; with very many players time is up before the work is counted out."""
    sys.stderr.write(f"{share}\n")
    sys.stderr.flush()
    if process_time() > MOST_SECONDS or monotonic() - _BEGAN > 2 * MOST_SECONDS:
        raise Spent


if __name__ == "__main__":
    take_limits()
    sys.stdout.write(json.dumps(_answer(json.loads(sys.stdin.buffer.read()))))
