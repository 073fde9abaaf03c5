"""What stands in a cross table? Its columns, in parts where paper is too narrow, and its rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clubcomp.flow.cross_table import player_by_player, round_by_round
from clubcomp.flow.standings import After, RoundLine
from clubcomp.models import Competition


@dataclass(frozen=True)
class Part:
    """Some columns of the table: their heads (rounds or rows), and each row with its cells."""

    heads: Sequence[Any]
    rows: list[tuple[Any, Sequence[Any]]]


def parts_of(
    competition: Competition, scope: str, after: After | None, rounds: list[RoundLine], across: int
) -> list[Part]:
    """The table after the last of `rounds`, in parts of `across` columns; 0 is all in one.

    Where pairing runs per tempo people meet more than once: then it is player by player.
    """
    is_by_player = competition.abilities.uses_tempos
    read = player_by_player if is_by_player else round_by_round
    rows: Sequence[Any] = read(competition, scope, after) if after else []
    heads: Sequence[Any] = rows if is_by_player else rounds
    across = across or max(1, len(heads))
    return [
        Part(heads[at : at + across], [(row, row.cells[at : at + across]) for row in rows])
        for at in range(0, len(heads), across)
    ]
