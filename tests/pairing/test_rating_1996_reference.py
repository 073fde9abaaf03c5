"""Is the reference for the two classic editions what it says? Known positions and examples."""

import pytest

from tests.attempts import every
from tests.how_many import how_many
from tests.pairing.random_histories import round_after_any_history
from tests.pairing.rating_1996_reference import Pairings
from tests.pairing.reference_positions import CLASSIC, position_of


@pytest.mark.parametrize("system", CLASSIC)
@every("seed", range(how_many(10, exhaustive=20)))
def test_a_list_is_the_same_whether_beginnings_are_cut_off_or_not(system, seed, monkeypatch):
    position = position_of(round_after_any_history(seed, 6 + seed % 2, system))
    group = position.in_order(position.seated)
    whole = list(Pairings(position).of(group, is_lowest=seed % 2 == 0))
    monkeypatch.setattr("tests.pairing.rating_1996_reference.UNPRUNED", 0)
    assert list(Pairings(position).of(group, is_lowest=seed % 2 == 0)) == whole
