"""Where is a visitor sent who first has to sign in, or to set up a second factor?"""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from clubcomp.doors.requests import ClubRequest, SiteRequest

#: Session key of the page that was asked for when a second factor had to be set up first.
WANTED = "wanted"


def sign_in_first(request: SiteRequest) -> HttpResponse:
    """Redirect to the sign-in page, and from there back.

    With htmx the whole window goes there, not just a row of it, and comes back to its page.
    """
    # A device that kept what was typed will send it again by itself.
    if request.method == "POST" and "kept" not in request.POST:
        words = _("You are signed out, so this was not saved. Sign in, and do it once more.")
        messages.warning(request, words)
    if not request.htmx:
        return redirect_to_login(request.get_full_path())
    current = request.htmx.current_url_abs_path or request.get_full_path()
    return HttpResponseClientRedirect(redirect_to_login(current).url)


def to_second_factors(request: ClubRequest) -> HttpResponse:
    """Redirect to where the visitor sets up the second factor that the club asks for."""
    words = _("%(club)s asks owners and leaders for more than the password. Set it up here.")
    messages.info(request, words % {"club": request.club})
    if request.method == "GET" and not request.htmx:
        request.session[WANTED] = request.get_full_path()
    page = reverse("second-factors")
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)
