"""What a phone needs to install a club's site, and to show its last pages without a connection.

Browsers allow both only with https, or on the machine itself.
"""

from collections.abc import Iterator
from functools import cache

from django.http import HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse

from clubcomp.doors.requests import ClubRequest
from clubcomp.models import Club
from clubcomp.models.colours import COLOURS
from clubcomp.pages.report_text import language_of
from clubcomp.views.access import Action, club_page
from pairing.installed import FILES

WORKER_PARTS = ["js/push.js"]
#: The icons with their sizes, and what a phone may do with them.
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable", 512, "maskable"))


@club_page(Action.SEE)
def manifest(request: ClubRequest) -> HttpResponse:
    """The web app manifest: the name of the installed club, its first page, its icons."""
    begin = reverse("club", args=[request.club.slug])
    colour = COLOURS[request.club.colour].light if request.club.colour else "#ffffff"
    described = {
        "id": begin,
        "name": request.club.name,
        "short_name": request.club.name,
        "lang": language_of(request.club),
        "start_url": begin,
        "scope": begin,
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": colour,
        "icons": [*_icons(request.club)],
    }
    return JsonResponse(described, content_type="application/manifest+json")


def _icons(club: Club) -> Iterator[dict[str, str]]:
    """The club's own icon, where it has one, and the program's: a browser takes what fits first."""
    if club.app_icon:
        address = reverse("club-picture", args=[club.slug, club.app_icon])
        yield {"src": address, "sizes": "any", "type": "image/png", "purpose": "any"}
    for name, size, purpose in ICONS:
        source = static(f"icons/{name}.png")
        yield {
            "src": source,
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }


@club_page(Action.SEE)
def worker(request: ClubRequest) -> HttpResponse:
    """The service worker: keeps the last pages of the club, and shows notifications.

    Its address is below the club's, since a worker serves only the pages below its own address.
    """
    parts = ", ".join(f'"{static(part)}"' for part in WORKER_PARTS)
    script = f"importScripts({parts});\n".encode() + _script()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@cache
def _script() -> bytes:
    return (FILES / "static" / "js" / "offline.js").read_bytes()
