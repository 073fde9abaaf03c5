"""What score do ratings expect, and what are they after a game? By FIDE's table, in integers.

FIDE Rating Regulations 8.1.2: the scoring probability of a rating difference, in whole per cent.
A difference of more than 400 points counts as 400 (8.3.1). A change is K times what was scored
above what was expected (8.3.3), so it is a whole number of hundredths.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby

from pairing.core.types import Colour, Result

#: The first difference at which the stronger player's probability is 51, 52, ... 100 per cent.
_FROM = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154),
    *(163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345),
    *(358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736),
)
MOST = 400
#: The rating with which an unrated player begins.
UNRATED = 1400


def expected_percent(own: int, rival: int, most: int = MOST) -> int:
    """What a player is expected to score against another, in per cent; no difference counts for
    more than `most`."""
    percent = 50 + bisect_right(_FROM, min(abs(own - rival), most))
    return percent if own >= rival else 100 - percent


def expected_score(own: int, others: Iterable[int]) -> Fraction:
    """What a player is expected to score in games against these."""
    return Fraction(sum(expected_percent(own, rival) for rival in others), 100)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that may change ratings; the players' own are those that newcomers begin with."""

    day: date
    result: Result
    white: int
    black: int
    white_rating: int | None
    black_rating: int | None


@dataclass(frozen=True, slots=True)
class RatingAfter:
    """A player's rating after the games of a day."""

    day: date
    games: int
    before: int
    rating: int

    @property
    def change(self) -> int:
        return self.rating - self.before


def ratings_after(games: Iterable[RatedGame], k: int) -> dict[int, list[RatingAfter]]:
    """Everybody's ratings, day by day.

    The games of a day count together, against the ratings of that morning, so their order does not
    matter. What is expected follows from whole ratings; what is won is kept to the hundredth, and
    one wins what the other loses. Open games and forfeits do not count.
    """
    hundredths: dict[int, int] = {}
    after: dict[int, list[RatingAfter]] = defaultdict(list)
    played = (game for game in games if game.result.is_finished and not game.result.is_forfeit)
    for day, of_day in groupby(sorted(played, key=lambda game: game.day), lambda game: game.day):
        today = list(of_day)
        for game in today:
            for player, rating in (
                (game.white, game.white_rating),
                (game.black, game.black_rating),
            ):
                hundredths.setdefault(player, 100 * (rating or UNRATED))
        won: Counter[int] = Counter()
        count = Counter(player for game in today for player in (game.white, game.black))
        before = {player: _whole(hundredths[player]) for player in count}
        for game in today:
            score = game.result.score(Colour.WHITE) or 0
            gain = k * int(100 * score - expected_percent(before[game.white], before[game.black]))
            won[game.white] += gain
            won[game.black] -= gain
        for player, of_player in count.items():
            hundredths[player] += won[player]
            now = _whole(hundredths[player])
            after[player].append(RatingAfter(day, of_player, before[player], now))
    return dict(after)


def _whole(hundredths: int) -> int:
    """The rating in whole points, halves rounded up."""
    return (hundredths + 50) // 100
