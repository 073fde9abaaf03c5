"""What does a call of the command line cost, from beginning to end? Files of 20 players.

`python -m tests.bench.bench_commands`. With BBPPAIRINGS naming its binary, that too, on one file.
"""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from pairing.formats.document import write_document
from pairing.formats.trf_written import write_trf
from tests.bench.bench_attacalc import season, to_be_paired
from tests.bench.bench_swiss import SYSTEMS, TOLD
from tests.bench.clock import calibration_ms
from tests.pairing.swiss_tournaments import CALM, Tournament

ROOT = Path(__file__).parents[2]
PLAYERS, ROUNDS, MANY = 20, 9, 1000


def main(write=sys.stdout.write):
    """Print the figures."""
    write(f"calibration loop  {calibration_ms():.1f} ms CPU\n")
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = [trf(folder, system) for system in SYSTEMS]
        document = folder / "attacalc.json"
        document.write_text(write_document(to_be_paired(season(PLAYERS, 10, 3))))
        module, manage = ("-m", "pairing"), ("manage.py",)

        def told(what, *arguments, tries=7):
            spent = call_ms([sys.executable, *map(str, arguments)], tries)
            write(f"{what}  {spent:.0f} ms CPU\n")

        told("python -c pass", "-c", "pass")
        for system, file in zip(SYSTEMS, files, strict=True):
            told(f"pair {system}", *module, "pair", system, file)
        told("pair attacalc", *module, "pair", "attacalc", document)
        told("manage.py pair", *manage, "pair", SYSTEMS[0], files[0])
        told("pair --explain", *module, "pair", SYSTEMS[0], files[0], "--explain")
        told("standings", *module, "standings", "--system", SYSTEMS[0], files[0])
        told("check_pairings", *module, "check_pairings", SYSTEMS[0], files[0])
        many = folder / "many"
        many.mkdir()
        for number in range(MANY):
            (many / f"{number:04}.trf").write_bytes(files[0].read_bytes())
        paired = (*module, "pair", SYSTEMS[0], many, "--output", folder / "paired")
        spent = call_ms([sys.executable, *map(str, paired)], 2) / MANY
        write(f"pair a folder of {MANY}, each  {spent:.2f} ms CPU\n")
        if program := os.environ.get("BBPPAIRINGS"):
            spent = call_ms([program, "--dutch", str(files[0]), "-p"], 7)
            write(f"bbpPairings (another edition)  {spent:.1f} ms CPU\n")


def trf(folder, system):
    """A file of a competition before its fifth round."""
    rounds = Tournament(1, PLAYERS, ROUNDS, CALM, system).before_each_round()
    *_, snapshot = islice(rounds, TOLD)
    path = folder / f"{system}.trf"
    path.write_bytes(write_trf(snapshot))
    return path


def call_ms(command, tries):
    """The least CPU time of a whole program over some calls, in milliseconds."""
    best = float("inf")
    for _ in range(tries):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        after = getrusage(RUSAGE_CHILDREN)
        best = min(best, sum(after[:2]) - sum(before[:2]))
    return 1000 * best


if __name__ == "__main__":
    main()
