"""What do ids that leave the site end in, of calendars, feeds and messages?"""

from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac

from clubcomp.models import Club

#: What every computer calls itself.
NOBODYS = ("", "localhost", "127.0.0.1", "::1")


def site_of_ids(club: Club | None) -> str:
    """The name of the site; without one a code that the club keeps, whatever becomes of the site.

    So no two sites give one id to two things, and a club always gives the same. A message that is
    no club's is known by its id for a day: the secret key will do.
    """
    name = urlsplit(settings.SITE_URL).hostname or ""
    if name not in NOBODYS:
        return name
    code = club.code_in_ids if club else salted_hmac(__name__, "", algorithm="sha256").hexdigest()
    return f"{code[:16]}.invalid"
