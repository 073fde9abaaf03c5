"""Signing in, and choosing a password."""

from django.contrib.auth.forms import AuthenticationForm
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
