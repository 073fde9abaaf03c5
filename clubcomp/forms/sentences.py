"""What every form says of a value that is missing or wrong: our own sentences, not Django's.

They are set on Django's classes once, at the start, so that no field can be without them.
"""

from typing import Any

from django import forms
from django.core import validators
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

CHOOSE = _("Choose one of these.")
#: Of each kind of field, by Django's code.
FIELDS: dict[type[forms.Field], dict[str, Any]] = {
    forms.Field: {"required": _("Fill this in.")},
    forms.ChoiceField: {
        "required": CHOOSE,
        "invalid_choice": _("Choose one of these: “%(value)s” is none of them."),
    },
    forms.MultipleChoiceField: {
        "required": _("Choose one or more of these."),
        "invalid_choice": _("Choose from these: “%(value)s” is none of them."),
        "invalid_list": _("Choose from these."),
    },
    forms.ModelChoiceField: {"required": CHOOSE, "invalid_choice": CHOOSE},
    forms.ModelMultipleChoiceField: {
        "required": _("Choose one or more of these."),
        "invalid_choice": _("Choose from these: “%(value)s” is none of them."),
        "invalid_list": _("Choose from these."),
        "invalid_pk_value": _("Choose from these: “%(pk)s” is none of them."),
    },
    forms.BooleanField: {"required": _("Tick this to go on.")},
    forms.IntegerField: {"invalid": _("Only a whole number can stand here.")},
    forms.DateField: {"invalid": _("This is no date.")},
    forms.TimeField: {"invalid": _("This is no time of day, such as 20:00.")},
    forms.FileField: {
        "required": _("Choose a file."),
        "invalid": _("The file did not come with the form. Choose it again."),
        "missing": _("The file did not come with the form. Choose it again."),
        "empty": _("This file is empty."),
        "max_length": ngettext_lazy(
            "The file's name has %(length)d characters; it may have %(max)d.",
            "The file's name has %(length)d characters; it may have %(max)d.",
            "max",
        ),
        "contradiction": _("Choose a file, or tick that it goes: not both."),
    },
}
#: Of each check, whatever the field.
CHECKS: dict[Any, Any] = {
    validators.MinValueValidator: _("At least %(limit_value)s."),
    validators.MaxValueValidator: _("At most %(limit_value)s."),
    validators.EmailValidator: _("This is no e-mail address."),
    validators.MinLengthValidator: ngettext_lazy(
        "At least %(limit_value)d character; there are %(show_value)d.",
        "At least %(limit_value)d characters; there are %(show_value)d.",
        "limit_value",
    ),
    validators.MaxLengthValidator: ngettext_lazy(
        "At most %(limit_value)d character; there are %(show_value)d.",
        "At most %(limit_value)d characters; there are %(show_value)d.",
        "limit_value",
    ),
    validators.RegexValidator: _("This is not written as it has to be."),
    validators.ProhibitNullCharactersValidator: _("There is a sign in it that cannot be kept."),
}


def use_own_sentences() -> None:
    """From here on all forms have them; those of Django's accounts may have been made before."""
    from django.contrib.auth import forms as accounts

    for field, sentences in FIELDS.items():
        own = vars(field).get("default_error_messages", {})
        field.default_error_messages = {**own, **sentences}
    for check, sentence in CHECKS.items():
        check.message = sentence
    for form in (
        accounts.AuthenticationForm,
        accounts.SetPasswordForm,
        accounts.PasswordChangeForm,
    ):
        for account_field in form.base_fields.values():
            account_field.error_messages["required"] = FIELDS[forms.Field]["required"]
    validators.validate_email.message = CHECKS[validators.EmailValidator]
