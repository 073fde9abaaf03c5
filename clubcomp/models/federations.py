"""What do federations want to know of a competition, and with which file did it come in?"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubcomp.models.competitions import Competition


class Event(models.Model):
    """What a federation's file says about a competition. No row: nobody said anything.

    `arbiters` are names, one a line. Without `start` or `end` the first or last evening is it.
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
    """The report that a competition came in with, to be written again.

    `document` is the competition as it was then: what has not changed since stays in the file as
    it stands there.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="original")
    data = models.BinaryField()
    document = models.TextField()

    def __str__(self) -> str:
        return str(self.competition)
