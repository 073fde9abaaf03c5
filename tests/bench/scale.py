"""A host with many clubs, all its machines on this one: `python -m tests.bench.scale`.

1,000 clubs; PostgreSQL and its replica, PgBouncer, two app processes and nginx. In 20 of the clubs
an evening is on: 10 phones each follow it, and its leader enters a result every five seconds.
Strangers open pages of any club. Prints what was answered and how fast, how far the replica was
behind, and what each part took of a core, for the tables of `docs/scale.md`.
"""

import asyncio
import json
import os
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import psycopg

from tests.bench.phones import Phones, parts_of
from tests.postgres.machines import NAME, Leader, ask, children, site_with_clubs

FOLLOWED, PHONES, EVERY, OPENED = 20, 10, 4, 5
LAG = """
    SELECT coalesce(extract(epoch FROM replay_lag), 0), sent_lsn - replay_lsn
    FROM pg_stat_replication
"""


def cpu_of(pid):
    """Seconds of CPU of a process, of those that it started, and of theirs."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:  # it has ended: who started it counts its seconds
        return 0
    ticks = sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK") + sum(map(cpu_of, children(pid)))


def entered(leader, first, between, until):
    """Results, one every so many seconds: how long each took."""
    waits, statuses, moment = [], Counter(), first
    boards = list(leader.seen)
    while moment < until:
        time.sleep(max(0, moment - time.monotonic()))
        board = boards[len(waits) % len(boards)]
        began = time.monotonic()
        is_done = leader.enter(board, "0-1" if leader.seen[board] == "1-0" else "1-0")
        waits.append(time.monotonic() - began)
        statuses["200" if is_done else str(leader.refused[-1])] += 1
        moment += between
    return waits, statuses


def opened(port, clubs, until):
    """Pages of any club, by who follows none."""
    waits, statuses, chance, moment = [], Counter(), Random(1), time.monotonic()
    while moment < until:
        time.sleep(max(0, moment - time.monotonic()))
        began = time.monotonic()
        statuses[str(ask(port, "GET", chance.choice(clubs)["tonight"])[0])] += 1
        waits.append(time.monotonic() - began)
        moment += 1 / OPENED
    return waits, statuses


def lags(primary, until):
    """How far the replica is behind, in seconds and bytes, ten times a second."""
    seen = []
    with psycopg.connect(**primary.reach | {"host": str(primary.folder)}, dbname=NAME) as asking:
        asking.autocommit = True
        while time.monotonic() < until:
            seen += [tuple(map(float, row)) for row in asking.execute(LAG)]
            time.sleep(0.1)
    return seen


async def follow(phones, seconds):
    """All phones, each club's at its own rate."""
    asked = [one.run(PHONES / EVERY, seconds, PHONES) for one in phones]
    await asyncio.gather(*asked)


def main(write=sys.stdout.write):
    """Print the figures."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--clubs", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--between", type=int, default=5, help="seconds between a club's results")
    asked = parser.parse_args()
    with site_with_clubs(asked.clubs, options="") as (site, clubs):
        for club in clubs[:FOLLOWED]:
            ask(site.port, "GET", club["tonight"])
        phones = [Phones(f"127.0.0.1:{site.port}", one["tonight"]) for one in clubs[:FOLLOWED]]
        leaders = [Leader(site, club) for club in clubs[:FOLLOWED]]
        before = {name: cpu_of(part.pid) for name, part in site.parts.items()}
        began = time.monotonic()
        until = began + asked.seconds
        with ThreadPoolExecutor(FOLLOWED + 2) as threads:
            firsts = [began + asked.between * n / FOLLOWED for n in range(len(leaders))]
            entering = [
                threads.submit(entered, leader, first, asked.between, until)
                for leader, first in zip(leaders, firsts, strict=True)
            ]
            opening = threads.submit(opened, site.port, clubs, until)
            behind = threads.submit(lags, site.primary, until)
            asyncio.run(follow(phones, asked.seconds))
        spent = {name: cpu_of(part.pid) - before[name] for name, part in site.parts.items()}
        results = [one.result() for one in entering]
        kinds = {
            "polls of phones": (
                [wait for one in phones for wait in one.waits],
                sum((one.statuses for one in phones), Counter()),
            ),
            "results entered": (
                [wait for waits, _ in results for wait in waits],
                sum((statuses for _, statuses in results), Counter()),
            ),
            "pages opened": opening.result(),
        }
        for what, (waits, statuses) in kinds.items():
            write(f"{what}: {json.dumps(parts_of(waits) | {'answers': statuses})}\n")
        late, bytes_ = zip(*behind.result(), strict=True)
        write(f"replica behind: {json.dumps(parts_of(late))}, at most {max(bytes_):,.0f} bytes\n")
        for name, seconds in spent.items():
            write(f"{name}: {100 * seconds / asked.seconds:.1f} % of a core\n")
        with psycopg.connect(
            **site.primary.reach | {"host": str(site.primary.folder)}, dbname=NAME
        ) as asking:
            size = asking.execute("SELECT pg_database_size(current_database())").fetchone()[0]
        write(f"the database: {size / len(clubs) / 1024:.0f} KiB a club\n")


if __name__ == "__main__":
    main()
