"""What does a phone need to install a club's site, and to show what it saw without a connection?

Browsers allow both with https only, and on the machine itself.
"""

from functools import cache

from django.http import HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse

from clubcomp.pages.report_text import language_of
from clubcomp.requests import ClubRequest
from clubcomp.views.access import Action, club_page
from pairing.installed import FILES

WORKER_PARTS = ["js/push.js"]
#: Sizes of the pictures, and what a phone may do with them.
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable", 512, "maskable"))


@club_page(Action.SEE)
def manifest(request: ClubRequest) -> HttpResponse:
    """What the installed club is called, where it begins, and how it looks."""
    begin = reverse("club", args=[request.club.slug])
    described = {
        "id": begin,
        "name": request.club.name,
        "short_name": request.club.name,
        "lang": language_of(request.club),
        "start_url": begin,
        "scope": begin,
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": [
            {
                "src": static(f"icons/{name}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in ICONS
        ],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@club_page(Action.SEE)
def worker(request: ClubRequest) -> HttpResponse:
    """The script that keeps the last pairing; below the club's address, for it is of that club.

    Its other parts: notifications.
    """
    parts = ", ".join(f'"{static(part)}"' for part in WORKER_PARTS)
    script = f"importScripts({parts});\n".encode() + _script()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@cache
def _script() -> bytes:
    return (FILES / "static" / "js" / "offline.js").read_bytes()
