"""Does the engine of `knsb-resistance` agree with the slow transcription of the regulation, always?

Random competitions, round by round, and single rounds after a past no system has made: some
1500 rounds by default, thirty thousand with EXHAUSTIVE=1. A difference names seed and round.
"""

import os
from dataclasses import replace

import pytest

from pairing.core.system import CannotPair
from pairing.registry import get_system, make_options
from tests.pairing.random_histories import round_after_any_history
from tests.pairing.resistance_positions import position_of
from tests.pairing.resistance_reference import ReferenceCannotPair, reference_pair
from tests.pairing.swiss_tournaments import Rates, Tournament
from tests.pairing.test_knsb_rating_against_reference import by_hand

SYSTEM = get_system("knsb-resistance")
IS_EXHAUSTIVE = os.environ.get("EXHAUSTIVE") == "1"
COMPETITIONS, HISTORIES = (4000, 10000) if IS_EXHAUSTIVE else (200, 500)
BLOCK = 25
NO_PAIRING = "no pairing"
CALM = Rates(absent=0.03, forfeit=0.02, late=0.03, withdrawn=0.005)
STORMY = Rates(absent=0.2, forfeit=0.15, late=0.15, withdrawn=0.03, unfinished=0.05)
FULL_HOUSE = Rates(unfinished=0.02)


def competition_of(seed):
    """4 to 16 players, 1 to 9 rounds, at times all rounds there can be."""
    size = 4 + seed % 13
    rounds = size - 1 if seed % 5 == 0 else 1 + seed % 9
    rates = [CALM, STORMY, FULL_HOUSE][seed // 13 % 3]
    return Tournament(seed, size, min(rounds, size - 1), rates, system=SYSTEM.key)


@pytest.mark.parametrize("first_seed", range(0, COMPETITIONS, BLOCK))
def test_every_round_of_a_competition_is_paired_as_by_the_reference(first_seed):
    seeds = range(first_seed, first_seed + BLOCK)
    found = [
        text
        for seed in seeds
        for snapshot in competition_of(seed).before_each_round()
        for text in difference(snapshot)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("first_seed", range(0, HISTORIES, 10 * BLOCK))
def test_a_round_after_any_history_is_paired_as_by_the_reference(first_seed):
    found = []
    for seed in range(first_seed, first_seed + 10 * BLOCK):
        snapshot = round_after_any_history(seed, 14 if seed % 10 == 0 else 10, SYSTEM.key)
        found += difference(by_hand_later(snapshot, seed) if seed % 4 == 0 else snapshot)
    assert not found, "\n".join(found)


def by_hand_later(snapshot, seed):
    """The same round changed by hand; what is forbidden in round 1 has no rule in section 5."""
    changed = by_hand(snapshot, seed)
    return changed if len(snapshot.evenings) > 1 else replace(changed, forbidden_pairs=())


def difference(snapshot):
    """What engine and reference answer, as a list of one text; [] if they agree."""
    if not snapshot.to_pair().round.who_is_there():
        return []
    engine, reference = engine_answer(snapshot), reference_answer(snapshot)
    if engine == reference:
        return []
    what = (
        f"{snapshot.name}, {len(snapshot.players)} players, "
        f"round {len(snapshot.evenings)} of {snapshot.options['rounds']}"
    )
    return [f"{what}:\n  engine    {engine}\n  reference {reference}"]


def engine_answer(snapshot):
    """Pairs by lot number in the order of the boards, and the bye."""
    try:
        proposal = SYSTEM.pair(snapshot, make_options(SYSTEM, snapshot.options))
    except CannotPair:
        return NO_PAIRING
    number = {player.id: player.start for player in snapshot.players}
    pairs = [(number[pair.white], number[pair.black]) for pair in proposal.pairs]
    return pairs, proposal.bye and number[proposal.bye.player]


def reference_answer(snapshot):
    """The same by the reference."""
    try:
        return reference_pair(position_of(snapshot))
    except ReferenceCannotPair:
        return NO_PAIRING
