"""What do federations want to know of a competition, and with which file did it come in?"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubcomp.models.competitions import Competition


class Event(models.Model):
    """What a federation's file says about a competition. No row: nothing was filled in.

    `arbiters` are names, one a line. Without `start` or `end` the first or last evening counts.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="event")
    place = models.CharField(_("place"), max_length=200, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    start = models.DateField(_("first day"), null=True, blank=True)
    end = models.DateField(_("last day"), null=True, blank=True)
    chief_arbiter = models.CharField(_("chief arbiter"), max_length=200, blank=True)
    arbiters = models.TextField(_("deputy arbiters"), blank=True)
    time_control = models.CharField(_("time control"), max_length=200, blank=True)
    type = models.CharField(_("type of competition"), max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.competition}, {self.place}"


class Original(models.Model):
    """The report that a competition was imported from, so that it can be exported unchanged.

    `document` is the competition at that moment: lines about what has not changed since are
    copied from the report.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="original")
    data = models.BinaryField()
    document = models.TextField()

    def __str__(self) -> str:
        return str(self.competition)
