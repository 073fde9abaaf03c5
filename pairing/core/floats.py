"""Who floated in which round? A4 and B1b of the KNSB's "op rating", and their relatives."""

from enum import Enum

from pairing.core.history import PAID_UNPLAYED, PLAYED, Deed, History
from pairing.core.types import PlayerId


class Float(Enum):
    """A downfloat met somebody with fewer points, an upfloat somebody with more."""

    DOWN = "down"
    UP = "up"


def read_floats(
    history: History,
    without_opponent: frozenset[Deed] = PAID_UNPLAYED,
    with_opponent: frozenset[Deed] = PLAYED,
) -> dict[PlayerId, list[Float | None]]:
    """Everybody's float in each round on record.

    Whoever did what is `with_opponent` floated by the scores before the round, unplayed points
    included and an unfinished game as half a point (F9); what is `without_opponent` is a
    downfloat, anything else no float. Editions differ in what is which.
    """
    floats: dict[PlayerId, list[Float | None]] = {player: [] for player in history.entries}
    scores = dict.fromkeys(history.entries, 0)
    for number in range(len(history.rounds)):
        before = scores.copy()
        for player, entries in history.entries.items():
            entry = entries[number]
            floated = None
            if entry.deed in without_opponent:
                floated = Float.DOWN
            elif entry.opponent is not None and entry.deed in with_opponent:
                difference = before[player] - before[entry.opponent]
                if difference:
                    floated = Float.DOWN if difference > 0 else Float.UP
            floats[player].append(floated)
            scores[player] += 1 if entry.deed is Deed.UNFINISHED else entry.half_points
    return floats


def pairing_scores(history: History) -> dict[PlayerId, int]:
    """Half points for pairing: an unfinished game counts as a draw (F9)."""
    return {
        player: sum(1 if entry.deed is Deed.UNFINISHED else entry.half_points for entry in entries)
        for player, entries in history.entries.items()
    }
