"""What if two others had been a pair, or somebody else left over? Judged by 4.3-4.6.

Each question pairs one group again, as well as it can be under the assumption; the groups above it
stay as they are. The answer is the first thing, in the order of the regulation, that is then worse.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

from pairing.core.reason import Refusal
from pairing.core.types import PlayerId
from pairing.matching.budget import answered
from pairing.matching.perfect import Choice, bits, greatest_matching, left_over
from pairing.reasons import every_system as of_all
from pairing.reasons import resistance_refused as refused
from pairing.resistance.position import PlayerState
from pairing.resistance.score_group import ScoreGroup


class SettledGroup:
    """A group as it was paired, to be compared with other pairings of it. `opening`: the article of
    a first round, else "". Seats are those of the roster."""

    def __init__(self, group: ScoreGroup, opening: str):
        self.group = group
        self.roster = group.roster
        self.opening = opening
        self.in_order = sorted(bits(self.group.members), key=self.roster.waits.__getitem__)

    @property
    def score(self) -> Fraction:
        """The points of the group's own players."""
        return self.state(self.group.residents.bit_length() - 1).points

    @answered(or_else=of_all.NOT_WORKED_OUT)
    def with_pair(self, seat: int, opponent: int) -> Refusal:
        """What would be worse if these two, who may meet, were a pair of this group."""
        group, pair = self.group, 1 << seat | 1 << opponent
        best = self._best(aside=pair)
        if best is None:
            return self._nothing(pair)
        if best.waiting_room != group.waiting_room:
            return self._worse_room(best.waiting_room)
        return self._later(seat, opponent, _mates([*best.choices, Choice(seat, opponent, ())]))

    @answered(or_else=of_all.NOT_WORKED_OUT)
    def without(self, seat: int) -> Refusal | None:
        """What would be worse if the player were not left over; None: there is no such pairing."""
        return self._with_room(0, 1 << seat)

    @answered(or_else=of_all.NOT_WORKED_OUT)
    def instead(self, seat: int, instead: int) -> Refusal:
        """What would be worse if `instead` were left over, and `seat` were not."""
        if (why := self._with_room(1 << instead, 1 << seat)) is not None:
            return why
        if self.group.is_last:
            return self._nothing(1 << instead)
        return self.rest_not_paired(seat, 1 << instead)

    def rest_not_paired(self, seat: int, waits: int = 0) -> Refusal:
        """Who could not be paired if this player played in the group, against nobody in the set
        `waits`."""
        group, roster = self.group, self.roster
        rows = list(roster.graph)
        rows[seat] &= group.members & ~waits
        for opponent in bits(roster.graph[seat] & ~rows[seat]):
            rows[opponent] &= ~(1 << seat)
        # The player is paired first, so that the matching leaves out others if it can.
        begun = [-1] * len(rows)
        for first in islice(bits(rows[seat]), 1):
            begun[seat], begun[first] = first, seat
        everybody = group.members | group.below | roster.nobody
        left = greatest_matching(rows, everybody, begun)[1] & ~roster.nobody
        return of_all.RestNotPaired("4.8", self.ids(left))

    def _with_room(self, must: int, never: int) -> Refusal | None:
        best = self._best(must=must, never=never)
        return None if best is None else self._worse_room(best.waiting_room)

    def _best(self, aside: int = 0, **room: int) -> ScoreGroup | None:
        """The group paired again, without the players `aside`; None: it cannot be."""
        group = self.group
        members = group.residents & ~aside, group.moved_down & ~aside
        best = ScoreGroup(self.roster, *members, group.below, group.following, **room)
        return best if best.choose() else None

    def _worse_room(self, waiting: int) -> Refusal:
        """What is worse about leaving over this set: 4.3, and 4.4 letter by letter."""
        group, settled = self.group, self.group.waiting_room
        count, least = waiting.bit_count(), settled.bit_count()
        if count > least:
            return refused.MoreLeftOver("4.3", count, least)
        came, now = waiting & group.moved_down, settled & group.moved_down
        if came.bit_count() > now.bit_count():
            return refused.LeftOverAgain("4.4a", self.id(self._first(came & ~now)))
        count, least = group.still_waiting(waiting), group.still_waiting(settled)
        if count > least:
            return refused.MoreAgainInNext("4.4b", count, least)
        player, instead = self._first(settled & ~waiting), self._first(waiting & ~settled)
        states = self.state(player), self.state(instead)
        by, worth, instead_worth = compared(*states)
        article = self.opening or "4.4" + {"WP": "c", "SB": "d", "lot": "e"}[by]
        kind = refused.ByeInsteadOf if group.is_last else refused.InsteadOf
        return kind(article, states[0].id, states[1].id, by, worth, instead_worth)

    def _later(self, first: int, second: int, mates: dict[int, int]) -> Refusal:
        """Which pair comes later in the order of 4.5, if the same players are left over."""
        article, settled = self.opening or "4.5", _mates(self.group.choices)
        seat = min(seat for seat in settled if settled[seat] != mates[seat])
        opponent, instead = settled[seat], mates[seat]
        if seat in (first, second):
            by, worth, instead_worth = compared(self.state(opponent), self.state(instead))
            return refused.CameFirst(
                article, self.id(seat), self.id(opponent), by, worth, instead_worth
            )
        if opponent in (first, second):
            return of_all.AlreadyPaired(article, self.id(opponent), self.id(seat))
        return of_all.TurnOfAnother(article, self.id(seat), self.id(opponent), self.id(instead))

    def _nothing(self, asked: int) -> Refusal:
        """Why this group and the lower ones cannot all be paired without those asked about."""
        roster, last = self.roster, self.group.is_last
        article = "4.3" if last else "4.8"
        unpaired = (self.group.members | self.group.below) & ~asked
        may_be_free = roster.may_get_bye if unpaired.bit_count() % 2 else 0
        for seat in bits(unpaired & ~may_be_free):
            rest = unpaired & ~(1 << seat)
            if not rest:
                return refused.SecondFreePoint("3.2", self.id(seat))
            if all(
                self.state(opponent).id in self.state(seat).opponents for opponent in bits(rest)
            ):
                if rest.bit_count() == 1:
                    return refused.MeetAgain("3.1", self.id(seat), *self.ids(rest))
                return refused.NobodyLeftFor("3.1", self.id(seat))
        left = left_over(roster.graph, unpaired, may_be_free)
        return of_all.RestNotPaired(article, tuple(self.ids(left)))

    def _first(self, seats: int) -> int:
        """The first of these seats in the order of 4.4c-e."""
        return next(seat for seat in self.in_order if seats >> seat & 1)

    def state(self, seat: int) -> PlayerState:
        """The player on a seat."""
        return self.roster.players[seat]

    def id(self, seat: int) -> PlayerId:
        """The id of the player on a seat."""
        return self.state(seat).id

    def ids(self, seats: int) -> tuple[PlayerId, ...]:
        """The ids of the players on a set of seats, in the order of 2.1."""
        return tuple(map(self.id, bits(seats)))


def _mates(choices: Sequence[Choice]) -> dict[int, int]:
    return {
        seat: mate
        for choice in choices
        for seat, mate in ((choice.player, choice.opponent), (choice.opponent, choice.player))
    }


def compared(player: PlayerState, opponent: PlayerState) -> tuple[str, Fraction, Fraction]:
    """The first of WP, SB and the lot that differs between the two, and how much of it each has."""
    if player.wp != opponent.wp:
        return "WP", Fraction(player.wp, 2), Fraction(opponent.wp, 2)
    if player.sb != opponent.sb:
        return "SB", Fraction(player.sb, 4), Fraction(opponent.sb, 4)
    return "lot", Fraction(player.lot), Fraction(opponent.lot)
