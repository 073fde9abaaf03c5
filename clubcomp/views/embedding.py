"""Pages that other sites may show in a frame.

`?embed=1` asks for such a page: it has no navigation, its links leave the frame, and it neither
sets cookies nor reads them (`clubcomp.record.kept_pages` ignores who the reader is). Only the sites
that the club lists may show it, and no site may show any other page.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.requests import CompetitionRequest
from clubcomp.models import Club

#: The pages that may be shown in a frame.
FRAMES = {"standings": _("Standings"), "tonight": _("Today"), "calendar": _("Calendar")}


def let_sites_frame(response: HttpResponse, club: Club) -> None:
    """Let the sites that the club lists show this page, with which the browser keeps nothing."""
    response.cookies.clear()
    if sites := club.embed_sites.split():
        response.xframe_options_exempt = True
        response._csp_replace = {"frame-ancestors": sites}  # type: ignore[attr-defined]


class Frame(NamedTuple):
    """A page that another site may show in a frame."""

    title: str
    address: str


def frames_of(request: CompetitionRequest) -> Iterator[Frame]:
    """The pages that may be shown in a frame."""
    slugs = [request.club.slug, request.competition.slug]
    for name, title in FRAMES.items():
        address = request.build_absolute_uri(f"{reverse(name, args=slugs)}?embed=1")
        yield Frame(str(title), address)
