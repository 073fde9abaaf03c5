"""Who floated in which round? A4 and B1 of the Swiss systems on rating."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from pairing.core.history import History, Outcome
from pairing.core.types import PlayerId


class Float(Enum):
    """A downfloat met somebody with fewer points, an upfloat somebody with more."""

    DOWN = "down"
    UP = "up"


def read_floats(
    history: History,
    without_opponent: frozenset[Outcome],
    with_opponent: frozenset[Outcome],
    virtual: Mapping[PlayerId, tuple[int, ...]] = MappingProxyType({}),
) -> dict[PlayerId, list[Float | None]]:
    """Everybody's float in each round on record.

    Whoever did what is `with_opponent` floated by the scores before the round, unplayed points
    included and an unfinished game as half a point (F9); what is `without_opponent` is a
    downfloat, anything else no float. Editions differ in what is which. `virtual`: the half points
    by which scores of each round were higher for pairing (acceleration).
    """
    floats: dict[PlayerId, list[Float | None]] = {player: [] for player in history.outcomes}
    scores = dict.fromkeys(history.outcomes, 0)
    for number in range(len(history.rounds)):
        before = scores.copy()
        for player, points in virtual.items():
            if number < len(points) and player in before:
                before[player] += points[number]
        for player, outcomes in history.outcomes.items():
            outcome = outcomes[number]
            floated = None
            if outcome.kind in without_opponent:
                floated = Float.DOWN
            elif outcome.opponent is not None and outcome.kind in with_opponent:
                difference = before[player] - before[outcome.opponent]
                if difference:
                    floated = Float.DOWN if difference > 0 else Float.UP
            floats[player].append(floated)
            scores[player] += outcome.pairing_half_points
    return floats


def pairing_scores(history: History) -> dict[PlayerId, int]:
    """Half points for pairing: an unfinished game counts as a draw (F9)."""
    return {
        player: sum(outcome.pairing_half_points for outcome in outcomes)
        for player, outcomes in history.outcomes.items()
    }
