"""Who does not come, several at once or on holiday?"""

from collections.abc import Mapping
from datetime import date as Date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.fields import DateField, offer, offer_players
from clubcomp.models import Entry, Evening
from clubcomp.models.unplayed import AWAY
from clubcomp.words.unplayed import NOT_COMING
from pairing.core.unplayed import Unplayed


class Days(forms.Form):
    """From which day until which."""

    first = DateField(label=_("From"))
    last = DateField(label=_("Until and including"))

    def clean(self) -> dict[str, Any]:
        """The days in their order."""
        data = super().clean() or self.cleaned_data
        if data.get("first") and data.get("last") and data["last"] < data["first"]:
            self.add_error("last", _("The last day cannot be before the first one."))
        return data


class AwayForm(Days):
    """A holiday of one player."""

    kind = forms.ChoiceField(label=_("How"), choices=AWAY, widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Note"), help_text=_("For the leaders only."), max_length=200, required=False
    )


class NotComingForm(Days):
    """Several players for one reason, on this evening or on all evenings of some days."""

    BACK = "back"
    WAYS = {**NOT_COMING, BACK: _("comes after all: take back what was said")}

    players = forms.TypedMultipleChoiceField(
        label=_("Who?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick somebody.")},
    )
    way = forms.ChoiceField(label=_("Why not?"), widget=forms.RadioSelect, initial=Unplayed.ABSENT)
    field_order = ["players", "way", "first", "last"]

    def __init__(
        self,
        *args: Any,
        evening: Evening,
        words: Mapping[Entry, str],
        asks_days: bool = True,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.evening = evening
        offer_players(self, "players", words, words)
        ways = self.WAYS.items()
        offer(self, "way", [way for way in ways if evening.is_open or self._is_known_ahead(way[0])])
        for name in ("first", "last"):
            self.fields[name].required = False
            if not asks_days:
                self.fields[name].widget = forms.HiddenInput()
                self.fields[name].disabled = True
        self.fields["first"].help_text = _(
            "Only for this evening: leave both days empty. With days it holds for every evening"
            " of the club from the one until the other, also for one that is planned later."
        )
        if evening.date:
            self.fields["last"].help_text = _("With only this day it begins with this evening.")

    def clean_last(self) -> Date | None:
        """With only a last day the absence begins with this evening, where that has a date."""
        last: Date | None = self.cleaned_data["last"]
        if last and "first" in self.cleaned_data and not self.cleaned_data["first"]:
            self.cleaned_data["first"] = self.evening.date
        return last

    def clean(self) -> dict[str, Any]:
        """Both days or neither; nobody stays away without notice on days to come."""
        data = super().clean() or self.cleaned_data
        days = [name for name in ("first", "last") if data.get(name)]
        if len(days) == 1 and not {"first", "last"} & set(self.errors):
            missing = "last" if days == ["first"] else "first"
            self.add_error(missing, _("Enter both days, or neither."))
        if days and not self._is_known_ahead(data.get("way", self.BACK)):
            self.add_error("way", _("Without notice is said of one evening: leave the days empty."))
        return data

    def _is_known_ahead(self, way: str) -> bool:
        return way == self.BACK or Unplayed(way).is_known_ahead

    @property
    def words_of_way(self) -> str:
        """How they stay away, as the form says it."""
        return str(self.WAYS[self.cleaned_data["way"]])

    @property
    def days(self) -> dict[str, Any] | None:
        """The first and the last day; None: this evening only."""
        days = {name: self.cleaned_data[name] for name in ("first", "last")}
        return days if all(days.values()) else None
