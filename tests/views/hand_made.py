"""An explanation made by hand of a round as a system pairs it, for tests of the pages."""

from fractions import Fraction

from pairing.core.explanation import (
    Answer,
    ColourHistory,
    Explanation,
    Halves,
    Ladder,
    Refused,
    Seat,
    Stair,
    Staircase,
    Steps,
)
from pairing.core.types import Colour
from pairing.reasons.every_system import AlreadyPaired, FixedByLeader, GroupOf, Met, OnlyOneWith


class HandMade(Explanation):
    """Of `kind` "halves", "ladder" or "staircase". `asked` are the questions so far."""

    asked = 0

    def __init__(self, proposal, article, kind="halves"):
        self.proposal, self.article, self.kind = proposal, article, kind
        type(self).asked += 1

    @property
    def pairs(self):
        return [(pair.white, pair.black) for pair in self.proposal.pairs]

    def answer(self, pair):
        if pair.fixed:
            return Answer((FixedByLeader(self.article, pair.fixed),))
        at = self.pairs.index((pair.white, pair.black))
        refused = [
            Refused(pair.white, other, Met(self.article, 1 + number))
            for number, (_white, other) in enumerate(self.pairs)
            if number < at
        ]
        refused += [
            Refused(one, other, AlreadyPaired(self.article, one, other))
            for one, other in self.pairs[at + 1 : at + 2]
        ]
        return Answer(
            (OnlyOneWith(self.article, pair.white, Fraction(5, 2)),),
            OnlyOneWith(self.article, pair.black, Fraction(1)),
            tuple(refused),
            ColourHistory("wb-wbwbw", "bwwb", 3),
            0,
        )

    def bye_answer(self):
        bye = self.proposal.bye
        if bye is None:
            return None
        first = OnlyOneWith(self.article, bye, Fraction(0))
        refused = [
            Refused(bye, white, Met(self.article, 2), in_place=True)
            for white, _black in self.pairs[:2]
        ]
        return Answer((first,), refused=tuple(refused), drawing=0)

    def why_not(self, player, other):
        together = any({player, other} == set(pair) for pair in self.pairs)
        return None if together else Met(self.article, 7)

    def why_not_bye(self, other):
        return Met(self.article, 8)

    def drawings(self):
        bye = self.proposal.bye
        if self.kind == "ladder":
            players = [pair[0] for pair in self.pairs] + [pair[1] for pair in self.pairs]
            players += [bye] if bye else []
            seats = tuple(Seat(one, at + 1) for at, one in enumerate(players))
            return [Ladder(seats, tuple(self.pairs), bye)]
        half = [
            [self.seat(one, at * 2 + side) for at, one in enumerate(players)]
            for side, players in enumerate(zip(*self.pairs, strict=True))
        ]
        if self.kind == "halves":
            lower = (*half[1], *([self.seat(bye, 99)] if bye else []))
            first, last = self.pairs[0][0], half[1][-1].player
            return [
                Halves(
                    Fraction(5, 2), tuple(half[0]), lower, tuple(self.pairs), (first,), (last,), bye
                )
            ]
        mid = len(self.pairs) // 2
        upper = (*half[0][:mid], *half[1][:mid])
        lower = (*half[0][mid + 1 :], *half[1][mid + 1 :])
        waited = (half[0][mid], half[1][mid])
        return [
            Staircase(
                (
                    Stair(
                        Fraction(3),
                        (*upper, *waited),
                        (),
                        tuple(self.pairs[:mid]),
                        tuple(seat.player for seat in waited),
                    ),
                    Stair(Fraction(2), lower, waited, tuple(self.pairs[mid:]), ()),
                ),
                bye,
            )
        ]

    def seat(self, player, number):
        colour = (Colour.WHITE, Colour.BLACK, None)[number % 3]
        floats = (("", ""), ("down", ""), ("", "up"), ("", ""))[number % 4]
        return Seat(player, number + 1, Fraction(5, 2), colour, number % 4 if colour else 0, floats)

    def steps(self, score=None):
        ones = tuple(pair[0] for pair in self.pairs)
        group = GroupOf(self.article, Fraction(5, 2), ones, (), len(ones))
        one, other = self.pairs[0]
        return [Steps(Fraction(5, 2), (group, Refused(one, other, Met(self.article, 3))))]
