"""Is the reference for the two classic editions what it says? Known positions and examples."""

import pytest

from tests.pairing.random_histories import round_after_any_history
from tests.pairing.rating_1996_positions import EDITIONS, position_of
from tests.pairing.rating_1996_reference import Pairings, reference_pair
from tests.pairing.snapshots import CASES
from tests.pairing.trf_cases import read_trf

FILES = [
    (system, path)
    for system in EDITIONS
    for path in sorted((CASES / system.replace("-", "_")).glob("*.trf"))
]


@pytest.mark.parametrize(("system", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_the_reference_pairs_the_golden_positions(system, path):
    pairs, bye = reference_pair(position_of(read_trf(path), system))
    lines = [f"{white} {black}" for white, black in pairs] + ([f"{bye} 0"] if bye else [])
    assert lines == path.with_suffix(".pairs").read_text().rstrip().split("\n")[1:]


@pytest.mark.parametrize("system", EDITIONS)
@pytest.mark.parametrize("seed", range(20))
def test_a_list_is_the_same_whether_beginnings_are_cut_off_or_not(system, seed, monkeypatch):
    position = position_of(round_after_any_history(seed, 6 + seed % 2, system), system)
    group = position.in_order(position.seated)
    whole = list(Pairings(position).of(group, is_lowest=seed % 2 == 0))
    monkeypatch.setattr("tests.pairing.rating_1996_reference.UNPRUNED", 0)
    assert list(Pairings(position).of(group, is_lowest=seed % 2 == 0)) == whole
