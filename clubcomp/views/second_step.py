"""The second factor, which is asked for after the password, before anybody is signed in."""

import json
import time
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SiteRequest
from clubcomp.doors.sessions import SECOND
from clubcomp.doors.sign_in import remember_device
from clubcomp.flow.accounts.other_devices import user_of_token
from clubcomp.flow.accounts.passkeys import BrowserOrigin, ask_for_known, is_passkey_of
from clubcomp.forms.accounts import SecondStepForm
from clubcomp.models import User
from clubcomp.views.access import site_page
from clubcomp.views.pace import paced

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
#: In the session: the person who gave the right password, with the next page; the challenge.
WAITING, CHALLENGE = "waiting", "challenge"
#: How long the second step may take, to find a phone.
TEN_MINUTES = 10 * 60


def come_in(
    request: HttpRequest, user: User, then: str, *, is_welcome: bool = False
) -> HttpResponse:
    """Sign in somebody who gave the right password or link, after their second factor if any.

    `is_welcome`: they came by a welcome link, and are greeted.
    """
    if not user.second_factors.exists():
        if is_welcome:
            words = _("Welcome, %(name)s. You are signed in.")
            messages.success(request, words % {"name": user})
        return signed_in(request, user, then)
    request.session.cycle_key()
    request.session[WAITING] = {
        "user": user.pk,
        "password": user.get_session_auth_hash(),
        "then": then,
        "at": int(time.time()),
    }
    return redirect("second-step")


def signed_in(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Sign in, and remember the device."""
    login(request, user, backend=MODEL_BACKEND)
    response = redirect(then)
    remember_device(request, response, user)
    return response


def site_of(request: HttpRequest) -> BrowserOrigin:
    """The site as the browser sees it."""
    return BrowserOrigin(request.scheme or "", request.get_host())


def ask_browser(request: HttpRequest, question: tuple[dict[str, Any], dict[str, Any]]) -> str:
    """The options with which the page's script asks the browser; the challenge is remembered."""
    options, request.session[CHALLENGE] = question
    return json.dumps(options)


def answer_of(request: HttpRequest) -> dict[str, Any]:
    """The browser's answer about a passkey, as the page's script sent it."""
    try:
        answer = json.loads(request.POST.get("passkey", ""))
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


@site_page
def start_device(request: SiteRequest, *, token: str) -> HttpResponse:
    """A link that another device showed as a QR code: the button signs in here.

    Only the button, because a program that reads a code for somebody opens links by itself.
    """
    user = user_of_token(token)
    if user is None:
        return render(request, "accounts/device_over.html", status=410)
    if request.method == "POST":
        return come_in(request, user, reverse("home"))
    return render(request, "accounts/device.html", {"person": user})


@site_page
def second_step(request: SiteRequest) -> HttpResponse:
    """Ask for a code of an app, a passkey, or a recovery code; then sign in."""
    waiting = request.session.get(WAITING, {})
    user = User.objects.filter(pk=waiting.get("user"), is_active=True).first()
    is_late = time.time() - waiting.get("at", 0) > TEN_MINUTES
    known = waiting.get("password", "")
    if user is None or is_late or not constant_time_compare(user.get_session_auth_hash(), known):
        return redirect("sign-in")
    # A challenge is good for one answer.
    challenge = request.session.pop(CHALLENGE, {})
    form = SecondStepForm(
        request.POST or None,
        request=request,
        user=user,
        is_passkey=lambda: is_passkey_of(user, site_of(request), challenge, answer_of(request)),
    )
    if form.is_valid():
        del request.session[WAITING]
        response = signed_in(request, user, waiting["then"])
        request.session[SECOND] = True
        return response
    passkey = ask_for_known(user, site_of(request))
    context = {"form": form, "passkey": passkey and ask_browser(request, passkey)}
    return paced(request, render(request, "accounts/second_step.html", context))
