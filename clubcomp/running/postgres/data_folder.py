"""In which folder are the data of this checkout? In the same one wherever the checkout is.

An installed program has one folder, whatever environment it is installed in.

The folder is named once; the checkout keeps that name in a file that git ignores, and the folder
keeps the path of its checkout. A checkout that was moved finds its data; a copy of one that is
still where it was begins with data of its own.
"""

import hashlib
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from clubcomp.running.postgres.programs import data_home
from pairing.installed import CODE, IS_INSTALLED

#: A file in the checkout with the name of its data folder.
NAME_FILE = ".clubcomp-data"
#: The data folder of a program that was installed.
INSTALLED = "installed"
#: A file in the data folder with the path of its checkout.
CHECKOUT_FILE = "checkout"
NAME = re.compile(r"[a-zA-Z0-9-]{1,60}")


@dataclass(frozen=True)
class DataFolder:
    """A folder with our data: when it was last used, and by which checkout if that is known."""

    path: Path
    used_at: datetime
    checkout: str


def own_home() -> Path:
    """The data folder of the program that runs."""
    return data_home() / INSTALLED if IS_INSTALLED else home_of(CODE)


def settle_own(home: Path) -> None:
    """Let this program and its data folder name each other."""
    if not IS_INSTALLED:
        settle(home, CODE)


def home_of(checkout: Path) -> Path:
    """The data folder of a checkout. Nothing is written here: see `settle`."""
    checkout = checkout.resolve()
    first = _first_name(checkout)
    names = chain([_kept_name(checkout), first], (f"{first}-{number}" for number in count(2)))
    return next(data_home() / name for name in names if name and not _is_of_another(name, checkout))


def settle(home: Path, checkout: Path) -> None:
    """Let the checkout and its data folder name each other, where this program may write there."""
    checkout = checkout.resolve()
    with suppress(OSError):
        if _kept_name(checkout) != home.name and home.parent == data_home():
            (checkout / NAME_FILE).write_text(f"{home.name}\n")
        if _checkout_of(home) != str(checkout):
            (home / CHECKOUT_FILE).write_text(f"{checkout}\n")


def folders_except(home: Path | None) -> list[DataFolder]:
    """The folders with our data except `home`, or all of them (None), the last used first."""
    folders = []
    for cluster in data_home().glob("*/cluster"):
        with suppress(OSError):
            used = max((cluster / name).stat().st_mtime for name in ("PG_VERSION", "server.log"))
            if cluster.parent != home:
                moment = datetime.fromtimestamp(used, UTC)
                folders.append(DataFolder(cluster.parent, moment, _checkout_of(cluster.parent)))
    return sorted(folders, key=lambda folder: folder.used_at, reverse=True)


def _first_name(checkout: Path) -> str:
    """A readable name, different for every path, so no two checkouts begin with the same one."""
    readable = re.sub(r"[^a-zA-Z0-9]+", "-", checkout.name)[:30]
    return f"{readable}-{hashlib.sha256(os.fsencode(checkout)).hexdigest()[:10]}"


def _kept_name(checkout: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        name = (checkout / NAME_FILE).read_text().strip()
        return name if NAME.fullmatch(name) else ""
    return ""


def _checkout_of(home: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return (home / CHECKOUT_FILE).read_text().strip()
    return ""


def _is_of_another(name: str, checkout: Path) -> bool:
    """Whether these data point to another checkout, which still keeps their name."""
    owner = _checkout_of(data_home() / name)
    return bool(owner) and Path(owner) != checkout and _kept_name(Path(owner)) == name
