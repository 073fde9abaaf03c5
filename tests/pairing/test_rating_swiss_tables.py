"""The tables that both older regulations print for D1 and D2."""

from itertools import combinations

import pytest

from pairing.matching.transposition import first_assignment
from pairing.swiss.halves import exchange_order

#: D1: S1 is 1 2 3 4; the orders of S2 that are printed.
ORDERS = "5678 5687 5768 5786 5867 5876 6578 6587".split()

#: D2, four against four: one player a-i, two players j-r; columns of S1, rows of S2.
ONE = {"4": "abd", "3": "ceg", "2": "fhi"}
TWO = {"34": "jkm", "24": "lnp", "23": "oqr"}


def printed(columns, rows, lower=0):
    """The exchanges in the order of their letters; `lower`: with so much taken off each number."""
    cells = {
        letter: (
            tuple(sorted((int(n) - lower for n in column), reverse=True)),
            tuple(int(n) - lower for n in row),
        )
        for column, letters in columns.items()
        for row, letter in zip(rows, letters, strict=True)
    }
    return [cells[letter] for letter in sorted(cells)]


def test_the_orders_of_s2_come_as_printed():
    every = [[int(digit) for digit in order] for order in ORDERS]
    for earlier, later in combinations(every, 2):
        rows = [1 << a | 1 << b for a, b in zip(earlier, later, strict=True)]
        assert first_assignment(rows, len(rows)) <= later
    assert every == sorted(every)


@pytest.mark.parametrize("lower", [0, 1])
def test_the_exchanges_come_as_printed_for_eight_and_for_seven_players(lower):
    ones = printed(ONE, "567", lower)
    twos = [
        one for one in printed(TWO, ("56", "57", "67"), lower) if not lower or set(one[0]) != {1, 2}
    ]
    for exchanges in (ones, twos, ones + twos):
        assert sorted(exchanges, key=lambda one: exchange_order(*one)) == exchanges


def test_ties_that_the_tables_leave_open():
    """The lowest of S1 first; then the highest of S2."""
    assert exchange_order((5, 2), (6, 8)) < exchange_order((4, 3), (6, 8))
    assert exchange_order((5,), (6,)) < exchange_order((5, 4), (6, 7))
    assert exchange_order((4, 3), (6, 9)) < exchange_order((4, 3), (7, 8))
