"""On which devices is a person signed in?"""

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.crypto import salted_hmac

from clubcomp.models.clubs import User


class Session(AbstractBaseSession):
    """A browser that is known for a while; `user` is who is signed in there.

    What is known of it, the browser and when it was used, is in its data (`clubcomp.sessions`).
    """

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @property
    def mark(self) -> str:
        """Names the session on a page, where its key must not stand."""
        mac: str = salted_hmac(__name__, self.session_key, algorithm="sha256").hexdigest()
        return mac[:16]
