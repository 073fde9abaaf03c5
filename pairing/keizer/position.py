"""What does the pairing of a tempo's next game start from? Rules 2.4, point 1."""

from dataclasses import dataclass

from pairing.core.types import OVERALL, PlayerId, Snapshot, Tempo
from pairing.keizer.colours import History, read_history
from pairing.keizer.options import Options
from pairing.keizer.record import Record, read_record
from pairing.keizer.standings import table_after


@dataclass(frozen=True, slots=True)
class Position:
    """The tempo to be paired with everybody's history, value numbers and rank.

    `order` lists player numbers in ORDER; `ranks[p]` is p's rank in it, from 1.
    """

    record: Record
    tempo: Tempo
    history: History
    values: list[int]
    order: list[int]
    ranks: list[int]

    def id(self, player: int) -> PlayerId:
        """The id of a player number."""
        return self.record.players[player].id


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position over everything recorded so far, this evening's earlier games included.

    Its tempo is that of the round to be paired, else of the last evening, else the first one.
    """
    record = read_record(snapshot, options)
    last = snapshot.to_pair() or next(reversed(snapshot.evenings), None)
    tempo = snapshot.tempo(last.tempo) if last else snapshot.tempos[0]
    table, _ = table_after(record, options, tempo.id)
    overall, _ = table_after(record, options, OVERALL)
    # Points of one table share a denominator, so the integers compare as the points do;
    # players are numbered by start order and the sort is stable.
    order = sorted(
        range(len(record.players)),
        key=lambda player: (-table.scaled_points[player], -overall.scaled_points[player]),
    )
    ranks = [0] * len(order)
    for rank, player in enumerate(order, start=1):
        ranks[player] = rank
    history = read_history(record, record.tempo_index[tempo.id])
    return Position(record, tempo, history, table.values, order, ranks)
