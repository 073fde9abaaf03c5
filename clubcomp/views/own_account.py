"""A person's own account: where it is signed in, and how it is kept."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from clubcomp.pages.own_account import devices_of
from clubcomp.requests import SignedInRequest
from clubcomp.sessions import end_others
from clubcomp.views.access import signed_in_page


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
    return render(request, "account/page.html", {"devices": devices_of(request.user, this)})
