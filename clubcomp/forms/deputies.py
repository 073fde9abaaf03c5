"""Naming a deputy for one evening."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.deputies import people_to_choose
from clubcomp.forms.fields import offer_rows
from clubcomp.models import Club, User


class DeputyForm(forms.Form):
    """Somebody of the club, or a name that gets a link."""

    person = forms.ModelChoiceField(
        label=_("Somebody with an account"),
        queryset=User.objects.none(),
        required=False,
        empty_label=_("nobody"),
        help_text=_("The person signs in and finds the evening on the club’s page."),
    )
    name = forms.CharField(
        label=_("Or the name of somebody without one"),
        help_text=_("You get a link for this person to open on a phone or tablet."),
        max_length=200,
        required=False,
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any):
        super().__init__(*args, **kwargs)
        people = people_to_choose(club)
        offer_rows(self, "person", people)
        if not people.exists():
            del self.fields["person"]
            self.fields["name"].label = _("Name of the deputy")
            self.fields["name"].required = True

    def clean(self) -> dict[str, Any]:
        """One of the two."""
        cleaned = super().clean() or self.cleaned_data
        person, name = cleaned.get("person"), cleaned.get("name")
        if person and name:
            self.add_error("name", _("Choose a person or write a name, not both."))
        elif not person and not name and not self.errors:
            self.add_error("name", _("Choose a person, or write the name of the deputy."))
        return cleaned
