"""Who may read, and how much of names."""

from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Audience, Club, Competition, NameShown

AS_CLUB = ("", _("as the club does"))


class ClubReadersForm(forms.Form):
    """What a club says of all its pages."""

    audience = forms.ChoiceField(
        label=_("Who may read the pages of the club?"),
        help_text=_("Members sign in or have a personal link, and may always read."),
        choices=Audience,
        widget=forms.RadioSelect,
    )
    names_shown = forms.ChoiceField(
        label=_("What do strangers read of a name?"),
        help_text=_("On pages, screens, prints and in files. Who belongs to the club reads all."),
        choices=NameShown,
        widget=forms.RadioSelect,
    )
    shows_youth_names = forms.BooleanField(
        label=_("Show the full name of youth (up to 16) too"),
        help_text=_("Without this tick the public sees “Anna V.” only."),
        required=False,
    )
    is_findable = forms.BooleanField(
        label=_("Search engines may list the pages that are for everybody"), required=False
    )

    def __init__(self, data: Any = None, *, club: Club):
        super().__init__(data, initial=model_to_dict(club, self.base_fields))


class CompetitionReadersForm(forms.Form):
    """What a competition says otherwise than its club."""

    audience = forms.ChoiceField(
        label=_("Who may read the pages of this competition?"),
        help_text=_("Who may not, does not see it in any list of the club either."),
        choices=[AS_CLUB, *Audience.choices],
        required=False,
        widget=forms.RadioSelect,
    )
    names_shown = forms.ChoiceField(
        label=_("What do strangers read of a name?"),
        choices=[AS_CLUB, *NameShown.choices],
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, competition: Competition):
        super().__init__(data, initial=model_to_dict(competition, self.base_fields))


class OwnNameForm(forms.Form):
    """What a player wishes to be shown of the own name to strangers."""

    shown_as = forms.ChoiceField(
        label=_("What do strangers read of your name?"),
        help_text=_(
            "Never more than the club and the competition show. Who belongs to the club reads all."
        ),
        choices=[AS_CLUB, *NameShown.choices],
        required=False,
        widget=forms.RadioSelect,
    )
