"""Which lines of the trail?"""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.fields import CompetitionField, offer_rows
from clubcomp.models import Club, Competition, Evening, Player
from clubcomp.words.trail import OF_KIND
from clubcomp.words.values import day


class EveningField(forms.ModelChoiceField):
    """An evening that the trail has lines of, by number within its competition."""

    def label_from_instance(self, evening: Evening) -> str:
        """Its date, or its number where it has none."""
        if evening.date:
            return day(evening.date, "short year")
        return _("evening %(number)s") % {"number": evening.number}


#: What the steps are about (`words.trail.OF_KIND`).
KINDS = {
    "results": _("results and corrections"),
    "pairings": _("pairings"),
    "attendance": _("attendance and absences"),
    "evenings": _("evenings and the calendar"),
    "competitions": _("competitions and who plays in them"),
    "members": _("members and ratings"),
    "club": _("the club and its people"),
    "security": _("security: roles, links and signing in"),
}
LONGEST_SEARCH = 100


class FilterForm(forms.Form):
    """Narrows the log to a competition, an evening of it, a player, a kind of step, or words.

    An empty field narrows nothing.
    """

    competition = CompetitionField(
        label=_("Competition"),
        queryset=Competition.objects.none(),
        to_field_name="slug",
        empty_label=_("everything"),
        required=False,
    )
    evening = EveningField(
        label=_("Evening"),
        queryset=Evening.objects.none(),
        to_field_name="serial",
        empty_label=_("all evenings"),
        required=False,
    )

    player = forms.ModelChoiceField(
        label=_("Player"),
        queryset=Player.objects.none(),
        empty_label=_("everybody"),
        required=False,
    )
    kind = forms.ChoiceField(
        label=_("About"), choices=[("", _("everything")), *KINDS.items()], required=False
    )
    search = forms.CharField(
        label=_("Search"), max_length=LONGEST_SEARCH, required=False, widget=forms.TextInput
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any):
        super().__init__(*args, **kwargs)
        offer_rows(self, "player", club.players.order_by("sort_key", "pk"))
        competitions = club.competitions.select_related("season")
        offer_rows(self, "competition", competitions)
        slug = self.data.get("competition")
        chosen = next((known for known in competitions if known.slug == slug), None)
        if chosen:
            evenings = chosen.evenings.filter(trail__isnull=False).distinct().order_by("-number")
            offer_rows(self, "evening", evenings)
        else:
            del self.fields["evening"]

    @property
    def narrowing(self) -> dict[str, Any]:
        """What is chosen, by name."""
        return {name: chosen for name, chosen in self.cleaned_data.items() if chosen}

    @property
    def actions(self) -> list[str]:
        """The steps of the kind that is chosen; empty: all of them."""
        kind = self.cleaned_data.get("kind")
        return [*OF_KIND[kind]] if kind else []

    @property
    def chosen(self) -> str:
        """What is chosen, for the address of another page."""
        return urlencode({name: self.data[name] for name in self.narrowing})
