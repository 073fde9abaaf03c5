"""Is everything that the site holds in a good backup? For the pages of its owner."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from socket import gethostname

from django.conf import settings
from django.utils import timezone

from clubcomp.models import LastBackup
from clubcomp.running.backups.keeping import LATE, Trouble, is_copied, trouble, unsaved_since
from clubcomp.running.backups.made import Backup, backups_in


@dataclass(frozen=True)
class Safety:
    """The proved backups in `place`, the newest first, and what is wrong.

    `elsewhere` is a newer one that another host made, if none here has all changes. `unsaved_since`
    is when the first change was made that is in none of them. `is_copied`: the second place has the
    newest one here; `shares_disk`: it lies on the same disk as the first.
    """

    backups: list[Backup]
    elsewhere: LastBackup | None
    unsaved_since: datetime | None
    trouble: Trouble | None
    place: Path
    second_place: Path | None
    is_copied: bool
    shares_disk: bool

    @property
    def last(self) -> Backup | LastBackup | None:
        return self.elsewhere or next(iter(self.backups), None)

    @property
    def is_late(self) -> bool:
        """Whether changes have been without a backup for a day."""
        return self.unsaved_since is not None and timezone.now() - self.unsaved_since > LATE

    @property
    def is_bad(self) -> bool:
        """Whether somebody has to do something."""
        return self.is_late or self.trouble is not None


def safety_now() -> Safety:
    """The present state of the backups."""
    folder, second = settings.BACKUP_DIR, settings.SECOND_BACKUP_DIR
    backups = backups_in(folder)
    last = next(iter(backups), None)
    unsaved, elsewhere = unsaved_since(last), None
    if unsaved and (elsewhere := _newer_backup_elsewhere(last)):
        unsaved = unsaved_since(elsewhere)
    return Safety(
        backups,
        elsewhere,
        unsaved,
        trouble(),
        folder,
        second,
        last is not None and is_copied(last),
        second is not None and _lie_on_one_disk(folder, second),
    )


def _newer_backup_elsewhere(last: Backup | None) -> LastBackup | None:
    """A backup that another host made after the last one here; this host's own are its files."""
    elsewhere = LastBackup.objects.exclude(host=gethostname())
    return elsewhere.filter(made_at__gt=last.made_at).first() if last else elsewhere.first()


def _lie_on_one_disk(first: Path, second: Path) -> bool:
    try:
        return os.stat(first).st_dev == os.stat(second).st_dev
    except OSError:
        return False
