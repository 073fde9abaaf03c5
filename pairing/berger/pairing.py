"""Who plays whom in the next round, and what becomes of the games of absent players? 3."""

from dataclasses import dataclass, replace

from pairing.berger.options import Options
from pairing.berger.position import Position, read_position
from pairing.core.scheduled_system import without_play
from pairing.core.system import CannotPair, ScheduledRound
from pairing.core.types import Fact, Pair, PlayerId, Proposal, Round, RoundOnRecord, Snapshot


@dataclass(frozen=True, slots=True)
class Decision:
    """The round to be paired: its row of the table, and what becomes of each game."""

    position: Position
    recorded: RoundOnRecord
    scheduled: ScheduledRound
    proposal: Proposal


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """CannotPair: too_many, no_round_left, all_gone, too_few, not_this_round, not_free."""
    recorded = snapshot.must_pair()
    position = read_position(snapshot, options)
    round_, gone = recorded.round, position.gone(recorded.evening)
    if position.next_round > len(position.rounds):
        raise CannotPair("no_round_left", "1.3", {"rounds": len(position.rounds)})
    if len(position.ids) - len(gone) < 2:
        raise CannotPair("all_gone", "3.3", {"players": len(position.ids) - len(gone)})
    present = round_.taking_part()
    if len(present) < 2:
        raise CannotPair("too_few", "3.1", {"players": [*sorted(present)]})
    scheduled = position.rounds[position.next_round - 1]
    by_leader = _by_leader(position, round_, scheduled)
    pairs = tuple(
        by_leader.get(frozenset((pair.white, pair.black)))
        or replace(pair, result=without_play(pair, round_, options.away, gone))
        for pair in scheduled.pairs
    )
    bye = _bye(scheduled, round_, present)
    return Decision(position, recorded, scheduled, Proposal(pairs, bye))


def _by_leader(
    position: Position, round_: Round, scheduled: ScheduledRound
) -> dict[frozenset[PlayerId], Pair]:
    """3.5: the boards that the leader fixed, all of which are in the round."""
    in_round = {frozenset((pair.white, pair.black)) for pair in scheduled.pairs}
    fixed = {}
    for game in round_.games:
        players = frozenset(game.players)
        if players not in in_round:
            rounds = position.meetings(*game.players)
            facts: dict[str, Fact] = {"white": game.white, "black": game.black, "round": rounds[-1]}
            raise CannotPair("not_this_round", "3.5", facts)
        fixed[players] = Pair(game.white, game.black, game.fixed)
    return fixed


def _bye(scheduled: ScheduledRound, round_: Round, present: frozenset[PlayerId]) -> PlayerId | None:
    """1.4: the player without an opponent, if present. CannotPair: the leader names somebody
    else."""
    if round_.bye not in (None, scheduled.free):
        raise CannotPair("not_free", "3.5", {"player": round_.bye, "free": scheduled.free})
    return scheduled.free if scheduled.free in present else None
