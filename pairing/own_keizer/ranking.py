"""Who stands above whom at equal points? Article 4.3."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from pairing.own_keizer.record import DRAW, FORFEIT_LOST, LOSS, PLAYED, WIN, Record, RecordedRound

#: A tie that is broken: how much better everybody in a list of equals is, the more the better.
Breaker = Callable[[Sequence[int]], Sequence[Any]]


class Ties:
    """What the ties count, over the rounds that were added."""

    def __init__(self, record: Record, ties: Sequence[str]) -> None:
        self._record, self._ties = record, ties
        self._counts: dict[str, Counter[int]] = {
            tie: Counter() for tie in ("games", "evenings", "wins", "blacks")
        }
        self._evenings: set[tuple[int, int]] = set()
        #: By two players: the half points of the first against the second.
        self._mutual: Counter[tuple[int, int]] = Counter()

    def add(self, round_: RecordedRound) -> None:
        """Count one more round."""
        if not self._ties:
            return
        there = {*round_.byes}
        for white, black, for_white, for_black in round_.games:
            there |= {
                player
                for player, ending in ((white, for_white), (black, for_black))
                if ending != FORFEIT_LOST
            }
            if for_white not in PLAYED:
                continue
            self._counts["games"].update((white, black))
            self._counts["blacks"][black] += 1
            for player, other, ending in ((white, black, for_white), (black, white, for_black)):
                self._counts["wins"][player] += ending == WIN
                self._mutual[player, other] += {WIN: 2, DRAW: 1, LOSS: 0}[ending]
        new = {(player, round_.evening) for player in there} - self._evenings
        self._evenings |= new
        self._counts["evenings"].update(player for player, _evening in new)

    def breakers(self) -> list[Breaker]:
        """What decides at equal points, in turn."""
        return [self._breaker(tie) for tie in self._ties]

    def _breaker(self, tie: str) -> Breaker:
        if tie == "mutual":
            return self._score_among
        if tie in self._counts:
            counted = self._counts[tie]
            return lambda equals: [counted[player] for player in equals]
        ratings = [player.rating for player in self._record.players]
        if tie == "rating":
            return lambda equals: [_or_least(ratings[player]) for player in equals]
        return lambda equals: [-_or_least(ratings[player]) for player in equals]

    def _score_among(self, equals: Sequence[int]) -> list[int]:
        return [sum(self._mutual[player, other] for other in equals) for player in equals]


def _or_least(rating: int | None) -> int:
    """A rating; without one less than any."""
    return -1 if rating is None else rating


def ranked(
    order: Sequence[int], points: Sequence[Any], breakers: Sequence[Breaker] = ()
) -> list[int]:
    """Points down, by player number; then each breaker in turn; then the order as it is."""
    # A sort in reverse keeps the order of equals.
    ranking = sorted(order, key=points.__getitem__, reverse=True)
    if not breakers:
        return ranking
    result: list[int] = []
    begin = 0
    for end in range(1, len(ranking) + 1):
        if end == len(ranking) or points[ranking[end]] != points[ranking[begin]]:
            result += _broken(ranking[begin:end], breakers)
            begin = end
    return result


def _broken(equals: list[int], breakers: Sequence[Breaker]) -> list[int]:
    """Equals by the first breaker; who is still equal by the next."""
    if len(equals) == 1 or not breakers:
        return equals
    better = dict(zip(equals, breakers[0](equals), strict=True))
    classes: dict[Any, list[int]] = {}
    for player in equals:
        classes.setdefault(better[player], []).append(player)
    return [
        player
        for value in sorted(classes, reverse=True)
        for player in _broken(classes[value], breakers[1:])
    ]
