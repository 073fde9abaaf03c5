"""Does every engine agree with the slow transcription of its regulation, always?

Random competitions, round by round, and of the Swiss systems single rounds after a past no system
has made: some thousand rounds of each by default, twenty times as many and more with
EXHAUSTIVE=1. A difference names the seed.
"""

import json
import os
from dataclasses import replace

import pytest

from pairing.core.system import CannotPair
from pairing.formats.document import read_document
from pairing.registry import rules_of
from tests.pairing.attacalc_reference import (
    ReferenceCannotPair,
    reference_order,
    reference_pair,
    reference_standings,
)
from tests.pairing.random_competitions import random_document
from tests.pairing.random_histories import by_hand, round_after_any_history
from tests.pairing.reference_positions import CLASSIC, NO_PAIRING, REFERENCES, reference_answer
from tests.pairing.snapshots import CASES
from tests.pairing.swiss_tournaments import CALM, STORMY, Rates, Tournament
from tests.pairing.trf_cases import read_trf

IS_EXHAUSTIVE = os.environ.get("EXHAUSTIVE") == "1"
DOCUMENTS, SMALL, LARGE, HISTORIES = (
    (4000, 3000, 400, 20000) if IS_EXHAUSTIVE else (300, 100, 16, 400)
)
#: Hardly two players have played the same rounds.
WILD = Rates(
    absent=0.35, half_point_bye=0.15, forfeit=0.3, late=0.3, withdrawn=0.02, equal_rating=0.6
)
FULL_HOUSE = Rates(unfinished=0.02)
of_every_swiss = pytest.mark.parametrize("key", REFERENCES)


def blocks(seeds, size):
    """Seeds in blocks, each a case of its own."""
    every = [range(first, min(first + size, seeds)) for first in range(0, seeds, size)]
    return pytest.mark.parametrize("seeds", every, ids=lambda block: f"{block.start}-")


@of_every_swiss
@blocks(SMALL, 25)
def test_every_round_of_a_small_competition_is_paired_as_by_the_reference(key, seeds):
    """2 to 10 players, mostly 5 and more; often as many rounds as there can be."""
    differences = []
    for seed in seeds:
        size = 2 + seed % 3 if seed % 25 == 0 else 5 + seed % 6
        rounds = min(size - 1, [size - 1, max(1, size // 2), 3 + seed % 9][seed // 7 % 3])
        rates = [CALM, STORMY, WILD, FULL_HOUSE][seed // 3 % 4]
        for snapshot in Tournament(seed, size, rounds, rates, key).before_each_round():
            differences += difference(snapshot)
            if seed % 2:
                differences += difference(by_hand(snapshot, seed))
    assert not differences, "\n".join(differences)


@of_every_swiss
@blocks(LARGE, 20)
def test_every_round_of_a_large_competition_is_paired_as_by_the_reference(key, seeds):
    """11 to 16 players, in the Dutch system 14: a bracket of 16 can take its reference a minute."""
    sizes = 4 if key == "fide-dutch" else 6
    differences = []
    for seed in seeds:
        size, rates = 11 + seed % sizes, [CALM, STORMY][seed % 2]
        rounds = size - 1 if seed % 5 == 0 and key == "knsb-rating" else 4 + seed % 5
        for snapshot in Tournament(seed, size, rounds, rates, key).before_each_round():
            differences += difference(snapshot)
    assert not differences, "\n".join(differences)


@of_every_swiss
@blocks(HISTORIES, 200)
def test_a_round_after_any_history_is_paired_as_by_the_reference(key, seeds):
    differences = []
    for seed in seeds:
        # The references of the classic editions try everything: beyond ten players that takes long.
        largest = 12 if seed % 10 == 0 and key not in CLASSIC else 10
        snapshot = round_after_any_history(seed, largest, key)
        differences += difference(by_hand(snapshot, seed) if seed % 4 == 0 else snapshot)
    assert not differences, "\n".join(differences)


@pytest.mark.parametrize(("seed", "largest"), [(10275, 10), (10651, 14), (21911, 14), (20205, 10)])
def test_what_few_dutch_rounds_show_is_paired_as_by_the_reference(seed, largest):
    """C10 and C11, whom of two topscorers a pair refuses a colour; the last one C9, in a bracket
    that is paired together with those below."""
    assert not difference(round_after_any_history(seed, largest, "fide-dutch"))


@of_every_swiss
def test_a_golden_position_is_paired_by_the_reference_too(key):
    for path in sorted((CASES / key.replace("-", "_")).glob("*.trf")):
        answer = reference_answer(replace(read_trf(path), system=key))
        pairs, bye = ((), None) if answer == NO_PAIRING else answer
        lines = {f"{white} {black}" for white, black in pairs} | ({f"{bye} 0"} if bye else set())
        assert lines == set(path.with_suffix(".pairs").read_text().rstrip().split("\n")[1:]), path


@blocks(DOCUMENTS, 50)
def test_pairings_byes_and_standings_of_attacalc_are_those_of_the_reference(seeds):
    differences = []
    for seed in seeds:
        document = random_document(seed)
        engine, reference = attacalc_answers(document), attacalc_reference_answers(document)
        differences += [
            f"seed {seed}, {what}:\n  engine    {engine[what]}\n  reference {reference[what]}"
            for what in reference
            if engine[what] != reference[what]
        ]
    assert not differences, "\n".join(differences)


def difference(snapshot):
    """What engine and reference answer, as a list of one text; [] if they agree."""
    if not snapshot.to_pair().round.taking_part() and snapshot.system == "knsb-resistance":
        return []
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
    try:
        proposal = rules_of(snapshot).pair(snapshot)
    except CannotPair:
        return NO_PAIRING
    number = {player.id: player.start for player in snapshot.players}
    pairs = [(number[pair.white], number[pair.black]) for pair in proposal.pairs]
    return pairs, proposal.bye and number[proposal.bye]


def attacalc_reference_answers(document):
    """{what: answer}: the pairing, the bye, the order and every standing by the reference."""
    try:
        pairs, bye, _ = reference_pair(document)
    except ReferenceCannotPair:
        pairs = bye = NO_PAIRING
    answers = {"pairs": pairs, "bye": bye, "order": reference_order(document)}
    for scope in ["all", *(tempo["id"] for tempo in document["tempos"])]:
        standing = reference_standings(document, scope)
        answers[scope] = [(rank, *row) for rank, row in enumerate(standing, start=1)]
    return answers


def attacalc_answers(document):
    """The same by the engine, through the reader of documents and the registry."""
    snapshot = read_document(json.dumps(document))
    rules = rules_of(snapshot)
    try:
        pairs = [(pair.white, pair.black) for pair in rules.pair(snapshot).pairs]
        bye = rules.bye(snapshot)
        answers = {"pairs": pairs, "bye": bye}
    except CannotPair:
        with pytest.raises(CannotPair):
            rules.bye(snapshot)
        answers = {"pairs": NO_PAIRING, "bye": NO_PAIRING}
    answers["order"] = list(rules.order(snapshot))
    for scope in ["all", *(tempo.id for tempo in snapshot.tempos)]:
        rows = rules.standings(snapshot, scope)
        answers[scope] = [(row.rank, row.player, row.points, row.value_number) for row in rows]
    return answers
