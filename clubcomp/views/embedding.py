"""Pages that other sites may show in a frame.

`?embed=1` asks for such a page: it has no navigation, its links leave the frame, and it neither
sets cookies nor reads them (`clubcomp.record.kept_pages` ignores who is asking). Only the sites
that the club lists may show it, and no site may show any other page.
"""

from collections.abc import Iterator
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.requests import CompetitionRequest, is_embedded
from clubcomp.views.access import View

#: The pages that may be shown in a frame.
FRAMES = {"standings": _("Standings"), "tonight": _("Today"), "calendar": _("Calendar")}


def embeddable(view: View) -> View:
    """A view of a page that the club's sites may show in a frame, as strangers see it."""

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
    """A page that another site may show in a frame."""

    title: str
    address: str


def frames_of(request: CompetitionRequest) -> Iterator[Frame]:
    """The pages that may be shown in a frame."""
    place = [request.club.slug, request.competition.slug]
    for name, title in FRAMES.items():
        address = request.build_absolute_uri(f"{reverse(name, args=place)}?embed=1")
        yield Frame(str(title), address)
