"""What is kept for some days or hours only: forms that were done, files, searches."""

from datetime import timedelta

from django.conf import settings
from django.db import models

from clubcomp.models.clubs import Club
from clubcomp.models.competitions import Competition


class DonePress(models.Model):
    """A submitted form, written in the transaction of its step and kept some days.

    `key` is a digest of the user, the address, the key of the form and its contents.
    """

    key = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}, {self.at:%Y-%m-%d %H:%M}"


class Upload(models.Model):
    """A file that somebody previewed in a club, kept until they import it; or pictures that they
    replaced (`flow.nameplate.replaced`)."""

    #: It is removed after this time, with the next file or the next backup.
    KEPT = timedelta(days=1)

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.club}, {self.at:%Y-%m-%d %H:%M}"


class OldTableSearch(models.Model):
    """A search for the options under which a competition has the table of an old program.

    `asked` is what was pasted and who is left out; `hundredths` says how far it is, for the process
    that is asked; `answer` is null until it is over.
    """

    #: It is removed after this time, with the next search or the next backup.
    KEPT = timedelta(days=1)

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    asked = models.JSONField()
    hundredths = models.PositiveSmallIntegerField(default=0)
    answer = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.competition}, {self.at:%Y-%m-%d %H:%M}"
