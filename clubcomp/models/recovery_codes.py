"""How does a person get in who has lost the password, or what is asked after it?"""

from django.db import models

from clubcomp.models.clubs import User


class RecoveryCode(models.Model):
    """One of ten codes that a person has on paper; it is gone once it is used.

    `number` is the digit that the code begins with; of the rest there is only a digest.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    number = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "number"], name="one_recovery_code_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.number}"
