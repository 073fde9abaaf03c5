"""Which pages for everybody were made already, in the form in which they are sent?"""

from django.db import models


class KeptPage(models.Model):
    """A page that outlives the process that made it, for another one that is asked for it.

    There are only so many slots: a page takes that of its name, whoever had it. The table is not
    logged, so after a crash of the database it is empty; what is older than a day is
    deleted within the hour in which another page is kept.
    """

    slot = models.PositiveIntegerField(primary_key=True)
    name = models.CharField(max_length=64)
    until = models.FloatField(db_index=True)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField()
    br = models.BinaryField()
    gzip = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.slot}, {self.name[:8]}"
