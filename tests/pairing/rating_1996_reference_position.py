"""What does the reference for the two classic editions know of a round to be paired?

Plain values, no engine: players with what they did in every past round, and what the articles
A2, A4, A5, A7, A8, B, E and F1 read off that. `edition` is "K" (KNSB 1996) or "F" (FIDE 1998).
"""

from dataclasses import dataclass
from fractions import Fraction

TITLES = ["GM", "WGM", "IM", "WIM", "FM", "WFM"]
NONE, MILD, STRONG, ABSOLUTE = range(4)


@dataclass(frozen=True)
class Past:
    """One past round. `kind`: "played", "forfeit", "bye", "requested" (a bye) or "absent"."""

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
    def balance(self):
        """Whites minus blacks."""
        return self.colours.count("white") - self.colours.count("black")

    def has_met(self, number):
        """B1: a forfeited game is not one (F2)."""
        return any(one.kind == "played" and one.opponent == number for one in self.past)

    def stays_sound_with(self, colour):
        """B2: whether this colour keeps the balance within 2, and no three games alike."""
        balance = self.balance + (1 if colour == "white" else -1)
        return abs(balance) <= 2 and self.colours[-2:] != [colour, colour]


@dataclass(frozen=True)
class Position:
    """A round to be paired, number `round` of `rounds`.

    `entrants`: everybody by pairing number; `seated`: who takes part. `lot`: the initial colour.
    """

    edition: str
    entrants: dict[int, Entrant]
    seated: tuple[int, ...]
    round: int
    rounds: int
    lot: str
    fixed: tuple[tuple[int, int], ...] = ()
    named_bye: int | None = None
    forbidden: frozenset[frozenset[int]] = frozenset()

    def in_order(self, numbers):
        """A2."""
        return tuple(sorted(numbers, key=lambda number: self.entrants[number].rank))

    def float_of(self, number, ago):
        """A4, A5: `up`, `down` or an empty text: the float so many rounds ago."""
        place, player = self.round - 1 - ago, self.entrants[number]
        if place < 0:
            return ""
        past = player.past[place]
        if past.kind == "bye":
            return "down"
        if past.opponent is None:
            return ""
        mine, his = player.score(place), self.entrants[past.opponent].score(place)
        return "" if mine == his else "down" if mine > his else "up"

    def is_topscorer(self, number):
        """The note of B: over half of the points so far, before the last round only."""
        is_last = self.round == self.rounds
        return is_last and 2 * self.entrants[number].score() > self.round - 1

    def preference(self, number):
        """(colour, strength) by A7; a top scorer has no absolute one."""
        player = self.entrants[number]
        had, balance = player.colours, player.balance
        if not had:
            return "", NONE
        by_balance = "black" if balance > 0 else "white"
        kept = STRONG if balance else MILD
        if abs(balance) > 1:
            return by_balance, kept if self.is_topscorer(number) else ABSOLUTE
        if had[-2:] in (["white"] * 2, ["black"] * 2):
            return other(had[-1]), kept if self.is_topscorer(number) else ABSOLUTE
        return (by_balance, STRONG) if balance else (other(had[-1]), MILD)

    def may_meet(self, a, b):
        """B1 and B2, and the pairs that are forbidden."""
        if self.entrants[a].has_met(b) or frozenset((a, b)) in self.forbidden:
            return False
        return self._may_be_seated(a, b) or self._may_be_seated(b, a)

    def _may_be_seated(self, white, black):
        return all(
            self.is_topscorer(n) or self.entrants[n].stays_sound_with(colour)
            for n, colour in ((white, "white"), (black, "black"))
        )

    def may_have_bye(self, number):
        """B1: K forbids it after a whole point without playing, F after any."""
        unplayed = [one.points for one in self.entrants[number].past if one.kind != "played"]
        return not any(points >= 1 if self.edition == "K" else points > 0 for points in unplayed)

    def colour_count(self, group):
        """A8: (x, f, the colour of the majority); f is K's number of mild preferences reversed."""
        preferences = [self.preference(n) for n in group]
        counts = {
            colour: sum(one == colour for one, _ in preferences) for colour in ("white", "black")
        }
        majority = "white" if counts["white"] >= counts["black"] else "black"
        x = max(0, counts[majority] - (len(preferences) + 1) // 2)
        f = min(x, preferences.count((majority, MILD))) if self.edition == "K" else 0
        return x - f, f, majority

    def clashes(self, pairs, majority):
        """(hard, soft) clashes of B4 among the pairs."""
        hard = soft = 0
        for a, b in pairs:
            (mine, my_strength), (his, his_strength) = self.preference(a), self.preference(b)
            if mine and mine == his:
                if self.edition == "K" and mine == majority and MILD in (my_strength, his_strength):
                    soft += 1
                else:
                    hard += 1
        return hard, soft

    def floats(self, pairs, left_over):
        """(down, up): the least levels of relaxed B5 and B6 that allow these floats."""
        levels = {"down": 0, "up": 0}

        def give(number, direction):
            if not self.is_topscorer(number):
                for ago, level in ((2, 1), (1, 2)):
                    if self.float_of(number, ago) == direction:
                        levels[direction] = max(levels[direction], level)

        for pair in pairs:
            lower, higher = sorted(pair, key=lambda n: self.entrants[n].score())
            if self.entrants[lower].score() != self.entrants[higher].score():
                give(lower, "up")
                give(higher, "down")
        for number in left_over:
            give(number, "down")
        return levels["down"], levels["up"]

    def board_order(self, pair):
        """F1, as a key."""
        higher = self.in_order(pair)[0]
        total = sum(self.entrants[number].score() for number in pair)
        return (-self.entrants[higher].score(), -total, self.entrants[higher].rank)

    def coloured(self, a, b, place):
        """E: (white, black); `place` from 0, of `a` in S1, is for the first round of K."""
        higher, lower = self.in_order((a, b))
        if self.round == 1 and self.edition == "K":
            colour = self.lot if place % 2 == 0 else other(self.lot)
            return (a, b) if colour == "white" else (b, a)
        colour = self.colour_of_higher(self.entrants[higher], self.entrants[lower])
        return (higher, lower) if colour == "white" else (lower, higher)

    def colour_of_higher(self, higher, lower):
        """E1 to E5; by the lot where nobody has played."""
        mine, my_strength = self.preference(higher.number)
        his, his_strength = self.preference(lower.number)
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
