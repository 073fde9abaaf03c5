"""How often were personal links tried that are none?"""

from django.db import models

from clubcomp.models.clubs import Club


class WrongLinks(models.Model):
    """Wrong links of a club in one hour, from one address; `address` "" counts them all.

    An address is kept as a digest, until wrong links are tried in another hour.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="wrong_links")
    hour = models.PositiveIntegerField()
    address = models.CharField(max_length=32, blank=True)
    count = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name_plural = "wrong links"
        constraints = [
            models.UniqueConstraint(
                fields=["club", "hour", "address"], name="wrong_links_once_an_hour"
            )
        ]

    def __str__(self) -> str:
        return f"{self.club_id}, {self.hour}: {self.count}"
