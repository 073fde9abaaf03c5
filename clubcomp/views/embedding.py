"""Which pages may another site show in a frame, and what is different about them there?

`?embed=1` asks for such a page: no way around it, links that leave the frame, no cookie given and
none taken (`clubcomp.kept_pages` forgets who asks). Only sites that the club lists may show it;
every other page may be shown by none.
"""

from collections.abc import Iterator
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from clubcomp.requests import CompetitionRequest, is_embedded
from clubcomp.views.access import View

#: What may stand in a frame, and how large it is.
FRAMES = {"standings": _("Standings"), "tonight": _("Today"), "calendar": _("Calendar")}
NARROW = format_html('width="{}" height="{}"', 320, 480)
WIDE = format_html('width="{}" height="{}"', "100%", 720)
FRAME = '<iframe src="{}" {} title="{}" loading="lazy"></iframe>'


def embeddable(view: View) -> View:
    """A page that the sites of the club may show: what it says is for strangers."""

    @wraps(view)
    def page(request: CompetitionRequest, **kwargs: Any) -> HttpResponse:
        response = view(request, **kwargs)
        if is_embedded(request):
            response.cookies.clear()
            if sites := request.club.embed_sites.split():
                response.xframe_options_exempt = True
                response._csp_replace = {"frame-ancestors": sites}  # type: ignore[attr-defined]
        return response

    return page


class Frame(NamedTuple):
    """A page as lines of HTML with which another site shows it, in two sizes."""

    title: str
    narrow: str
    wide: str


def frames_of(request: CompetitionRequest) -> Iterator[Frame]:
    """The lines to be pasted, for each page that may stand in a frame."""
    place = [request.club.slug, request.competition.slug]
    for name, title in FRAMES.items():
        address = request.build_absolute_uri(f"{reverse(name, args=place)}?embed=1")
        lines = (
            format_html(FRAME, address, size, f"{title}: {request.competition}")
            for size in (NARROW, WIDE)
        )
        yield Frame(str(title), *lines)
