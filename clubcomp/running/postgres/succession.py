"""How do other data replace a server's? They are made beside those, then folders are renamed.

While they are made they belong to a server of their own, in `UNFINISHED`. Once they are complete
that folder is renamed to `WHOLE`, and the program that starts the server next puts them in place:
so it does not matter where a program is killed in between. The old data stay beside them, under a
name that says why.
"""

import os
import shutil
from itertools import chain, count
from pathlib import Path

UNFINISHED = "successor-unfinished"
WHOLE = "successor"
#: A file in it with the future name of the data that are replaced.
NAME_FILE = "name-of-what-was-there"
#: How the names of old data end that may go once their successor has a good backup.
UNTIL_BACKUP = "-until-the-next-backup"


def call_whole(home: Path, *, old_name: str) -> None:
    """Declare the data in `UNFINISHED` complete, after their server was stopped."""
    (home / UNFINISHED / NAME_FILE).write_text(old_name)
    write_out(home / UNFINISHED / NAME_FILE)
    (home / UNFINISHED).rename(home / WHOLE)
    write_out(home)


def put_in_place(home: Path) -> None:
    """Put complete data in place, or finish doing so, while nobody can start the server."""
    whole, cluster = home / WHOLE, home / "cluster"
    if (whole / "cluster").exists():
        if cluster.exists():
            cluster.rename(_free_name(home, (whole / NAME_FILE).read_text()))
        if (whole / "password").exists():
            (whole / "password").replace(home / "password")
        (whole / "cluster").rename(cluster)
        write_out(home)
    if whole.exists():
        shutil.rmtree(whole)


def remove_superfluous(home: Path) -> None:
    """Remove the data before an upgrade, now that there is a good backup of those after it."""
    for old in home.glob(f"cluster-*{UNTIL_BACKUP}*"):
        shutil.rmtree(old, ignore_errors=True)


def _free_name(home: Path, name: str) -> Path:
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(home / free for free in names if not (home / free).exists())


def write_out(path: Path) -> None:
    """Make a change survive a power cut; Windows cannot write out a folder, so there it may not."""
    if os.name == "nt":
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
