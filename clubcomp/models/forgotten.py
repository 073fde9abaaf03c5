"""Who was forgotten, so that no restored backup and no file brings the name back?"""

from django.db import models

from clubcomp.models.clubs import Club


class Forgotten(models.Model):
    """A player whose name was replaced everywhere by `name`.

    `player` is the number of the row, which stays. `signs` are codes of the names and federation
    numbers that were known: a player who has one can be compared with them, and none can be
    read back.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="forgotten")
    player = models.BigIntegerField()
    name = models.CharField(max_length=200)
    signs = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "forgotten"
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="once_forgotten_per_player")
        ]

    def __str__(self) -> str:
        return self.name
