"""A club signs up: what a stranger asks for, and what those who run the site decide."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInRequest, SiteRequest
from clubcomp.flow.clubs import welcome_parts
from clubcomp.flow.sign_up import founding
from clubcomp.flow.sign_up.asking import ask_for_club, asked_by, confirm_club, take_back_club
from clubcomp.flow.sign_up.terms import change_sign_up, is_on, is_possible, sign_up_now
from clubcomp.forms.sign_up import AskClubForm, ConfirmClubForm, DeclineForm, SignUpForm
from clubcomp.models import AskedClub, Club, Role, SignUp
from clubcomp.pages.asked_clubs import before_in_line, waiting_clubs
from clubcomp.views.access import site_page, staff_page
from clubcomp.views.answers import carried_out, number_in, refusals_in
from clubcomp.views.pace import hold_back_sign_ups, paced
from clubcomp.views.token_links import by_link
from clubcomp.words.terms import terms_template

#: How many earlier settings the page shows.
EARLIER = 10


# For everybody -------------------------------------------------------------------------------


@site_page
def ask(request: SiteRequest) -> HttpResponse:
    """Ask for a club: the answer is the same whether or not the address has an account here."""
    now = sign_up_now()
    if not is_on(now):
        return closed(request)
    form, asked = AskClubForm(request.POST or None), None
    if form.is_valid():
        with refusals_in(form):
            hold_back_sign_ups(request, form.cleaned_data["email"])
            asked = ask_for_club(**form.cleaned_data)
    context = {"form": form, "now": now, "asked": asked, "is_full": not founding.room_of(now)}
    return paced(request, render(request, "sign_up/ask.html", context))


@site_page
def terms(request: SiteRequest) -> HttpResponse:
    """The terms as they were signed."""
    now = sign_up_now()
    return render(request, "sign_up/terms.html", {"now": now}) if is_on(now) else closed(request)


def closed(request: HttpRequest) -> HttpResponse:
    """No club signs up here."""
    return render(request, "sign_up/closed.html", status=404)


@site_page
@by_link("confirm-sign-up-here", "token")
def confirm(request: SiteRequest, *, token: str) -> HttpResponse:
    """The link in the mail: a press founds the club, or lets it wait; or takes it back."""
    asked = asked_by(token)
    if asked is None:
        return render(request, "sign_up/over.html", status=410)
    act = request.POST.get("act")
    if act == "take-back":
        take_back_club(asked)
        messages.success(request, _("What you asked for is removed."))
        return redirect("home")
    form = ConfirmClubForm(request.POST if act else None, initial={"slug": asked.slug})
    if form.is_valid():
        with refusals_in(form):
            club = confirm_club(asked, **form.cleaned_data)
            return to_founded(request, club) if club else redirect("confirm-sign-up-here")
    context = {"asked": asked, "form": form, "before": before_in_line(asked)}
    return render(request, "sign_up/confirm.html", context)


def to_founded(request: SiteRequest, club: Club) -> HttpResponse:
    """Send the founder of a club to sign in, or to choose a password: the link let them in."""
    owner = club.memberships.get(role=Role.OWNER).user
    if not owner.has_usable_password():
        return redirect("welcome", *welcome_parts(owner))
    messages.success(request, _("%(club)s is founded, and you are its owner.") % {"club": club})
    page = reverse("club", args=[club.slug])
    return redirect(page) if request.user == owner else redirect_to_login(page)


# For those who run the site ------------------------------------------------------------------


@staff_page
def settings_page(request: SignedInRequest) -> HttpResponse:
    """Whether clubs sign up, how many, and under which terms."""
    now = sign_up_now()
    shown = {
        "mode": now.mode,
        "most_clubs": now.most_clubs,
        "terms": now.terms or terms_template(),
        "seen": now.pk or 0,
    }
    form = SignUpForm(request.POST or None, initial=shown)
    if carried_out(request, form, change_sign_up):
        founding.found_as_room_comes()
        messages.success(request, _("Changed. It holds from now on."))
        return redirect("operator-sign-up")
    context = {
        "form": form,
        "now": now,
        "is_on": is_on(now),
        "is_possible": is_possible(),
        "waiting": AskedClub.objects.waiting().count(),
        "clubs": Club.objects.count(),
        "earlier": SignUp.objects.select_related("changed_by")[:EARLIER],
    }
    return render(request, "sign_up/settings.html", context)


@staff_page
def asked_clubs(request: SignedInRequest) -> HttpResponse:
    """The clubs that wait: approve one, let one in before its turn, or decline one."""
    act = request.POST.get("act")
    form = DeclineForm(request.POST if act == "decline" else None)
    if act in ("approve", "let-in") or form.is_valid():
        request.refused_to = request.path
        number = number_in(request.POST.get("asked", ""))
        asked = get_object_or_404(AskedClub.objects.waiting(), pk=number)
        if act == "approve":
            founding.approve_club(asked, by=request.user)
            words = _("%(club)s is approved.")
        elif act == "let-in":
            founding.let_club_in(asked, by=request.user)
            words = _("%(club)s is founded.")
        else:
            founding.decline_club(asked, by=request.user, **form.cleaned_data)
            words = _("%(club)s is declined, and its founder hears so by e-mail.")
        messages.success(request, words % {"club": asked})
        return redirect("asked-clubs")
    now = sign_up_now()
    context = {"waiting": waiting_clubs(), "form": form, "room": founding.room_of(now)}
    return render(request, "sign_up/asked.html", context | {"is_possible": is_possible()})
