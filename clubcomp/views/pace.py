"""How often may one network ask for something, or a code be tried? Then one waits, ever longer."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubcomp.flow.codes import note_tried_codes
from clubcomp.flow.errors import StepError
from clubcomp.flow.links import note_asked_links
from clubcomp.forms.accounts import AddressForm, try_again_in
from clubcomp.models import Player
from clubcomp.requests import ClubRequest, SiteRequest
from clubcomp.sign_in import count_asked, network_of
from clubcomp.views.answers import refusals_in

LOG = logging.getLogger(__name__)
#: So many links a network asks for without a wait: a hall has one for all who are in it.
FREE_LINKS = 20
#: So many codes are tried without a wait.
FREE_CODES = 5


def asked_by_mail(
    request: ClubRequest | SiteRequest, template: str, send: Callable[[str], None]
) -> HttpResponse:
    """A form for the address to which a link goes; any address has the same answer."""
    form = AddressForm(request.POST or None)
    is_asked = False
    if settings.SENDS_EMAIL and form.is_valid():
        with refusals_in(form):
            _hold_back_links(request)
            send(form.cleaned_data["email"])
            is_asked = True
    return paced(request, render(request, template, {"form": form, "is_asked": is_asked}))


def _hold_back_links(request: ClubRequest | SiteRequest) -> None:
    """Count a link that is asked for by e-mail. StepError for a network that asked for many."""
    club = getattr(request, "club", None)
    what = f"links of {club.pk}" if club else "links"
    asked = count_asked(what, network_of(request), free=FREE_LINKS)
    if asked.told and club:
        note_asked_links(club, asked.told)
    elif asked.told:
        LOG.warning("%s links to sign in were asked for from one network", asked.told)
    _refuse(request, asked.wait)


def hold_back_codes(request: HttpRequest, player: Player) -> None:
    """Count a code that is tried. StepError where many were, without a look at this one."""
    asked = count_asked("code", str(player.pk), free=FREE_CODES)
    if asked.told:
        note_tried_codes(player, asked.told)
    _refuse(request, asked.wait)


def _refuse(request: HttpRequest, wait: int) -> None:
    request.must_wait = wait  # type: ignore[attr-defined]
    if wait:
        words = _("So many came in that this one was not looked at. %(again)s")
        raise StepError(words % {"again": try_again_in(wait)})


def paced(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer, as 429 where an attempt was not looked at, and when to come again."""
    if wait := getattr(request, "must_wait", 0):
        response.status_code = 429
        response["Retry-After"] = str(wait)
    return response
