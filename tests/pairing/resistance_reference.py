"""What does the Swiss on resistance points say, followed to the letter and without haste?

A transcription of the regulation that shares nothing with the engine, to compare it with. Sets
of waiting-room candidates are all made and sorted, opponents are tried one after another; only
what is certain (a group of players can or cannot be paired at all) is remembered.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations


class ReferenceCannotPair(Exception):
    """No pairing satisfies 3.1 and 3.2."""


@dataclass(frozen=True)
class Past:
    """One past round of a player. `kind`: "played", "forfeit", "bye" or "absent".

    An unfinished game is played, with half a point for each (7.4).
    """

    kind: str
    points: Fraction = Fraction(0)
    opponent: int | None = None
    colour: str = ""


@dataclass(frozen=True)
class Position:
    """A round to be paired: `past` holds everybody's past rounds by lot number."""

    past: dict[int, tuple[Past, ...]]
    seated: tuple[int, ...]
    first_round: str = "5.1"
    fixed: tuple[tuple[int, int], ...] = ()
    named_bye: int | None = None
    forbidden: frozenset[frozenset[int]] = frozenset()

    @property
    def is_first(self):
        """Whether no round has been paired before."""
        return not any(self.past.values())

    @cached_property
    def points(self):
        """The points of everybody, regulatory points included."""
        return {n: sum((one.points for one in past), Fraction(0)) for n, past in self.past.items()}

    @cached_property
    def resistance(self):
        """1.1 with 2.3: an unplayed round is a game against oneself."""
        return {
            n: sum(
                (self.points[one.opponent if one.kind == "played" else n] for one in past),
                Fraction(0),
            )
            for n, past in self.past.items()
        }

    @cached_property
    def sonneborn_berger(self):
        """1.2 with 2.3: an unplayed round is a jigo against oneself."""
        return {
            n: sum(
                (
                    one.points * self.points[one.opponent]
                    if one.kind == "played"
                    else self.points[n] / 2
                    for one in past
                ),
                Fraction(0),
            )
            for n, past in self.past.items()
        }

    def rank(self, n):
        """2.1, as a key: the lower, the higher classified."""
        return (-self.points[n], *self.below_points(n))

    def below_points(self, n):
        """2.1 b to d."""
        return (-self.resistance[n], -self.sonneborn_berger[n], n)

    def may_meet(self, a, b):
        """3.1 with 7.2, and the pairs that are forbidden."""
        return frozenset((a, b)) not in self.forbidden and not any(
            one.kind == "played" and one.opponent == b for one in self.past[a]
        )

    def may_have_bye(self, n):
        """3.2."""
        return not any(one.kind != "played" and one.points >= 1 for one in self.past[n])

    def saldo(self, n):
        """1.5: blacks minus whites."""
        colours = [one.colour for one in self.past[n] if one.kind == "played"]
        return colours.count("black") - colours.count("white")

    def coloured(self, a, b):
        """6: (white, black)."""
        higher, lower = sorted((a, b), key=self.rank)
        colour = self.colour_of_higher(higher, lower)
        return (higher, lower) if colour == "white" else (lower, higher)

    def colour_of_higher(self, higher, lower):
        """6.1 a to d."""
        mine, his = (asks(self.saldo(n)) for n in (higher, lower))
        if mine != his:
            return mine or other(his)
        rounds = zip(self.past[higher], self.past[lower], strict=True)
        for one, two in reversed(list(rounds)):
            if one.kind == two.kind == "played" and one.colour != two.colour:
                return other(one.colour)
        if mine:
            return mine
        for one in reversed(self.past[higher]):
            if one.kind == "played":
                return other(one.colour)
        return "black"


def asks(saldo):
    """6.1a: the colour that brings the balance nearer to 0."""
    return "white" if saldo > 0 else "black" if saldo < 0 else ""


def other(colour):
    """The other colour."""
    return "black" if colour == "white" else "white"


def reference_pair(position):
    """([(white, black), ...] in board order, the bye or None); ReferenceCannotPair."""
    on_boards = {n for pair in position.fixed for n in pair}
    free = [n for n in position.seated if n not in on_boards]
    named = position.named_bye if len(free) % 2 else None
    free = [n for n in free if n != named]
    if position.is_first:
        pairs, bye = first_round(position, free)
    else:
        pairs, bye = Arbiter(position, free).pair()
        pairs = [position.coloured(a, b) for a, b in pairs]
    boards = sorted([*pairs, *position.fixed], key=lambda pair: min(map(position.rank, pair)))
    return boards, named or bye


def first_round(position, free):
    """5.1 and 5.2: ([(white, black), ...], bye); the first named has black."""
    line = sorted(free)
    bye = None
    if len(line) % 2:
        bye = line.pop(0 if position.first_round == "5.1" else -1)
    if position.first_round == "5.1":
        half = len(line) // 2
        named = zip(line[:half], reversed(line[half:]), strict=True)
    else:
        named = zip(line[::2], line[1::2], strict=True)
    return [(second, first) for first, second in named], bye


class Arbiter:
    """4: the score groups from the highest to the lowest, and back."""

    def __init__(self, position, free):
        self.position = position
        scores = sorted({position.points[n] for n in free}, reverse=True)
        self.groups = [[n for n in free if position.points[n] == score] for score in scores]
        self.matched = {}
        self.failed = set()

    def pair(self):
        """([(a, b), ...], bye or None)."""
        if not self.groups:
            return [], None
        solved = self.solve(0, frozenset())
        if solved is None:
            raise ReferenceCannotPair
        return solved

    def is_last(self, group):
        """Whether there is no lower score group."""
        return group == len(self.groups) - 1

    def can_be_paired(self, players):
        """Whether all of them can be paired with each other under 3.1."""
        if not players:
            return True
        if players not in self.matched:
            one = min(players)
            self.matched[players] = any(
                self.position.may_meet(one, two) and self.can_be_paired(players - {one, two})
                for two in players - {one}
            )
        return self.matched[players]

    def waiting_rooms(self, group, pool):
        """4.3: for each size, all sets of that size that may wait."""
        most = len(pool) % 2 if self.is_last(group) else len(pool)
        for size in range(len(pool) % 2, most + 1, 2):
            yield [
                frozenset(out)
                for out in combinations(sorted(pool), size)
                if self.can_be_paired(pool - set(out))
                and (not self.is_last(group) or all(map(self.position.may_have_bye, out)))
            ]

    def again(self, group, out):
        """4.4b, one group ahead: how many of `out` will have to wait again."""
        if self.is_last(group) or not out:
            return 0
        pool = frozenset(self.groups[group + 1]) | out
        for rooms in self.waiting_rooms(group + 1, pool):
            if rooms:
                return min(len(room & out) for room in rooms)
        return len(out)

    def solve(self, group, came):
        """The pairs of this group and all below it, with the bye; None if there are none (4.8)."""
        if (group, came) in self.failed:
            return None
        pool = frozenset(self.groups[group]) | came
        for rooms in self.waiting_rooms(group, pool):
            for out in sorted(rooms, key=lambda room: self.preference(group, came, room)):
                below = ([], next(iter(out), None))
                if not self.is_last(group):
                    below = self.solve(group + 1, out)
                if below is not None:
                    return [*self.opponents(pool - out), *below[0]], below[1]
        self.failed.add((group, came))
        return None

    def preference(self, group, came, out):
        """4.4 a to e, as a key."""
        members = sorted(map(self.position.below_points, out))
        return len(out & came), self.again(group, out), members

    def opponents(self, players):
        """4.5 and 4.6: the pairs; `players` can all be paired."""
        if not players:
            return []
        points, rank = self.position.points, self.position.below_points
        one = min(players, key=self.position.rank)
        others = [two for two in players if two != one and self.position.may_meet(one, two)]
        others.sort(key=lambda two: [-part for part in rank(two)])
        others.sort(key=lambda two: points[one] - points[two])
        for two in others:
            rest = self.opponents(players - {one, two})
            if rest is not None:
                return [(one, two), *rest]
        return None
