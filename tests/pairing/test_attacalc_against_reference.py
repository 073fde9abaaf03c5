"""Does the engine of AttaCalc agree with the slow transcription of its rules, always?

A seeded tenth of the random competitions by default, all of them with EXHAUSTIVE=1.
A difference names the seed: `random_document(seed)` is the competition.
"""

import json
import os

import pytest

from pairing.core.system import CannotPair
from pairing.formats.document import read_document
from pairing.registry import get_system, make_options
from tests.pairing.attacalc_reference import (
    ReferenceCannotPair,
    reference_order,
    reference_pair,
    reference_standings,
)
from tests.pairing.random_competitions import random_document

SEEDS = 4000 if os.environ.get("EXHAUSTIVE") == "1" else 300
BLOCK = 50
NO_PAIRING = "no pairing"


@pytest.mark.parametrize("first_seed", range(0, SEEDS, BLOCK))
def test_pairings_and_standings_are_those_of_the_reference(first_seed):
    differences = []
    for seed in range(first_seed, first_seed + BLOCK):
        document = random_document(seed)
        engine, reference = engine_answers(document), reference_answers(document)
        differences += [
            f"seed {seed}, {what}:\n  engine    {engine[what]}\n  reference {reference[what]}"
            for what in reference
            if engine[what] != reference[what]
        ]
    assert not differences, "\n".join(differences)


def reference_answers(document):
    """{what: answer}: the pairing, the order and every standing by the reference."""
    try:
        pairs, bye, _ = reference_pair(document)
        pairing = (pairs, bye)
    except ReferenceCannotPair:
        pairing = NO_PAIRING
    answers = {"pairing": pairing, "order": reference_order(document)}
    for scope in scopes(document):
        standing = reference_standings(document, scope)
        answers[f"standing of {scope}"] = [
            (rank, *row) for rank, row in enumerate(standing, start=1)
        ]
    return answers


def engine_answers(document):
    """The same by the engine, through the reader of documents and the registry."""
    system = get_system("attacalc")
    snapshot = read_document(json.dumps(document))
    options = make_options(system, snapshot.options)
    try:
        proposal = system.pair(snapshot, options)
        pairs = [(pair.white, pair.black) for pair in proposal.pairs]
        pairing = (pairs, proposal.bye and proposal.bye.player)
    except CannotPair:
        pairing = NO_PAIRING
    answers = {"pairing": pairing, "order": list(system.order(snapshot, options))}
    for scope in scopes(document):
        answers[f"standing of {scope}"] = [
            (row.rank, row.player, row.points, row.value_number)
            for row in system.standings(snapshot, options, scope)
        ]
    return answers


def scopes(document):
    """Every scope of a standing: overall and each tempo."""
    return ["all", *(tempo["id"] for tempo in document["tempos"])]
