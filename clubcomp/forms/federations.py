"""What a report to a federation says of a competition besides its games."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.fields import DateField
from pairing.core.types import Event


class EventForm(forms.Form):
    """The head of a report. Nothing is required: a report may go out without, and says so."""

    place = forms.CharField(label=_("Place"), max_length=200, required=False)
    federation = forms.RegexField(
        regex=r"^[A-Za-z]{3}$",
        label=_("Federation"),
        help_text=_("The three letters that FIDE has for it: NED, TUR, BEL."),
        error_messages={"invalid": _("A federation has three letters: NED, TUR, BEL.")},
        max_length=3,
        required=False,
    )
    start = DateField(
        label=_("First day"),
        help_text=_("Empty: the day of the first evening."),
        required=False,
    )
    end = DateField(
        label=_("Last day"),
        help_text=_("Empty: the day of the last evening."),
        required=False,
    )
    chief_arbiter = forms.CharField(
        label=_("Chief arbiter"),
        help_text=_("With the title and the FIDE number, if there is one: IA Piet Smit 1000012."),
        max_length=200,
        required=False,
    )
    arbiters = forms.CharField(
        label=_("Deputy arbiters"),
        help_text=_("One a line."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=5000,
        required=False,
    )
    time_control = forms.CharField(
        label=_("Time control"),
        help_text=_("For example 90'+30\" (minutes, and seconds a move), or in words."),
        max_length=200,
        required=False,
    )
    type = forms.CharField(
        label=_("Type of competition"),
        help_text=_("Empty: Individual: Swiss-System."),
        max_length=200,
        required=False,
    )

    def __init__(self, data: Any = None, *, event: Event):
        stored = {name: getattr(event, name) for name in self.base_fields}
        super().__init__(data, initial=stored | {"arbiters": "\n".join(event.arbiters)})

    def clean_federation(self) -> str:
        """As FIDE writes it."""
        return str(self.cleaned_data["federation"]).upper()

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        data = super().clean() or self.cleaned_data
        if data.get("start") and data.get("end") and data["end"] < data["start"]:
            self.add_error("end", _("The last day cannot come before the first."))
        return data

    @property
    def event(self) -> Event:
        """What was filled in."""
        data = self.cleaned_data
        days = {name: data[name].isoformat() if data[name] else "" for name in ("start", "end")}
        lines = filter(None, map(str.strip, data["arbiters"].splitlines()))
        return Event(**{**data, **days, "arbiters": tuple(lines)})
