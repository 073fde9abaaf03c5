"""Who has which number, which round is next, and who has left? 1, 3.2, 3.3."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pairing.berger.options import Options
from pairing.berger.table import LARGEST, Row, rows
from pairing.core.system import CannotPair, ScheduledRound
from pairing.core.types import Pair, PlayerId, Snapshot


@dataclass(frozen=True)
class Position:
    """The players by number, and the rounds. `ids` is by number, from 0."""

    snapshot: Snapshot
    options: Options
    ids: tuple[PlayerId, ...]
    rows: list[Row]

    @cached_property
    def number(self) -> Mapping[PlayerId, int]:
        """The number of each player, from 1."""
        return {player: number for number, player in enumerate(self.ids, start=1)}

    @cached_property
    def rounds(self) -> list[ScheduledRound]:
        """The rounds with their players."""
        rounds = []
        for number, row in enumerate(self.rows, start=1):
            pairs, free = [], None
            for white, black in row.pairs:
                if max(white, black) > len(self.ids):
                    free = self.ids[min(white, black) - 1]
                else:
                    pairs.append(Pair(self.ids[white - 1], self.ids[black - 1]))
            rounds.append(ScheduledRound(number, tuple(pairs), free))
        return rounds

    @cached_property
    def next_round(self) -> int:
        """The number, from 1, of the round after those on record."""
        return sum(1 for _ in self.snapshot.record()) + 1

    def meetings(self, player: PlayerId, opponent: PlayerId) -> list[int]:
        """The numbers of the rounds in which the two meet."""
        players = {player, opponent}
        return [
            each.number
            for each in self.rounds
            if any({pair.white, pair.black} == players for pair in each.pairs)
        ]

    def gone(self, evening: int) -> frozenset[PlayerId]:
        """The players who left before an evening."""
        return frozenset(player.id for player in self.snapshot.players if player.has_left(evening))

    @cached_property
    def struck(self) -> frozenset[PlayerId]:
        """3.2: players who left before the last round with less than half of their games played."""
        record = [*self.snapshot.record()]
        if not record:
            return frozenset()
        played = Counter(
            player
            for recorded in record
            for game in recorded.round.games
            if game.result.is_finished and not game.result.is_forfeit
            for player in game.players
        )
        games = (len(self.ids) - 1) * self.options.cycles
        return frozenset(
            player.id
            for player in self.snapshot.players
            if player.left is not None
            and player.left <= record[-1].evening
            and sum(recorded.evening <= player.left for recorded in record) < len(self.rows)
            and 2 * played[player.id] < games
        )


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The numbers are the start order. CannotPair: too_many."""
    in_order = sorted(snapshot.players, key=lambda player: player.start)
    if len(in_order) > LARGEST:
        raise CannotPair("too_many", "1.3", {"players": len(in_order), "most": LARGEST})
    table = rows(len(in_order), options.cycles, options.swap_last_two)
    return Position(snapshot, options, tuple(player.id for player in in_order), table)
