"""Which rounds are slow to pair? Adversarial tournaments for as long as you like: `make hunt`.

Seed after seed, in every kind and system, of up to 200 players and 23 rounds. Told are the rounds
that take more than half a second of CPU time, pass a twentieth of the counted budget or make an
engine fail, as they are found, and the slowest of each system at the end. KEEP is a folder for the
documents of the former.
"""

import sys
from argparse import ArgumentParser
from itertools import count, product
from pathlib import Path
from time import process_time

from pairing.formats.document import write_document
from pairing.matching import budget
from tests.pairing.adversarial import KINDS, SYSTEMS, Played, Unpaired, tournament

SIZES = (24, 64, 120, 200)
EACH = tuple(product(KINDS, SYSTEMS))
ROUNDS = 23
SECONDS = 0.5
STEPS = budget.LIMIT // 20
COUNT = 5


def rounds_of(seed, kind, system, most):
    """Every round of a tournament: CPU seconds, the work counted, the round, and how it failed."""
    rounds = tournament(seed, kind, system, most, ROUNDS)
    while True:
        began, failure = process_time(), ""
        with budget.counted() as done:
            try:
                played = next(rounds, None)
            except Unpaired as unpaired:
                played, failure = unpaired.played, f", {unpaired.__cause__!r}"
        if played is None:
            return
        yield process_time() - began, done, played, failure


def hunt(first, seconds, keep, write=sys.stdout.write):
    """Print what is slow until so much CPU time is spent."""
    slowest = {system: [] for system in SYSTEMS}
    number, began = 0, process_time()
    for seed, (kind, system) in ((seed, one) for seed in count(first) for one in EACH):
        if process_time() - began > seconds:
            break
        most = SIZES[(seed + KINDS.index(kind) + SYSTEMS.index(system)) % len(SIZES)]
        for spent, done, played, failure in rounds_of(seed, kind, system, most):
            number += 1
            line = f"{spent:8.3f} s, {told(done)}: {system} {name(seed, kind, played)}{failure}\n"
            slowest[system] = sorted([*slowest[system], (spent, line)], reverse=True)[:COUNT]
            if spent > SECONDS or done.steps > STEPS or failure:
                write(line)
                sys.stdout.flush()
                if keep:
                    keep.mkdir(exist_ok=True)
                    document = keep / f"{system}_{name(seed, kind, played)}.json"
                    document.write_text(write_document(played.snapshot))
    write(f"{number} rounds; the slowest of each system:\n")
    for lines in slowest.values():
        write("".join(line for _, line in lines))


def told(done):
    """The work of a round: weighted and plain matchings, choices, and steps."""
    return f"{done.weighted} + {done.plain} matchings, {done.branches} choices, {done.steps} steps"


def name(seed: int, kind: str, played: Played) -> str:
    """A round by what makes it again."""
    return f"{kind}_{seed}_n{len(played.snapshot.players)}_r{played.number}"


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    hunt(arguments.seed, arguments.seconds, arguments.keep)
