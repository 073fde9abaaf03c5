"""May clubs sign up here by themselves, under which terms, and which of them ask for it?"""

from datetime import timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubcomp.models import rules
from clubcomp.models.clubs import done_by


class SignUp(models.Model):
    """How clubs sign up: the newest row holds, and the others are the log of who changed it.

    `terms` are in force once they are signed: with the name `signed_by`, at `signed_at`.
    """

    class Mode(models.TextChoices):
        OFF = "off", _("no club can sign up")
        APPROVED = "approved", _("whoever runs the site approves each club")
        OPEN = "open", _("a club is founded at once")

    mode = models.CharField(max_length=10, choices=Mode, default=Mode.OFF)
    most_clubs = models.PositiveIntegerField(default=50)
    terms = models.TextField(_("terms"), max_length=20_000)
    signed_by = models.CharField(
        _("signed by"), max_length=200, blank=True, validators=[rules.one_line]
    )
    signed_at = models.DateTimeField(null=True)
    changed_by = done_by()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}: {self.mode}"


class AskedClubQuerySet(models.QuerySet["AskedClub"]):
    def waiting(self) -> "AskedClubQuerySet":
        """Those whose founder pressed the link in the mail: first come, first served."""
        return self.exclude(confirmed_at=None).order_by("confirmed_at", "pk")

    def never_confirmed(self) -> "AskedClubQuerySet":
        """Those whose link ran out before the founder pressed it."""
        return self.filter(confirmed_at=None, at__lt=timezone.now() - AskedClub.KEPT)


class AskedClub(models.Model):
    """A club that somebody wants to found: until it is founded, declined or taken back.

    Nobody knows whose address it is before the link in the mail was pressed (`confirmed_at`).
    `approved_at`: it waits for nothing but room. `language` is the one of the founder, and
    `accepted` says when the terms were signed that the founder accepted.
    """

    #: How long the link in the mail works; then this goes, with the next request or backup.
    KEPT = timedelta(days=2)

    name = models.CharField(_("name"), max_length=200, validators=[rules.one_line])
    slug = models.SlugField(_("address"), max_length=60)
    country = models.CharField(_("country"), max_length=2, blank=True, validators=[rules.country])
    person = models.CharField(_("name"), max_length=200, validators=[rules.one_line])
    email = models.EmailField(_("e-mail"), max_length=254)
    language = models.CharField(max_length=10)
    accepted = models.DateTimeField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    confirmed_at = models.DateTimeField(null=True)
    approved_at = models.DateTimeField(null=True)

    objects = AskedClubQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether its link was not pressed in time."""
        return self.confirmed_at is None and self.at < timezone.now() - self.KEPT
