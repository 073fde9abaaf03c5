"""What a club shows of itself: its crest, its icon and a photo."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubcomp.models import rules
from clubcomp.models.clubs import Club


class ClubPicture(models.Model):
    """A picture of a club, redrawn from the file that somebody sent (`flow.nameplate`).

    `name` is its address: kind, digest and ending, so that a picture that was replaced is gone
    under the old one. A club has one of each kind; `Club.crest`, `icon` and `photo` have their
    names.
    """

    class Kind(models.TextChoices):
        CREST = "crest", _("crest")
        ICON = "icon", _("icon")
        PHOTO = "photo", _("photo")

    #: The content type of each ending.
    TYPES = {"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg"}

    club = models.ForeignKey(Club, models.CASCADE, related_name="pictures")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=40, validators=[rules.picture_name])
    data = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "kind"], name="one_picture_of_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.name}"

    @property
    def content_type(self) -> str:
        """The type that its ending stands for."""
        return self.TYPES[self.name.rpartition(".")[2]]
