"""What happens to a step that was refused, whatever view it was called from?"""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from clubcomp.flow.errors import StepError


class StepErrorMiddleware:
    """Turns a `StepError` that a view let pass into a message on the page it came from.

    Views that can say more (a conflict in a row) catch it themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A message and a redirect to the page that the step belongs to."""
        if not isinstance(error, StepError):
            return None
        messages.error(request, _("Not done: %(why)s") % {"why": error})
        page = getattr(request, "step_page", None)
        if request.htmx:
            shown = request.htmx.current_url_abs_path
            return HttpResponseClientRedirect(page or shown or request.path)
        return redirect(page or request.path)
