"""Who are you? Signing in and out, and the password."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from clubcomp.forms.accounts import ChangePasswordForm, NewPasswordForm, SignInForm
from clubcomp.models import User
from clubcomp.requests import SignedInRequest, SiteRequest
from clubcomp.views.access import signed_in_page, site_page
from clubcomp.views.errors import stale_form

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"

sign_in = site_page(
    LoginView.as_view(
        template_name="accounts/sign_in.html",
        authentication_form=SignInForm,
        redirect_authenticated_user=True,
    )
)
sign_out = site_page(LogoutView.as_view())


@site_page
@csrf_exempt
def language(request: HttpRequest) -> HttpResponseBase:
    """Another language; asked from a page of this site, which the browser says itself.

    Pages for everybody have no token against forgery: they are the same for everybody.
    """
    origin = request.headers.get("Origin", "").partition("://")[2]
    said = "same-origin" if origin == request.get_host() else "elsewhere"
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site", said) != "same-origin":
        return stale_form(request)
    return set_language(request)


@signed_in_page
def password(request: SignedInRequest) -> HttpResponse:
    """Change one's own password; one stays signed in."""
    form = ChangePasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is changed."))
        return redirect("home")
    return render(request, "accounts/password.html", {"form": form})


@site_page
def forgotten(request: SiteRequest) -> HttpResponse:
    """Who gives you a new link when the password is forgotten."""
    return render(request, "accounts/forgotten.html")


@site_page
def welcome(request: SiteRequest, *, person: str, token: str) -> HttpResponse:
    """The link that an owner passes on: choose a password, and be signed in."""
    user = _invited(person, token)
    if user is None:
        return render(request, "accounts/welcome_over.html", status=410)
    form = NewPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        login(request, user, backend=MODEL_BACKEND)
        messages.success(request, _("Welcome, %(name)s. You are signed in.") % {"name": user})
        return redirect("home")
    return render(request, "accounts/welcome.html", {"form": form, "invited": user})


def welcome_link(request: HttpRequest, user: User) -> str:
    """The address with which `user` chooses a password; it works once, for three days."""
    person = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    path = reverse("welcome", args=[person, token])
    return f"{settings.SITE_URL}{path}" if settings.IS_PUBLIC else request.build_absolute_uri(path)


def _invited(person: str, token: str) -> User | None:
    """The account that a welcome link is for, or None when the link is used or old."""
    try:
        key = int(force_str(urlsafe_base64_decode(person)))
    except ValueError:
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    return user if user and default_token_generator.check_token(user, token) else None
