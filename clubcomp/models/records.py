"""What was on record when a round was paired?"""

from django.db import models

from clubcomp.models.competitions import Competition


class RecordPart(models.Model):
    """A part of the documents that rounds of a competition were paired from.

    Each document is the parts of one version (`Round.record_version`) in the order of their
    places, with the round that was to be paired where a part is empty. A part belongs to the
    versions from `since` until before `until`, so what did not change is kept once.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="record_parts")
    place = models.BigIntegerField()
    since = models.PositiveIntegerField()
    until = models.PositiveIntegerField(null=True, blank=True)
    text = models.TextField(blank=True)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "place", "since"], name="one_part_per_place_and_version"
            )
        ]

    def __str__(self) -> str:
        return f"{self.competition}: {self.place}, {self.since}-{self.until or ''}"
