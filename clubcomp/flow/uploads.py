"""Where is a file between its preview and its import?

On the server, for the user who sent it and for one day; pages do not carry it back and forth.
"""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.models import Club, Upload, User

KEPT = timedelta(days=1)
#: Files of each user in each club; the oldest is deleted when another comes.
MOST = 3


def keep_upload(club: Club, data: bytes, *, user: User) -> Upload:
    """Keep a file until it is imported; old ones are deleted."""
    Upload.objects.filter(at__lt=timezone.now() - KEPT).delete()
    uploads = Upload.objects.filter(club=club, by=user).order_by("-pk")
    Upload.objects.filter(pk__in=list(uploads.values_list("pk", flat=True)[MOST - 1 :])).delete()
    return Upload.objects.create(club=club, by=user, data=data)


def kept_upload(club: Club, key: int, *, user: User) -> bytes:
    """The file that this person sent in this club; StepError when it is no longer there."""
    uploads = Upload.objects.filter(club=club, by=user, at__gte=timezone.now() - KEPT)
    upload = uploads.filter(pk=key).first()
    if upload is None:
        raise StepError(_("The file is kept here for one day only. Choose it once more."))
    return bytes(upload.data)
