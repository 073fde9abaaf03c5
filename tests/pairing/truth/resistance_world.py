"""How is a round on resistance points paired, group by group, and in which other ways could it be?

By the literal transcription of the regulation (`resistance_reference`); players by lot number.
"""

from functools import cached_property
from typing import NamedTuple

from tests.pairing.reference_positions import position_of
from tests.pairing.resistance_reference import Arbiter, asks
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system
from tests.pairing.truth.world import World

#: In larger groups not every set of players who could be left over is tried.
LARGEST = 14

checkers = Checkers(every_system)


class TooLarge(Exception):
    """A group of which not all ways are made."""


class Way(NamedTuple):
    """Who is left over, and the pairs in the order in which they are made: who chose first."""

    out: frozenset
    pairs: list


class Group(NamedTuple):
    """A group as it was paired; `index` from 0, the highest."""

    index: int
    own: frozenset
    came: frozenset
    made: Way

    @property
    def everybody(self):
        return self.own | self.came


class ResistanceWorld(World):
    """A round on resistance points."""

    @cached_property
    def position(self):
        """As the transcription wants it."""
        return position_of(self.snapshot)

    @cached_property
    def to_be_paired(self):
        """Who is on no fixed board and was not named for the bye."""
        on_boards = {number for pair in self.position.fixed for number in pair}
        free = [number for number in self.position.seated if number not in on_boards]
        named = self.position.named_bye if len(free) % 2 else None
        return sorted(number for number in free if number != named)

    @cached_property
    def arbiter(self):
        """Who tries one group after the other."""
        return Arbiter(self.position, self.to_be_paired)

    @cached_property
    def lot(self):
        """By 5.2 the lot counts the other way for who is free and who is chosen."""
        is_other = self.position.is_first and self.position.first_round == "5.2"
        return -1 if is_other else 1

    @cached_property
    def id_of(self):
        """Ids by lot number."""
        return {player.start: player.id for player in self.snapshot.players}

    def number(self, player):
        """The lot number."""
        return self.players[player].start

    def points(self, player):
        """Points of games and byes before this round; an unfinished game is half a point."""
        return self.position.points[self.number(player)]

    def wish(self, player):
        """The colour that 6.1a asks."""
        colour = asks(self.position.saldo(self.number(player)))
        return (colour, 1) if colour else (None, 0)

    def may_have_bye(self, player):
        """3.2."""
        return self.position.may_have_bye(self.number(player))

    def has_met(self, one, other):
        """By a game that was played."""
        return any(
            past.kind == "played" and past.opponent == other for past in self.position.past[one]
        )

    def place(self, number):
        """4.4c-e, as a key: who comes first is left over first, and chosen last."""
        return (
            -self.position.resistance[number],
            -self.position.sonneborn_berger[number],
            self.lot * number,
        )

    def score_of(self, group):
        """That of a group's own players."""
        return self.position.points[min(group.own)]

    # The groups as they were paired ---------------------------------------------------------------

    @cached_property
    def groups(self):
        """From the highest."""
        groups, came = [], frozenset()
        for index, own in enumerate(self.arbiter.groups):
            group = Group(index, frozenset(own), came, Way(frozenset(), []))
            made = self.first_way(group)
            groups.append(group._replace(made=made))
            came = made.out
        return groups

    def group_with(self, score):
        """The group of a score; None: nobody to be paired has it."""
        return next((group for group in self.groups if self.score_of(group) == score), None)

    def groups_of(self, *numbers):
        """The groups that all of these are in, the last one first."""
        found = [group for group in self.groups if set(numbers) <= group.everybody]
        return found[::-1]

    def is_last(self, group):
        """Whether there is no lower one."""
        return self.arbiter.is_last(group.index)

    def below(self, group):
        """Everybody of this group and of the lower ones."""
        lower = self.arbiter.groups[group.index + 1 :]
        return set(group.everybody).union(*lower)

    # Other ways -----------------------------------------------------------------------------------

    def first_way(self, group, wanted=lambda out: True, pair=()):
        """The first way in which those left over are as wanted and these two a pair; or None."""
        for rooms in self.arbiter.waiting_rooms(group.index, group.everybody):
            if len(group.everybody) > LARGEST and rooms and len(rooms[0]) > 4:
                raise TooLarge
            possible = [out for out in rooms if wanted(out) and not out.intersection(pair)]
            for out in sorted(possible, key=lambda out: self.preference(group, out)):
                if self.can_go_on(group, out):
                    pairs = self.pairs(group.everybody - out, pair)
                    if pairs is not None:
                        return Way(out, pairs)
        return None

    def preference(self, group, out):
        """4.4 a to e, as a key."""
        again = self.arbiter.again(group.index, out)
        return len(out & group.came), again, sorted(map(self.place, out))

    @cached_property
    def _known(self):
        return {}

    def can_go_on(self, group, out):
        """Whether all lower groups can be paired with those left over here."""
        if self.is_last(group):
            return True
        key = group.index, out
        if key not in self._known:
            self._known[key] = self.arbiter.solve(group.index + 1, out) is not None
        return self._known[key]

    def pairs(self, players, pair=()):
        """4.5 and 4.6: the first complete pairing in which these two are a pair; or None."""
        if not players:
            return []
        one = min(players, key=self.position.rank)
        for two in self.possible(one, players, pair):
            rest = self.pairs(players - {one, two}, pair)
            if rest is not None:
                return [(one, two), *rest]
        return None

    def possible(self, one, players, pair=()):
        """Whom they may meet so that the rest can be paired too, in the order of 4.5."""
        asked = set(pair)
        others = [
            two
            for two in players - {one}
            if len(asked & {one, two}) != 1
            and self.position.may_meet(one, two)
            and self.arbiter.can_be_paired(players - {one, two})
        ]
        others.sort(key=self.place, reverse=True)
        return sorted(others, key=lambda two: self.distance(one, two))

    def distance(self, one, two):
        """The difference of their points."""
        return abs(self.position.points[one] - self.position.points[two])
