"""When the club plays: one evening, a series with tempos by turns, or another date for one."""

import datetime
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.evenings import MOST_GAMES
from clubcomp.forms.fields import DateField, HolidaysField, is_among, offer_rows
from clubcomp.models import Competition, Evening, Tempo

WEEK = datetime.timedelta(weeks=1)
#: A season is shorter than a year, so more evenings in one go is a slip in the date.
MOST_EVENINGS = 60  # as the hint and the refusal say
#: Farther from every other evening a date has a wrong year, or a holiday is very long.
HALF_A_YEAR = datetime.timedelta(days=200)
#: The first evening has no others near it; a season of long ago may be entered afterwards.
FIVE_YEARS = datetime.timedelta(days=5 * 366)


class EveningForm(forms.Form):
    """Date, tempo, games and time of an evening. Without a number: the tempo's own."""

    tempo = forms.ModelChoiceField(
        label=_("Tempo"), queryset=Tempo.objects.none(), empty_label=None
    )
    date = DateField(label=_("Date"))
    late = forms.BooleanField(
        label=_("Put it after that evening all the same; its games count from there"),
        required=False,
        widget=forms.HiddenInput,
    )
    far = forms.BooleanField(label=_("The date is right"), required=False, widget=forms.HiddenInput)
    starts_at = forms.TimeField(
        label=_("Starts at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        required=False,
    )
    games = forms.IntegerField(
        label=_("Games"),
        help_text=_("Only if it differs from the tempo."),
        min_value=1,
        max_value=MOST_GAMES,
        required=False,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.competition = competition
        for name in ("late", "far"):
            if name in self.data:
                self.fields[name].widget = forms.CheckboxInput()
        offer_rows(self, "tempo", competition.tempos.all())
        if not competition.abilities.uses_tempos:
            # There is one tempo, and its number of games is not asked anywhere.
            del self.fields["tempo"]
            self.fields["games"].label = _("Rounds on this evening")
            self.fields["games"].help_text = _("Only if there are more than one.")

    def ask_late(self, why: str) -> None:
        """Ask with a tick whether an earlier date may come after the last evening played."""
        self._ask("late", why)

    def clean(self) -> dict[str, Any]:
        """Fills in the only tempo where the form did not ask for one; asks about an odd date."""
        data = super().clean() or self.cleaned_data
        if "tempo" not in self.fields:
            data["tempo"] = self.competition.tempos.get()
        date, is_right = data.get("date"), data.pop("far", False)
        if date and not is_right and self._is_far(date):
            words = gettext(
                "This date is far from the other evenings and the season. Look at the year."
            )
            self._ask("far", words)
        return data

    def _ask(self, name: str, why: str) -> None:
        self.fields[name].widget = forms.CheckboxInput()
        self.add_error(name, why)

    def _is_far(self, date: datetime.date) -> bool:
        """Whether an evening on that day would be alone: a slip in the year, most likely."""
        if abs(date - timezone.localdate()) <= HALF_A_YEAR:
            return False
        days = [day for day in self._other_evenings().values_list("date", flat=True) if day]
        if days:
            return min(abs(date - day) for day in days) > HALF_A_YEAR
        season = self.competition.season
        return not season.first - FIVE_YEARS <= date <= season.last + FIVE_YEARS

    def _other_evenings(self) -> QuerySet[Evening]:
        return self.competition.evenings.all()


def _from_today(date: datetime.date) -> datetime.date:
    """A date to propose: the same weekday from today on, where it is in the past."""
    late = max(timezone.localdate() - date, datetime.timedelta())
    return date - (-late // WEEK) * WEEK


class NewEveningForm(EveningForm):
    """A new evening, or one every week until a date."""

    #: The least number of turns that is offered, since a tempo may come more than once.
    TURNS = 4

    until = DateField(
        label=_("And every week until"),
        help_text=_("Only for a series, of at most 60 weeks."),
        required=False,
    )
    holidays = HolidaysField()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, competition=competition, **kwargs)
        if "tempo" in self.fields and (count := competition.tempos.count()) > 1:
            for turn in range(2, max(self.TURNS, count) + 1):
                self.fields[f"turn_{turn}"] = self._turn(turn)
        last = competition.evenings.filter(date__isnull=False).order_by("-date").first()
        if last and last.date:
            self.initial = {
                "tempo": last.tempo_id,
                "date": _from_today(last.date + WEEK),
                "starts_at": last.starts_at,
            }

    def clean(self) -> dict[str, Any]:
        """The last date is not before the first one, and the season has an end."""
        data = super().clean() or self.cleaned_data
        if data.get("until") and data.get("date"):
            if data["until"] < data["date"]:
                self.add_error("until", _("This date is before the first evening."))
            elif data["until"] - data["date"] > MOST_EVENINGS * WEEK:
                self.add_error("until", _("That is more than 60 weeks. Choose an earlier date."))
        if data.get("date") and not self.errors and not self.dates:
            self.add_error("holidays", _("Then no evening is left."))
        return data

    def _turn(self, turn: int) -> forms.ModelChoiceField:
        """The tempo of an evening in the series; after the last one the turns begin again."""
        words = _("Where tempos take turns. Each has its own number of games; then it begins anew.")
        return forms.ModelChoiceField(
            label=_("Evening %(number)s of the series") % {"number": turn},
            help_text=words if turn == 2 else "",
            queryset=self.competition.tempos.all(),
            empty_label=_("begin anew"),
            required=False,
        )

    @property
    def dates(self) -> list[datetime.date]:
        """The dates that are asked for, in order, without the holidays."""
        holidays = self.cleaned_data["holidays"]
        return [date for date in self._weekly if not is_among(date, holidays)]

    @property
    def left_out(self) -> list[datetime.date]:
        """The dates of the series that are holidays."""
        return [date for date in self._weekly if date not in self.dates]

    @property
    def _weekly(self) -> list[datetime.date]:
        first, until = self.cleaned_data["date"], self.cleaned_data["until"]
        weeks = (until - first) // WEEK if until else 0
        return [first + week * WEEK for week in range(weeks + 1)]

    @property
    def planned(self) -> list[dict[str, Any]]:
        """The evenings in order, as the calendar takes them."""
        shared = {name: self.cleaned_data[name] for name in ("starts_at", "late")}
        turns = [{"tempo": self.cleaned_data["tempo"], "games": self.cleaned_data["games"]}]
        tempos = (self.cleaned_data[name] for name in self.fields if name.startswith("turn_"))
        turns += [{"tempo": tempo, "games": None} for tempo in tempos if tempo]
        return [
            {"date": date, **turns[week % len(turns)], **shared}
            for week, date in enumerate(self.dates)
        ]


class ChangeForm(EveningForm):
    """An evening that is in the calendar already.

    With another tempo it gets the number of games of that tempo, unless another number is typed.
    """

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, evening: Evening, **kwargs: Any):
        super().__init__(*args, competition=evening.competition, **kwargs)
        self.evening = evening
        self.fields["games"].required, self.fields["games"].help_text = True, ""
        if "tempo" in self.fields and self.competition.tempos.count() > 1:
            self.fields["games"].help_text = _(
                "Left as it is when the tempo changes: as many as that tempo has on an evening."
            )
        self.initial = {
            "tempo": evening.tempo_id,
            "date": evening.date,
            "starts_at": evening.starts_at,
            "games": evening.games,
            "seen": self._digest(),
        }

    def _other_evenings(self) -> QuerySet[Evening]:
        return super()._other_evenings().exclude(pk=self.evening.pk)

    def _is_far(self, date: datetime.date) -> bool:
        """A date that stays is not asked about again."""
        return date != self.evening.date and super()._is_far(date)

    def _digest(self) -> str:
        """What the evening is now, to recognize a page that shows an older state."""
        evening = self.evening
        return f"{evening.tempo_id} {evening.date} {evening.starts_at} {evening.games}"

    def clean(self) -> dict[str, Any]:
        """Refuses to overwrite a change by somebody else; the games follow the tempo."""
        data = super().clean() or self.cleaned_data
        if data.pop("seen", "") not in ("", self._digest()):
            self.add_error(
                None,
                _(
                    "Somebody else changed this evening meanwhile. Nothing was changed. Load the"
                    " page again and look."
                ),
            )
        tempo = data.get("tempo")
        if tempo and tempo.pk != self.evening.tempo_id and data.get("games") == self.evening.games:
            data["games"] = tempo.games_per_evening
        return data
