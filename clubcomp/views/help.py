"""How does a club evening go, and what if something is in the way? For who is new here."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from clubcomp.requests import SiteRequest
from clubcomp.views.access import site_page


@site_page
def help_page(request: SiteRequest) -> HttpResponse:
    """The help, which leads into the club of who is signed in."""
    return render(request, "help/page.html", {"is_public": settings.IS_PUBLIC})
