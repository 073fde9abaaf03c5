"""What do the rules of AttaCalc make of a round? By the tests' transcription of them."""

import json
from dataclasses import dataclass
from functools import cached_property

from pairing.formats.document import write_document
from tests.pairing import attacalc_reference as rules
from tests.pairing.truth.world import World


@dataclass(frozen=True)
class Match:
    """A match as it was made: who chose whom, of whom was left (in the attempt's order)."""

    player: str
    opponent: str
    left: tuple
    options: tuple


class AttacalcWorld(World):
    """A round of a Keizer competition, as the transcription of the rules pairs it."""

    forfeits_count = True
    last_difference_decides = False

    def colours(self, player):
        """Those of the tempo to be paired."""
        return "".join(
            one
            for one, place in zip(super().colours(player), self.snapshot.record(), strict=True)
            if place.tempo == self.tempo
        )

    def colours_overall(self, player):
        """Those of all tempos."""
        return super().colours(player)

    @cached_property
    def doc(self):
        """The competition document, parsed."""
        return json.loads(write_document(self.snapshot))

    @cached_property
    def tempo(self):
        return rules.round_to_pair(self.doc)[1]

    @cached_property
    def last_n(self):
        return next(one["last_n"] for one in self.doc["tempos"] if one["id"] == self.tempo)

    @cached_property
    def order(self):
        """Those who take part, the highest first."""
        return [player for player in rules.reference_order(self.doc) if player in self.taking_part]

    @cached_property
    def free(self):
        """Those on no fixed board."""
        return [player for player in self.order if player not in self.fixed]

    @cached_property
    def to_pair(self):
        """Those who are matched."""
        return [player for player in self.free if player != self.bye]

    @property
    def n0(self):
        return min(self.last_n, len(self.to_pair) - 1)

    @cached_property
    def info(self):
        """The attempt that succeeded."""
        return rules.reference_pair(self.doc)[2]

    def place(self, player):
        return self.order.index(player)

    def share(self, player):
        """Of white, in this tempo."""
        return rules.white_share(self.doc, player, self.tempo)

    def ago(self, player, other):
        """How many of the player's own games ago they last met in this tempo; None: never."""
        past = rules.opponents_of(self.doc, player, self.tempo)[::-1]
        return past.index(other) + 1 if other in past else None

    def may_meet(self, one, other, n, colour):
        agos = (self.ago(one, other), self.ago(other, one))
        return (
            one != other
            and not self.is_forbidden(one, other)
            and not any(ago is not None and ago <= n for ago in agos)
            and not (colour and not rules.colours_allow(self.share(one), self.share(other)))
        )

    def graph(self, n, colour):
        key = n, colour
        if key not in self._graphs:
            self._graphs[key] = {
                one: {two for two in self.to_pair if self.may_meet(one, two, n, colour)}
                for one in self.to_pair
            }
        return self._graphs[key]

    @cached_property
    def _graphs(self):
        return {}

    @property
    def may(self):
        """Whom each may meet in the attempt that succeeded."""
        return self.graph(self.info["n"], self.info["colour"])

    def sequence(self, direction):
        return self.to_pair[::-1] if direction == "bottom" else self.to_pair

    def run(self, direction, n, colour):
        """([Match, ...], who got stuck) of a run."""
        may, left, matches = self.graph(n, colour), list(self.sequence(direction)), []
        while left:
            lists = {one: [two for two in left if two in may[one]] for one in left}
            stuck = [one for one in left if not lists[one]]
            if stuck:
                return matches, stuck
            few = sorted((one for one in left if len(lists[one]) < 3), key=lambda p: len(lists[p]))
            player = few[0] if matches and few else left[0]
            matches.append(Match(player, lists[player][0], tuple(left), tuple(lists[player])))
            left = [one for one in left if one not in (player, lists[player][0])]
        return matches, []

    @cached_property
    def matches(self):
        """As they were made in the attempt that succeeded."""
        if self.info["direction"] != "search":
            return self.run(self.info["direction"], self.info["n"], self.info["colour"])[0]
        return self.searched(self.to_pair)

    def searched(self, left):
        """The matches of a search among these; None: there is no complete pairing."""
        pairs = rules.highest_that_can_be_completed(left, self.may)
        if pairs is None:
            return None
        matches = []
        for player, opponent in pairs:
            options = tuple(two for two in left if two in self.may[player])
            matches.append(Match(player, opponent, tuple(left), options))
            left = [one for one in left if one not in (player, opponent)]
        return matches

    def with_pair(self, one, other):
        """Who meets whom in the first complete pairing of the search that holds the two."""
        rest = self.searched([who for who in self.to_pair if who not in (one, other)])
        if rest is None:
            return None
        pairs = [(match.player, match.opponent) for match in rest] + [(one, other)]
        return {who: two for one, other in pairs for who, two in ((one, other), (other, one))}

    def match(self, reason):
        """(number from 0, the match) in which `player` of a reason chose `opponent`, or None."""
        for number, match in enumerate(self.matches):
            if (match.player, match.opponent) == (reason.player, reason.opponent):
                return number, match
        return None
