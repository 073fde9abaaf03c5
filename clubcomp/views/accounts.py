"""Signing in and out, the password, and invitations."""

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from clubcomp.doors.requests import ClubRequest, SignedInRequest, SiteRequest, is_sent_from_here
from clubcomp.doors.sessions import end_sessions
from clubcomp.flow.accounts.invitations import invited, take_invitation
from clubcomp.flow.clubs import take_role, user_of_welcome_link, welcome_parts
from clubcomp.flow.messages import ask_for_link
from clubcomp.forms.accounts import (
    ChangePasswordForm,
    NewPasswordForm,
    RecoveryCodeForm,
    SignInForm,
)
from clubcomp.views.access import Action, club_page, signed_in_page, site_page
from clubcomp.views.answers import page_asked
from clubcomp.views.pace import link_by_mail, paced
from clubcomp.views.refused_forms import refused_form
from clubcomp.views.second_step import MODEL_BACKEND, come_in
from clubcomp.views.token_links import by_link


class SignIn(LoginView):
    """E-mail and password; after several wrong ones it says how long to wait."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """The page that sent somebody here; "" where none did, or it is none of ours."""
        name = self.redirect_field_name
        return page_asked(self.request, self.request.POST.get(name, self.request.GET.get(name, "")))

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, or ask for the second factor first."""
        return come_in(self.request, form.get_user(), self.get_success_url())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """What is wrong; 429 if the password was not even looked at."""
        return paced(self.request, super().form_invalid(form))


sign_in = site_page(SignIn.as_view())


@site_page
def sign_in_to_admin(request: SiteRequest) -> HttpResponseBase:
    """The same sign-in; somebody who is signed in but not staff is refused."""
    if request.user.is_authenticated and not request.user.is_staff:
        raise PermissionDenied
    return sign_in(request)


sign_out = site_page(LogoutView.as_view())


@site_page
@csrf_exempt
def language(request: HttpRequest) -> HttpResponseBase:
    """Choose another language.

    Public pages are the same for everybody, so their forms have no CSRF token; the browser's own
    headers say that the form stands on this site.
    """
    if request.method == "POST" and not is_sent_from_here(request):
        return refused_form(request)
    answer = set_language(request)
    if "Location" in answer:
        answer["Location"] = page_asked(request, answer["Location"]) or reverse("home")
    return answer


@signed_in_page
def password(request: SignedInRequest) -> HttpResponse:
    """Change one's own password, and stay signed in."""
    form = ChangePasswordForm(request.POST or None, request=request)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        end_sessions(request.user, request.session.session_key)
        words = _("Your password is changed, and your other devices are signed out.")
        messages.success(request, words)
        return redirect("account")
    return paced(request, render(request, "accounts/password.html", {"form": form}))


@site_page
def forgotten(request: SiteRequest) -> HttpResponse:
    """Send a link by e-mail, with the same answer for any address; or say whom to ask."""
    return link_by_mail(request, "accounts/forgotten.html", ask_for_link)


@site_page
def with_code(request: SiteRequest) -> HttpResponse:
    """A recovery code instead of a lost password; then the person chooses a new one."""
    form = RecoveryCodeForm(request.POST or None, request=request)
    if form.is_valid():
        return redirect("welcome", *welcome_parts(form.user))
    return paced(request, render(request, "accounts/with_code.html", {"form": form}))


@site_page
@by_link("welcome-here", "person", "token")
def welcome(request: SiteRequest, *, person: str, token: str) -> HttpResponse:
    """A welcome link: choose a password, and be signed in.

    Somebody who has a password may also sign in with the link alone.
    """
    user = user_of_welcome_link(person, token)
    if user is None:
        return render(request, "accounts/welcome_over.html", status=410)
    has_password = user.has_usable_password()
    enters = has_password and request.POST.get("act") == "enter"
    form = NewPasswordForm(user, None if enters else request.POST or None)
    if request.method == "POST" and (enters or form.is_valid()):
        if not enters:
            form.save()
            end_sessions(user, None)
        return come_in(request, user, reverse("home"), is_welcome=True)
    context = {"form": form, "invited": user, "has_password": has_password}
    return render(request, "accounts/welcome.html", context)


@club_page(Action.COME_IN)
@by_link("invitation-here", "token")
def invitation(request: ClubRequest, *, token: str) -> HttpResponse:
    """Accept or decline a role in a club, after signing in or choosing a password."""
    invitation = invited(request.club, token)
    if invitation is None:
        return render(request, "accounts/invitation_over.html", status=404)
    user = invitation.user
    is_new = not user.has_usable_password()
    form = NewPasswordForm(user, request.POST or None) if is_new else None
    if request.method == "POST" and (form.is_valid() if form else user == request.user):
        if form:
            form.save()
            login(request, user, backend=MODEL_BACKEND)
        if request.POST.get("act") == "decline":
            take_role(invitation, by=user)
            return redirect("home")
        take_invitation(invitation, by=user)
        messages.success(request, _("Welcome, %(name)s. You are signed in.") % {"name": user})
        return redirect("club", request.club.slug)
    context = {"invitation": invitation, "form": form, "is_meant": user == request.user}
    return render(request, "accounts/invitation.html", context)
