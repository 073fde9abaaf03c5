"""A player's club rating over time, computed from the games and never stored."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from clubcomp.models import Competition, Entry, Game
from clubcomp.pages.scopes import Scope
from clubcomp.pages.season_chart import BOTTOM, RIGHT, STEPS, TOP
from pairing.core.ratings import RatedGame, RatingAfter, ratings_after
from pairing.core.types import Result

#: The left edge of the curve, leaving room for ratings of four digits.
LEFT = 52
MOST_LINES = 4


@dataclass(frozen=True)
class RatingCurve:
    """The club rating in one tempo after each day with games; the line as in `SeasonChart`."""

    tempo: str
    days: list[RatingAfter]
    line: str
    here: tuple[int, int]
    grid: list[tuple[int, int]]

    @property
    def first(self) -> int:
        """The rating that the player began with."""
        return self.days[0].before

    @property
    def last(self) -> int:
        """The present rating."""
        return self.days[-1].rating

    @property
    def best(self) -> int:
        """The highest rating so far."""
        return max(self.first, *(day.rating for day in self.days))


def club_ratings(
    competition: Competition,
    entry: Entry,
    scopes: Iterable[Scope],
    may_show: Callable[[set[int]], bool],
) -> list[RatingCurve]:
    """The player's curves in these tempos. One query, and none if the club has no rating.

    `may_show` decides for each tempo, by the competitions whose games count in it.
    """
    # FIDE's table fits the ratings of chess and draughts, not those of go.
    if not competition.club.rating_k or competition.game == Competition.GameKind.GO:
        return []
    names = {scope.key: scope.name for scope in scopes if not scope.is_overall}
    games: dict[str, list[RatedGame]] = defaultdict(list)
    counted: dict[str, set[int]] = defaultdict(set)
    met: Counter[tuple[int, frozenset[int]]] = Counter()
    most: dict[int, float] = {}
    rows = Game.objects.rated_with(competition, names)
    for key, pk, system, options, elsewhere, day, result, *players in rows:
        if pk not in most:
            most[pk] = _games_at_tempo(system, options)
        met[pair := (pk, frozenset(players[:2]))] += 1
        if elsewhere or met[pair] > most[pk]:
            continue  # it counts in another competition, or broke a level tie at a faster tempo
        games[key].append(RatedGame(day, Result.parse(result), *players))
        counted[key].add(pk)
    days_of = {
        key: ratings_after(of_tempo, competition.club.rating_k).get(entry.player_id)
        for key, of_tempo in games.items()
        if may_show(counted[key])
    }
    return [rating_curve(name, days) for key, name in names.items() if (days := days_of.get(key))]


def _games_at_tempo(system: str, options: dict[str, Any]) -> float:
    """How many games two players play at the tempo of their competition, before faster ones."""
    rules = Competition(system=system, options=options).rules
    if not rules.abilities.knocks_out:
        return math.inf
    cup_options: Any = rules.options
    return float(cup_options.games + cup_options.replays)


def rating_curve(tempo: str, days: list[RatingAfter]) -> RatingCurve:
    """The curve through the rating that the player began with and that of each day."""
    ratings = [days[0].before, *(day.rating for day in days)]
    lines = _axis(min(ratings), max(ratings))
    low, high = lines[0], lines[-1]

    def y(rating: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * (rating - low) // (high - low)

    points = [
        (LEFT + (RIGHT - LEFT) * at // len(days), y(rating)) for at, rating in enumerate(ratings)
    ]
    return RatingCurve(
        tempo=tempo,
        days=days,
        line=" ".join(f"{across},{down}" for across, down in points),
        here=points[-1],
        grid=[(y(rating), rating) for rating in lines],
    )


def _axis(lowest: int, highest: int) -> list[int]:
    """The ratings at which lines are drawn: 1500, 1550, 1600."""
    steps = (step for step in (*STEPS[3:], 1000, 2000, 5000))
    for step in steps:
        low = lowest // step * step
        lines = list(range(low, max(highest, low + 1) + step, step))
        if len(lines) <= MOST_LINES:
            break
    return lines
