"""Who does not come, several at once or on holiday?"""

from collections.abc import Mapping
from datetime import date as Date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.evenings import DateInput
from clubcomp.models import Attendance, Away, Entry, Evening


class Days(forms.Form):
    """From which day until which."""

    first = forms.DateField(label=_("From"), widget=DateInput)
    last = forms.DateField(label=_("Until and including"), widget=DateInput)

    def clean(self) -> dict[str, Any]:
        """The days in their order."""
        data = super().clean()
        if data.get("first") and data.get("last") and data["last"] < data["first"]:
            self.add_error("last", _("The last day cannot be before the first one."))
        return data


class AwayForm(Days):
    """A holiday of one player."""

    kind = forms.ChoiceField(label=_("How"), choices=Away.Kind, widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Note"), help_text=_("For the leaders only."), max_length=200, required=False
    )


class NotComingForm(Days):
    """Several players, one reason, for this evening or for all evenings of some days."""

    BACK = "back"
    WAYS = {
        Attendance.Status.ABSENT: _("signed off"),
        Attendance.Status.EXTERNAL: _("plays elsewhere for the club (external)"),
        Attendance.Status.EXEMPT: _("not invited"),
        Attendance.Status.NO_NOTICE: _("stays away without notice"),
        BACK: _("comes after all: take back what was said"),
    }

    players = forms.TypedMultipleChoiceField(
        label=_("Who?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick somebody.")},
    )
    way = forms.ChoiceField(
        label=_("Why not?"), widget=forms.RadioSelect, initial=Attendance.Status.ABSENT
    )
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
        entries = {entry.key: entry for entry in words}
        self.fields["players"].choices = [
            (entry.key, f"{entry} ({said})" if said else str(entry))
            for entry, said in words.items()
        ]
        self.fields["players"].coerce = entries.__getitem__
        no_notice = Attendance.Status.NO_NOTICE
        self.fields["way"].choices = [
            (way, label) for way, label in self.WAYS.items() if way != no_notice or evening.is_open
        ]
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
        """With only a last day it begins with this evening, where that has a day."""
        last = self.cleaned_data["last"]
        if last and "first" in self.cleaned_data and not self.cleaned_data["first"]:
            self.cleaned_data["first"] = self.evening.date
        return last

    def clean(self) -> dict[str, Any]:
        """Both days or neither; nobody stays away without notice in the days to come."""
        data = super().clean()
        days = [name for name in ("first", "last") if data.get(name)]
        if len(days) == 1 and not {"first", "last"} & set(self.errors):
            other = "last" if days == ["first"] else "first"
            self.add_error(other, _("Enter both days, or neither."))
        if days and data.get("way") == Attendance.Status.NO_NOTICE:
            self.add_error("way", _("Without notice is said of one evening: leave the days empty."))
        return data

    @property
    def days(self) -> dict[str, Any] | None:
        """The first and the last day; None: this evening only."""
        days = {name: self.cleaned_data[name] for name in ("first", "last")}
        return days if all(days.values()) else None
