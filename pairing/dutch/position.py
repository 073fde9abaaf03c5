"""What does the next round start from? Everybody's state (article 1), in the order of 1.2."""

from dataclasses import dataclass

from pairing.core.acceleration import virtual_points
from pairing.core.colours import ColourArticles, Lot
from pairing.core.history import PAID_UNPLAYED, PLAYED, GameOutcome, History, Outcome
from pairing.core.position import BracketPosition, BracketState, read_bracket_states
from pairing.core.types import Colour, PlayerId, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.dutch.options import Options

#: C2: after one of these a player gets no bye.
_BARS_BYE = frozenset[Outcome]((GameOutcome.WON_BY_FORFEIT, Unplayed.BYE, Unplayed.FULL_POINT_BYE))
_ARTICLES = ColourArticles("5.2.1", "5.2.2", "5.2.3", "5.2.4", by_balance=True)


@dataclass(slots=True, kw_only=True, eq=False)
class PlayerState(BracketState):
    """What is known of one player. `score`: virtual points included (1.2), which are `virtual`.

    `number`: their place among all who have been paired or are to be paired now, which 5.2.5 looks
    at; 0 for anybody else.
    """

    number: int = 0
    virtual: int = 0


@dataclass(frozen=True)
class Position(BracketPosition[PlayerState]):
    """Everybody's state in the order of 1.2. `lot_colour`: the lot of round 1 (5.1)."""

    lot_colour: Colour

    def lot(self, higher: PlayerState, index: int | None = None) -> Lot:
        """5.2.5, behind 5.2.1 to 5.2.4."""
        return lot_of(higher, self.lot_colour)


def lot_of(higher: PlayerState, colour: Colour) -> Lot:
    """5.2.5: the lot for a pair, by the number of the higher ranked."""
    counts = "number" if higher.number == higher.player.start else "so_far"
    return Lot(colour, higher.number, counts, "5.2.5", _ARTICLES)


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position over all rounds on record; an unfinished game is a draw."""
    history = History(snapshot, options.bye_half_points)
    virtual = virtual_points(snapshot, options.rounds, options.acceleration)
    states = read_bracket_states(
        PlayerState,
        history,
        options.rounds,
        bars_bye=_BARS_BYE,
        floats_down=PAID_UNPLAYED,
        floats_by_score=PLAYED,
        virtual=virtual,
    )
    numbers = _numbers(snapshot, history)
    played = len(history.rounds)
    for state in states:
        state.number = numbers.get(state.id, 0)
        state.virtual = sum(virtual.get(state.id, ())[played : played + 1])
        state.score += state.virtual
    states.sort(key=lambda state: (-state.score, state.player.start))
    return Position(played + 1, options.rounds, states, history, options.lot)


def _numbers(snapshot: Snapshot, history: History) -> dict[PlayerId, int]:
    """The numbers among players who have entered by now: to be paired now, or paired before."""
    to_pair = snapshot.to_pair()
    active = set(to_pair.round.taking_part()) if to_pair else set()
    for recorded in history.rounds:
        active |= recorded.round.seated()
        active.update(recorded.round.of_kind(Unplayed.BYE))
    players = sorted(
        (player.start, player.id) for player in snapshot.players if player.id in active
    )
    return {id: number for number, (_, id) in enumerate(players, start=1)}
