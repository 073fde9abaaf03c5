"""Is it really you? What is asked after the password, before anybody is signed in."""

import json
import time
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from clubcomp.flow.passkeys import Site, ask_for_known, is_passkey_of
from clubcomp.forms.accounts import SecondStepForm
from clubcomp.models import User
from clubcomp.requests import SiteRequest
from clubcomp.sessions import SECOND
from clubcomp.sign_in import remember_device
from clubcomp.views.access import site_page
from clubcomp.views.pace import paced

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
#: In the session: who gave the right password, and where to go on; what a browser was asked.
WAITING, CHALLENGE = "waiting", "challenge"
#: So long one may look for one's telephone.
TEN_MINUTES = 10 * 60


def come_in(
    request: HttpRequest, user: User, then: str, *, is_welcome: bool = False
) -> HttpResponse:
    """Sign in who gave the right password or link; who has a second factor is asked for it first.

    `is_welcome`: who comes by a link is greeted.
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
    """Signed in, on a device that is known from now on."""
    login(request, user, backend=MODEL_BACKEND)
    response = redirect(then)
    remember_device(request, response, user)
    return response


def site_of(request: HttpRequest) -> Site:
    """Where the browser sees this site."""
    return Site(request.scheme or "", request.get_host())


def ask_browser(request: HttpRequest, asked: tuple[dict[str, Any], dict[str, Any]]) -> str:
    """What the page's script asks of the browser; what is needed for its answer is remembered."""
    options, request.session[CHALLENGE] = asked
    return json.dumps(options)


def answer_of(request: HttpRequest) -> dict[str, Any]:
    """What a browser says of a passkey, as the page's script sent it."""
    try:
        answer = json.loads(request.POST.get("passkey", ""))
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


@site_page
def second_step(request: SiteRequest) -> HttpResponse:
    """A code of an app, a passkey, or a code from paper; then one is signed in."""
    waiting = request.session.get(WAITING, {})
    user = User.objects.filter(pk=waiting.get("user"), is_active=True).first()
    is_late = time.time() - waiting.get("at", 0) > TEN_MINUTES
    known = waiting.get("password", "")
    if user is None or is_late or not constant_time_compare(user.get_session_auth_hash(), known):
        return redirect("sign-in")
    # What was asked is answered once.
    asked = request.session.pop(CHALLENGE, {})
    form = SecondStepForm(
        request.POST or None,
        request=request,
        user=user,
        is_passkey=lambda: is_passkey_of(user, site_of(request), asked, answer_of(request)),
    )
    if form.is_valid():
        del request.session[WAITING]
        response = signed_in(request, user, waiting["then"])
        request.session[SECOND] = True
        return response
    passkey = ask_for_known(user, site_of(request))
    context = {"form": form, "passkey": passkey and ask_browser(request, passkey)}
    return paced(request, render(request, "accounts/second_step.html", context))
