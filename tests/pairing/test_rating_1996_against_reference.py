"""Do the engines of the two classic editions agree with the slow transcription, always?

Random competitions, round by round, and single rounds after a past no system has made: some
1500 rounds of each edition by default, ten times as many and more with EXHAUSTIVE=1. A
difference names seed and round.
"""

import os

import pytest

from pairing.core.system import CannotPair
from pairing.registry import get_system, make_options
from tests.pairing.random_histories import round_after_any_history
from tests.pairing.rating_1996_positions import EDITIONS, position_of
from tests.pairing.rating_1996_reference import ReferenceCannotPair, reference_pair
from tests.pairing.swiss_tournaments import CALM, STORMY, Tournament
from tests.pairing.test_knsb_rating_against_reference import WILD, by_hand

IS_EXHAUSTIVE = os.environ.get("EXHAUSTIVE") == "1"
SMALL, LARGE, HISTORIES = (2000, 300, 10000) if IS_EXHAUSTIVE else (100, 20, 500)
BLOCK = 20
NO_PAIRING = "no pairing"

both_editions = pytest.mark.parametrize("system", EDITIONS)


def small_competition(seed, system):
    """5 to 10 players; often as many rounds as there can be."""
    size = 5 + seed % 6
    rounds = [size - 1, max(1, size // 2), 3 + seed % 9][seed // 6 % 3]
    rates = [CALM, STORMY, WILD][seed // 3 % 3]
    return Tournament(seed, size, min(size - 1, rounds), rates, system=system)


def large_competition(seed, system):
    """11 to 16 players, 4 to 8 rounds."""
    return Tournament(seed, 11 + seed % 6, 4 + seed % 5, [CALM, STORMY][seed % 2], system=system)


@both_editions
@pytest.mark.parametrize("first_seed", range(0, SMALL, BLOCK))
def test_every_round_of_a_small_competition_is_paired_as_by_the_reference(first_seed, system):
    found = [
        text
        for seed in range(first_seed, first_seed + BLOCK)
        for snapshot in small_competition(seed, system).before_each_round()
        for text in difference(by_hand(snapshot, seed) if seed % 4 == 0 else snapshot)
    ]
    assert not found, "\n".join(found)


@both_editions
@pytest.mark.parametrize("first_seed", range(0, LARGE, BLOCK))
def test_every_round_of_a_large_competition_is_paired_as_by_the_reference(first_seed, system):
    found = [
        text
        for seed in range(first_seed, first_seed + BLOCK)
        for snapshot in large_competition(seed, system).before_each_round()
        for text in difference(snapshot)
    ]
    assert not found, "\n".join(found)


@both_editions
@pytest.mark.parametrize("first_seed", range(0, HISTORIES, 10 * BLOCK))
def test_a_round_after_any_history_is_paired_as_by_the_reference(first_seed, system):
    found = []
    for seed in range(first_seed, first_seed + 10 * BLOCK):
        snapshot = round_after_any_history(seed, 10, system)
        found += difference(by_hand(snapshot, seed) if seed % 4 == 0 else snapshot)
    assert not found, "\n".join(found)


def difference(snapshot):
    """What engine and reference answer, as a list of one text; [] if they agree."""
    engine, reference = engine_answer(snapshot), reference_answer(snapshot)
    if engine == reference:
        return []
    what = (
        f"{snapshot.system}, {snapshot.name}, {len(snapshot.players)} players, "
        f"round {len(snapshot.evenings)} of {snapshot.options['rounds']}"
    )
    return [f"{what}:\n  engine    {engine}\n  reference {reference}"]


def engine_answer(snapshot):
    """Pairs by pairing number in the order of the boards, and the bye."""
    system = get_system(snapshot.system)
    try:
        proposal = system.pair(snapshot, make_options(system, snapshot.options))
    except CannotPair:
        return NO_PAIRING
    number = {player.id: player.start for player in snapshot.players}
    pairs = [(number[pair.white], number[pair.black]) for pair in proposal.pairs]
    return pairs, proposal.bye and number[proposal.bye.player]


def reference_answer(snapshot):
    """The same by the reference."""
    try:
        return reference_pair(position_of(snapshot, snapshot.system))
    except ReferenceCannotPair:
        return NO_PAIRING
