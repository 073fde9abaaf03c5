"""How is a standing written for other programs? Exact: integers or "p/q", never decimals."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction

from pairing.core.standing import StandingRow
from pairing.core.types import Fact, PlayerId
from pairing.formats.form import written_number


def standing_data(
    rows: Sequence[StandingRow], names: Mapping[PlayerId, str]
) -> list[dict[str, Fact]]:
    """The rows in order of rank, ready for JSON: rank, id, name, points, then what else is known.

    What the system does not have (a value number, absence credits) is left out; `tiebreaks`
    is there always, in the order in which the system applies them.
    """
    return [_row(row, names[row.player]) for row in rows]


def _row(row: StandingRow, name: str) -> dict[str, Fact]:
    data: dict[str, Fact] = {"rank": row.rank, "id": row.player, "name": name}
    for field in fields(row):
        value = getattr(row, field.name)
        if field.name in ("rank", "player", "workings") or value is None:
            continue
        data[field.name] = _number(value)
    data["tiebreaks"] = {key: _number(value) for key, value in row.tiebreaks.items()}
    return data


def _number(value: int | Fraction) -> Fact:
    return written_number(value)
