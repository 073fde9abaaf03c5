"""Signing in, and choosing a password."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UsernameField,
)
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubcomp.models import User


def try_again_in(seconds: int) -> str:
    """When the next attempt is looked at, in seconds or in minutes."""
    if seconds > 90:
        minutes = -(-seconds // 60)
        return ngettext(
            "Try again in %(count)d minute.", "Try again in %(count)d minutes.", minutes
        ) % {"count": minutes}
    return ngettext(
        "Try again in %(count)d second.", "Try again in %(count)d seconds.", seconds
    ) % {"count": seconds}


class EmailField(UsernameField):
    """The e-mail address of an account: in any case of letters it is the same, and not too long.

    A longer one than an account can have would not fit into the record of wrong passwords.
    """

    def __init__(self, **kwargs: Any):
        super().__init__(max_length=User._meta.get_field("email").max_length, **kwargs)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").strip().lower()


class AddressForm(forms.Form):
    """Where a link is sent."""

    email = forms.EmailField(label=_("E-mail"), max_length=254)
    email.widget.attrs["autocomplete"] = "username"


class PacedForm(AuthenticationForm):
    """E-mail and password; `must_wait` are the seconds for which no attempt is looked at."""

    @property
    def must_wait(self) -> int:
        """0: it was looked at."""
        return getattr(self.request, "must_wait", 0)

    def get_invalid_login_error(self) -> ValidationError:
        if not self.must_wait:
            return super().get_invalid_login_error()
        return ValidationError(
            _("So many passwords came in that this one was not looked at. %(again)s")
            % {"again": try_again_in(self.must_wait)}
        )


class AdminSignInForm(PacedForm, AdminAuthenticationForm):
    """The sign-in of Django's admin."""

    username = EmailField()


class SignInForm(PacedForm):
    """E-mail and password. A mistake never says which of the two was wrong."""

    username = EmailField()
    error_messages = {
        "invalid_login": _(
            "E-mail and password do not belong together. Check both; the password tells "
            "capitals from small letters."
        ),
        "inactive": _(
            "E-mail and password do not belong together. Check both; the password tells "
            "capitals from small letters."
        ),
    }

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail")
        self.fields["username"].widget.attrs |= {
            "autocomplete": "username",
            "inputmode": "email",
            "autofocus": False,
        }
        self.fields["password"].label = _("Password")

    def full_clean(self) -> None:
        """What is wrong with both together is said above them; both name it as theirs."""
        super().full_clean()
        if self.non_field_errors():
            for field in self.fields.values():
                field.widget.attrs |= {"aria-invalid": "true", "aria-describedby": "errors"}


class NewPasswordForm(SetPasswordForm):
    """A first password. What is wrong with it stands at the password, not at its repetition."""

    def validate_password_for_user(self, user: User, password_field_name: str = "") -> None:
        super().validate_password_for_user(user, "new_password1")


class ChangePasswordForm(NewPasswordForm, PasswordChangeForm):
    """Another password, for who knows the present one."""

    error_messages = PasswordChangeForm.error_messages | {
        "password_incorrect": _("This is not your present password. Write it once more."),
    }
