"""Who is in a bracket, and what can its pairs and downfloaters go against? 1.3, C6-C21.

A bracket's players are numbered from 0 in the order of 1.2; the moved-down players (MDPs) come
first, since they have more points. All bit sets here are of these numbers; those of the roster
are of seats.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.core.colours import balance, white_of
from pairing.core.seats import sets_by, those, within
from pairing.core.types import Colour
from pairing.dutch.position import lot_of
from pairing.dutch.roster import Roster, Whole
from pairing.matching.costs import union
from pairing.matching.perfect import bits, numbering


@dataclass(frozen=True, slots=True)
class Digit:
    """A number that a criterion wants small: how many of these `pairs` are made, and how many
    players of `unpaired` float down.

    `criterion` is its number (12 for C12); one that compares lists has a digit for each score. In
    every pair of `pairs` both belong to one of the groups `alike`, and any two of these are such
    a pair; no groups: nothing is said of that.
    """

    criterion: int
    pairs: Sequence[int] = ()
    unpaired: int = 0
    alike: tuple[int, ...] = ()


class Bracket:
    """`mdps` and `residents` in the order of 1.2; `below`: the seats of all lower scoregroups and
    of the bye, `group` of them those of the next one. Everything is as seats. `whole` says who may
    have the bye."""

    def __init__(
        self,
        roster: Roster,
        whole: Whole,
        mdps: Sequence[int],
        residents: Sequence[int],
        group: int,
        below: int,
    ):
        self.roster = roster
        self.whole = whole
        self.seats = [*mdps, *residents]
        self.size = len(self.seats)
        self.moved_down = len(mdps)
        self.score = roster.players[residents[0]].score
        self.group = group
        self.below = below
        self.everybody = (1 << self.size) - 1
        self.mdps = (1 << self.moved_down) - 1
        self.residents = self.everybody ^ self.mdps
        self.numbered = numbering(self.seats)
        #: Who may be left without an opponent here.
        self.may_be_unpaired = self.everybody

    def narrowed(self, may_meet: Sequence[int], may_be_unpaired: int) -> "Bracket":
        """The same bracket with fewer ways to pair it."""
        moved_down = self.seats[: self.moved_down]
        residents = self.seats[self.moved_down :]
        trial = Bracket(self.roster, self.whole, moved_down, residents, self.group, self.below)
        trial.may_meet = list(may_meet)
        trial.may_be_unpaired = may_be_unpaired
        return trial

    def next_with(self, floaters: Sequence[int]) -> "Bracket":
        """The next bracket, with these seats of this one; none of the groups below is its next."""
        below = self.below & ~self.group
        return Bracket(self.roster, self.whole, floaters, [*bits(self.group)], 0, below)

    @cached_property
    def may_meet(self) -> list[int]:
        """By player: C1 and C3; two MDPs never meet here."""
        rows = [self.numbered(self.whole.graph[seat]) for seat in self.seats]
        for player in range(self.moved_down):
            rows[player] &= self.residents
        return rows

    def who_may_meet(self, seats: int) -> int:
        """Which players may meet one of these seats."""
        return self.numbered(union(self.whole.graph[seat] for seat in bits(seats)))

    @property
    def is_last(self) -> bool:
        """Whether nobody moves on from here."""
        return not self.group

    @property
    def has_bye(self) -> bool:
        """C9: whether the bye must come from here."""
        return self.whole.score is not None and self.score <= self.whole.score

    @cached_property
    def scores(self) -> list[int]:
        """The score of each player."""
        return [self.roster.players[seat].score for seat in self.seats]

    @cached_property
    def classes(self) -> list[tuple[int, int]]:
        """Players by score, the highest first."""
        return sorted(sets_by(self.scores).items(), reverse=True)

    # Criteria --------------------------------------------------------------------------------

    def floats(self) -> Iterator[Digit]:
        """C6 and C7."""
        yield Digit(6, unpaired=self.everybody)
        for _, players in self.classes:
            yield Digit(7, unpaired=players)

    def unplayed(self) -> Iterator[Digit]:
        """C9, where only one floats down: binary digits of a number."""
        unplayed = [self.roster.players[seat].unplayed for seat in self.seats]
        for bit in reversed(range(max(unplayed).bit_length())):
            yield Digit(9, unpaired=those(number >> bit & 1 for number in unplayed))

    @cached_property
    def quality(self) -> list[Digit]:
        """C10-C21, without criteria that no pairing of this bracket can break."""
        return [digit for digit in self._quality() if digit.unpaired or any(digit.pairs)]

    def _quality(self) -> Iterator[Digit]:
        local, roster = self.numbered, self.roster
        yield from self._against_top_scorers()
        prefer = tuple(local(seats) for seats in roster.prefer.values())
        strong = tuple(local(seats) for seats in roster.strong.values())
        yield Digit(12, within(prefer, self.size), alike=prefer)
        both = within(strong, self.size)
        absolute = within(map(local, roster.absolute.values()), self.size)
        if any(row & same for row, same in zip(absolute, self.may_meet, strict=True)):
            both = [row & ~same for row, same in zip(both, absolute, strict=True)]
            strong = ()
        yield Digit(13, both, alike=strong)
        for ago in (0, 1):
            yield Digit(14 + 2 * ago, unpaired=local(roster.down[ago]) & self.residents)
            yield Digit(15 + 2 * ago, self._with_mdps(self.mdps, local(roster.up[ago])))
        for ago in (0, 1):
            down, up = local(roster.down[ago]), local(roster.up[ago])
            for _, players in self.classes[:-1]:
                yield Digit(18 + 2 * ago, unpaired=players & down)
            # C15 or C17 says how many there are of all scores, and so how many of the lowest.
            for _, players in self.classes[:-2]:
                yield Digit(19 + 2 * ago, self._with_mdps(players, up))

    def _with_mdps(self, mdps: int, residents: int) -> list[int]:
        """All pairs of one of these MDPs and one of these residents."""
        residents &= self.residents
        rows = [residents if mdps >> player & 1 else 0 for player in range(self.size)]
        for player in bits(residents):
            rows[player] = mdps
        return rows

    def _against_top_scorers(self) -> Iterator[Digit]:
        """C10, C11: pairs of two absolute preferences, which only a topscorer makes possible."""
        if not self.numbered(self.roster.top_scorers):
            return
        beyond, thrice = [0] * self.size, [0] * self.size
        players = [self.roster.players[seat] for seat in self.seats]
        for colour, seats in self.roster.absolute.items():
            alike = self.numbered(seats)
            for player in bits(alike):
                for opponent in bits(alike & self.may_meet[player] >> player << player):
                    lot = lot_of(players[player], self.roster.lot)
                    white = white_of(players[player], players[opponent], lot)
                    gets_it = (
                        white is players[player]
                        if colour is Colour.WHITE
                        else (white is players[opponent])
                    )
                    refused = players[opponent if gets_it else player]
                    if abs(balance(refused.colours)) > 1:
                        beyond[player] |= 1 << opponent
                        beyond[opponent] |= 1 << player
                    if list(refused.colours[-2:]) == [colour.opposite] * 2:
                        thrice[player] |= 1 << opponent
                        thrice[opponent] |= 1 << player
        yield Digit(10, beyond)
        yield Digit(11, thrice)
