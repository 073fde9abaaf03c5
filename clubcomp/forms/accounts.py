"""Signing in, and choosing a password."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UsernameField,
)
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubcomp.doors.names import is_readable
from clubcomp.doors.requests import SignedInRequest
from clubcomp.doors.sign_in import Found, paced
from clubcomp.flow.accounts.recovery import is_code, use_code
from clubcomp.flow.accounts.second_factors import passes
from clubcomp.flow.accounts.security_events import note_new_password
from clubcomp.flow.checks import unreadable
from clubcomp.forms.fields import check_password
from clubcomp.models import User


def try_again_in(seconds: int) -> str:
    """The time until the next attempt is accepted, in seconds or in minutes."""
    if seconds > 90:
        minutes = -(-seconds // 60)
        return ngettext(
            "Try again in %(count)d minute.", "Try again in %(count)d minutes.", minutes
        ) % {"count": minutes}
    return ngettext(
        "Try again in %(count)d second.", "Try again in %(count)d seconds.", seconds
    ) % {"count": seconds}


def in_pace(
    request: HttpRequest,
    email: str,
    compare: Callable[[], Found | None],
    *,
    wrong: Any,
    is_second: bool = False,
    is_long: bool = False,
) -> Found:
    """The result of `compare`. ValidationError: the secret is `wrong`, or it is too soon."""
    try:
        return paced(request, email, compare, is_second=is_second, is_long=is_long)
    except PermissionDenied as refusal:
        raise ValidationError(too_many(request) or wrong) from refusal


def too_many(request: HttpRequest | None) -> str:
    """Why this attempt was not looked at; "" if it was."""
    seconds = getattr(request, "must_wait", 0)
    if not seconds:
        return ""
    return _("So many attempts were made that this one was not looked at. %(again)s") % {
        "again": try_again_in(seconds)
    }


class EmailField(UsernameField):
    """The e-mail address of an account, in lower case.

    A longer address than an account can have would not fit into the record of wrong passwords.
    """

    def __init__(self, **kwargs: Any):
        super().__init__(max_length=User._meta.get_field("email").max_length, **kwargs)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").strip().lower()


class AddressForm(forms.Form):
    """The e-mail address of an account."""

    email = forms.EmailField(label=_("E-mail"), max_length=254)
    email.widget.attrs["autocomplete"] = "username"


class SignInForm(AuthenticationForm):
    """E-mail and password. A mistake never says which of the two was wrong."""

    username = EmailField()
    error_messages = dict.fromkeys(
        ("invalid_login", "inactive"),
        _(
            "E-mail and password do not belong together. Check both; the password tells "
            "capitals from small letters."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail")
        self.fields["username"].widget.attrs |= {
            "autocomplete": "username",
            "inputmode": "email",
            "autofocus": False,
        }
        self.fields["password"].label = _("Password")

    def get_invalid_login_error(self) -> ValidationError:
        if why := too_many(self.request):
            return ValidationError(why)
        return super().get_invalid_login_error()

    def full_clean(self) -> None:
        """An error about both together is shown above them, and both fields point to it."""
        super().full_clean()
        if self.non_field_errors():
            for field in self.fields.values():
                field.widget.attrs |= {"aria-invalid": "true", "aria-describedby": "errors"}


class NewPasswordForm(SetPasswordForm):
    """A new password. Errors are shown at the password, not at its repetition."""

    def validate_password_for_user(self, user: User, password_field_name: str = "") -> None:
        password = self.cleaned_data.get("new_password1")
        if not password:
            return
        try:
            check_password(password, user)
        except ValidationError as error:
            self.add_error("new_password1", error)

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        """Store the new password, and note in the log that there is one."""
        user: User = super().save(commit)
        note_new_password(user)
        return user


def present_password(request: SignedInRequest, password: str) -> str:
    """The user's own password, checked with the same waits as when signing in."""
    wrong = _("This is not your present password. Write it once more.")
    user = request.user
    in_pace(request, user.email, lambda: user.check_password(password), wrong=wrong)
    return password


class PresentPasswordForm(forms.Form):
    """Ask for the password again."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: SignedInRequest, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password(self) -> str:
        return present_password(self.request, self.cleaned_data["password"])


class ChangePasswordForm(NewPasswordForm, PasswordChangeForm):
    """Another password, for those who know the present one."""

    def __init__(self, *args: Any, request: SignedInRequest, **kwargs: Any):
        super().__init__(request.user, *args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        return present_password(self.request, self.cleaned_data["old_password"])


def code_field(label: Any, autocomplete: str) -> forms.CharField:
    """A field for a code from paper or from an app."""
    widget = forms.TextInput(
        attrs={"autocomplete": autocomplete, "autocapitalize": "none", "spellcheck": "false"}
    )
    return forms.CharField(label=label, max_length=40, widget=widget)


class RecoveryCodeForm(AddressForm):
    """A recovery code instead of a lost password; `user` is the account."""

    code = code_field(_("Recovery code"), "off")

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.request = request

    def clean(self) -> dict[str, Any]:
        """The account, if it has the code. A mistake never says which of the two was wrong."""
        email, code = (self.cleaned_data.get(name) for name in ("email", "code"))
        if email and code:
            email = email.lower()
            user = User.objects.filter(email=email, is_active=True).first()
            self.user = in_pace(
                self.request,
                email,
                lambda: user if use_code(user, code) else None,
                is_long=is_code(code),
                wrong=_("E-mail and code do not belong together, or the code was used before."),
            )
        return self.cleaned_data


class SecondStepForm(forms.Form):
    """A code of an app or a recovery code, after the password of `user`.

    `is_passkey` checks what a browser answers instead.
    """

    code = code_field(_("Code"), "one-time-code")
    code.help_text = _("Six digits from your app, or one of your recovery codes.")

    def __init__(
        self, *args: Any, request: HttpRequest, user: User, is_passkey: Callable[[], bool]
    ):
        super().__init__(*args)
        self.request, self.user, self.is_passkey = request, user, is_passkey
        self.fields["code"].required = not self.data.get("passkey")

    def clean(self) -> dict[str, Any]:
        """Check the code, with the same waits as when signing in."""
        code = self.cleaned_data.get("code", "")
        if code or self.data.get("passkey"):
            user = self.user
            in_pace(
                self.request,
                user.email,
                lambda: passes(user, code) if code else self.is_passkey(),
                is_long=is_code(code) or not code,
                wrong=_("This is not right, or it was used before. Try the next code."),
                is_second=True,
            )
        return self.cleaned_data


class FactorNameForm(forms.Form):
    """The name of a second factor in the list."""

    name = forms.CharField(label=_("Name"), max_length=60)
    name.help_text = _("So that you know it again in the list: “My phone”.")

    def clean_name(self) -> str:
        """Refuse a name that nobody can read."""
        name: str = self.cleaned_data["name"]
        if not is_readable(name):
            raise ValidationError(unreadable(name))
        return name


class AppForm(FactorNameForm):
    """The first code of an app."""

    code = code_field(_("The code that the app shows now"), "one-time-code")
    field_order = ["code", "name"]
