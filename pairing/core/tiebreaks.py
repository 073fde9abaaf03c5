"""Who stands higher with equal points? Every tie-break, with its source and its working as data.

A tie-break gives each player a value and the terms it was added up from, so that a page can show
"7 + 8 + 6½". Only rounds on record count; a round that is not finished adds what is known.

=========================  ================================================================
id                         value and source
=========================  ================================================================
resistance_points          points of the opponents (KNSB, weerstandspunten 1.1; Buchholz)
resistance_points_cut_1    the same without the lowest (FIDE C.07, Cut-1)
resistance_points_median   the same without the highest and the lowest (FIDE C.07, Median-1)
sonneborn_berger           points of those beaten, half of those drawn with (KNSB 1.2)
direct_encounter           points against those level so far, if all have met (KNSB 7.5d);
                           how many of these stand below (FIDE C.07, DE)
first_place_encounter      the same, among those level for the first place only (on rating, F10)
wins                       games won on the board (FIDE C.07, WON)
rounds_won                 rounds that earned a whole point, with or without a game (C.07, WIN)
black_games                games played with black (FIDE C.07, BPG)
black_wins                 games won on the board with black (FIDE C.07, BWG)
rounds_elected             all rounds but byes of half a point or none, absences and forfeits
                           lost (FIDE C.07, REP)
average_rating             average rating of the opponents, rounded (FIDE C.07, ARO), or
                           exact (on rating, F10)
performance                rounded average + the rating difference of the score (FIDE C.07, TPR)
rating                     one's own rating, the highest first, without one last (C.07, RTNG)
progressive                the scores after each round, added up (FIDE C.07, PS)
lot                        the start number, the lowest first (KNSB 7.5e)
resistance_points_fore     resistance points as if all games of the last of all rounds had been
                           drawn (FIDE C.07, FB); before that round the same; of Swiss only
opponents_resistance       average of the resistance points of the opponents met on the board,
                           exact (FIDE C.07, AOB); of Swiss only
koya                       points against those with half of what they could have (FIDE C.07,
                           KS), or so many half points more (14.5); of round robins only
=========================  ================================================================

Rounds without a game (`NoGame`): the KNSB's regulation on rating is silent on final standings, so
the rule of its regulation on resistance points (2.3) holds for both: every result that was not
played (bye, forfeit, absence) counts for resistance points and Sonneborn-Berger as a draw against
oneself, and in the points of opponents as what it earned. Where FIDE's C.07 holds, 16 is followed:
the round counts as its result against a dummy (`_dummy`), for the opponents the rounds at the end
that somebody did without count as draws (`Table.adjusted`), and of one's own such rounds the lowest
is cut first. In a round robin, where everybody meets everybody, a forfeit counts as any result
against that opponent, and a round without one for nothing. In both the direct encounter follows
C.07, 6 (`_by_encounters`). Ratings are averaged over played games against players who have one.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal

from pairing.core.history import GameOutcome, RoundOutcome
from pairing.core.opponents_points import (
    fore_resistance,
    opponents_points,
    opponents_resistance,
    resistance,
    sum_of,
)
from pairing.core.points_table import NoGame, Table, Term, Working, is_voluntary
from pairing.core.types import Colour, PlayerId

_Resistance = Literal["resistance_points", "resistance_points_cut_1", "resistance_points_median"]
_Others = Literal[
    "sonneborn_berger",
    "direct_encounter",
    "first_place_encounter",
    "wins",
    "rounds_won",
    "black_games",
    "black_wins",
    "rounds_elected",
    "average_rating",
    "performance",
    "rating",
    "progressive",
    "lot",
]

#: Of a Swiss system.
TieBreak = Literal[_Resistance, "resistance_points_fore", "opponents_resistance", _Others]

#: Of a round robin.
RoundRobinTieBreak = Literal[_Resistance, _Others, "koya"]

AnyTieBreak = TieBreak | RoundRobinTieBreak

#: Rating differences for a score of 50 % up to 100 % (FIDE B.02, 8.1.1), by whole per cent.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def rank(
    table: Table, tie_breaks: Sequence[AnyTieBreak]
) -> list[tuple[int, PlayerId, dict[str, Working]]]:
    """Everybody in order of the standing, with their place and the workings of all tie-breaks.

    Points, then each tie-break among those still level; who is level to the end shares a place,
    and stands in start order.
    """
    groups = [sorted(table.players, key=lambda player: table.players[player].start)]
    groups = _split(groups, lambda player: -table.points[player])
    workings: dict[PlayerId, dict[str, Working]] = {player: {} for player in table.players}
    for name in tie_breaks:
        for index, group in enumerate(groups):
            level = [] if index and name == "first_place_encounter" else group
            for player in group:
                workings[player][name] = working(table, name, player, level)
        sign = 1 if name == "lot" else -1
        groups = _split(groups, lambda player: sign * workings[player][name].value)  # noqa: B023
    levels = (at for at, group in enumerate(groups) for _ in group)
    players = (player for group in groups for player in group)
    return [
        (place, player, workings[player])
        for place, player in zip(shared_places(levels), players, strict=True)
    ]


def shared_places(levels: Iterable[Hashable]) -> list[int]:
    """The places from 1 of some who stand in order, by their levels: who is level with the one
    before has the same place, and the next after them the place that counts them all."""
    places: list[int] = []
    last: Hashable = None
    for count, level in enumerate(levels, start=1):
        places.append(places[-1] if places and level == last else count)
        last = level
    return places


def working(
    table: Table, name: AnyTieBreak, player: PlayerId, level: Sequence[PlayerId]
) -> Working:
    """One player's value; `level` are those they are still level with, and the player."""
    if name in ("direct_encounter", "first_place_encounter"):
        return _direct_encounter(table, player, level)
    return _WORKINGS[name](table, player)


def _split(
    groups: list[list[PlayerId]], value: Callable[[PlayerId], Fraction]
) -> list[list[PlayerId]]:
    """Groups of level players, divided by another value, the least first."""
    ordered = (groupby(sorted(group, key=value), key=value) for group in groups)
    return [list(level) for levels in ordered for _, level in levels]


def _by_round(
    table: Table, player: PlayerId, worth: Callable[[RoundOutcome], Fraction | int | None]
) -> Working:
    """The sum of what each round is worth; those without a worth are no terms."""
    return sum_of(
        [
            Term(number, Fraction(value), opponent=outcome.opponent)
            for number, outcome in enumerate(table.outcomes(player))
            if (value := worth(outcome)) is not None
        ]
    )


def _direct_encounter(table: Table, player: PlayerId, level: Sequence[PlayerId]) -> Working:
    """Zero for all unless every two of them have played each other."""
    if table.no_game is not NoGame.DRAW:
        return _by_encounters(table, player, level)
    if len(level) > len(table.outcomes(player)) + 1:
        return Working(Fraction(0))  # more of them than rounds to meet them in
    others = set(level)
    for rival in level:
        met = {outcome.opponent for outcome in table.outcomes(rival) if table.is_meeting(outcome)}
        if not others - {rival} <= met:
            return Working(Fraction(0))

    def score(outcome: RoundOutcome) -> Fraction | None:
        is_between = table.is_meeting(outcome) and outcome.opponent in others
        return Fraction(outcome.half_points, 2) if is_between else None

    return _by_round(table, player, score)


def _by_encounters(table: Table, player: PlayerId, level: Sequence[PlayerId]) -> Working:
    """C.07, 6: how many of the level players stand below this one."""
    below = Fraction(0)
    group = list(level)
    while len(group) > 1:
        groups = _parted(table, group)
        if len(groups) == 1:
            break
        place = next(index for index, level_players in enumerate(groups) if player in level_players)
        below += sum(map(len, groups[place + 1 :]))
        group = groups[place]
    return Working(below, rest=below)


def _parted(table: Table, level: Sequence[PlayerId]) -> list[list[PlayerId]]:
    """C.07, 6.1 and 6.2: the level players by their points against each other; where not all have
    met in a Swiss competition, only those who are ahead whatever the missing games would have
    brought."""
    others = len(level) - 1
    if others > 2 * len(table.history.rounds):
        return [list(level)]  # nobody can be ahead of all with whom a game is missing
    has: dict[PlayerId, Fraction] = {}
    most: dict[PlayerId, Fraction] = {}
    for player in level:
        against: dict[PlayerId, list[int]] = {}
        for outcome in table.outcomes(player):
            opponent = outcome.opponent if table.is_meeting(outcome) else None
            if opponent is not None and opponent in level:
                against.setdefault(opponent, []).append(outcome.half_points)
        has[player] = sum(
            (Fraction(sum(scores), 2 * len(scores)) for scores in against.values()), Fraction(0)
        )
        missing = others - len(against) if table.no_game is NoGame.DUMMY else 0
        most[player] = has[player] + missing
    if most == has:
        return _split([list(level)], lambda player: -has[player])
    order = sorted(level, key=lambda player: (-has[player], most[player]))
    ahead = 0
    while ahead < others and has[order[ahead]] > max(most[rival] for rival in order[ahead + 1 :]):
        ahead += 1
    return [*([rival] for rival in order[:ahead]), order[ahead:]]


def _won(outcome: RoundOutcome) -> int | None:
    return 1 if outcome.kind is GameOutcome.PLAYED and outcome.half_points == 2 else None


def _won_round(outcome: RoundOutcome) -> int | None:
    """C.07, 7.1."""
    return 1 if outcome.kind is not GameOutcome.UNFINISHED and outcome.half_points == 2 else None


def _won_with_black(outcome: RoundOutcome) -> int | None:
    return _won(outcome) if outcome.colour is Colour.BLACK else None


def _elected(table: Table, player: PlayerId) -> Working:
    """C.07, 7.6; a round robin's round without an opponent is none (15.2)."""
    is_fixed = table.no_game is NoGame.NOTHING

    def elected(outcome: RoundOutcome) -> int | None:
        is_none = is_fixed and outcome.opponent is None
        return None if is_none or is_voluntary(outcome) else 1

    return _by_round(table, player, elected)


def _had_black(outcome: RoundOutcome) -> int | None:
    return 1 if outcome.is_played and outcome.colour is Colour.BLACK else None


def _mean_rating(table: Table, player: PlayerId) -> Working:
    """Of the opponents who have a rating, in finished games."""

    def rating(outcome: RoundOutcome) -> int | None:
        if outcome.kind is not GameOutcome.PLAYED or outcome.opponent is None:
            return None
        return table.players[outcome.opponent].rating or None

    rated = _by_round(table, player, rating)
    return rated._replace(value=rated.value / max(1, len(rated.terms)))


def _average_rating(table: Table, player: PlayerId) -> Working:
    average = _mean_rating(table, player)
    return average if table.exact_averages else _to_whole(average)


def _performance(table: Table, player: PlayerId) -> Working:
    average = _to_whole(_mean_rating(table, player))
    if not average.terms:
        return average
    outcomes = table.outcomes(player)
    half_points = sum(outcomes[term.round].half_points for term in average.terms)
    rest = Fraction(rating_difference(Fraction(half_points, 2 * len(average.terms))))
    return Working(average.value + rest, average.terms, rest)


def rating_difference(score: Fraction) -> int:
    """The rating difference of a score between 0 and 1, taken by whole per cent (8.1.1)."""
    percent = _rounded(100 * score)
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]


def average_of(ratings: Sequence[int]) -> int:
    """The average of some ratings, to the nearest whole number."""
    return _rounded(Fraction(sum(ratings), len(ratings)))


def _progressive(table: Table, player: PlayerId) -> Working:
    terms, score = [], Fraction(0)
    for number, outcome in enumerate(table.outcomes(player)):
        score += Fraction(outcome.half_points, 2)
        terms.append(Term(number, score))
    return sum_of(terms)


def _koya(table: Table, player: PlayerId) -> Working:
    """The opponents who have half of the points of all their games, forfeited ones included; 14.5
    moves that limit by half points."""

    def score(outcome: RoundOutcome) -> Fraction | None:
        if outcome.opponent is None:
            return None
        games = sum(theirs.opponent is not None for theirs in table.outcomes(outcome.opponent))
        is_among = 2 * table.points[outcome.opponent] >= games + table.koya_limit
        return Fraction(outcome.half_points, 2) if is_among else None

    return _by_round(table, player, score)


def _to_whole(average: Working) -> Working:
    return average._replace(value=Fraction(_rounded(average.value)))


def _rounded(number: Fraction) -> int:
    """To the nearest whole number, halves up."""
    return int((2 * number + 1) // 2)


_WORKINGS: Mapping[str, Callable[[Table, PlayerId], Working]] = {
    "resistance_points": resistance,
    "resistance_points_cut_1": lambda table, player: resistance(table, player, 1),
    "resistance_points_median": lambda table, player: resistance(table, player, 1, 1),
    "sonneborn_berger": lambda table, player: sum_of(
        opponents_points(table, player, as_scored=True)
    ),
    "resistance_points_fore": fore_resistance,
    "opponents_resistance": opponents_resistance,
    "wins": lambda table, player: _by_round(table, player, _won),
    "rounds_won": lambda table, player: _by_round(table, player, _won_round),
    "black_wins": lambda table, player: _by_round(table, player, _won_with_black),
    "rounds_elected": _elected,
    "rating": lambda table, player: Working(Fraction(table.players[player].rating or 0)),
    "black_games": lambda table, player: _by_round(table, player, _had_black),
    "average_rating": _average_rating,
    "performance": _performance,
    "progressive": _progressive,
    "lot": lambda table, player: Working(Fraction(table.players[player].start)),
    "koya": _koya,
}
