"""One bracket: who is in it, and what does each pair in it go against? A3, A6, A8, C2, C3.

A bracket's players are numbered from 0 in A2 order; those moved down come first (they have more
points). All bit sets here are of these numbers.
"""

from collections.abc import Sequence
from functools import cached_property

from pairing.core.matching import bits
from pairing.core.places import Places
from pairing.core.types import Colour
from pairing.core.ways import Requirement
from pairing.systems.knsb_rating.field import Field

#: C3, from the one lowered last to the one lowered first (C10g up to C10a).
REQUIREMENTS = ("B2", "A7d", "X", "Z", "B5_down", "B6_down", "B5_up", "B6_up")


class Bracket:
    """The players of a bracket after C1. `moved_down` is M0; the first so many are these.

    `is_last`: nobody moves on, at most one stays over for the bye. `is_merged`: made by C13,
    then A3's "half or more" does not apply (N11).
    """

    def __init__(
        self,
        field: Field,
        seats: Sequence[int],
        moved_down: int,
        is_last: bool = False,
        is_merged: bool = False,
    ):
        self.field = field
        self.seats = list(seats)
        self.size = len(self.seats)
        self.moved_down = moved_down
        self.is_last = is_last
        self.is_merged = is_merged
        self._places = Places(self.seats)
        self.everybody = (1 << self.size) - 1
        self.may_leave = self.local(field.may_be_free) if is_last else self.everybody

    def local(self, seats: int) -> int:
        """A set of seats of the field as players of this bracket."""
        return self._places.local(seats)

    @cached_property
    def may_meet(self) -> list[int]:
        """B1a and B2, by player."""
        return self._places.rows(self.field.may_meet)

    @property
    def most_pairs(self) -> int:
        """A6b: P0."""
        return self.size // 2

    @property
    def is_homogeneous(self) -> bool:
        """A3: nobody moved down, or (not after C13) half or more did."""
        if self.is_merged:
            return self.moved_down == 0
        return self.moved_down == 0 or 2 * self.moved_down >= self.size

    def least_against_colour(self) -> tuple[int, int]:
        """A8: X1 and Z1, with P0 pairs. Z1 is 0 in an odd round, where it is not used."""
        field = self.field
        cards = [field.cards[seat] for seat in self.seats]
        none = sum(card.preference.colour is None for card in cards)
        mild = dict.fromkeys(Colour, 0)
        rest = dict.fromkeys(Colour, 0)
        for card in cards:
            colour = card.preference.colour
            if colour is None:
                continue
            is_mild = card.preference.strength == 1 and card.unplayed % 2 == 1
            (mild if is_mild and not field.odd else rest)[colour] += 1
        w, b = mild[Colour.WHITE], mild[Colour.BLACK]
        white, black = rest[Colour.WHITE], rest[Colour.BLACK]
        x = self.most_pairs - none - (white + w if black + b > white + w else black + b)
        z = 0
        if not field.odd:
            z = self.most_pairs - b - w - none - (white if black > white else black)
        return max(0, x), max(0, z)

    @cached_property
    def requirements(self) -> list[Requirement]:
        """The requirements of C3 that somebody here could go against, in their order."""
        field = self.field
        nothing = [0] * self.size
        b2 = [self.local(field.topscorers_only[seat]) for seat in self.seats]
        wants = {strongly: self._alike(strongly) for strongly in (False, True)}
        colour = self._same(wants[False])
        strong = self._same(wants[True])
        found = [Requirement("B2", b2)]
        if field.odd:
            not_b2 = [one & ~other for one, other in zip(strong, b2, strict=True)]
            alike = () if any(b2) else wants[True]
            found.append(Requirement("A7d", not_b2, alike=alike))
        found.append(Requirement("X", colour, alike=wants[False]))
        if not field.odd:
            found.append(Requirement("Z", strong, alike=wants[True]))
        for name, seats in zip(("B5_down", "B6_down"), field.down, strict=True):
            found.append(Requirement(name, nothing, leavers=self.local(seats)))
        if self._different_scores:
            for name, seats in zip(("B5_up", "B6_up"), field.up, strict=True):
                found.append(Requirement(name, self._upfloats(self.local(seats))))
        return [one for one in found if one.leavers or any(one.pairs)]

    @property
    def _different_scores(self) -> bool:
        cards = self.field.cards
        return cards[self.seats[0]].score != cards[self.seats[-1]].score

    def _alike(self, strongly: bool) -> tuple[int, ...]:
        among = self.field.wants_strongly if strongly else self.field.wants
        return tuple(self.local(seats) for seats in among.values())

    def _same(self, groups: tuple[int, ...]) -> list[int]:
        """By player: those in the same group, himself left out."""
        rows = [0] * self.size
        for group in groups:
            for player in bits(group):
                rows[player] = group & ~(1 << player)
        return rows

    def _upfloats(self, floated: int) -> list[int]:
        """By player: with whom he would make an upfloat of somebody in the set (N5)."""
        cards = self.field.cards
        by_score: dict[int, int] = {}
        for player, seat in enumerate(self.seats):
            score = cards[seat].score
            by_score[score] = by_score.get(score, 0) | 1 << player
        rows = []
        for player, seat in enumerate(self.seats):
            same = by_score[cards[seat].score]
            higher = same & -same
            row = floated & ~same & ~(higher - 1)
            if floated >> player & 1:
                row |= higher - 1
            rows.append(row)
        return rows

    def ideal(self, pairs: int) -> tuple[list[int], int]:
        """The least of every requirement at once, by counting: allowed pairs, allowed leavers.

        Every way to make so many pairs here goes against each requirement as seldom as numbers
        alone permit, and every way that does is one of these. Often there is none: somebody
        has met the wrong people.
        """
        rows, leave = self.may_meet, self.may_leave
        for one in self.requirements:
            leave &= ~one.leavers
            forced = 0
            for group in one.alike:
                # Every pair in order needs somebody from outside the group.
                others = self.everybody & ~group
                if pairs > others.bit_count():
                    forced = others
            if forced:
                leave &= ~forced
                rows = [
                    row & ~forced if forced >> player & 1 else row
                    for player, row in enumerate(rows)
                ]
            else:
                rows = [row & ~against for row, against in zip(rows, one.pairs, strict=True)]
        return rows, leave
