"""FIDE's Dutch system beside other programs: `python -m tests.bench.bench_dutch`.

Five rounds of calm competitions, paired by this engine, by gacrux, by caissify-pairings, and by
bbpPairings where the variable BBPPAIRINGS names its program: the fifth is what is told, and how
many are paired as by this engine. Who takes too long for one is stopped.
"""

import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from tempfile import TemporaryDirectory

from pairing.formats.trf import read_trf
from pairing.formats.trf_written import write_trf
from tests.bench.clock import calibration_ms
from tests.pairing.dutch_opponents import answer, caissify_answer, gacrux_answer
from tests.pairing.swiss_tournaments import CALM, Tournament

SIZES, ROUNDS = (200, 1000), 5
#: In seconds of CPU time, for one round.
LONGEST = 60
PROGRAM = os.environ.get("BBPPAIRINGS", "")


def main(write=sys.stdout.write):
    """Print the figures."""
    write(f"calibration loop  {calibration_ms():.1f} ms CPU\n")
    programs = {"fide-dutch": own_answer, "gacrux": gacrux_answer, "caissify": caissify_answer}
    if PROGRAM:
        programs["bbpPairings"] = bbp_answer
    for size in SIZES:
        competition = Tournament(1, size, 9, CALM, "fide-dutch")
        rounds = [*islice(competition.before_each_round(), ROUNDS)]
        for name, pair in programs.items():
            told = f"{name}, {size} players, round"
            try:
                answers = [in_time(pair, snapshot) for snapshot in rounds]
            except BrokenProcessPool:
                write(f"{told}: stopped after {LONGEST} s of CPU time\n")
                continue
            alike = sum(made == answer(now) for (made, _), now in zip(answers, rounds, strict=True))
            write(f"{told} {ROUNDS}  {answers[-1][1]:.1f} ms CPU\n")
            write(f"    {alike} of {ROUNDS} rounds alike\n")


def in_time(pair, snapshot):
    """An answer and its CPU time in ms, in a process that ends when it takes too long."""
    limit = (LONGEST, LONGEST)
    with ProcessPoolExecutor(1, get_context("fork"), setrlimit, (RLIMIT_CPU, limit)) as pool:
        return pool.submit(timed, pair, snapshot).result()


def timed(pair, snapshot):
    """The same, with the time of programs that it starts."""
    before = os.times()[:4]
    made = pair(snapshot)
    return made, 1000 * (sum(os.times()[:4]) - sum(before))


def own_answer(snapshot):
    """This engine's, from the file too."""
    return answer(read_trf(write_trf(snapshot, "26"), "fide-dutch").snapshot)


def bbp_answer(snapshot):
    """That of bbpPairings, a program on a file."""
    with TemporaryDirectory() as folder:
        path, made = Path(folder) / "round.trf", Path(folder) / "pairs"
        path.write_bytes(write_trf(snapshot, "16"))
        subprocess.run([PROGRAM, "--dutch", path, "-p", made], check=True)
        boards = [tuple(map(int, line.split())) for line in made.read_text().splitlines()[1:]]
    byes = [white for white, black in boards if not black]
    return {board for board in boards if all(board)}, byes[0] if byes else None


if __name__ == "__main__":
    main()
