"""What ratings expect, by FIDE's table."""

from fractions import Fraction

import pytest

from pairing.core.ratings import expected_percent, expected_score
from pairing.core.tiebreaks import rating_difference

#: Some lines of the table: the last difference, and the probability up to it.
TABLE = [(3, 50), (10, 51), (25, 53), (61, 58), (106, 64), (188, 74), (278, 83), (344, 88)]


@pytest.mark.parametrize(("last", "percent"), TABLE)
def test_the_lines_of_the_table_end_where_they_should(last, percent):
    assert expected_percent(1500 + last, 1500) == percent
    assert expected_percent(1500 + last + 1, 1500) == percent + 1
    assert expected_percent(1500, 1500 + last) == 100 - percent


def test_more_than_400_points_count_as_400():
    assert expected_percent(1500, 1500) == 50
    assert expected_percent(1900, 1500) == expected_percent(2800, 1000) == 92
    assert expected_percent(1000, 2800) == 8


def test_it_is_the_inverse_of_the_table_of_performances():
    # What is expected at the difference of a score is that score, as far as 400 points count.
    for percent in range(9, 92):
        difference = rating_difference(Fraction(percent, 100))
        assert expected_percent(1500 + difference, 1500) == percent


def test_the_score_that_is_expected_is_the_sum_over_the_games():
    assert expected_score(1800, [1800, 1700, 2000]) == Fraction(50 + 64 + 24, 100)
    assert expected_score(1800, []) == 0
