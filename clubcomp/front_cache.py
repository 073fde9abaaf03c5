"""What may a cache in front of the site answer for it (`FRONT_CACHE`)?

Requests without any cookie, for a few seconds, and not while a club is about to show less than
before (`clubcomp.flow.copies`). The header `X-Accel-Expires` allows it, which nginx does not pass
on: for browsers and any other cache a page is as private as ever.
"""

from django.conf import settings
from django.http import HttpRequest

#: For how many seconds it may keep a page, and the answer that there is nothing new.
COPY, COPY_OF_NOTHING = 4, 1


def copied_until(
    request: HttpRequest, is_copied: bool, asked_at: float, seconds: int
) -> dict[str, str]:
    """The header that says until which second it may answer with a copy; none if it may not.

    The time counts from before the version was read, to the end of that second: so a copy of an
    older version is gone in time, however slow the answer was.
    """
    if not (settings.FRONT_CACHE and is_copied) or request.COOKIES:
        return {}
    return {"X-Accel-Expires": f"@{int(asked_at) + seconds - 1}"}
