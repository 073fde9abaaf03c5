"""What a member confirms with a code sent by e-mail: a new address, or the file of their data."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubcomp.doors.requests import OwnClubRequest
from clubcomp.flow.accounts.codes import FILE, is_code_for, send_code, take_own_file
from clubcomp.flow.people.members import change_member
from clubcomp.forms.messages import CodeForm, NewAddressForm
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show
from clubcomp.views.pace import hold_back_codes, paced
from clubcomp.views.privacy import as_file


def shortened(address: str) -> str:
    """An address that its owner recognises and nobody else can read: "a…@example.org"."""
    name, _at, site = address.partition("@")
    return f"{name[:1]}…@{site}" if address else ""


@club_page(Action.TAKE_PART)
def address(request: OwnClubRequest) -> HttpResponse:
    """Another address for my messages, confirmed by a code sent to the present one."""
    if not _has_mail(request):
        return redirect("my-messages", request.club.slug)

    def take(new: str) -> HttpResponse:
        change_member(request.me, email=new, by=request.me)
        return done(request, _("Messages go to the new address now."), "my-messages")

    return _by_code(request, "me/address.html", NewAddressForm, take)


@club_page(Action.TAKE_PART)
def personal_data(request: OwnClubRequest) -> HttpResponse:
    """All data about me as a file, confirmed by a code sent to my address."""
    if not _has_mail(request):
        return show(request, "me/kept.html", "me")

    def take(_wanted: str) -> HttpResponse:
        return as_file(request.me, take_own_file(request.me, by=request.me))

    return _by_code(request, "me/kept.html", forms.Form, take)


def _has_mail(request: OwnClubRequest) -> bool:
    return bool(settings.SENDS_EMAIL and request.me.email)


def _by_code(
    request: OwnClubRequest,
    template: str,
    asking: type[forms.Form],
    take: Callable[[str], HttpResponse],
) -> HttpResponse:
    """Ask what is wanted and send a code for it; the right code then carries it out."""
    sent: Any = request.POST or None
    is_code = request.POST.get("act") == "code"
    form = asking(None if is_code else sent)
    code = CodeForm(sent if is_code else None, initial=request.POST.dict())
    is_sent = is_code
    if is_code and code.is_valid():
        with refusals_in(code):
            hold_back_codes(request, request.me)
            wanted = code.cleaned_data["email"] or FILE
            if is_code_for(request.me, wanted, code.cleaned_data["code"]):
                return take(wanted)
            code.add_error("code", _("This is not the code, or it is over an hour old."))
    elif form.is_valid():
        with refusals_in(form):
            send_code(request.me, form.cleaned_data.get("email", FILE))
            is_sent = True
    address = shortened(request.me.email)
    context = {"form": code if is_sent else form, "is_sent": is_sent, "address": address}
    return paced(request, show(request, template, "me", **context))
