"""An evening in the calendar, and why a closed one is opened again."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.evenings import MOST_GAMES
from clubcomp.models import Competition, Evening
from pairing.registry import get_system

WEEK = datetime.timedelta(weeks=1)
MOST_EVENINGS = 60


class DateInput(forms.DateInput):
    """The browser's own field for a date; its value is ISO 8601 in every language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeInput(forms.TimeInput):
    """The browser's own field for a time of day."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class EveningForm(forms.Form):
    """Date, tempo, games and time of an evening. Without a number: the tempo's own."""

    tempo = forms.ModelChoiceField(label=_("Tempo"), queryset=None, empty_label=None)
    date = forms.DateField(label=_("Date"), widget=DateInput)
    starts_at = forms.TimeField(label=_("Starts at"), widget=TimeInput, required=False)
    games = forms.IntegerField(
        label=_("Games"),
        help_text=_("Empty: as many as the tempo has on an evening."),
        min_value=1,
        max_value=MOST_GAMES,
        required=False,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.competition = competition
        self.fields["tempo"].queryset = competition.tempos.all()
        if not get_system(competition.system).abilities.uses_tempos:
            # There is one tempo, and its number of games is not asked anywhere.
            del self.fields["tempo"]
            self.fields["games"].label = _("Rounds on this evening")
            self.fields["games"].help_text = _("Empty: one.")

    def clean(self) -> dict[str, Any]:
        """With the only tempo where none was asked."""
        data = super().clean()
        if "tempo" not in self.fields:
            data["tempo"] = self.competition.tempos.get()
        return data


class PlanForm(EveningForm):
    """A new evening, or one every week until a date."""

    until = forms.DateField(
        label=_("And every week until"),
        help_text=_("Empty: this one evening only. Remove the holidays afterwards."),
        widget=DateInput,
        required=False,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, competition=competition, **kwargs)
        last = competition.evenings.filter(date__isnull=False).order_by("-date").first()
        if last:
            self.initial = {
                "tempo": last.tempo_id,
                "date": last.date + WEEK,
                "starts_at": last.starts_at,
            }

    def clean(self) -> dict[str, Any]:
        """The last date is not before the first one, and the season has an end."""
        data = super().clean()
        if data.get("until") and data.get("date"):
            if data["until"] < data["date"]:
                self.add_error("until", _("This date is before the first evening."))
            elif data["until"] - data["date"] > MOST_EVENINGS * WEEK:
                self.add_error("until", _("That is more than a season. Choose an earlier date."))
        return data

    @property
    def dates(self) -> list[datetime.date]:
        """The dates that are asked for, in order."""
        first, until = self.cleaned_data["date"], self.cleaned_data["until"]
        weeks = (until - first) // WEEK if until else 0
        return [first + week * WEEK for week in range(weeks + 1)]

    @property
    def planned(self) -> dict[str, Any]:
        """What all those evenings have in common."""
        return {name: self.cleaned_data[name] for name in ("tempo", "games", "starts_at")}


class ChangeForm(EveningForm):
    """An evening that is in the calendar already."""

    def __init__(self, *args: Any, evening: Evening, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["games"].required, self.fields["games"].help_text = True, ""
        self.initial = {
            "tempo": evening.tempo_id,
            "date": evening.date,
            "starts_at": evening.starts_at,
            "games": evening.games,
        }


class ReasonForm(forms.Form):
    """Why. Members can read it."""

    reason = forms.CharField(
        label=_("Reason, visible to members"), max_length=500, widget=forms.TextInput
    )
