"""Which players are never paired, or only where that cannot be avoided?"""

from django.db import models
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from clubcomp.models.competitions import Competition, Entry


class ForbiddenPairQuerySet(models.QuerySet["ForbiddenPair"]):
    def in_force(self, competition: Competition) -> set[frozenset[str]]:
        """The pairs of keys that must not be paired in the next round of a competition.

        One query; two where some of them may be paired after a certain round.
        """
        rows = self.filter(competition=competition, if_possible=False)
        pairs = list(rows.values_list("one__key", "other__key", "until_round"))
        number = 1
        if any(until for _first, _second, until in pairs):
            on_record = Count("rounds", filter=~Q(rounds__status="proposed"))
            number += competition.evenings.aggregate(played=on_record)["played"]
        return {
            frozenset((first, second))
            for first, second, until in pairs
            if until is None or number <= until
        }


class ForbiddenPair(models.Model):
    """Two players who are never paired; `reason` is for the club's people.

    Unless `members_may_read` it, no page names the pair to anybody but a leader. Pairs of one
    `group` (a family, a club, a school, a team) were made together: all of its members by two. They
    may be paired after `until_round`; where it is `if_possible`, in any round that needs it.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="forbidden_pairs")
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    members_may_read = models.BooleanField(_("members may read this"), default=False)
    group = models.CharField(_("group"), max_length=60, blank=True)
    until_round = models.PositiveSmallIntegerField(_("until round"), null=True, blank=True)
    if_possible = models.BooleanField(_("if it can be avoided"), default=False)

    objects = ForbiddenPairQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.one} - {self.other}"
