"""Who plays whom in the next round? The whole of C.04.3, around what the leader has fixed."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.core.system import CannotPair, no_pairing, too_hard
from pairing.core.types import Fact, LeftToPair, Snapshot, left_to_pair
from pairing.dutch.options import Options
from pairing.dutch.position import PlayerState, Position, read_position
from pairing.dutch.procedure import Procedure, Settled
from pairing.dutch.roster import Roster, Whole, read_roster, whole_pairing
from pairing.matching.budget import TooMuchWork, bounded


@dataclass(frozen=True, slots=True)
class Decision:
    """A pairing with all that decided it; explanations read this.

    `roster`: those left when the fixed boards and a named bye were out. `settled`: the brackets
    from the highest.
    """

    position: Position
    left: LeftToPair[PlayerState]
    roster: Roster
    whole: Whole
    settled: list[Settled]


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """Pair the snapshot's last round.

    CannotPair: `no_round_left`, `too_few`, `no_pairing`, `too_hard`. ValueError when the snapshot
    has no round to be paired.
    """
    position = read_position(snapshot, options)
    left = left_to_pair(position.players, position.to_pair(snapshot, "1.9"))
    if len(left.present) < 2:
        ids: list[Fact] = [player.id for player in left.present]
        raise CannotPair("too_few", "1.9", {"players": ids})
    roster = read_roster(position, left.players, snapshot.forbidden_pairs)
    whole = whole_pairing(roster)
    if whole is None:
        raise no_pairing(snapshot, "1.9", roster.left())
    procedure = Procedure(roster, whole)
    try:
        with bounded():
            settled = procedure.pair_brackets()
    except TooMuchWork:
        raise too_hard("3.8", roster.left(procedure.at_hand)) from None
    return Decision(position, left, roster, whole, settled)
