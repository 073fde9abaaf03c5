"""Equal points: who stands higher? Every tie-break with its source and its working as data.

A tie-break gives each player a value and the terms it was added up from, so that a page can show
"7 + 8 + 6½". Only rounds on record count; a round that is not finished adds what is known.

=========================  ================================================================
id                         value and source
=========================  ================================================================
resistance_points          points of the opponents (KNSB, weerstandspunten 1.1; Buchholz)
resistance_points_cut_1    the same without the lowest (FIDE C.07, Cut-1)
resistance_points_median   the same without the highest and the lowest (FIDE C.07, Median-1)
sonneborn_berger           points of those beaten, half of those drawn with (KNSB 1.2)
direct_encounter           points against those level so far, if all have met (KNSB 7.5d)
first_place_encounter      the same, among those level for the first place only (on rating, F10)
wins                       games won on the board (FIDE C.07, WON)
black_games                games played with black (FIDE C.07, BPG)
average_rating             average rating of the opponents, rounded (FIDE C.07, ARO)
performance                average_rating + the rating difference of the score (FIDE C.07, TPR)
progressive                the scores after each round, added up (FIDE C.07, PS)
lot                        the start number, the lowest first (KNSB 7.5e)
=========================  ================================================================

Unplayed rounds: the regulation on rating is silent on final standings, so the rule of the
KNSB's regulation on resistance points (2.3) holds for both: every result that was not played
(bye, forfeit, absence) counts for resistance points and Sonneborn-Berger as a draw against
oneself, and in the points of opponents as what it earned. Ratings are averaged over played games
against players who have one. In a round robin, where everybody meets everybody, a forfeit counts as
any result against that opponent, and a round without one for nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Literal

from pairing.core.history import GameOutcome, History, RoundOutcome
from pairing.core.types import Colour, Player, PlayerId

TieBreak = Literal[
    "resistance_points",
    "resistance_points_cut_1",
    "resistance_points_median",
    "sonneborn_berger",
    "direct_encounter",
    "first_place_encounter",
    "wins",
    "black_games",
    "average_rating",
    "performance",
    "progressive",
    "lot",
]

#: Rating differences for a score of 50 % up to 100 % (FIDE B.02, 8.1.1), by whole per cent.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a value: what it adds is `factor` times `worth`, unless it is left out.

    `round` counts the rounds on record from 0. `opponent` is whose points or rating `worth` is;
    None where it is the player's own or nobody's.
    """

    round: int
    worth: Fraction
    factor: Fraction = Fraction(1)
    opponent: PlayerId | None = None
    left_out: bool = False

    @property
    def value(self) -> Fraction:
        """What the term adds."""
        return Fraction(0) if self.left_out else self.factor * self.worth


@dataclass(frozen=True, slots=True)
class Working:
    """A player's value in one tie-break. `rest`: what is added beyond the terms.

    The value is the sum of the terms and the rest; for `average_rating` and `performance` the
    terms are averaged and rounded (half up) before the rest is added.
    """

    value: Fraction
    terms: tuple[Term, ...] = ()
    rest: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Table:
    """Everybody's points and what they did, as far as on record.

    `everybody_meets`: it is a round robin.
    """

    players: Mapping[PlayerId, Player]
    history: History
    points: Mapping[PlayerId, Fraction]
    everybody_meets: bool = False

    def outcomes(self, player: PlayerId) -> list[RoundOutcome]:
        """What the player did, by round."""
        return self.history.outcomes[player]

    def is_meeting(self, outcome: RoundOutcome) -> bool:
        """Whether a round counts as a result against its opponent."""
        return outcome.is_played or (self.everybody_meets and outcome.opponent is not None)


def read_table(players: Sequence[Player], history: History) -> Table:
    """The points of everybody; an unfinished game has earned nothing yet."""
    points = {
        player: Fraction(sum(outcome.half_points for outcome in outcomes), 2)
        for player, outcomes in history.outcomes.items()
    }
    return Table({player.id: player for player in players}, history, points)


def rank(table: Table, tie_breaks: Sequence[TieBreak]) -> list[tuple[PlayerId, dict[str, Working]]]:
    """Everybody in order of the standing, with the workings of all tie-breaks.

    Points, then each tie-break among those still level; who is level to the end stands in start
    order.
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
    return [(player, workings[player]) for group in groups for player in group]


def working(table: Table, name: TieBreak, player: PlayerId, level: Sequence[PlayerId]) -> Working:
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


def _sum(terms: Sequence[Term]) -> Working:
    return Working(sum((term.value for term in terms), Fraction(0)), tuple(terms))


def _by_round(
    table: Table, player: PlayerId, worth: Callable[[RoundOutcome], Fraction | int | None]
) -> Working:
    """The sum of what each round is worth; those without a worth are no terms."""
    return _sum(
        [
            Term(number, Fraction(value), opponent=outcome.opponent)
            for number, outcome in enumerate(table.outcomes(player))
            if (value := worth(outcome)) is not None
        ]
    )


def _opponents_points(table: Table, player: PlayerId, *, as_scored: bool) -> list[Term]:
    """The opponents' points, `as_scored` the part of them that was scored against each.

    Where nothing was played that is a draw against oneself.
    """
    terms = []
    for number, outcome in enumerate(table.outcomes(player)):
        opponent = outcome.opponent if table.is_meeting(outcome) else None
        if opponent is None and table.everybody_meets:
            continue
        worth = table.points[player if opponent is None else opponent]
        scored = Fraction(1 if opponent is None else outcome.half_points, 2)
        terms.append(Term(number, worth, scored if as_scored else Fraction(1), opponent))
    return terms


def _resistance(table: Table, player: PlayerId, lowest: int = 0, highest: int = 0) -> Working:
    """Without so many of the lowest and of the highest; of equal ones the earliest goes."""
    terms = _opponents_points(table, player, as_scored=False)
    order = sorted(range(len(terms)), key=lambda index: terms[index].worth)
    out = {*order[:lowest], *order[len(order) - highest :]}
    return _sum([replace(term, left_out=index in out) for index, term in enumerate(terms)])


def _sonneborn_berger(table: Table, player: PlayerId) -> Working:
    return _sum(_opponents_points(table, player, as_scored=True))


def _direct_encounter(table: Table, player: PlayerId, level: Sequence[PlayerId]) -> Working:
    """Zero for all unless every two of them have played each other."""
    if len(level) > len(table.outcomes(player)) + 1:
        return Working(Fraction(0))  # more of them than rounds to meet them in
    others = set(level)
    for one in level:
        met = {outcome.opponent for outcome in table.outcomes(one) if table.is_meeting(outcome)}
        if not others - {one} <= met:
            return Working(Fraction(0))

    def score(outcome: RoundOutcome) -> Fraction | None:
        is_between = table.is_meeting(outcome) and outcome.opponent in others
        return Fraction(outcome.half_points, 2) if is_between else None

    return _by_round(table, player, score)


def _won(outcome: RoundOutcome) -> int | None:
    return 1 if outcome.kind is GameOutcome.PLAYED and outcome.half_points == 2 else None


def _had_black(outcome: RoundOutcome) -> int | None:
    return 1 if outcome.is_played and outcome.colour is Colour.BLACK else None


def _average_rating(table: Table, player: PlayerId) -> Working:
    """Of the opponents who have a rating, in finished games."""

    def rating(outcome: RoundOutcome) -> int | None:
        if outcome.kind is not GameOutcome.PLAYED or outcome.opponent is None:
            return None
        return table.players[outcome.opponent].rating or None

    rated = _by_round(table, player, rating)
    if not rated.terms:
        return rated
    return replace(rated, value=Fraction(_rounded(rated.value / len(rated.terms))))


def _performance(table: Table, player: PlayerId) -> Working:
    average = _average_rating(table, player)
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
    return _sum(terms)


def _lot(table: Table, player: PlayerId) -> Working:
    return Working(Fraction(table.players[player].start))


def _rounded(number: Fraction) -> int:
    """To the nearest whole number, halves up."""
    return int((2 * number + 1) // 2)


_WORKINGS: Mapping[str, Callable[[Table, PlayerId], Working]] = {
    "resistance_points": _resistance,
    "resistance_points_cut_1": lambda table, player: _resistance(table, player, 1),
    "resistance_points_median": lambda table, player: _resistance(table, player, 1, 1),
    "sonneborn_berger": _sonneborn_berger,
    "wins": lambda table, player: _by_round(table, player, _won),
    "black_games": lambda table, player: _by_round(table, player, _had_black),
    "average_rating": _average_rating,
    "performance": _performance,
    "progressive": _progressive,
    "lot": _lot,
}
