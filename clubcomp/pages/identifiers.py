"""The last part of ids that leave the site: those of calendars, feeds and messages."""

from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac

from clubcomp.models import Club

#: Names by which every computer knows itself.
LOCAL = ("", "localhost", "127.0.0.1", "::1")


def site_of_ids(club: Club | None) -> str:
    """The name of the site, or for a site without a name a code that the club keeps.

    So no two sites ever make the same id, and a club's ids never change. A message that belongs to
    no club needs its id for a day only, for which the secret key is good enough.
    """
    name = urlsplit(settings.SITE_URL).hostname or ""
    if name not in LOCAL:
        return name
    code = club.code_in_ids if club else salted_hmac(__name__, "", algorithm="sha256").hexdigest()
    return f"{code[:16]}.invalid"
