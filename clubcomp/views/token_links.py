"""A link with a secret in its address becomes a cookie and an address without it, at first sight.

So the secret is in no history, no log of a proxy and on no screen in the hall for longer than that.
Opening the link uses nothing up, because messengers open links too: a link that works once is used
up by a press on the page.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control

from clubcomp.doors.readers import SignedCookie
from clubcomp.models import Club
from clubcomp.views.me import not_shared

#: The secret parts of the link that was opened; for a day. A club's cookie is sent to it alone.
OF_SITE = SignedCookie(f"{settings.HOST_COOKIE}came-by", max_age=60 * 60 * 24)
OF_CLUB = SignedCookie("invited", max_age=60 * 60 * 24)
#: Between the parts; no part has one.
APART = "/"


def by_link(here: str, *parts: str) -> Callable[[Callable[..., HttpResponse]], Any]:
    """A view with these parts in its address, the last of them the secret.

    `here` is the name of the address without them, where the page is shown and pressed.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: Any, **kwargs: Any) -> HttpResponse:
            club: Club | None = getattr(request, "club", None)
            cookie, owner = (OF_CLUB, club) if club else (OF_SITE, here)
            if kwargs:
                response = view(request, **kwargs)
                if request.method not in ("GET", "HEAD") or response.status_code != 200:
                    return response
                response = redirect(here, *([club.slug] if club else []))
                cookie.set(request, response, owner, APART.join(str(kwargs[p]) for p in parts))
                return not_shared(response)
            values = cookie.read(request, club.pk if club else here).split(APART)
            if not all(values) or len(values) != len(parts):
                return _open_again(request)
            response = view(request, **dict(zip(parts, values, strict=True)))
            patch_cache_control(response, private=True, no_store=True)
            return response

        return page

    return decorate


def _open_again(request: HttpRequest) -> HttpResponse:
    """This browser has opened no link of this kind, or has kept nothing of it."""
    response = render(request, "accounts/open_again.html", status=404)
    patch_cache_control(response, private=True, no_store=True)
    return response
