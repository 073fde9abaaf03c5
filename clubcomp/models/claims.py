"""Which result did a player enter of their own game?"""

from django.db import models

from clubcomp.models.competitions import Entry
from clubcomp.models.rounds import Game


class ClaimQuerySet(models.QuerySet["Claim"]):
    def seated(self) -> "ClaimQuerySet":
        """Claims on games whose players, and their colours, are still the same."""
        as_now = self.filter(white=models.F("game__white"), black=models.F("game__black"))
        return as_now.select_related("entry__player")


class Claim(models.Model):
    """A result that a player entered; it counts once the opponent, or the leader, confirms it.

    `white` and `black` are those of the game then: after another seating the claim is void.
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
    def state(self) -> str:
        """The claim as one text: a form sends it back, to confirm only what its page showed."""
        return f"{self.game_id}-{self.entry_id}-{self.result}"
