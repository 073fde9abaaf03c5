"""Second factors of an account: apps with codes, and passkeys."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInRequest
from clubcomp.doors.sessions import SECOND, end_sessions
from clubcomp.flow.accounts.passkeys import add_passkey, ask_for_new
from clubcomp.flow.accounts.second_factors import add_app, app_address, new_secret, remove_factor
from clubcomp.forms.accounts import AppForm, FactorNameForm
from clubcomp.models import SecondFactor
from clubcomp.views.access import proved_page
from clubcomp.views.answers import number_in
from clubcomp.views.led_first import WANTED
from clubcomp.views.second_step import CHALLENGE, answer_of, ask_browser, site_of

#: In the session, until the app has shown its first code.
NEW_APP = "new app"


@proved_page
def page(request: SignedInRequest) -> HttpResponse:
    """The second factors, each with a button to remove it, and the ways to add one."""
    factors = request.user.second_factors.all()
    if request.method == "POST":
        # After a second press it is gone already.
        if factor := factors.filter(pk=number_in(request.POST.get("remove", ""))).first():
            remove_factor(factor)
            if not factors.exists():
                request.session.pop(SECOND, None)
                end_sessions(request.user, request.session.session_key)
            messages.success(request, _("%(name)s is asked for no more.") % {"name": factor.name})
        return redirect("second-factors")
    context = {"factors": factors, "takes_passkeys": site_of(request).takes_passkeys}
    return render(request, "account/second_factors.html", context)


@proved_page
def app(request: SignedInRequest) -> HttpResponse:
    """Add an app: show the QR code for it, and ask for the first code that it shows."""
    secret = request.session.setdefault(NEW_APP, new_secret())
    form = AppForm(request.POST or None, initial={"name": _("App")})
    if form.is_valid():
        if factor := add_app(request.user, secret=secret, **form.cleaned_data):
            del request.session[NEW_APP]
            return added(request, factor)
        words = _("The app shows another code now. Is the clock of the phone right?")
        form.add_error("code", words)
    address = app_address(request.user, secret, site_of(request).name)
    context = {"form": form, "secret": secret, "address": address}
    return render(request, "account/app.html", context)


@proved_page
def passkey(request: SignedInRequest) -> HttpResponse:
    """Add a passkey, of this device or of a security key."""
    site, asked = site_of(request), request.session.pop(CHALLENGE, {})
    form = FactorNameForm(request.POST or None, initial={"name": _("Passkey")})
    if form.is_valid():
        name = form.cleaned_data["name"]
        factor = add_passkey(request.user, site, asked, answer_of(request), name=name)
        if factor:
            return added(request, factor)
        form.add_error(None, _("The passkey was not taken. Press once more."))
    options = site.takes_passkeys and ask_browser(request, ask_for_new(request.user, site))
    return render(request, "account/passkey.html", {"form": form, "passkey": options})


def added(request: SignedInRequest, factor: SecondFactor) -> HttpResponse:
    """A second factor was added: end other sessions, and go on to what comes next."""
    end_sessions(request.user, request.session.session_key)
    request.session[SECOND] = True
    words = _("From now on %(name)s is asked for after the password.")
    messages.success(request, words % {"name": factor.name})
    if not request.user.recovery_codes.exists():
        return redirect("recovery-codes")
    return redirect(request.session.pop(WANTED, "second-factors"))
