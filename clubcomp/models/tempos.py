"""In which tempos does a competition play, and by which numbers?"""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubcomp.models import rules
from clubcomp.models.competitions import Competition


class Tempo(models.Model):
    """A time control of the competition with its numbers (none of them for a Swiss system).

    `minutes` each for the game, null where nobody said it, and `increment` seconds more for each
    move: federations ask for them.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="tempos")
    key = models.CharField(_("short name"), max_length=40)
    name = models.CharField(_("name"), max_length=200, blank=True)
    games_per_evening = models.PositiveSmallIntegerField(_("games an evening"), default=1)
    last_n = models.PositiveSmallIntegerField(_("not again within"), default=0)
    absence_limit = models.PositiveSmallIntegerField(_("absence credits"), default=0)
    weight = models.CharField(_("weight"), max_length=20, default="1")
    minutes = models.PositiveSmallIntegerField(_("minutes for the game"), null=True, blank=True)
    increment = models.PositiveSmallIntegerField(_("seconds for each move"), default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "key"], name="one_tempo_per_key")
        ]

    def __str__(self) -> str:
        return self.name or self.key

    def must_hold(self) -> None:
        """Its short name is one, and its numbers have limits."""
        rules.tempo_key(self.key)
        rules.weight(self.weight)
        labels = {field.name: field.verbose_name for field in self._meta.concrete_fields}
        for name, (low, high) in (rules.TEMPO_NUMBERS | rules.PACE).items():
            if getattr(self, name) is not None and not low <= getattr(self, name) <= high:
                words = _("“%(name)s” of a tempo lies between %(low)s and %(high)s.")
                raise ValidationError(words % {"name": labels[name], "low": low, "high": high})
