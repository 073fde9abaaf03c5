"""What does the next round start from? Points, WP, SB and colours, in the order of 2.1.

All of it in whole numbers: points and WP in half points, SB in quarters. An unfinished game is a
draw for everything (7.4).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairing.core import position
from pairing.core.history import PAID_UNPLAYED, History, read_history
from pairing.core.position import State
from pairing.core.types import Colour, Player, PlayerId, Snapshot
from pairing.resistance.options import Options

#: 7.4: what a game is worth to both while it is not finished, in half points.
UNFINISHED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(State):
    """What is known of one player: the regulation's card.

    `score` and `wp` are in half points, `sb` in quarter points. `colours`: by round, None where
    they played no game (7.2). `may_get_bye`: they have had no point without playing, by a bye or
    a forfeit (3.2).
    """

    wp: int
    sb: int
    colours: Sequence[Colour | None]

    @property
    def lot(self) -> int:
        """1.6: the lot number."""
        return self.player.start

    @property
    def balance(self) -> int:
        """1.5: games with black minus games with white."""
        return sum(1 if had is Colour.BLACK else -1 for had in self.colours if had is not None)

    @property
    def points(self) -> Fraction:
        """2.1a: the points."""
        return Fraction(self.score, 2)


Position = position.Position[PlayerState]


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position over all rounds on record."""
    history = read_history(snapshot, options.bye_half_points, UNFINISHED)
    scores = {
        player: sum(outcome.half_points for outcome in outcomes)
        for player, outcomes in history.outcomes.items()
    }
    players = [_state(player, history, scores) for player in snapshot.players]
    players.sort(key=lambda state: (-state.score, -state.wp, -state.sb, state.lot))
    return Position(len(history.rounds) + 1, options.rounds, players, history)


def _state(player: Player, history: History, scores: dict[PlayerId, int]) -> PlayerState:
    """2.1, 2.3: a round without a game counts for WP and SB as a draw against oneself."""
    own = scores[player.id]
    wp = sb = 0
    colours: list[Colour | None] = []
    opponents = []
    may_get_bye = True
    for outcome in history.outcomes[player.id]:
        if outcome.opponent is not None and outcome.is_played:
            worth = scores[outcome.opponent]
            wp += worth
            sb += worth * outcome.half_points
            colours.append(outcome.colour)
            opponents.append(outcome.opponent)
        else:
            wp += own
            sb += own
            colours.append(None)
            may_get_bye &= outcome.kind not in PAID_UNPLAYED
    return PlayerState(
        player=player,
        score=own,
        opponents=frozenset(opponents),
        may_get_bye=may_get_bye,
        wp=wp,
        sb=sb,
        colours=colours,
    )
