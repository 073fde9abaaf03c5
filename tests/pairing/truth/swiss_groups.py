"""Which candidate is the best of a Swiss group that has a pair, or leaves somebody over?

By the literal transcriptions of the regulations (`*_reference`): the group as they settled it, and
the same search where every other opponent of two players is struck out.
"""

from dataclasses import dataclass, field
from functools import cached_property

from tests.pairing import knsb_rating_reference as later
from tests.pairing.knsb_rating_reference_candidates import A7D, B2, DOWN1, DOWN2, UP1, UP2, X, Z

#: Beyond so many players in a group the literal search takes too long.
LARGEST = 10


@dataclass(frozen=True)
class Group:
    """A group as it was paired. `alone` had no possible opponent in it (C1) and moved on.

    `pairs` with the player of the upper half first; `left` stayed over. `bracket` is the
    transcription's own.
    """

    own: tuple
    arrived: tuple
    alone: tuple = ()
    pairs: tuple = ()
    left: tuple = ()
    is_lowest: bool = False
    bracket: object = None

    @property
    def everybody(self):
        """Who was in it."""
        return self.own + self.arrived

    @property
    def paired(self):
        """Who of them has an opponent in it."""
        return {one for pair in self.pairs for one in pair}


@dataclass
class Later:
    """The later edition of the KNSB."""

    position: object
    arbiter: object = field(init=False)

    #: From the requirement that is dropped last.
    requirements = ("B2", "A7d", "X", "Z", "B5 down", "B6 down", "B5 up", "B6 up")
    prices = (B2, A7D, X, Z, DOWN1, DOWN2, UP1, UP2)

    @cached_property
    def groups(self):
        """From the highest; those that moved down whole are part of the next."""
        self.arbiter = later.Arbiter(self.position)
        self.arbiter.pair()
        return [
            Group(
                own=bracket.natives,
                arrived=bracket.moved_down,
                alone=bracket.removed,
                pairs=tuple(bracket.pairs),
                left=tuple(bracket.unpaired),
                is_lowest=bracket.is_last,
                bracket=bracket,
            )
            for bracket in self.arbiter.done
        ]

    def best(self, group, pair=None, left=None, accept=lambda left: True):
        """(level, pairs, left) of the first of the best candidates with the pair, or with
        somebody left over; None: there is none. With nothing asked: the winner of a group that
        was not opened."""
        candidates = later.Candidates(self.position, group.everybody)
        candidates.is_pruned = True
        if pair:
            candidates.price = {
                two: price if not set(two) & set(pair) or set(two) == set(pair) else None
                for two, price in candidates.price.items()
            }

        def is_wanted(unpaired):
            is_asked = left in unpaired if left else not (pair and set(unpaired) & set(pair))
            return is_asked and accept(unpaired)

        found = candidates.first(group.bracket, is_wanted)
        return found and (
            self.level(group, found.pairs, found.unpaired),
            found.pairs,
            found.unpaired,
        )

    def level(self, group, pairs, left):
        """How often a candidate breaks each requirement; X and Z begin where the group's do."""
        candidates = later.Candidates(self.position, group.everybody)
        price = sum(candidates.price[pair] for pair in pairs)
        price += candidates.price_of_unpaired(left, group.is_lowest)
        counts = dict(
            zip(self.requirements, (price // one % 256 for one in self.prices), strict=True)
        )
        counts["X"] = max(counts["X"], group.bracket.x1)
        counts["Z"] = max(counts["Z"], group.bracket.z1)
        return tuple(counts.values())
