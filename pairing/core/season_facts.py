"""Who did most in a season: games, evenings, streaks, meetings; and how well did they play?

A game counts once it is over, unless it was forfeited: then nobody played it.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Generic, TypeVar

from pairing.core.standing import RanksAfter
from pairing.core.tiebreaks import average_of, rating_difference
from pairing.core.types import Game, PlayerId, Result, Snapshot

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Most(Generic[Who]):
    """The greatest number of something, 0 for nobody, and all who have it."""

    count: int
    who: tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class Rise:
    """A player who rose from one place to another in one round, by the key of the round."""

    player: PlayerId
    then: int
    now: int
    round_key: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Upset:
    """Somebody won against a player whose rating was so much higher."""

    winner: PlayerId
    loser: PlayerId
    difference: int


@dataclass(frozen=True, slots=True)
class Performance:
    """A performance rating: over how many games, against which average."""

    rating: int
    games: int
    average: int


def most_of(counted: Mapping[Who, int]) -> Most[Who]:
    """The greatest of these numbers, and everybody who has it."""
    greatest = max(counted.values(), default=0)
    return Most(greatest, tuple(key for key, count in counted.items() if count == greatest > 0))


def played_games(snapshot: Snapshot) -> Iterator[Game]:
    """The games that were played and are over, in order of play."""
    for record in snapshot.record():
        for game in record.round.games:
            if game.result.is_finished and not game.result.is_forfeit:
                yield game


def most_games(snapshot: Snapshot) -> Most[PlayerId]:
    """Who played the most games."""
    return most_of(Counter(player for game in played_games(snapshot) for player in game.players))


def most_evenings(snapshot: Snapshot) -> Most[PlayerId]:
    """Who was there on the most evenings."""
    return most_of(evenings_of_players(snapshot))


def evenings_of_players(snapshot: Snapshot) -> Counter[PlayerId]:
    """On how many evenings each was there."""
    return Counter(player for _evening, player in sorted(_present(snapshot)))


def players_of_evenings(snapshot: Snapshot) -> dict[int, int]:
    """How many were there on each evening, by its number, the first evening first."""
    return dict(sorted(Counter(evening for evening, _player in _present(snapshot)).items()))


def _present(snapshot: Snapshot) -> set[tuple[int, PlayerId]]:
    """Who was there on which evening: with a game that was not forfeited, or with the bye."""
    present: set[tuple[int, PlayerId]] = set()
    for record in snapshot.record():
        games = (game for game in record.round.games if not game.result.is_forfeit)
        seated = [player for game in games for player in game.players]
        present |= {(record.evening, player) for player in (*seated, *record.round.byes)}
    return present


def most_meetings(snapshot: Snapshot) -> Most[tuple[PlayerId, PlayerId]]:
    """Which two played each other most often."""
    pairs = (tuple(sorted(game.players)) for game in played_games(snapshot))
    return most_of(Counter((player, opponent) for player, opponent in pairs))


def longest_streak(snapshot: Snapshot, least: Fraction) -> Most[PlayerId]:
    """Who scored at least `least` in the most games in a row."""
    longest: Counter[PlayerId] = Counter()
    now: Counter[PlayerId] = Counter()
    for game in played_games(snapshot):
        for player in game.players:
            score = Result.score(game.result, game.colour(player))
            now[player] = now[player] + 1 if score is not None and score >= least else 0
            longest[player] = max(longest[player], now[player])
    return most_of(longest)


def upsets(snapshot: Snapshot) -> list[Upset]:
    """Every game that was won against a higher rating, the greatest difference first.

    Of equal ones that which was played first.
    """
    ratings = {player.id: player.rating for player in snapshot.players}
    won = []
    for game in played_games(snapshot):
        for player in game.players:
            if Result.score(game.result, game.colour(player)) != 1:
                continue
            mine, other = ratings.get(player), ratings.get(game.opponent(player))
            if mine and other and other > mine:
                won.append(Upset(player, game.opponent(player), other - mine))
    return sorted(won, key=lambda upset: -upset.difference)


def biggest_rises(places: Sequence[RanksAfter]) -> list[Rise]:
    """Everybody who rose the most places from one round to the next."""
    rises = [
        Rise(player, then.ranks[player], rank, (now.evening, now.number))
        for then, now in pairwise(places)
        for player, rank in now.ranks.items()
        if then.ranks.get(player, 0) > rank
    ]
    most = max((rise.then - rise.now for rise in rises), default=0)
    return [rise for rise in rises if rise.then - rise.now == most]


def performance_of(rated: Sequence[tuple[int, Fraction]]) -> Performance | None:
    """The performance over games against opponents with these ratings; None without any."""
    if not rated:
        return None
    average = average_of([rating for rating, _score in rated])
    score = sum((score for _rating, score in rated), Fraction(0)) / len(rated)
    return Performance(average + rating_difference(score), len(rated), average)


def performances(snapshot: Snapshot, least: int) -> list[tuple[PlayerId, Performance]]:
    """Everybody's performance, best first; over at least `least` games against rated opponents."""
    ratings = {player.id: player.rating for player in snapshot.players}
    rated: dict[PlayerId, list[tuple[int, Fraction]]] = {player: [] for player in ratings}
    for game in played_games(snapshot):
        for player in game.players:
            rating = ratings.get(game.opponent(player))
            score = Result.score(game.result, game.colour(player))
            if rating and score is not None:
                rated[player].append((rating, score))
    known = [
        (player, performance)
        for player, games in rated.items()
        if len(games) >= least and (performance := performance_of(games))
    ]
    return sorted(known, key=lambda row: (-row[1].rating, -row[1].games))
