"""Which submitted forms were carried out, so that none is carried out twice?"""

from django.db import models


class DonePress(models.Model):
    """A submitted form, written in the transaction of its step and kept some days.

    `key` is a digest of the user, the address, the key of the form and its contents.
    """

    key = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}, {self.at:%Y-%m-%d %H:%M}"
