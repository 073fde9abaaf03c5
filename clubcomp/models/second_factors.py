"""What is asked of a person after the password?"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubcomp.models.clubs import User


class SecondFactor(models.Model):
    """Something that a person has: an app that shows codes, or a passkey of a device.

    `secret` is the app's key, or the passkey's public one. `counter` is the moment of the last code
    that was taken, or how often the passkey was used: what is not later was used before.
    """

    class Kind(models.TextChoices):
        APP = "app", _("app with codes")
        PASSKEY = "passkey", _("passkey")

    user = models.ForeignKey(User, models.CASCADE, related_name="second_factors")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(_("name"), max_length=60)
    secret = models.TextField()
    counter = models.BigIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.get_kind_display()})"
