"""Clubs that sign up: what those who run the site decide, and what a founder writes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.sign_up.founding import LONGEST
from clubcomp.flow.sign_up.terms import MOST
from clubcomp.forms.clubs import CountryField
from clubcomp.forms.fields import AddressField
from clubcomp.models import SignUp


class SignUpForm(forms.Form):
    """How clubs sign up, and the terms."""

    mode = forms.ChoiceField(
        label=_("Who can found a club?"),
        choices=[
            (SignUp.Mode.OFF, _("nobody: whoever runs the site founds clubs")),
            (SignUp.Mode.APPROVED, _("anybody with an e-mail address, and I approve each club")),
            (SignUp.Mode.OPEN, _("anybody with an e-mail address, at once")),
        ],
        widget=forms.RadioSelect,
    )
    most_clubs = forms.IntegerField(
        label=_("At most so many clubs on this site"),
        help_text=_("Whoever comes after them waits on a list, until there is room."),
        min_value=1,
        max_value=MOST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    terms = forms.CharField(
        label=_("Terms"),
        help_text=_(
            "A template to begin with. Put your own words in place of [what is in brackets]."
        ),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 20}),
    )
    signature = forms.CharField(
        label=_("Your name, to sign the terms"),
        help_text=_("Needed once, and again when the terms change. Founders read name and day."),
        max_length=200,
        required=False,
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)


class AskClubForm(forms.Form):
    """A club that a stranger wants to found here."""

    name = forms.CharField(label=_("Name of the club"), max_length=200)
    slug = AddressField(
        label=_("Address"),
        help_text=_("The first word of all its addresses."),
        max_length=60,
        required=False,
    )
    country = CountryField(
        label=_("Country"),
        help_text=_("Two letters, like NL."),
        required=False,
        widget=forms.TextInput(attrs={"size": 4}),
    )
    person = forms.CharField(label=_("Your name"), max_length=200)
    person.widget.attrs["autocomplete"] = "name"
    email = forms.EmailField(
        label=_("Your e-mail"), help_text=_("A link goes there. You will sign in with it.")
    )
    email.widget.attrs["autocomplete"] = "email"
    accepts = forms.BooleanField(
        label=_("I have read the terms, and accept them for the club."),
        error_messages={"required": _("Read the terms first, and tick this.")},
    )
    terms = forms.IntegerField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """What the step takes."""
        self.cleaned_data.pop("accepts", None)
        return self.cleaned_data


class ConfirmClubForm(forms.Form):
    """The address of a club that is going to be founded; somebody may have taken it meanwhile."""

    slug = AddressField(label=_("Address"), max_length=60)


class DeclineForm(forms.Form):
    """What the founder of a club that is declined reads."""

    line = forms.CharField(
        label=_("Why not?"),
        help_text=_("It goes to the founder by e-mail."),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
