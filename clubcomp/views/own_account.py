"""A person's own account: the devices where it is signed in, and its recovery codes."""

import time

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext

from clubcomp.doors.requests import SignedInRequest
from clubcomp.doors.sessions import PROVED, end_sessions
from clubcomp.flow.accounts.other_devices import LASTS, device_token
from clubcomp.flow.accounts.recovery import make_codes
from clubcomp.forms.accounts import PresentPasswordForm
from clubcomp.pages.own_account import devices_of
from clubcomp.views.access import proved_page, signed_in_page
from clubcomp.views.answers import page_asked
from clubcomp.views.led_first import WANTED
from clubcomp.views.pace import paced


@signed_in_page
def page(request: SignedInRequest) -> HttpResponse:
    """The devices that are signed in; sign out another one, or all others."""
    this = request.session.session_key
    if request.method == "POST":
        count = end_sessions(request.user, this, only=request.POST.get("device"))
        words = ngettext(
            "%(count)d device is signed out.", "%(count)d devices are signed out.", count
        )
        messages.success(request, words % {"count": count})
        return redirect("account")
    context = {
        "devices": devices_of(request.user, this),
        "factors": request.user.second_factors.all(),
        "codes_left": request.user.recovery_codes.count(),
    }
    return render(request, "account/page.html", context)


@signed_in_page
def prove_again(request: SignedInRequest) -> HttpResponse:
    """Ask for the password again before somebody changes how they sign in."""
    form = PresentPasswordForm(request.POST or None, request=request)
    if form.is_valid():
        request.session[PROVED] = int(time.time())
        return redirect(page_asked(request, request.GET.get("next", "")) or "account")
    return paced(request, render(request, "account/prove.html", {"form": form}))


@proved_page
def other_device(request: SignedInRequest) -> HttpResponse:
    """A QR code with which another device is signed in, for some minutes."""
    link = reverse("start-device", args=[device_token(request.user)])
    return render(request, "account/other_device.html", {"link": link, "minutes": LASTS // 60})


@proved_page
def codes(request: SignedInRequest) -> HttpResponse:
    """The recovery codes for a lost password: how many are left, or ten new ones."""
    if request.method == "POST":
        context = {"codes": make_codes(request.user), "wanted": request.session.pop(WANTED, "")}
        return render(request, "account/codes_made.html", context)
    return render(request, "account/codes.html", {"left": request.user.recovery_codes.count()})
