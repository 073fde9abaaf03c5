"""Signing in, and choosing a password."""

from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.utils.translation import gettext_lazy as _


class SignInForm(AuthenticationForm):
    """E-mail and password. A mistake never says which of the two was wrong."""

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

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail")
        self.fields["username"].widget.attrs |= {
            "autocomplete": "username",
            "inputmode": "email",
            "autofocus": False,
        }
        self.fields["password"].label = _("Password")
        # One address in any case of letters is one account.
        self.fields["username"].to_python = lambda value: str(value or "").strip().lower()

    def full_clean(self) -> None:
        """What is wrong with both together is said above them; both name it as theirs."""
        super().full_clean()
        if self.non_field_errors():
            for field in self.fields.values():
                field.widget.attrs |= {"aria-invalid": "true", "aria-describedby": "errors"}


class NewPasswordForm(SetPasswordForm):
    """A first password. What is wrong with it stands at the password, not at its repetition."""

    def validate_password_for_user(self, user, _field_name: str) -> None:
        super().validate_password_for_user(user, "new_password1")


class ChangePasswordForm(NewPasswordForm, PasswordChangeForm):
    """Another password, for who knows the present one."""

    error_messages = PasswordChangeForm.error_messages | {
        "password_incorrect": _("This is not your present password. Write it once more."),
    }
