"""Which lines of the trail?"""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Club, Competition, Evening
from clubcomp.templatetags.club import day


class EveningField(forms.ModelChoiceField):
    """An evening that the trail has lines of, by number within its competition."""

    def label_from_instance(self, evening: Evening) -> str:
        """Its date, or its number where it has none."""
        if evening.date:
            return f"{day(evening.date, 'short')} {evening.date.year}"
        return _("evening %(number)s") % {"number": evening.number}


class FilterForm(forms.Form):
    """One competition, and of it one evening. What is not there narrows nothing."""

    competition = forms.ModelChoiceField(
        label=_("Competition"),
        queryset=Competition.objects.none(),
        to_field_name="slug",
        empty_label=_("everything"),
        required=False,
    )
    evening = EveningField(
        label=_("Evening"),
        queryset=Evening.objects.none(),
        to_field_name="number",
        empty_label=_("all evenings"),
        required=False,
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any):
        super().__init__(*args, **kwargs)
        competitions = club.competitions.all()
        self.fields["competition"].queryset = competitions
        slug = self.data.get("competition")
        chosen = next((one for one in competitions if one.slug == slug), None)
        if chosen:
            evenings = chosen.evenings.filter(trail__isnull=False).distinct().order_by("-number")
            self.fields["evening"].queryset = evenings
        else:
            del self.fields["evening"]

    @property
    def narrowing(self) -> dict[str, Any]:
        """What is chosen, for a filter."""
        return {name: chosen for name, chosen in self.cleaned_data.items() if chosen}

    @property
    def chosen(self) -> str:
        """What is chosen, for the address of another page."""
        return urlencode({name: self.data[name] for name in self.narrowing})
