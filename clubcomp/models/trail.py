"""What was changed, by whom, when, and what was it before?"""

from django.conf import settings
from django.db import models

from clubcomp.models.clubs import Club
from clubcomp.models.competitions import Competition
from clubcomp.models.evenings import Evening


class TrailEntry(models.Model):
    """One step, written in the transaction that made it; never changed afterwards.

    `action` is the name of the step in `clubcomp.flow` ("record_result"), `facts` what it
    was about (players by name, board, game), `before` and `after` what changed.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="trail")
    competition = models.ForeignKey(
        Competition, models.SET_NULL, null=True, blank=True, related_name="trail"
    )
    evening = models.ForeignKey(
        Evening, models.SET_NULL, null=True, blank=True, related_name="trail"
    )
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    by_name = models.CharField(max_length=200, blank=True)
    action = models.CharField(max_length=60)
    facts = models.JSONField(default=dict, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    #: Steps that name a pair which is never made, for leaders only unless members may read it.
    PAIR_STEPS = ("forbid_pair", "allow_pair", "tell_pair")
    FOR_LEADERS = models.Q(action__in=PAIR_STEPS) & ~models.Q(facts__members_may_read=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "trail entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.by_name}: {self.action}"

    @property
    def is_for_leaders(self) -> bool:
        """Whether the line names a pair of which members may not read that it is never made."""
        return self.action in self.PAIR_STEPS and not self.facts.get("members_may_read")
