"""What did the opponents score? The tie-breaks of the Buchholz kind, and what they are added up of.

How a round without a game counts is said in `pairing.core.tiebreaks`.
"""

from collections.abc import Sequence
from fractions import Fraction

from pairing.core.history import RoundOutcome
from pairing.core.points_table import NoGame, Table, Term, Working, is_voluntary
from pairing.core.types import PlayerId


def sum_of(terms: Sequence[Term]) -> Working:
    """The terms with their sum."""
    return Working(sum((term.value for term in terms), Fraction(0)), tuple(terms))


def opponents_points(table: Table, player: PlayerId, *, as_scored: bool) -> list[Term]:
    """The opponents' points, `as_scored` the part of them that was scored against each."""
    terms = []
    for number, outcome in enumerate(table.outcomes(player)):
        opponent = outcome.opponent if table.is_meeting(outcome) else None
        half_points = outcome.half_points
        if opponent is not None:
            worth = table.adjusted[opponent]
        elif table.no_game is NoGame.DRAW:
            worth, half_points = table.points[player], 1
        elif table.no_game is NoGame.DUMMY:
            worth = _dummy(table, player, outcome)
        else:
            continue
        scored = Fraction(half_points, 2) if as_scored else Fraction(1)
        terms.append(Term(number, worth, scored, opponent))
    return terms


def _dummy(table: Table, player: PlayerId, outcome: RoundOutcome) -> Fraction:
    """C.07, 16.4: the dummy opponent of a round without a game has the player's own points, but no
    more than the opponent they were paired with, or than a draw in every round."""
    most = Fraction(len(table.outcomes(player)), 2)
    if outcome.opponent is not None:
        most = table.adjusted[outcome.opponent]
    return min(table.points[player], most)


def resistance(table: Table, player: PlayerId, lowest: int = 0, highest: int = 0) -> Working:
    """Without so many of the lowest and of the highest; of equal ones the earliest goes."""
    terms = opponents_points(table, player, as_scored=False)
    outcomes = table.outcomes(player)

    def is_first_to_go(term: Term) -> bool:
        """C.07, 16.5."""
        return table.no_game is NoGame.DUMMY and is_voluntary(outcomes[term.round])

    order = sorted(terms, key=lambda term: (not is_first_to_go(term), term.worth))
    out = order[:lowest]
    others = sorted(order[lowest:], key=lambda term: term.worth)
    out += others[len(others) - highest :]
    return sum_of([term._replace(left_out=term in out) for term in terms])


def fore_resistance(table: Table, player: PlayerId) -> Working:
    """C.07, 8.3."""
    return resistance(table.fore, player)


def opponents_resistance(table: Table, player: PlayerId) -> Working:
    """C.07, 8.2: the exact average over the opponents met on the board."""
    terms = [
        Term(number, resistance(table, outcome.opponent).value, opponent=outcome.opponent)
        for number, outcome in enumerate(table.outcomes(player))
        if outcome.is_played and outcome.opponent is not None
    ]
    total = sum_of(terms)
    return total._replace(value=total.value / max(1, len(terms)))
