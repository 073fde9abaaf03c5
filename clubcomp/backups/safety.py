"""Is what the site holds in a good backup? What the pages of its owner say."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from clubcomp.backups.keeping import LATE, Trouble, is_copied, trouble, unsaved_since
from clubcomp.backups.made import Backup, backups_in


@dataclass(frozen=True)
class Safety:
    """The proved backups, the newest first, and what is wrong.

    `unsaved_since` is when something was changed first that is in none of them. `is_copied`: the
    second place has the newest; `shares_disk`: it lies on the same disk as the first.
    """

    backups: list[Backup]
    unsaved_since: datetime | None
    trouble: Trouble | None
    place: Path
    second_place: Path | None
    is_copied: bool
    shares_disk: bool

    @property
    def last(self) -> Backup | None:
        return self.backups[0] if self.backups else None

    @property
    def is_late(self) -> bool:
        """Whether changes are without a backup for a day."""
        return self.unsaved_since is not None and timezone.now() - self.unsaved_since > LATE

    @property
    def is_bad(self) -> bool:
        """Whether somebody has to do something."""
        return self.is_late or self.trouble is not None


def safety_now() -> Safety:
    """As it is now."""
    place, second = settings.BACKUP_DIR, settings.SECOND_BACKUP_DIR
    backups = backups_in(place)
    last = backups[0] if backups else None
    return Safety(
        backups,
        unsaved_since(last),
        trouble(),
        place,
        second,
        last is not None and is_copied(last),
        second is not None and _lie_on_one_disk(place, second),
    )


def _lie_on_one_disk(place: Path, second: Path) -> bool:
    try:
        return os.stat(place).st_dev == os.stat(second).st_dev
    except OSError:
        return False
