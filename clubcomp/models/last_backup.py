"""When was the last good backup made, on any host?"""

from django.db import models


class LastBackup(models.Model):
    """What hosts that make no backups know of them: one row, which no backup has.

    `state` says of what moment it is, `checked` how it was proved (`backups.made.Backup`).
    """

    host = models.CharField(max_length=255)
    made_at = models.DateTimeField()
    state = models.CharField(max_length=32, blank=True)
    checked = models.CharField(max_length=16)

    def __str__(self) -> str:
        return f"{self.host}, {self.made_at}"
