"""What does the reference for `fide-dutch` know of a round? Plain values, no engine."""

from dataclasses import dataclass, field
from fractions import Fraction

HALF = Fraction(1, 2)


class ReferenceCannotPair(Exception):
    """There is no legal pairing, or nobody to pair."""


@dataclass(frozen=True)
class Past:
    """One past round of a player. `kind`: "played", "forfeit", "bye" (pairing-allocated),
    "requested", "absent"."""

    kind: str
    points: Fraction = Fraction(0)
    opponent: int | None = None
    colour: str = ""


@dataclass(frozen=True)
class Entrant:
    """Somebody in the list: `number` is the TPN, `past` has one entry for each past round;
    `virtual` are the virtual points of each round, that to be paired included."""

    number: int
    past: tuple[Past, ...]
    virtual: tuple[Fraction, ...] = ()
    rating: int = 0
    title: str = ""
    name: str = ""


@dataclass
class Player:
    """A player with everything that articles 1 and 2 read off the past. Scores in half points."""

    number: int
    score: int
    colours: list
    met: set
    floats: list
    may_have_bye: bool
    unplayed: int
    is_topscorer: bool
    place_now: int

    @property
    def difference(self):
        """1.6."""
        return self.colours.count("white") - self.colours.count("black")

    @property
    def preference(self):
        """1.7: the colour and 3 absolute, 2 strong, 1 mild; ("", 0) without a game."""
        had = self.colours
        if not had:
            return "", 0
        if abs(self.difference) > 1:
            return ("black" if self.difference > 0 else "white"), 3
        if len(had) > 1 and had[-1] == had[-2]:
            return other(had[-1]), 3
        if self.difference:
            return ("black" if self.difference > 0 else "white"), 2
        return other(had[-1]), 1


@dataclass(frozen=True)
class Position:
    """A round to be paired, number `round` of `rounds`. `seated`: who takes part; `fixed` and
    `named_bye`: what the leader settled; `lot`: the initial colour."""

    round: int
    rounds: int
    entrants: dict[int, Entrant]
    seated: tuple[int, ...]
    lot: str = "white"
    fixed: tuple[tuple[int, int], ...] = ()
    named_bye: int | None = None
    forbidden: frozenset = field(default_factory=frozenset)

    def check(self):
        """1.9, D33."""
        if self.round > self.rounds or len(self.seated) < 2:
            raise ReferenceCannotPair

    def virtual(self, number, round_):
        """C.04.7: virtual points of a round."""
        points = self.entrants[number].virtual
        return points[round_ - 1] if round_ <= len(points) else Fraction(0)

    def points(self, number, rounds):
        """Points after so many rounds."""
        return sum((past.points for past in self.entrants[number].past[:rounds]), Fraction(0))

    def score(self, number, round_):
        """D7: the pairing score for a round."""
        return self.points(number, round_ - 1) + self.virtual(number, round_)

    def players(self):
        """Everybody in 1.2 order."""
        now = [
            number
            for number in sorted(self.entrants)
            if number in self.seated
            or any(past.kind in ("played", "forfeit", "bye") for past in self.entrants[number].past)
        ]
        places = {number: place for place, number in enumerate(now, start=1)}
        states = [self._state(number, places.get(number, 0)) for number in self.entrants]
        return sorted(states, key=lambda player: (-player.score, player.number))

    def to_be_paired(self):
        """1.2 order, without those whom the leader settled. A bye named for an even number is
        none."""
        away = {number for pair in self.fixed for number in pair}
        if self.bye_stands:
            away.add(self.named_bye)
        return [
            player
            for player in self.players()
            if player.number in self.seated and player.number not in away
        ]

    @property
    def bye_stands(self):
        return self.named_bye is not None and len(self.seated) % 2 == 1

    def _state(self, number, place_now):
        past = self.entrants[number].past
        played = [one for one in past if one.kind == "played"]
        points = self.points(number, len(past))
        return Player(
            number=number,
            score=int(2 * self.score(number, self.round)),
            colours=[one.colour for one in played],
            met={one.opponent for one in played},
            floats=["", "", *(self._float(number, round_) for round_ in range(1, self.round))],
            may_have_bye=not any(
                one.kind == "bye" or (one.kind in ("forfeit", "requested") and one.points == 1)
                for one in past
            ),
            unplayed=len(past) - len(played),
            is_topscorer=self.round == self.rounds and 2 * points > self.round - 1,
            place_now=place_now,
        )

    def _float(self, number, round_):
        """1.4."""
        past = self.entrants[number].past[round_ - 1]
        if past.kind == "played":
            mine, theirs = self.score(number, round_), self.score(past.opponent, round_)
            return "down" if mine > theirs else "up" if mine < theirs else ""
        return "down" if past.kind == "bye" or past.points > 0 else ""

    def coloured(self, one, two):
        """Article 5: white and black of two players."""
        higher, lower = sorted((one, two), key=lambda player: (-player.score, player.number))
        (high, strong), (low, other_strong) = higher.preference, lower.preference
        gets = None
        if high != low and (high or low):
            gets = high or other(low)
        elif high and strong != other_strong:
            gets = high if strong > other_strong else other(high)
        elif high:
            wide, other_wide = abs(higher.difference), abs(lower.difference)
            if strong == 3 and wide != other_wide:
                gets = high if wide > other_wide else other(high)
            else:
                pairs = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
                differ = [mine for mine, theirs in pairs if mine != theirs]
                gets = other(differ[0]) if differ else high
        else:
            gets = self.lot if higher.place_now % 2 else other(self.lot)
        return (higher, lower) if gets == "white" else (lower, higher)

    def boards(self, pairs):
        """Numbers, white first, in the order of D31, those that the leader fixed among them."""
        players = {player.number: player for player in self.players()}
        boards = [
            tuple(player.number for player in self.coloured(one, other)) for one, other in pairs
        ]

        def order(board):
            scores = sorted((players[number].score for number in board), reverse=True)
            higher = min(board, key=lambda number: (-players[number].score, number))
            return -scores[0], -sum(scores), higher

        return sorted([*boards, *self.fixed], key=order)


def other(colour):
    """The other colour."""
    return "black" if colour == "white" else "white"
