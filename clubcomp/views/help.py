"""The help: how a club evening goes, for newcomers."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from clubcomp.doors.requests import SiteRequest
from clubcomp.views.access import site_page


@site_page
def help_page(request: SiteRequest) -> HttpResponse:
    """The help; for signed-in visitors its links lead into their own club."""
    return render(request, "help/page.html", {"is_public": settings.IS_PUBLIC})
