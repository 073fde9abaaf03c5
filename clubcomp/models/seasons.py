"""Which years does a club count its competitions in?"""

from datetime import date as Date

from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from clubcomp.models.clubs import Club


class SeasonQuerySet(models.QuerySet["Season"]):
    def on(self, day: Date) -> "SeasonQuerySet":
        """The season that a day is in; at most one of a club."""
        return self.filter(first__lte=day, last__gte=day)


class Season(models.Model):
    """A year of a club, which holds its competitions; the program makes it (`flow/seasons.py`)."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["-first", "-pk"]
        constraints = [
            models.UniqueConstraint("club", Upper("name"), name="one_season_per_name"),
            models.CheckConstraint(
                condition=models.Q(last__gte=models.F("first")), name="season_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return self.name
