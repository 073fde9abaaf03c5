"""Which result did a player enter of their own game?"""

from django.db import models

from clubcomp.models.competitions import Entry
from clubcomp.models.rounds import Game


class ClaimQuerySet(models.QuerySet["Claim"]):
    def seated(self) -> "ClaimQuerySet":
        """What was entered by those who play the game now, with the colours they have now."""
        as_now = self.filter(white=models.F("game__white"), black=models.F("game__black"))
        return as_now.select_related("entry__player")


class Claim(models.Model):
    """A result that a player entered; it counts once the opponent, or who leads, confirms it.

    `white` and `black` are those of the game then: after another seating it says nothing.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    white = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    black = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    result = models.CharField(max_length=8, choices=Game.RESULTS)
    at = models.DateTimeField()

    objects = ClaimQuerySet.as_manager()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="one_claim_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.result}"

    @property
    def mark(self) -> str:
        """A form sends it back, so that nothing is confirmed but what its page showed."""
        return f"{self.game_id}-{self.entry_id}-{self.result}"
