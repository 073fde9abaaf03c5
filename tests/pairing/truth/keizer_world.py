"""What is so in a round of a club's own Keizer regulation, by the transcription of its articles?"""

import json
from functools import cached_property
from typing import NamedTuple

from pairing.formats.document import write_document
from tests.pairing.keizer_reference_pairing import Pairing
from tests.pairing.truth.world import World


class Match(NamedTuple):
    """A match as it was made from the top: who chose whom, of whom was left."""

    player: str
    opponent: str
    left: tuple
    options: tuple


class KeizerWorld(World):
    """A round of one group, as the transcription pairs it."""

    forfeits_count = True
    last_difference_decides = False

    @cached_property
    def rules(self):
        """The transcription, of the competition as a document."""
        return Pairing(json.loads(write_document(self.snapshot)))

    @cached_property
    def group(self):
        return self.snapshot.seen_by or self.rules.groups()[0]

    def colours(self, player):
        """Those of the tempo to be paired."""
        return "".join(
            one
            for one, place in zip(super().colours(player), self.snapshot.record(), strict=True)
            if place.tempo == self.rules.tempo
        )

    @cached_property
    def order(self):
        """Those who take part, the highest first."""
        return [one for one in self.rules.order(self.group) if one in self.taking_part]

    def place(self, player):
        return self.order.index(player)

    @cached_property
    def free(self):
        """Those on no fixed board."""
        return [player for player in self.order if player not in self.fixed]

    @cached_property
    def to_pair(self):
        return [player for player in self.free if player != self.bye]

    @cached_property
    def degrees(self):
        """By limit, the most precious first."""
        return dict(self.rules.degrees(self.to_pair))

    def may(self, one, other):
        return self.rules.may([*self.degrees.items()])(one, other)

    def can_all_be_paired(self, players):
        return self.rules.exists(players, self.may)

    def least(self, limit, one, other):
        """The least degree of a limit with which two may meet."""
        degree = 0
        while not self.rules.allows(limit, degree, one, other):
            degree += 1
        return degree

    def can_keep(self, limit, degree):
        """Whether all can be paired with this degree, the more precious limits as they are."""
        limits = [*self.degrees]
        before = [(one, self.degrees[one]) for one in limits[: limits.index(limit)]]
        return self.rules.exists(self.to_pair, self.rules.may([*before, (limit, degree)]))

    @cached_property
    def matches(self):
        return self.searched(self.to_pair)

    def searched(self, left):
        """The matches from the top among these; None: there is no complete pairing."""
        if not self.can_all_be_paired(left):
            return None
        matches = []
        while left:
            first = left[0]
            options = tuple(one for one in left[1:] if self.may(first, one))
            for other in options:
                rest = [one for one in left if one not in (first, other)]
                if self.can_all_be_paired(rest):
                    matches.append(Match(first, other, tuple(left), options))
                    left = rest
                    break
        return matches

    def with_pair(self, one, other):
        """Who meets whom in the first complete pairing that holds the two; None: there is none."""
        rest = self.searched([who for who in self.to_pair if who not in (one, other)])
        if rest is None:
            return None
        pairs = [(match.player, match.opponent) for match in rest] + [(one, other)]
        return {who: two for one, other in pairs for who, two in ((one, other), (other, one))}

    def match(self, reason):
        """The match in which `player` of a reason chose `opponent`, or None."""
        for match in self.matches:
            if (match.player, match.opponent) == (reason.player, reason.opponent):
                return match
        return None

    def ago(self, player, other):
        """How many of the player's own games ago they last met."""
        past = self.rules.opponents(player)[::-1]
        return past.index(other) + 1 if other in past else None

    def between(self, one, other):
        """How many rounds of the tempo lie between their last game and this round."""
        return self.rules.number - self.rules.met(one, other)[-1][0] - 1

    def claim_to_bye(self, player):
        """(owes one, what is counted of the others)."""
        owes = self.rules.debts(player, self.rules.tempo)[0] > 0
        return owes, None if owes else self.rules.fewest(player)
