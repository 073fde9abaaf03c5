"""What does the reference for `knsb-rating` know of a round to be paired? Plain values, no engine.

Players with what they did in every past round, and what A2, A4, A7, A10, B1b, E and F1 read
off that.
"""

from dataclasses import dataclass
from fractions import Fraction

TITLES = ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"]


@dataclass(frozen=True)
class Past:
    """One past round of a player. `kind`: "played", "forfeit", "bye" (of any sort), "absent"."""

    kind: str
    points: Fraction = Fraction(0)
    opponent: int | None = None
    colour: str = ""


@dataclass(frozen=True)
class Entrant:
    """A player: `number` is his pairing number, `past` has one entry for each past round."""

    number: int
    rating: int
    title: str
    name: str
    past: tuple[Past, ...]

    def score(self, rounds=None):
        """Points after so many rounds, or before this one."""
        return sum((one.points for one in self.past[:rounds]), Fraction(0))

    @property
    def rank(self):
        """A2: the lower, the higher ranked."""
        title = TITLES.index(self.title) if self.title in TITLES else len(TITLES)
        return (-self.score(), -self.rating, title, self.name.casefold(), self.number)

    @property
    def colours(self):
        """Colours of the games played, oldest first (F2, F3)."""
        return [one.colour for one in self.past if one.kind == "played"]

    @property
    def may_have_bye(self):
        """B1b: no point or half point without playing so far."""
        return not any(one.kind != "played" and one.points for one in self.past)

    def has_met(self, number):
        """B1a: a forfeited game is not one (F2)."""
        return any(one.kind == "played" and one.opponent == number for one in self.past)

    @property
    def preference(self):
        """(colour, strength) by A7: 3 absolute, 2 strong, 1 mild; ("", 0) without a game."""
        had = self.colours
        if not had:
            return "", 0
        balance = had.count("white") - had.count("black")
        if abs(balance) > 1:
            return ("black" if balance > 0 else "white"), 3
        if len(had) > 1 and had[-1] == had[-2]:
            return other(had[-1]), 3
        if balance:
            return ("black" if balance > 0 else "white"), 2
        return other(had[-1]), 1


@dataclass(frozen=True)
class Position:
    """A round to be paired, number `round` of `rounds`.

    `entrants`: everybody by pairing number; `seated`: who takes part. `lot`: the initial colour.
    """

    entrants: dict[int, Entrant]
    seated: tuple[int, ...]
    round: int
    rounds: int
    lot: str
    fixed: tuple[tuple[int, int], ...] = ()
    named_bye: int | None = None
    forbidden: frozenset[frozenset[int]] = frozenset()

    @property
    def is_odd(self):
        """Whether the round's number is."""
        return self.round % 2 == 1

    def in_order(self, numbers):
        """A2."""
        return tuple(sorted(numbers, key=lambda number: self.entrants[number].rank))

    def float_of(self, number, ago):
        """`up`, `down` or an empty text: the float so many rounds ago (A4, B1b)."""
        place, player = self.round - 1 - ago, self.entrants[number]
        if place < 0:
            return ""
        past = player.past[place]
        if past.kind != "played":
            return "down" if past.points else ""
        mine, his = player.score(place), self.entrants[past.opponent].score(place)
        return "" if mine == his else "down" if mine > his else "up"

    def is_topscorer(self, number):
        """A10: more than half of what could be had, before the last round only."""
        most = self.rounds - 1
        return self.round == self.rounds and 2 * self.entrants[number].score() > most

    def board_order(self, pair):
        """F1, as a key."""
        higher = self.in_order(pair)[0]
        total = sum(self.entrants[number].score() for number in pair)
        return (-self.entrants[higher].score(), -total, self.entrants[higher].rank)

    def coloured(self, a, b, place):
        """E: (white, black); `place` from 0, of `a` in S1, is for the first round."""
        if self.round == 1:
            colour = self.lot if place % 2 == 0 else other(self.lot)
            return (a, b) if colour == "white" else (b, a)
        higher, lower = self.in_order((a, b))
        colour = self.colour_of_higher(self.entrants[higher], self.entrants[lower])
        return (higher, lower) if colour == "white" else (lower, higher)

    def colour_of_higher(self, higher, lower):
        """E1 to E4; the lot where nobody has a preference."""
        (mine, my_strength), (his, his_strength) = higher.preference, lower.preference
        if not mine and not his:
            return self.lot if higher.number % 2 == 1 else other(self.lot)
        if not mine or not his:
            return mine or other(his)
        if mine != his or my_strength > his_strength:
            return mine
        if my_strength < his_strength:
            return other(his)
        both = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
        return next((other(one) for one, two in both if one != two), mine)


def other(colour):
    """The other colour."""
    return "black" if colour == "white" else "white"
