"""What do ids that leave the site end in, of calendars, feeds and messages?"""

from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac

#: What every computer calls itself.
NOBODYS = ("", "localhost", "127.0.0.1", "::1")


def site_of_ids() -> str:
    """The name of the site; without one a code of this installation, made of its secret key.

    So no two sites give one id to two things, and one site always gives the same.
    """
    name = urlsplit(settings.SITE_URL).hostname or ""
    if name not in NOBODYS:
        return name
    return f"{salted_hmac(__name__, '', algorithm='sha256').hexdigest()[:16]}.invalid"
