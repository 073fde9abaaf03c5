"""What does the next round start from? Points, WP, SB and colours, in the order of 2.1.

All of it in whole numbers: points and WP in half points, SB in quarters. An unfinished game is a
draw for everything (7.4).
"""

from dataclasses import dataclass, field
from fractions import Fraction

from pairing.core import position
from pairing.core.colours import balance
from pairing.core.history import ENDINGS, PAID_UNPLAYED, PLAYED, History
from pairing.core.position import State, read_states
from pairing.core.types import Colour, Snapshot
from pairing.resistance.options import Options

#: 7.4: what an unfinished game is worth to both, in half points.
UNFINISHED = 1


@dataclass(slots=True, kw_only=True, eq=False)
class PlayerState(State):
    """A player before the round.

    `score` and `wp` are in half points, `sb` in quarter points. `by_round`: the colours, None for a
    round without a game (7.2). `may_get_bye`: the player has had no point without playing, by a
    bye or a forfeit (3.2).
    """

    wp: int = 0
    sb: int = 0
    by_round: list[Colour | None] = field(default_factory=list)

    @property
    def lot(self) -> int:
        """1.6: the lot number."""
        return self.player.start

    @property
    def balance(self) -> int:
        """1.5: games with black minus games with white."""
        return -balance(self.colours)

    @property
    def points(self) -> Fraction:
        """2.1a: the points."""
        return Fraction(self.score, 2)


Position = position.Position[PlayerState]


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position over all rounds on record."""
    history = History(snapshot, options.bye_half_points, UNFINISHED)
    states = read_states(PlayerState, history, PAID_UNPLAYED)
    played = len(history.rounds)
    for state in states.values():
        # 2.3: a round without a game counts for WP and SB as a draw against oneself.
        state.wp = state.sb = state.score * (played - len(state.colours))
        state.by_round = [None] * played
    for number, recorded in enumerate(history.rounds):
        for game in recorded.round.games:
            outcome, whites, _, blacks = ENDINGS[game.result]
            if outcome not in PLAYED:
                continue
            white, black = states[game.white], states[game.black]
            white.wp += black.score
            black.wp += white.score
            white.sb += black.score * whites
            black.sb += white.score * blacks
            white.by_round[number], black.by_round[number] = Colour.WHITE, Colour.BLACK
    players = sorted(
        states.values(), key=lambda state: (-state.score, -state.wp, -state.sb, state.lot)
    )
    return Position(played + 1, options.rounds, players, history)
