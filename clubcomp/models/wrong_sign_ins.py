"""Where did wrong passwords come from lately?"""

from django.db import models


class WrongSignIns(models.Model):
    """Wrong passwords in a row: of a device, of a network for one account, of either in all.

    `key` is a digest, so that nobody's address is kept. `last` is when the last one was tried.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    last = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "wrong sign-ins"

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count}"
