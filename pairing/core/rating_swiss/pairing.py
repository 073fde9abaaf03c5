"""Who plays whom in the next round? The whole of C, around what the leader has fixed."""

from dataclasses import dataclass

from pairing.core.rating_swiss.edition import Edition
from pairing.core.rating_swiss.field import Field, read_field
from pairing.core.rating_swiss.options import Options
from pairing.core.rating_swiss.position import Card, Position, read_position
from pairing.core.rating_swiss.procedure import Settled, pair_brackets
from pairing.core.system import CannotPair
from pairing.core.types import Fact, Game, RoundOnRecord, Snapshot


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

    CannotPair: `no_round_left`, `no_pairing`. ValueError when the snapshot has no round to be
    paired.
    """
    round_ = snapshot.to_pair()
    if round_ is None:
        raise ValueError("the snapshot has no round to be paired")
    position = read_position(snapshot, options, edition)
    if position.round > position.rounds:
        raise CannotPair("no_round_left", "A7", {"rounds": position.rounds})
    present = round_.round.who_is_there()
    there = [card for card in position.cards if card.id in present]

    fixed = round_.round.games
    seated = {game.white for game in fixed} | {game.black for game in fixed}
    left = [card for card in there if card.id not in seated]
    named = next((card for card in left if card.id == round_.round.bye), None)
    lapsed = None
    if named is not None and len(left) % 2 == 0:
        named, lapsed = None, named
    cards = [card for card in left if card is not named]
    field = read_field(cards, snapshot.forbidden_pairs, edition)
    settled = _pair(field, snapshot)
    return Decision(
        position=position,
        round=round_,
        there=there,
        fixed=fixed,
        named_bye=named,
        lapsed_bye=lapsed,
        field=field,
        brackets=[one for one in settled if one.candidate is not None],
        dissolved=[one for one in settled if one.candidate is None],
    )


def _pair(field: Field, snapshot: Snapshot) -> list[Settled]:
    if not field.cards:
        return []
    try:
        return pair_brackets(field)
    except CannotPair as failure:
        raise _no_pairing(field, snapshot, failure.article) from None


def _no_pairing(field: Field, snapshot: Snapshot, article: str) -> CannotPair:
    """No pairing within B1 and B2: who is left, who may meet nobody, who may have the bye."""
    ids = [card.id for card in field.cards]
    players: list[Fact] = list(ids)
    stuck: list[Fact] = [
        player for player, others in zip(ids, field.may_meet, strict=True) if not others
    ]
    forbidden: list[Fact] = [
        [one, other] for one, other in snapshot.forbidden_pairs if one in ids and other in ids
    ]
    facts: dict[str, Fact] = {"players": players, "stuck": stuck, "forbidden": forbidden}
    if len(ids) % 2:
        facts["may_have_bye"] = [
            player for seat, player in enumerate(ids) if field.may_be_free >> seat & 1
        ]
    return CannotPair("no_pairing", article, facts)
