"""Which points did a leader give by hand?"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubcomp.models.competitions import Entry
from clubcomp.models.evenings import Evening


class GivenPoints(models.Model):
    """Points for a player, a fraction, as if earned on an evening; `reason` is for everybody."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="given_points")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="given_points")
    points = models.CharField(_("points"), max_length=20)
    reason = models.CharField(_("reason"), max_length=500)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "given points"

    def __str__(self) -> str:
        return f"{self.entry}: {self.points}"
