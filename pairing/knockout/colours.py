"""Who has White? 2."""

from collections import Counter
from functools import cached_property
from typing import NamedTuple

from pairing.core.tie import Tie, TieKey
from pairing.core.types import Pair, PlayerId
from pairing.knockout.position import Position


class Coloured(NamedTuple):
    """A pair with its colours, by which article; `tie` is the number of theirs in its round."""

    pair: Pair
    article: str
    tie: int


class Colours:
    """The colours that a position gives."""

    def __init__(self, position: Position):
        self.position = position

    @cached_property
    def balance(self) -> Counter[PlayerId]:
        """How much more often everybody played with White than with Black."""
        balance: Counter[PlayerId] = Counter()
        for recorded in self.position.snapshot.record():
            for game in recorded.round.games:
                if game.result.is_finished and not game.result.is_forfeit:
                    balance[game.white] += 1
                    balance[game.black] -= 1
        return balance

    def of(self, one: PlayerId, other: PlayerId) -> Coloured:
        """The pair of two in their next game."""
        key = self.position.meeting(one, other)
        tie = self.position.ties.get(key)
        if tie is not None and {*tie.players} == {one, other} and tie.games:
            return _other_colours(tie)
        return self._first_game(key, *sorted((one, other), key=self.position.place.__getitem__))

    def _first_game(self, key: TieKey, upper: PlayerId, lower: PlayerId) -> Coloured:
        white, black = (upper, lower) if key.number % 2 else (lower, upper)
        whites = self.balance[white], self.balance[black]
        if whites[0] == whites[1]:
            return Coloured(Pair(white, black), "2.2", key.number)
        if whites[0] > whites[1]:
            white, black = black, white
        return Coloured(Pair(white, black), "2.1", key.number)


def _other_colours(tie: Tie) -> Coloured:
    before = tie.games[-1].game
    return Coloured(Pair(before.black, before.white), "2.3", tie.key.number)
