"""Is the first assignment the first, and is there none exactly when none exists?"""

from itertools import permutations
from random import Random

import pytest

from pairing.matching.transposition import first_assignment


@pytest.mark.parametrize("start", range(0, 3000, 500))
def test_it_is_the_first_of_all_permutations(start):
    for seed in range(start, start + 500):
        random = Random(seed)
        size = random.randint(1, 6)
        deciding = random.randint(0, size)
        density = random.choice([0.3, 0.5, 0.8])
        rows = [
            sum(1 << column for column in range(size) if random.random() < density)
            for _ in range(size)
        ]
        found = first_assignment(rows, deciding)
        expected = next(
            (
                order
                for order in permutations(range(size))
                if all(row >> column & 1 for row, column in zip(rows, order, strict=True))
            ),
            None,
        )
        assert (found is None) == (expected is None), seed
        if found is not None:
            assert tuple(found[:deciding]) == expected[:deciding], seed
            assert sorted(found) == list(range(size))
            assert all(row >> column & 1 for row, column in zip(rows, found, strict=True))


def test_nobody_gets_nothing():
    assert first_assignment([], 0) == []
