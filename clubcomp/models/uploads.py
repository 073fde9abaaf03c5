"""Which uploaded files were previewed and may still be imported?"""

from django.conf import settings
from django.db import models

from clubcomp.models.clubs import Club


class Upload(models.Model):
    """A file that somebody previewed in a club, kept until they import it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.club}, {self.at:%Y-%m-%d %H:%M}"
