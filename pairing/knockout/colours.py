"""Who has White? 2."""

from collections import Counter
from functools import cached_property
from typing import NamedTuple

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

    def of(self, player: PlayerId, opponent: PlayerId) -> Coloured:
        """The pair of two in their next game."""
        key = self.position.meeting(player, opponent)
        tie = self.position.ties.get(key)
        if tie is not None and {*tie.players} == {player, opponent} and tie.games:
            before = tie.games[-1].game
            return Coloured(Pair(before.black, before.white), "2.3", key.number)
        upper, lower = sorted((player, opponent), key=self.position.place.__getitem__)
        white, black = (upper, lower) if key.number % 2 else (lower, upper)
        if self.balance[white] == self.balance[black]:
            return Coloured(Pair(white, black), "2.2", key.number)
        if self.balance[white] > self.balance[black]:
            white, black = black, white
        return Coloured(Pair(white, black), "2.1", key.number)
