"""What do the Swiss systems' pairings and standings cost? `python -m tests.bench.bench_swiss`.

Calm competitions of nine rounds: the fifth is what is told, of the largest ones the slowest too.
Which rounds are slow for their size is what `make hunt` looks for.
"""

import sys
from contextlib import suppress
from itertools import islice

from pairing.core.system import CannotPair
from pairing.core.types import OVERALL
from pairing.formats.files import read_file
from pairing.formats.trf import read_trf
from pairing.formats.trf_written import write_trf
from pairing.registry import rules_of
from tests.bench.clock import calibration_ms, cpu_ms
from tests.pairing.snapshots import CASES
from tests.pairing.swiss_tournaments import CALM, Tournament

SYSTEMS = (
    "knsb-rating",
    "knsb-rating-1996",
    "fide-rating-1998",
    "knsb-resistance",
    "fide-dutch",
)
SIZES = (20, 200, 1000, 2000)
ROUNDS, TOLD = 9, 5


def main(write=sys.stdout.write):
    """Print the figures."""
    write(f"calibration loop  {calibration_ms():.1f} ms CPU\n")
    for system in SYSTEMS:
        for size in SIZES:
            of_one(system, size, write)
    for path in sorted((CASES / "hard").glob("*.json")):
        snapshot = read_file(path)
        rules = rules_of(snapshot)
        spent = cpu_ms(
            lambda rules=rules, snapshot=snapshot: paired_or_given_up(rules, snapshot), 2
        )
        write(f"hard: {path.stem}  {spent:.0f} ms CPU\n")


def paired_or_given_up(rules, snapshot):
    """Pair it; two of the positions are given up at the end of the budget."""
    with suppress(CannotPair):
        rules.pair(snapshot)


def of_one(system, size, write):
    """A competition of so many players."""
    competition = Tournament(1, size, ROUNDS, CALM, system)
    engine, options = competition.engine, competition.options
    rounds, times = competition.before_each_round(), []
    for snapshot in islice(rounds, TOLD):
        times.append(cpu_ms(lambda now=snapshot: engine.pair(now, options), 2))

    def told(what, call, tries=3):
        write(f"{system}, {size} players, {what}  {cpu_ms(call, tries):.1f} ms CPU\n")

    told("round 5", lambda: engine.pair(snapshot, options), 7)
    if size == SIZES[-1]:
        write(f"{system}, {size} players, slowest of 5 rounds  {max(times):.1f} ms CPU\n")
    if size == 200:
        told("paired and one board explained", lambda: explained(engine.explain(snapshot, options)))
    if size == 1000:
        told("standings", lambda: engine.standings(snapshot, options, OVERALL))
    if size == 200 and system == SYSTEMS[0]:
        data = write_trf(snapshot)
        told("TRF read", lambda: read_trf(data, system))


def explained(explanation):
    """Why the board in the middle is one."""
    pairs = explanation.proposal.pairs
    return explanation.answer(pairs[len(pairs) // 2])


if __name__ == "__main__":
    main()
