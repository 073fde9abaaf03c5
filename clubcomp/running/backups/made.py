"""What is known of a backup here: written beside it once it is proved, and read from there.

Except for how it was checked, all of it is in the file as well (`rows.py`).
"""

import json
import os
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from clubcomp.running.backups.sealed import digest_of
from clubcomp.running.postgres.succession import write_out

SUFFIX = ".backup"
NAME = re.compile(r"clubcomp-\d{4}-\d\d-\d\d-\d{6}\.backup")
#: How the name of an unfinished file begins; nobody takes it for a backup.
UNFINISHED = ".being-made-"


@dataclass(frozen=True)
class Backup:
    """A backup that was proved.

    `why` it was made: "asked", "closed" (an evening), "start", "night", "upgrade", "restore".
    `checked` is "restored" (read back into a database and compared) or "counted". `state` says
    which moment it shows (`making.STATE`), `contents` the rows of each table.
    """

    file: Path
    made_at: datetime
    why: str
    release: str
    size: int
    sha256: str
    checked: str
    state: str
    contents: dict[str, list[Any]]

    def write_facts(self, file: Path) -> None:
        """Write the facts about it as JSON."""
        facts = asdict(self) | {"made_at": self.made_at.isoformat()}
        del facts["file"]
        file.write_text(json.dumps(facts, indent=1) + "\n")

    @property
    def is_as_it_was(self) -> bool:
        """Whether the file holds the very bytes that were proved."""
        return digest_of(self.file) == self.sha256


def facts_beside(file: Path) -> Path:
    """The file with the facts about a backup."""
    return file.with_name(f"{file.name}.json")


def key_beside(file: Path) -> Path:
    """Where the key of the site's links is kept beside a backup."""
    return file.with_name(f"{file.name}.key")


def remove(file: Path) -> None:
    """Remove a backup with the files beside it: first the facts, by which it counts as proved."""
    for path in (facts_beside(file), key_beside(file), file):
        path.unlink(missing_ok=True)


def backup_in(file: Path) -> Backup | None:
    """What is known of the backup in a file; None if nothing is, or the file is gone."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        facts = json.loads(facts_beside(file).read_text())
        facts["made_at"] = datetime.fromisoformat(facts["made_at"])
        if file.stat().st_size == facts["size"]:
            return Backup(file=file, **facts)
    return None


def newest_in(folder: Path) -> Backup | None:
    """The newest proved backup of a folder."""
    return next(iter(backups_in(folder)), None)


def backups_in(folder: Path) -> list[Backup]:
    """The proved backups of a folder, the newest first."""
    with suppress(OSError):
        files = [file for file in folder.iterdir() if NAME.fullmatch(file.name)]
        known = [backup for file in files if (backup := backup_in(file))]
        return sorted(known, key=lambda backup: backup.made_at, reverse=True)
    return []


def name_at(moment: datetime) -> str:
    """The name of the file of a backup that was made at this moment, which is in UTC."""
    return f"clubcomp-{moment:%Y-%m-%d-%H%M%S}{SUFFIX}"


def put_in_place(unfinished: Path, backup: Backup, key: str) -> None:
    """Give a proved file its name, and write its facts, so that all of it survives a power cut.

    The facts come last: without them it is no proved backup. `key` is "" if there is none to keep.
    """
    moves = {unfinished: backup.file}
    if key:
        moves[key_beside(unfinished)] = key_beside(backup.file)
        key_beside(unfinished).touch(mode=0o600)
        key_beside(unfinished).write_text(key)
    moves[facts_beside(unfinished)] = facts_beside(backup.file)
    backup.write_facts(facts_beside(unfinished))
    for path in moves:
        with path.open("r+b") as data:
            os.fsync(data.fileno())
    for path, target in moves.items():
        path.rename(target)
    write_out(backup.file.parent)
