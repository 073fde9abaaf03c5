"""Who plays whom in the next round? The whole of C, around what the leader has fixed."""

from dataclasses import dataclass

from pairing.core.left_to_pair import left_to_pair, no_pairing
from pairing.core.system import CannotPair
from pairing.core.types import Fact, Game, RoundOnRecord, Snapshot
from pairing.core.work import bounded
from pairing.systems.knsb_rating.field import Field, read_field
from pairing.systems.knsb_rating.options import Options
from pairing.systems.knsb_rating.position import Card, Position, read_position
from pairing.systems.knsb_rating.procedure import Settled, pair_brackets


@dataclass(frozen=True, slots=True)
class Decision:
    """A pairing with all that decided it; explanations read this.

    `there`: everybody who takes part, in A2 order. `field`: those left when the fixed boards
    and a named bye were out; seats and brackets refer to it. `lapsed_bye` was named for the bye
    in vain: the number is even. `dissolved`: the brackets that moved down whole.
    """

    position: Position
    round: RoundOnRecord
    there: list[Card]
    fixed: tuple[Game, ...]
    named_bye: Card | None
    lapsed_bye: Card | None
    field: Field
    brackets: list[Settled]
    dissolved: list[Settled]


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """Pair the snapshot's last round.

    CannotPair: `no_round_left`, `too_few`, `no_pairing`, `too_hard`. ValueError when the snapshot
    has no round to be paired.
    """
    round_ = snapshot.to_pair()
    if round_ is None:
        raise ValueError("the snapshot has no round to be paired")
    position = read_position(snapshot, options)
    if position.round > position.rounds:
        raise CannotPair("no_round_left", "A10", {"rounds": position.rounds})
    left = left_to_pair(position.cards, round_.round)
    if len(left.there) < 2:
        ids: list[Fact] = [card.id for card in left.there]
        raise CannotPair("too_few", "C13", {"players": ids})
    field = read_field(position, left.cards, snapshot.forbidden_pairs)
    brackets, dissolved = _pair(field, snapshot)
    return Decision(
        position=position,
        round=round_,
        there=left.there,
        fixed=left.fixed,
        named_bye=left.named_bye,
        lapsed_bye=left.lapsed_bye,
        field=field,
        brackets=brackets,
        dissolved=dissolved,
    )


def _pair(field: Field, snapshot: Snapshot) -> tuple[list[Settled], list[Settled]]:
    if not field.cards:
        return [], []
    try:
        with bounded():
            return pair_brackets(field)
    except CannotPair as failure:
        if failure.code == "too_hard":
            raise
        raise no_pairing(field, snapshot, "C13") from None
