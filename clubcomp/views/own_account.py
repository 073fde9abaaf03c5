"""A person's own account: where it is signed in, and how it is kept."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import ngettext

from clubcomp.flow.recovery import make_codes
from clubcomp.forms.accounts import PresentPasswordForm
from clubcomp.pages.own_account import devices_of
from clubcomp.requests import SignedInRequest
from clubcomp.sessions import end_others, prove
from clubcomp.views.access import WANTED, proved_page, signed_in_page
from clubcomp.views.pace import paced


@signed_in_page
def page(request: SignedInRequest) -> HttpResponse:
    """The devices that are signed in; any other one is signed out from here, or all of them."""
    this = request.session.session_key
    if request.method == "POST":
        others = end_others(request.user, this, only=request.POST.get("device"))
        words = ngettext(
            "%(count)d device is signed out.", "%(count)d devices are signed out.", others
        )
        messages.success(request, words % {"count": others})
        return redirect("account")
    context = {
        "devices": devices_of(request.user, this),
        "factors": request.user.second_factors.all(),
        "codes_left": request.user.recovery_codes.count(),
    }
    return render(request, "account/page.html", context)


@signed_in_page
def prove_again(request: SignedInRequest) -> HttpResponse:
    """The password once more, before something is changed in how one gets in."""
    form = PresentPasswordForm(request.POST or None, request=request)
    if form.is_valid():
        prove(request)
        then = request.GET.get("next", "")
        is_ours = url_has_allowed_host_and_scheme(then, {request.get_host()})
        return redirect(then if is_ours else "account")
    return paced(request, render(request, "account/prove.html", {"form": form}))


@proved_page
def codes(request: SignedInRequest) -> HttpResponse:
    """Ten codes for the day on which the password is lost: how many are left, and new ones."""
    if request.method == "POST":
        made = {"codes": make_codes(request.user), "wanted": request.session.pop(WANTED, "")}
        return render(request, "account/codes_made.html", made)
    return render(request, "account/codes.html", {"left": request.user.recovery_codes.count()})
