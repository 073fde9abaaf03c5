"""Which rounds are explained? Random ones that can be paired, the same for the same number."""

import json
from dataclasses import replace
from itertools import islice
from random import Random

from pairing.core.system import CannotPair
from pairing.formats.document import read_document
from pairing.registry import get_system, rules_of
from tests.pairing import random_keizer
from tests.pairing.random_competitions import random_document
from tests.pairing.random_histories import by_hand, round_after_any_history
from tests.pairing.snapshots import snapshot_of
from tests.pairing.swiss_tournaments import CALM, STORMY, Tournament

#: A seed whose round cannot be paired is replaced by one that is so much further on.
NEXT = 1_000_000


def random_round(system, number):
    """(snapshot, its rules): round `number` of the list; it can be paired."""
    seed = number
    while True:
        snapshot = _drawn(system, seed)
        rules = rules_of(snapshot)
        try:
            if rules.pair(snapshot).pairs:
                return snapshot, rules
        except CannotPair:
            pass
        seed += NEXT


def seen_by_groups(snapshot, rules):
    """A round as each group sees it, where the system knows of groups; else as it is."""
    groups = rules.groups(snapshot) if rules.abilities.knows_groups else []
    if len(groups) < 2:
        return [snapshot]
    return [group.snapshot for group in groups if group.snapshot.to_pair().round.taking_part()]


def _drawn(system, seed):
    """Of the Keizer systems competitions of their own; of the others rounds after histories and
    played ones."""
    kind = seed % 10
    if system == "keizer" and kind in (0, 1, 4, 7):
        snapshot = read_document(json.dumps(random_keizer.random_document(seed)))
        views = seen_by_groups(snapshot, rules_of(snapshot)) or [snapshot]
        return views[seed % len(views)]
    if system == "attacalc" and kind < 8:
        return snapshot_of(random_document(seed))
    knocks_out = get_system(system).abilities.knocks_out  # there only who came through can meet
    if system not in ("attacalc", "keizer") and kind < 6 and not knocks_out:
        snapshot = round_after_any_history(seed, 8 if kind < 4 else 10, system)
    else:
        snapshot = _played(system, seed, kind == 9)
    named = replace(snapshot, name=f"{system} {seed}")
    return by_hand(named, seed) if kind in (3, 8) else named


def _played(system, seed, is_large):
    """A round of a competition that was played by the system from its first round on."""
    random = Random(seed)
    # The transcription of the Dutch system tries everything: a bracket of 16 can take it a minute.
    largest = 14 if system == "fide-dutch" else 16
    size = random.randint(11, largest) if is_large else random.randint(4, 10)
    rounds = random.randint(3, 8) if is_large else random.randint(1, size - 1)
    tournament = Tournament(seed, size, rounds, random.choice([CALM, STORMY]), system)
    return list(islice(tournament.before_each_round(), random.randint(1, rounds)))[-1]
