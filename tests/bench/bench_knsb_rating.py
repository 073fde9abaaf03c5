"""How much CPU time does `knsb-rating` take? `make bench`, or `python -m tests.bench...`.

Whole competitions of nine rounds, then many random ones with absences and forfeits, the slowest
with their seeds. `--tournaments N [--first SEED]`: only random ones, N of up to 200 players,
every other one a small field to its last rounds; figures as they come, for a long run.
`--system KEY`: of another Swiss system.
"""

import sys
from argparse import ArgumentParser
from contextlib import suppress
from time import process_time

from pairing.core.system import CannotPair
from tests.bench.clock import calibration_ms, growth
from tests.pairing.swiss_tournaments import CALM, STORMY, Tournament

SIZES = (50, 100, 200, 500, 1000, 2000)
ROUNDS = 9


def pairing_ms(engine, snapshot, options, tries=3):
    """CPU time of one pairing: the least of some tries."""
    best = float("inf")
    for _ in range(tries):
        began = process_time()
        with suppress(CannotPair):
            engine.pair(snapshot, options)
        best = min(best, process_time() - began)
    return 1000 * best


def rounds_of(size, system):
    """Milliseconds of every round of one competition."""
    competition = Tournament(1, size, ROUNDS, CALM, system)
    return [
        pairing_ms(competition.engine, snapshot, competition.options)
        for snapshot in competition.before_each_round()
    ]


def slowest(seeds, sizes, rounds, system, count=5):
    """The slowest rounds of many competitions: (ms, seed, players, round); and how many."""
    times = []
    for seed in seeds:
        size = sizes(seed)
        competition = Tournament(seed, size, rounds(seed, size), STORMY, system)
        for number, snapshot in enumerate(competition.before_each_round(), start=1):
            spent = pairing_ms(competition.engine, snapshot, competition.options, tries=1)
            times.append((spent, seed, size, number))
    return sorted(times, reverse=True)[:count], len(times)


def long_run(seeds, system, write):
    """Print the slowest rounds of many competitions, again after every hundred."""
    worst, count, total = [], 0, 0.0
    for first in range(seeds.start, seeds.stop, 100):
        some = range(first, min(first + 100, seeds.stop))
        began = process_time()
        found, rounds = slowest(some, _mixed, _mixed_rounds, system, count=10)
        total += process_time() - began
        count += rounds
        worst = sorted([*worst, *found], reverse=True)[:10]
        write(f"seeds {seeds.start}-{some[-1]}: {count} rounds, {total:.0f} s CPU\n")
    for spent, seed, size, number in worst:
        write(f"  {spent:8.1f} ms CPU: seed {seed}, {size} players, round {number}\n")


def main(system="knsb-rating", write=sys.stdout.write):
    """Print the figures."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--system", default=system)
    arguments = parser.parse_args()
    if arguments.tournaments:
        long_run(
            range(arguments.first, arguments.first + arguments.tournaments), arguments.system, write
        )
        return
    write(f"calibration loop {calibration_ms():8.1f} ms CPU\n\n")
    write("players " + "".join(f"  round {number}" for number in range(1, ROUNDS + 1)) + "\n")
    fifth = []
    for size in SIZES:
        times = rounds_of(size, arguments.system)
        fifth.append(times[4])
        write(f"{size:7} " + "".join(f"{spent:9.1f}" for spent in times) + "  ms CPU\n")
    write(f"growth in round 5: exponent {growth(SIZES, fifth):.2f}\n\n")

    write("slowest of many competitions with absences, forfeits, late entries and withdrawals\n")
    for what, seeds, sizes, rounds in (
        ("5-12 players, as many rounds as can be", range(150), _few, lambda seed, size: size - 1),
        ("8-20 players, up to 19 rounds", range(150), _some, lambda seed, size: size - 1),
        ("up to 200 players, up to 24 rounds", range(40), _many, lambda seed, size: 5 + seed % 20),
    ):
        found, count = slowest(seeds, sizes, rounds, arguments.system)
        write(f"{what} ({count} rounds)\n")
        for spent, seed, size, number in found:
            write(f"  {spent:8.1f} ms CPU: seed {seed}, {size} players, round {number}\n")


def _mixed(seed):
    return _some(seed // 2) if seed % 2 else _many(seed // 2)


def _mixed_rounds(seed, size):
    return size - 1 if seed % 2 else 5 + seed // 2 % 20


def _few(seed):
    return 5 + seed % 8


def _some(seed):
    return 8 + seed % 13


def _many(seed):
    return 60 + seed * 37 % 141


if __name__ == "__main__":
    main()
