"""How is a standing written for other programs? Exact: integers or "p/q", never decimals."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from pairing.core.standing import StandingRow
from pairing.core.types import Fact, PlayerId
from pairing.formats.form import written_number

_NO_NUMBERS = ("rank", "player", "workings", "said", "group")


def standing_data(
    rows: Sequence[StandingRow], names: Mapping[PlayerId, str]
) -> list[dict[str, Fact]]:
    """The rows in order of rank, ready for JSON: rank, id, name, points, then what else is known.

    What the system does not have (a value number, what is reached in a cup) is left out;
    `tiebreaks` is there always, in the order in which the system applies them.
    """
    numbers = [field.name for field in fields(StandingRow) if field.name not in _NO_NUMBERS]
    return [
        {
            "rank": row.rank,
            "id": row.player,
            "name": names[row.player],
            **({"group": row.group} if row.group else {}),
            **({"reached": row.said.as_fact()} if row.said else {}),
            **{
                name: written_number(value)
                for name in numbers
                if (value := getattr(row, name)) is not None
            },
            "tiebreaks": {key: written_number(value) for key, value in row.tiebreaks.items()},
        }
        for row in rows
    ]
