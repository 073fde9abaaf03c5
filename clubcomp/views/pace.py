"""Limits on how often a network asks for links or a code is tried; after that they have to wait."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubcomp.doors.requests import ClubRequest, SiteRequest
from clubcomp.doors.sign_in import count_codes, count_links, count_storm, give_number
from clubcomp.flow.accounts.codes import note_tried_codes
from clubcomp.flow.accounts.links import note_asked_links
from clubcomp.flow.errors import StepError
from clubcomp.flow.messages import tell_keepers
from clubcomp.forms.accounts import AddressForm, try_again_in
from clubcomp.models import Player
from clubcomp.views.answers import refusals_in

LOG = logging.getLogger(__name__)
#: How many links a network may ask for without a wait; everybody in a hall shares one network.
FREE_LINKS = 20
#: After how many from all networks together those who run the site get a message.
STORM = 100
#: How many clubs a network may ask for without a wait.
FREE_CLUBS = 10
#: How many codes may be tried without a wait.
FREE_CODES = 5


def link_by_mail(
    request: ClubRequest | SiteRequest, template: str, send: Callable[[str], None]
) -> HttpResponse:
    """A form for the address to which a link is sent; the answer is the same for any address."""
    form = AddressForm(request.POST or None)
    is_asked = False
    if settings.SENDS_EMAIL and form.is_valid():
        with refusals_in(form):
            _hold_back_links(request, form.cleaned_data["email"])
            send(form.cleaned_data["email"])
            is_asked = True
    return paced(request, render(request, template, {"form": form, "is_asked": is_asked}))


def _hold_back_links(request: ClubRequest | SiteRequest, address: str) -> None:
    """Count a request for a link by e-mail. StepError for a network that asked for too many."""
    club = getattr(request, "club", None)
    subject = f"links of {club.pk}" if club else "links"
    attempts = count_links(request, subject, address.strip().lower(), free=FREE_LINKS)
    if attempts.to_log and club:
        note_asked_links(club, attempts.to_log)
    elif attempts.to_log:
        LOG.warning("%s links to sign in were asked for from one network", attempts.to_log)
    _refuse(attempts.wait)
    if not club and (count := count_storm(STORM)):
        LOG.warning("%s links to sign in were asked for within a few hours", count)
        tell_keepers(count)


def hold_back_sign_ups(request: HttpRequest, address: str) -> None:
    """Count a club that a network asks for. StepError for a network that asked for too many."""
    attempts = count_links(request, "clubs", address.strip().lower(), free=FREE_CLUBS)
    if attempts.to_log:
        LOG.warning("%s clubs were asked for from one network", attempts.to_log)
    _refuse(attempts.wait)


def hold_back_codes(request: HttpRequest, player: Player) -> None:
    """Count an attempt at a code. StepError after too many; then the code is not looked at."""
    attempts = count_codes(request, str(player.pk), free=FREE_CODES)
    if attempts.to_log:
        note_tried_codes(player, attempts.to_log)
    _refuse(attempts.wait)


def _refuse(wait: int) -> None:
    if wait:
        words = _("So many came in that this one was not looked at. %(again)s")
        raise StepError(words, again=try_again_in(wait))


def paced(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response, turned into a 429 with the time to wait if an attempt was not looked at."""
    if wait := getattr(request, "must_wait", 0):
        response.status_code = 429
        response["Retry-After"] = str(wait)
        give_number(request, response)
    return response
