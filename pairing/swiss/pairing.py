"""Who plays whom in the next round? The whole of C, around what the leader has fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pairing.brackets.options import BracketOptions
from pairing.core.system import CannotPair, no_pairing
from pairing.core.types import Fact, LeftToPair, Snapshot, left_to_pair
from pairing.matching.budget import bounded
from pairing.swiss.edition import Edition
from pairing.swiss.position import PlayerState, Position, read_position
from pairing.swiss.roster import Roster, read_roster
from pairing.swiss.settled import Settled

if TYPE_CHECKING:
    from pairing.swiss.procedure_1996 import Procedure1996
    from pairing.swiss.procedure_2012 import Procedure2012


class Decision(NamedTuple):
    """A pairing with all that decided it; explanations read this.

    `roster`: those left when the fixed boards and a named bye were out; seats and brackets refer
    to it. `settled`: the brackets from the highest, among them those that moved down whole.
    """

    position: Position
    left: LeftToPair[PlayerState]
    roster: Roster
    settled: list[Settled[Any, Any]]


def decide(snapshot: Snapshot, options: BracketOptions, edition: Edition) -> Decision:
    """Pair the snapshot's last round.

    CannotPair: `no_round_left`, `too_few`, `no_pairing`, `too_hard`. ValueError when the snapshot
    has no round to be paired.
    """
    position = read_position(snapshot, options, edition)
    to_pair = position.to_pair(snapshot, edition.articles.last_round)
    left = left_to_pair(position.players, to_pair)
    if len(left.present) < 2 and not edition.pairs_one:
        ids: list[Fact] = [player.id for player in left.present]
        raise CannotPair("too_few", edition.articles.last, {"players": ids})
    roster = read_roster(position, left.players, snapshot.forbidden_pairs)
    return Decision(position, left, roster, _settled(roster, snapshot))


def _settled(roster: Roster, snapshot: Snapshot) -> list[Settled[Any, Any]]:
    """The brackets, by the edition's own procedure; the other one is not loaded."""
    if not roster.players:
        return []
    procedure: Procedure1996 | Procedure2012
    if roster.edition.procedure == 1996:
        from pairing.swiss.procedure_1996 import Procedure1996

        procedure = Procedure1996(roster)
    else:
        from pairing.swiss.procedure_2012 import Procedure2012

        procedure = Procedure2012(roster)
    try:
        with bounded():
            return procedure.pair_brackets()
    except CannotPair as failure:
        if failure.code == "too_hard":
            raise
        raise no_pairing(snapshot, failure.article, roster.left()) from None
