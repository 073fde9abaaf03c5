"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.LEAD)
def correct(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
