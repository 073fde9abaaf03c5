"""Is the reference for `knsb-resistance` what it says? The worked examples and known positions."""

from fractions import Fraction

import pytest

from tests.pairing.resistance_reference import Past, Position, reference_pair

HALF = Fraction(1, 2)
A, B, C, D, E = range(1, 6)

#: The examples as (black, white, points of black); the bye stands alone.
R1 = [[(B, E, 1), (C, D, HALF), A], [(A, B, 0), (D, E, 1), C]]
R2 = [[(B, E, 1), (C, D, 0), A], [(D, B, HALF), (E, A, 0), C]]
R3 = [[(B, E, HALF), (C, D, 1), A], [(A, C, 0), (E, D, 1), B], [(C, E, 1), (A, B, 1), D]]


def after(rounds):
    """The position of five players after these rounds."""
    past = {player: [] for player in range(1, 6)}
    for *games, bye in rounds:
        past[bye].append(Past("bye", Fraction(1)))
        for black, white, points in games:
            past[black].append(Past("played", Fraction(points), white, "black"))
            past[white].append(Past("played", 1 - Fraction(points), black, "white"))
    return Position({n: tuple(rounds) for n, rounds in past.items()}, tuple(past))


@pytest.mark.parametrize(
    ("rounds", "pairs", "bye"),
    [
        (R1[:0], [(E, B), (D, C)], A),
        (R1[:1], [(B, A), (E, D)], C),
        (R1, [(D, B), (C, A)], E),
        (R2, [(D, A), (C, B)], E),
        (R3, [(C, B), (A, D)], E),
    ],
    ids=["R1 round 1", "R1 round 2", "R1 round 3", "R2", "R3"],
)
def test_the_reference_pairs_the_worked_examples(rounds, pairs, bye):
    assert reference_pair(after(rounds)) == (pairs, bye)


def test_resistance_points_and_sonneborn_berger_are_those_of_the_worked_example():
    position = after(R3)
    table = {n: (position.points[n], position.resistance[n], position.sonneborn_berger[n])
             for n in (C, A, E, B, D)}  # fmt: skip
    assert table == {
        C: (3, Fraction(9, 2), Fraction(9, 2)),
        A: (2, Fraction(13, 2), Fraction(5, 2)),
        E: (Fraction(3, 2), Fraction(11, 2), Fraction(7, 4)),
        B: (Fraction(3, 2), 5, Fraction(3, 2)),
        D: (1, Fraction(11, 2), HALF),
    }
