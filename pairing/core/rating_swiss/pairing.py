"""Who plays whom in the next round? The whole of C, around what the leader has fixed."""

from dataclasses import dataclass

from pairing.core.left_to_pair import left_to_pair, no_pairing
from pairing.core.rating_swiss.edition import Edition
from pairing.core.rating_swiss.field import Field, read_field
from pairing.core.rating_swiss.options import Options
from pairing.core.rating_swiss.position import Card, Position, read_position
from pairing.core.rating_swiss.procedure import Settled, pair_brackets
from pairing.core.system import CannotPair
from pairing.core.types import Game, RoundOnRecord, Snapshot
from pairing.core.work import bounded


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


def decide(snapshot: Snapshot, options: Options, edition: Edition) -> Decision:
    """Pair the snapshot's last round.

    CannotPair: `no_round_left`, `no_pairing`, `too_hard`. ValueError when the snapshot has no
    round to be paired.
    """
    round_ = snapshot.to_pair()
    if round_ is None:
        raise ValueError("the snapshot has no round to be paired")
    position = read_position(snapshot, options, edition)
    if position.round > position.rounds:
        raise CannotPair("no_round_left", "A7", {"rounds": position.rounds})
    left = left_to_pair(position.cards, round_.round)
    field = read_field(left.cards, snapshot.forbidden_pairs, edition)
    settled = _pair(field, snapshot)
    return Decision(
        position=position,
        round=round_,
        there=left.there,
        fixed=left.fixed,
        named_bye=left.named_bye,
        lapsed_bye=left.lapsed_bye,
        field=field,
        brackets=[one for one in settled if one.candidate is not None],
        dissolved=[one for one in settled if one.candidate is None],
    )


def _pair(field: Field, snapshot: Snapshot) -> list[Settled]:
    if not field.cards:
        return []
    try:
        with bounded():
            return pair_brackets(field)
    except CannotPair as failure:
        if failure.code == "too_hard":
            raise
        raise no_pairing(field, snapshot, failure.article) from None
