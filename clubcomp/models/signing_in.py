"""What lets a person in, where are they in, and what was tried?"""

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from clubcomp.models.clubs import User


class RecoveryCode(models.Model):
    """One of ten codes that a person has on paper for what was lost; it is gone once it is used.

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


class SecondFactor(models.Model):
    """What is asked for after the password: an app that shows codes, or a passkey of a device.

    `secret` is the app's key, or the passkey's public one. `counter` is the moment of the last code
    that was taken, or how often the passkey was used: a value that is not higher was used before.
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


class Session(AbstractBaseSession):
    """A browser that is known for a while; `user` is who is signed in there.

    What is known of it, the browser and when it was used, is in its data
    (`clubcomp.doors.sessions`).
    """

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @property
    def digest(self) -> str:
        """Names the session on a page, where its key must not stand."""
        mac = salted_hmac("clubcomp.models.sessions", self.session_key, algorithm="sha256")
        return str(mac.hexdigest())[:16]


class AttemptCount(models.Model):
    """How often somebody tried a secret, or asked for a link (`clubcomp.flow.accounts.attempts`).

    `key` is a digest, so that nobody's address is kept. `last` is the time of the last attempt.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    last = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count}"
