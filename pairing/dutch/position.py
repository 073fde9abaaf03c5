"""What does the next round start from? Everybody's state (article 1), in the order of 1.2."""

from dataclasses import dataclass

from pairing.core import position
from pairing.core.acceleration import virtual_points
from pairing.core.colours import preference
from pairing.core.floats import pairing_scores, read_floats
from pairing.core.history import PAID_UNPLAYED, PLAYED, GameOutcome, History, read_history
from pairing.core.position import BracketState
from pairing.core.types import PlayerId, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.dutch.options import Options

#: Of who did one of these C2 says that they get no bye.
_BARS_BYE = frozenset((GameOutcome.WON_BY_FORFEIT, Unplayed.BYE, Unplayed.FULL_POINT_BYE))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(BracketState):
    """What is known of one player. `score`: virtual points included (1.2).

    `number`: their place among all who have been paired or are now, by which 5.2.5 goes; 0 for
    nobody of these.
    """

    number: int


Position = position.Position[PlayerState]


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position over all rounds on record; an unfinished game is a draw."""
    history = read_history(snapshot, options.bye_half_points)
    points = pairing_scores(history)
    virtual = virtual_points(snapshot, options.rounds, options.acceleration)
    floats = read_floats(history, PAID_UNPLAYED, PLAYED, virtual)
    numbers = _numbers(snapshot, history)
    rounds = len(history.rounds)
    is_last = rounds + 1 == options.rounds
    states = []
    for player in snapshot.players:
        id = player.id
        outcomes = history.outcomes[id]
        played = [outcome for outcome in outcomes if outcome.is_played]
        colours = [outcome.colour for outcome in played if outcome.colour is not None]
        extra = virtual.get(id, ())
        down = floats[id]
        states.append(
            PlayerState(
                player=player,
                score=points[id] + (extra[rounds] if rounds < len(extra) else 0),
                colours=colours,
                preference=preference(colours),
                opponents=frozenset(one.opponent for one in played if one.opponent is not None),
                floats=(down[-1] if down else None, down[-2] if rounds > 1 else None),
                may_get_bye=not any(outcome.kind in _BARS_BYE for outcome in outcomes),
                is_top_scorer=is_last and points[id] > rounds,
                unplayed=rounds - len(played),
                number=numbers.get(id, 0),
            )
        )
    states.sort(key=lambda state: (-state.score, state.player.start))
    return Position(rounds + 1, options.rounds, states, history)


def _numbers(snapshot: Snapshot, history: History) -> dict[PlayerId, int]:
    """The places among those who are in the tournament by now: to be paired, or paired before."""
    to_pair = snapshot.to_pair()
    here = set(to_pair.round.taking_part()) if to_pair else set()
    for recorded in history.rounds:
        here |= recorded.round.seated()
        here.update(recorded.round.of_kind(Unplayed.BYE))
    players = sorted((player.start, player.id) for player in snapshot.players if player.id in here)
    return {id: number for number, (_, id) in enumerate(players, start=1)}
