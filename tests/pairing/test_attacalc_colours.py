"""How far have a player's colours gone, and what are they counted from? Rules 2.3 and COLOUR."""

from fractions import Fraction

import pytest

from pairing.keizer.record import History, breaks_colour_criterion, read_history, read_record
from tests.pairing.snapshots import club, options_of


@pytest.mark.parametrize(
    ("whites", "games", "leaning"),
    [(0, 0, 0), (1, 2, 0), (2, 3, 1), (3, 4, 2), (1, 3, -1), (1, 4, -2), (0, 1, -2), (1, 1, 2)],
)
def test_two_thirds_and_one_third_are_bounds(whites, games, leaning):
    history = History([[0] * games], [whites], [whites], [games], [0], {})
    assert history.leaning(0) == leaning


def test_who_is_beyond_the_bound_does_not_meet_one_at_it_on_the_same_side():
    may_not = [
        (one, other)
        for one in range(-2, 3)
        for other in range(-2, 3)
        if breaks_colour_criterion(one, other)
    ]
    assert may_not == [(-2, -2), (-2, -1), (-1, -2), (1, 2), (2, 1), (2, 2)]


def test_colours_count_in_the_tempo_and_over_all_of_them():
    snapshot = club(
        "ABC",
        ("long", {"games": ["A-B 1-0"], "bye": "C"}),
        ("blitz", {"games": ["B-A 1-0"]}, {"games": ["C-A 0-1"]}),
    )
    history = read_history(read_record(snapshot, options_of(snapshot)), 0)
    assert [history.share(player) for player in range(3)] == [1, 0, Fraction(1, 2)]
    overall = [history.overall_share(player) for player in range(3)]
    assert overall == [Fraction(1, 3), Fraction(1, 2), 1]
    assert history.byes == [0, 0, 1]
