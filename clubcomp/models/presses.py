"""Which presses of a button were carried out, so that none is carried out twice?"""

from django.db import models


class DonePress(models.Model):
    """A press that was carried out, written in the transaction of its step; kept some days.

    `key` is made of who pressed, where, the key of the form, and what was in it.
    """

    key = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}, {self.at:%Y-%m-%d %H:%M}"
