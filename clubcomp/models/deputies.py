"""Who may lead one evening, or enter its results, without being a competition leader?"""

import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubcomp.models.clubs import done_by
from clubcomp.models.evenings import Evening

ENDS_AT = datetime.time(3)  # in the night after the evening, when nobody plays any more


class Deputy(models.Model):
    """The right of one account on one evening: to lead it, or as a helper to enter its results.

    It ends when the evening is closed, or at 03:00 of the night after it. `by_link`: the account
    was made for this right alone, and its link is the way in; otherwise the person signs in.
    """

    class Scope(models.TextChoices):
        EVENING = "evening", _("lead the evening")
        RESULTS = "results", _("enter the results only")

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="deputies")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="deputy_for", verbose_name="person"
    )
    scope = models.CharField(max_length=10, choices=Scope, default=Scope.EVENING)
    by_link = models.BooleanField(default=False)
    named_at = models.DateTimeField(default=timezone.now)
    named_by = done_by()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "deputies"
        constraints = [
            models.UniqueConstraint(fields=["evening", "user"], name="deputy_once_per_evening")
        ]

    def __str__(self) -> str:
        return str(self.user)

    @property
    def is_helper(self) -> bool:
        """Whether the right is for the results only."""
        return self.scope == self.Scope.RESULTS

    @property
    def ends_at(self) -> datetime.datetime:
        """When the right ends if the evening is not closed earlier, even after it was moved."""
        zone = self.evening.competition.club.zone
        named = timezone.localdate(self.named_at, zone)
        last_day = max(self.evening.date or named, named)
        return timezone.make_aware(
            datetime.datetime.combine(last_day + datetime.timedelta(days=1), ENDS_AT), zone
        )

    @property
    def is_over(self) -> bool:
        """Whether the right has ended."""
        return self.evening.is_closed or timezone.now() >= self.ends_at
