"""How good is a candidate? C6-C21 and its place, in the order in which they are compared."""

from collections.abc import Iterator
from typing import Any

from pairing.brackets.paired import exchange_order
from pairing.dutch.bracket import Bracket, Digit
from pairing.dutch.costs import cheapest_together
from pairing.dutch.procedure import Settled
from pairing.matching.perfect import (
    bits,
    certain,
    greatest_matching,
    perfect_matching,
    who_can_be_left,
)

#: What a candidate is compared by: a criterion's number, or one of these.
SET, OPPONENTS, EXCHANGE, TURNS = 101, 102, 103, 104


def judged(done: Settled, digits: list[Digit]) -> Iterator[tuple[int, Any]]:
    """What is compared, with its value, the most important first; less is better.

    `digits` are those of the bracket, C10-C21. Nothing is worked out before it is asked for.
    """
    bracket = done.bracket
    for digit in bracket.floats():
        yield digit.criterion, (done.unpaired & digit.unpaired).bit_count()
    yield 8, next_best(bracket, done.downfloaters) if bracket.group else ()
    if bracket.has_bye and done.unpaired.bit_count() == 1:
        yield 9, bracket.roster.players[done.downfloaters[0]].unplayed
    else:
        yield 9, 0
    for digit in digits:
        yield digit.criterion, count(done, digit)
    yield from place(done)


def count(done: Settled, digit: Digit) -> int:
    """How often a candidate goes against a digit."""
    floats = (done.unpaired & digit.unpaired).bit_count()
    if not digit.pairs:
        return floats
    return floats + sum(digit.pairs[player] >> opponent & 1 for player, opponent in done.pairs)


def place(done: Settled) -> Iterator[tuple[int, Any]]:
    """Article 4."""
    yield SET, [mdp for mdp, _ in done.moved_down]
    yield OPPONENTS, [opponent for _, opponent in done.moved_down]
    taken = {player for pair in done.moved_down for player in pair}
    rest = [
        player
        for player in range(done.bracket.moved_down, done.bracket.size)
        if player not in taken
    ]
    number = {player: bsn for bsn, player in enumerate(rest, start=1)}
    down, up = (
        [number[player] for player in players] for players in (done.halves.down, done.halves.up)
    )
    yield EXCHANGE, exchange_order(down, up)
    yield TURNS, [opponent for _, opponent in done.halves.pairs]


def next_best(bracket: Bracket, floaters: list[int]) -> tuple[int, list[int]]:
    """C8: how few players the next bracket can leave over with these downfloaters, and their
    scores, high to low."""
    graph = bracket.whole.graph
    following = bracket.next_with(floaters)
    rows = following.may_meet
    mate, left = greatest_matching(rows)
    if not left and perfect_matching(graph, following.below) is not None:
        return 0, []
    if left.bit_count() == 1:
        may, _ = who_can_be_left(rows, None, mate)
        reached, _ = who_can_be_left(graph, following.below)
        possible = may & following.who_may_meet(reached)
        if possible:
            lowest = min(following.scores[player] for player in bits(possible))
            return 1, [lowest]
    optimum = certain(cheapest_together(following, [], None), "what is left can be completed")
    scores = [
        score
        for (score, _), number in zip(following.classes, optimum[1][1:], strict=False)
        for _ in range(number)
    ]
    return optimum[1][0], scores
