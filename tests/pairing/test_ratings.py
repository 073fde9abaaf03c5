"""What ratings expect, by FIDE's table."""

from datetime import date
from fractions import Fraction
from itertools import permutations

import pytest

from pairing.core.ratings import (
    UNRATED,
    RatedGame,
    RatingAfter,
    expected_percent,
    expected_score,
    ratings_after,
)
from pairing.core.tiebreaks import rating_difference
from pairing.core.types import Result

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


# Ratings after games ---------------------------------------------------------------------------


def games(*played):
    """Games of days of one month: day, white, black, result; 1 begins with 1500, 2 with 1600."""
    begins = {1: 1500, 2: 1600}
    return [
        RatedGame(date(2026, 11, day), result, one, other, begins.get(one), begins.get(other))
        for day, one, other, result in played
    ]


def test_a_win_is_worth_k_times_what_was_not_expected():
    after = ratings_after(games((3, 1, 2, Result.WHITE_WINS)), 20)
    # 100 points: 64 % was expected of the stronger one, so 20 x 0.64 = 12.8 points move.
    assert after[1] == [RatingAfter(date(2026, 11, 3), 1, 1500, 1513)]
    assert after[2] == [RatingAfter(date(2026, 11, 3), 1, 1600, 1587)]


def test_hundredths_are_kept_from_day_to_day():
    drawn = games(*((day, 1, 2, Result.DRAW) for day in (3, 10)))
    # 10 x 0.14 = 1.4 points, and with 97 between the two still 63 %: 1.3 more.
    assert [one.rating for one in ratings_after(drawn, 10)[1]] == [1501, 1503]
    assert [one.rating for one in ratings_after(drawn, 10)[2]] == [1599, 1597]


def test_the_games_of_a_day_count_together_and_days_one_after_the_other():
    evening = games((3, 1, 2, Result.WHITE_WINS), (3, 2, 3, Result.DRAW), (3, 3, 1, Result.DRAW))
    later = games((10, 2, 1, Result.WHITE_WINS), (17, 3, 1, Result.BLACK_WINS))
    expected = ratings_after(evening + later, 40)
    for order in permutations(evening + later):
        assert ratings_after(order, 40) == expected
    assert [(one.day.day, one.games) for one in expected[1]] == [(3, 2), (10, 1), (17, 1)]
    assert [one.before for one in expected[1][1:]] == [one.rating for one in expected[1][:-1]]


def test_open_games_and_forfeits_do_not_count():
    unplayed = [result for result in Result if result.is_forfeit or not result.is_finished]
    assert len(unplayed) == 4
    assert ratings_after(games(*((3, 1, 2, result) for result in unplayed)), 20) == {}


def test_a_newcomer_without_a_rating_begins_at_a_set_one():
    after = ratings_after(games((3, 1, 3, Result.WHITE_WINS)), 20)
    assert after[3][0].before == UNRATED == 1400
    assert after[3][0].rating == 1393


def test_what_one_wins_the_other_loses():
    results = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.BLACK_WINS)
    played = games(*((day, 1, 2, results[day % 4]) for day in range(1, 29)))
    after = ratings_after(played, 30)
    # Each rounds to the whole point nearby, so the sum is at most one away.
    assert all(
        abs(one.rating + other.rating - 3100) <= 1
        for one, other in zip(after[1], after[2], strict=True)
    )
