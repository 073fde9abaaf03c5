"""Who plays whom in the next game of the evening? Rules 2.4, in their order."""

from dataclasses import dataclass

from pairing.core.system import CannotPair
from pairing.core.too_hard import too_hard
from pairing.core.types import Fact, Game, RoundOnRecord, Snapshot
from pairing.core.work import TooMuchWork, bounded
from pairing.systems.attacalc.attempts import Attempt, Field, Match, first_pairing
from pairing.systems.attacalc.options import Options
from pairing.systems.attacalc.position import Position, read_position


@dataclass(frozen=True, slots=True)
class Decision:
    """A pairing with all that decided it, by player number; explanations read this.

    `there`: everybody who takes part, in ORDER. `to_pair`: those left when the fixed boards
    and the bye were out, in ORDER; the field's and the matches' places refer to it.
    `lapsed_bye` was named for the bye in vain: the number is even.
    """

    position: Position
    round: RoundOnRecord
    there: list[int]
    fixed: tuple[Game, ...]
    bye: int | None
    bye_is_named: bool
    lapsed_bye: int | None
    bye_candidates: list[int]
    to_pair: list[int]
    field: Field
    matches: list[Match]
    attempt: Attempt


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """Pair the snapshot's last round. CannotPair: `nobody_present`, `no_pairing`, `too_hard` and
    `value_negative`; ValueError when the snapshot has no round to be paired."""
    round_ = snapshot.to_pair()
    if round_ is None:
        raise ValueError("the snapshot has no round to be paired")
    position = read_position(snapshot, options)
    present = round_.round.who_is_there()
    there = [player for player in position.order if position.id(player) in present]
    if not there:
        raise CannotPair("nobody_present", "indeling.2", {"tempo": position.tempo.id})

    # 5a: what the leader has fixed comes out first.
    fixed = round_.round.games
    on_fixed_board = {game.white for game in fixed} | {game.black for game in fixed}
    left = [player for player in there if position.id(player) not in on_fixed_board]

    # 2 and 3: the bye, only with an odd number.
    named = None
    if round_.round.bye is not None and round_.round.bye not in on_fixed_board:
        named = position.record.index[round_.round.bye]
    bye, lapsed = None, None
    if len(left) % 2:
        bye = _automatic_bye(position, left) if named is None else named
    else:
        lapsed = named
    to_pair = [player for player in left if player != bye]

    # 4 and 5
    field = _field(snapshot, position, to_pair)
    try:
        with bounded():
            found = first_pairing(field, position.tempo.last_n)
    except TooMuchWork:
        ids = [position.id(player) for player in to_pair]
        everybody = range(len(to_pair))
        failure = too_hard(ids, field.graph(0, colour=False), everybody, "indeling.5")
        found = None
        if failure.code == "too_hard":
            raise failure from None
    if found is None:
        raise _no_pairing(position, to_pair, field)
    matches, attempt = found
    return Decision(
        position=position,
        round=round_,
        there=there,
        fixed=fixed,
        bye=bye,
        bye_is_named=bye is not None and bye == named,
        lapsed_bye=lapsed,
        bye_candidates=left,
        to_pair=to_pair,
        field=field,
        matches=matches,
        attempt=attempt,
    )


def _automatic_bye(position: Position, left: list[int]) -> int:
    """The fewest byes in the tempo; among these the last in ORDER."""
    byes = position.history.byes
    return min(reversed(left), key=byes.__getitem__)


def _field(snapshot: Snapshot, position: Position, to_pair: list[int]) -> Field:
    """Who may meet whom, by place among those to be paired."""
    history = position.history
    seats = {player: seat for seat, player in enumerate(to_pair)}
    since = [[0] * len(to_pair) for _ in to_pair]
    for player, seat in seats.items():
        # Only the last meeting with each counts: the first one seen going back. With a
        # window of n games nothing before the last n matters.
        recent = history.opponents[player][: -position.tempo.last_n - 1 : -1]
        for ago, opponent in enumerate(recent, start=1):
            other = seats.get(opponent)
            if other is not None and not 0 < since[seat][other] <= ago:
                since[seat][other] = since[other][seat] = ago
    pairs = {
        (seats.get(position.record.index[a]), seats.get(position.record.index[b]))
        for a, b in snapshot.forbidden_pairs
    }
    forbidden = {(a, b) for a, b in pairs if a is not None and b is not None}
    return Field(
        since=since,
        leanings=[history.leaning(player) for player in to_pair],
        forbidden=frozenset(forbidden | {(b, a) for a, b in forbidden}),
    )


def _no_pairing(position: Position, to_pair: list[int], field: Field) -> CannotPair:
    """Only forbidden pairs can do this: which ones, and who has nobody left."""
    ids: list[Fact] = [position.id(player) for player in to_pair]
    forbidden: list[Fact] = [
        [position.id(to_pair[a]), position.id(to_pair[b])]
        for a, b in sorted(field.forbidden)
        if a < b
    ]
    stuck: list[Fact] = [
        position.id(to_pair[seat])
        for seat, others in enumerate(field.graph(0, colour=False))
        if not others
    ]
    facts: dict[str, Fact] = {"players": ids, "forbidden": forbidden, "stuck": stuck}
    return CannotPair("no_pairing", "indeling.5", facts)
