"""Where is a file between looking at it and bringing it in?

On the server, for who sent it and for one day; a page never carries it back and forth.
"""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.models import Club, Upload, User

KEPT = timedelta(days=1)
#: Of each person in each club; an older one goes when another comes.
MOST = 3


def keep_upload(club: Club, data: bytes, *, user: User) -> Upload:
    """Keep a file for its next press. Old ones go."""
    Upload.objects.filter(at__lt=timezone.now() - KEPT).delete()
    mine = Upload.objects.filter(club=club, by=user).order_by("-pk").values_list("pk", flat=True)
    Upload.objects.filter(pk__in=list(mine[MOST - 1 :])).delete()
    return Upload.objects.create(club=club, by=user, data=data)


def kept_upload(club: Club, key: int, *, user: User) -> bytes:
    """The file that this person sent in this club; StepError when it is no longer there."""
    mine = Upload.objects.filter(club=club, by=user, at__gte=timezone.now() - KEPT)
    upload = mine.filter(pk=key).first()
    if upload is None:
        raise StepError(_("The file is kept here for one day only. Choose it once more."))
    return bytes(upload.data)
