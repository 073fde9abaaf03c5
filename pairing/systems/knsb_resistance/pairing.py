"""Who plays whom in the next round? 4.1 and 4.2, around what the leader has fixed."""

from dataclasses import dataclass
from functools import cached_property

from pairing.core.left_to_pair import left_to_pair
from pairing.core.matching import Choice, bits
from pairing.core.system import CannotPair
from pairing.core.too_hard import too_hard
from pairing.core.types import Fact, Game, RoundOnRecord, Snapshot
from pairing.core.work import TooMuchWork, bounded
from pairing.systems.knsb_resistance.field import Field, read_field
from pairing.systems.knsb_resistance.opponents import pairs_of
from pairing.systems.knsb_resistance.options import Options
from pairing.systems.knsb_resistance.position import Card, Position, read_position
from pairing.systems.knsb_resistance.waiting import Pool


@dataclass(frozen=True, slots=True)
class Decision:
    """A pairing with all that decided it; explanations read this.

    `there`: everybody who takes part, in the order of 2.1. `field`: those left when the fixed
    boards and a named bye were out; seats and pools refer to it. `lapsed_bye` was named for the
    bye in vain: the number is even. `pools`: every score group with its waiting room and pairs.
    """

    position: Position
    round: RoundOnRecord
    there: list[Card]
    fixed: tuple[Game, ...]
    named_bye: Card | None
    lapsed_bye: Card | None
    field: Field
    pools: list["Paired"]


@dataclass(frozen=True)
class Paired:
    """A score group that is done: with those who came, those who wait, and its pairs."""

    pool: Pool

    @cached_property
    def choices(self) -> list[Choice]:
        """The pairs in the order in which they were made."""
        return pairs_of(self.pool.field, self.pool.members & ~self.pool.waiting)


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """Pair the snapshot's last round.

    CannotPair: `no_round_left`, `nobody_present`, `no_pairing`, `too_hard`. ValueError when the
    snapshot has no round to be paired.
    """
    round_ = snapshot.to_pair()
    if round_ is None:
        raise ValueError("the snapshot has no round to be paired")
    position = read_position(snapshot, options)
    if position.round > position.rounds:
        raise CannotPair("no_round_left", "5", {"rounds": position.rounds})
    left = left_to_pair(position.cards, round_.round)
    if not left.there:
        raise CannotPair("nobody_present", "4.1")

    field = read_field(
        left.cards,
        snapshot.forbidden_pairs,
        opens_by_twos=position.round == 1 and options.first_round == "5.2",
    )
    with bounded():
        pools = _pools(field, snapshot)
    return Decision(
        position, round_, left.there, left.fixed, left.named_bye, left.lapsed_bye, field, pools
    )


def _pools(field: Field, snapshot: Snapshot) -> list[Paired]:
    """4.1, 4.2: from the highest group down, those who wait go to the next one."""
    below = sum(field.groups)
    arrivals = 0
    done = []
    for number, group in enumerate(field.groups, start=1):
        below &= ~group
        following = field.groups[number] if below else 0
        pool = Pool(field, group, arrivals, below, following)
        try:
            can_be_paired = pool.choose()
        except TooMuchWork:
            raise _too_hard(field, pool, snapshot) from None
        if not can_be_paired:
            raise _no_pairing(field, snapshot)
        done.append(Paired(pool))
        arrivals = pool.waiting
    return done


def _too_hard(field: Field, pool: Pool, snapshot: Snapshot) -> CannotPair:
    """4.4 did not end for this group; boards of it and of the next, or there is no pairing."""
    graph = field.graph
    if not field.nobody:
        graph = [row & ~(1 << field.bye) for row in graph[: field.bye]]
    near = sorted(bits(pool.members | pool.following))
    failure = too_hard([card.id for card in field.cards], graph, near, "4.4")
    return failure if failure.code == "too_hard" else _no_pairing(field, snapshot)


def _no_pairing(field: Field, snapshot: Snapshot) -> CannotPair:
    """No pairing within 3.1 and 3.2: who is left, who may meet nobody, who may have the bye."""
    ids = [card.id for card in field.cards]
    nobody = field.nobody
    players: list[Fact] = list(ids)
    stuck: list[Fact] = [
        player
        for player, others in zip(ids, field.graph, strict=False)
        if not others & ((1 << field.bye) - 1 | nobody)
    ]
    forbidden: list[Fact] = [
        [one, other] for one, other in snapshot.forbidden_pairs if one in ids and other in ids
    ]
    facts: dict[str, Fact] = {"players": players, "stuck": stuck, "forbidden": forbidden}
    if nobody:
        facts["may_have_bye"] = [ids[seat] for seat in bits(field.may_be_free)]
    return CannotPair("no_pairing", "4.8", facts)
