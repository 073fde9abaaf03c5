"""Where are backups kept?"""

from datetime import UTC, datetime

from django.conf import settings

from clubcomp.backups.made import Backup, name_at
from clubcomp.backups.making import make_backup


def make_and_keep(*, why: str) -> Backup:
    """A backup in the place of backups; NoBackup."""
    return make_backup(settings.BACKUP_DIR / name_at(datetime.now(UTC)), why=why)
