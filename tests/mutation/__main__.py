"""Would the tests notice a slip? `make mutate` changes one thing at a time and runs them.

    make mutate                                     40 mutants of each module in modules.toml
    make mutate MODULE=pairing/core/tiebreaks.py COUNT=10 SEED=2      (COUNT=0: all there are)

`modules.toml` says which test files concern a module, the quickest to notice first, and which
mutants are equivalent: no test can tell them from the module. It ends with 1 where fewer than 95 %
of the others are killed, where more than 15 % are listed, or where one that is listed is gone.
"""

import argparse
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.mutation.mutants import mutants_of
from tests.mutation.trial import killed

ROOT = Path(__file__).parents[2]
LEAST_KILLED, MOST_LISTED = 0.95, 0.15


def main() -> None:
    tables = tomllib.loads(Path(__file__).with_name("modules.toml").read_text("utf-8"))
    parser = argparse.ArgumentParser(prog="make mutate")
    parser.add_argument("modules", nargs="*", metavar="MODULE", default=list(tables))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parallel", type=int, default=2)
    wanted = parser.parse_args()
    with scratch_copy():
        ends = [
            is_held(path, tables[path], wanted.count, wanted.seed, wanted.parallel)
            for path in wanted.modules
        ]
    sys.exit(not all(ends))


@contextmanager
def scratch_copy() -> Iterator[None]:
    """Work in a copy of the checkout, with a database of its own: meanwhile the tree may change."""
    with tempfile.TemporaryDirectory(prefix="mutants.", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        # The database server is another user's where this one is root.
        Path(folder).chmod(0o755)
        os.environ["CLUBCOMP_DATA_DIR"] = f"{folder}/data"
        os.chdir(copy)
        sys.path[0] = str(copy)
        yield


def is_held(path: str, table: dict, count: int, seed: int, parallel: int) -> bool:
    """Try some mutants of a module, print what becomes of them; whether that is good enough."""
    mutants = mutants_of(Path(path).read_bytes())
    listed = {
        (each["function"], each["line"], each["change"]) for each in table.get("equivalent", ())
    }
    gone = listed - {mutant.name for mutant in mutants}
    if 0 < count < len(mutants):
        mutants = random.Random(f"{seed} {path}").sample(mutants, count)
    tried = [mutant for mutant in mutants if mutant.name not in listed]
    with ProcessPoolExecutor(parallel, multiprocessing.get_context("spawn")) as workers:
        parts = [
            workers.submit(killed, f"mutants{n}", path, table["tests"], tried[n::parallel])
            for n in range(parallel)
        ]
    kills, left_out = sum(sum(part.result()) for part in parts), len(mutants) - len(tried)
    for name in sorted(gone):
        print("listed as equivalent, but gone:", *name, sep="  ")  # noqa: T201
    print(f"{path}: {kills} of {len(tried)} killed, {left_out} of {len(mutants)} equivalent\n")  # noqa: T201
    enough = kills >= LEAST_KILLED * len(tried)
    return enough and left_out <= MOST_LISTED * len(mutants) and not gone


if __name__ == "__main__":
    main()
