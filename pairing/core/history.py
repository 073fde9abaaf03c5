"""What did everybody do in each round? Read once from the record, for the Swiss systems.

Points are counted in half points (integers). A *played* game has begun: it counts as a meeting
and for colours; a game decided by forfeit does neither. Whoever is named nowhere in a round was
absent, as is whoever had not joined yet or has left.
"""

from dataclasses import dataclass
from enum import Enum

from pairing.core.types import Colour, PlayerId, Result, RoundOnRecord, Snapshot


class Deed(Enum):
    """What somebody did in a round."""

    PLAYED = "played"
    UNFINISHED = "unfinished"
    WON_BY_FORFEIT = "won_by_forfeit"
    LOST_BY_FORFEIT = "lost_by_forfeit"
    BYE = "bye"
    HALF_POINT_BYE = "half_point_bye"
    FULL_POINT_BYE = "full_point_bye"
    ABSENT = "absent"

    # Members are singletons; Enum's own hash is a Python call.
    __hash__ = object.__hash__

    @property
    def is_played(self) -> bool:
        """Whether a game was begun on the board."""
        return self in PLAYED


#: A game was begun on the board.
PLAYED = frozenset((Deed.PLAYED, Deed.UNFINISHED))
#: Points without playing: a bye of any kind or a win by forfeit (B1b).
PAID_UNPLAYED = frozenset(
    (Deed.WON_BY_FORFEIT, Deed.BYE, Deed.HALF_POINT_BYE, Deed.FULL_POINT_BYE),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of one player. `half_points`: what it earned; an unfinished game what the system
    gives for it.

    `opponent` and `colour` are those on the board, in a forfeited game too; None without one.
    """

    deed: Deed
    half_points: int = 0
    opponent: PlayerId | None = None
    colour: Colour | None = None


_ABSENT = Entry(Deed.ABSENT)
_HALF_POINT_BYE = Entry(Deed.HALF_POINT_BYE, 1)
_FULL_POINT_BYE = Entry(Deed.FULL_POINT_BYE, 2)


@dataclass(frozen=True, slots=True)
class History:
    """All rounds on record, and by player what he did in each of them."""

    rounds: tuple[RoundOnRecord, ...]
    entries: dict[PlayerId, list[Entry]]

    def colours(self, player: PlayerId) -> list[Colour]:
        """The colours of the games he played, unplayed rounds left out."""
        return [
            entry.colour
            for entry in self.entries[player]
            if entry.deed.is_played and entry.colour is not None
        ]


def read_history(
    snapshot: Snapshot, bye_half_points: int, unfinished_half_points: int = 0
) -> History:
    """The history of everybody; a pairing-allocated bye is worth `bye_half_points`, a game that
    is not finished `unfinished_half_points` for each."""
    rounds = tuple(snapshot.record())
    entries: dict[PlayerId, list[Entry]] = {
        player.id: [_ABSENT] * len(rounds) for player in snapshot.players
    }
    bye = Entry(Deed.BYE, bye_half_points)
    open_ = (Deed.UNFINISHED, unfinished_half_points)
    endings = {**_ENDINGS, Result.UNFINISHED: (*open_, *open_)}
    for number, place in enumerate(rounds):
        round_ = place.round
        for game in round_.games:
            for_white, whites, for_black, blacks = endings[game.result]
            white, black = game.white, game.black
            entries[white][number] = Entry(for_white, whites, black, Colour.WHITE)
            entries[black][number] = Entry(for_black, blacks, white, Colour.BLACK)
        for player in round_.half_point_byes:
            entries[player][number] = _HALF_POINT_BYE
        for player in round_.full_point_byes:
            entries[player][number] = _FULL_POINT_BYE
        if round_.bye is not None:
            entries[round_.bye][number] = bye
    return History(rounds, entries)


#: By result: what it is for white and for black, with the half points.
_ENDINGS = {
    Result.WHITE_WINS: (Deed.PLAYED, 2, Deed.PLAYED, 0),
    Result.DRAW: (Deed.PLAYED, 1, Deed.PLAYED, 1),
    Result.BLACK_WINS: (Deed.PLAYED, 0, Deed.PLAYED, 2),
    Result.WHITE_WINS_FORFEIT: (Deed.WON_BY_FORFEIT, 2, Deed.LOST_BY_FORFEIT, 0),
    Result.BLACK_WINS_FORFEIT: (Deed.LOST_BY_FORFEIT, 0, Deed.WON_BY_FORFEIT, 2),
    Result.BOTH_LOSE_FORFEIT: (Deed.LOST_BY_FORFEIT, 0, Deed.LOST_BY_FORFEIT, 0),
}
