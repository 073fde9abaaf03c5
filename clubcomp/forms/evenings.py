"""An evening in the calendar, who leads it, opening it again, and how a player was away."""

import datetime
from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.deputies import people_to_choose
from clubcomp.flow.evenings import MOST_GAMES
from clubcomp.flow.notice import kinds_of
from clubcomp.flow.rounds import round_name
from clubcomp.forms.fields import DateField, offer, offer_players, offer_rows
from clubcomp.forms.pairings import EntriesForm, EntryField
from clubcomp.models import Club, Competition, Deputy, Entry, Evening, Round, Tempo, User
from clubcomp.words.unplayed import CORRECTED
from pairing.core.unplayed import Unplayed

WEEK = datetime.timedelta(weeks=1)
#: A season is shorter than a year, so more evenings in one go is a slip in the date.
MOST_EVENINGS = 60
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
        label=_("Put it after that evening all the same: its games count from there"),
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
        help_text=_("Empty: as many as the tempo has on an evening."),
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
            self.fields["games"].help_text = _("Empty: one.")

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
        others = [other for other in self._others().values_list("date", flat=True) if other]
        if others:
            return min(abs(date - other) for other in others) > HALF_A_YEAR
        season = self.competition.season
        return not season.first - FIVE_YEARS <= date <= season.last + FIVE_YEARS

    def _others(self) -> QuerySet[Evening]:
        return self.competition.evenings.all()


class PlanForm(EveningForm):
    """A new evening, or one every week until a date."""

    until = DateField(
        label=_("And every week until"),
        help_text=_("Empty: this one evening only. Remove the holidays afterwards."),
        required=False,
    )
    other_tempo = forms.ModelChoiceField(
        label=_("Every second evening"),
        help_text=_("Where two tempos take turns. Each has its own number of games."),
        queryset=Tempo.objects.none(),
        empty_label=_("the same tempo"),
        required=False,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, competition=competition, **kwargs)
        offer_rows(self, "other_tempo", competition.tempos.all())
        if "tempo" not in self.fields or competition.tempos.count() == 1:
            del self.fields["other_tempo"]
        last = competition.evenings.filter(date__isnull=False).order_by("-date").first()
        if last and last.date:
            self.initial = {
                "tempo": last.tempo_id,
                "date": last.date + WEEK,
                "starts_at": last.starts_at,
            }

    def clean(self) -> dict[str, Any]:
        """The last date is not before the first one, and the season has an end."""
        data = super().clean() or self.cleaned_data
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
    def planned(self) -> list[dict[str, Any]]:
        """The evenings in order, as the calendar takes them."""
        shared = {name: self.cleaned_data[name] for name in ("starts_at", "late")}
        turns = [{"tempo": self.cleaned_data["tempo"], "games": self.cleaned_data["games"]}]
        if other := self.cleaned_data.get("other_tempo"):
            turns.append({"tempo": other, "games": None})
        return [
            {"date": date, **turns[week % len(turns)], **shared}
            for week, date in enumerate(self.dates)
        ]


class ChangeForm(EveningForm):
    """An evening that is in the calendar already.

    With another tempo it gets that one's number of games, unless another number is typed.
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

    def _others(self) -> QuerySet[Evening]:
        return super()._others().exclude(pk=self.evening.pk)

    def _is_far(self, date: datetime.date) -> bool:
        """Not asked again about a date that stays."""
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


class ReasonForm(forms.Form):
    """A reason, which members can read."""

    reason = forms.CharField(
        label=_("Reason, visible to members"), max_length=500, widget=forms.TextInput
    )


class DeputyForm(forms.Form):
    """Somebody of the club, or a name that gets a link, and how far the right goes."""

    scope = forms.ChoiceField(
        label=_("What may this person do?"),
        choices=Deputy.Scope.choices,
        initial=Deputy.Scope.EVENING,
        widget=forms.RadioSelect,
    )
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

    def __init__(self, data: Any, *, club: Club, wanted: str):
        # So that two presses make a helper: this name will do, and can be overwritten.
        helper = {"scope": wanted, "name": gettext("Helper")}
        super().__init__(data, initial=helper if wanted == Deputy.Scope.RESULTS else None)
        people = people_to_choose(club)
        offer_rows(self, "person", people)
        if not people.exists():
            del self.fields["person"]
            self.fields["name"].label = _("Name of this person")
            self.fields["name"].required = True

    def clean(self) -> dict[str, Any]:
        """One of the two."""
        cleaned = super().clean() or self.cleaned_data
        person, name = cleaned.get("person"), cleaned.get("name")
        if person and name:
            self.add_error("name", _("Choose a person or write a name, not both."))
        elif not person and not name and not self.errors:
            self.add_error("name", _("Choose a person, or write a name."))
        return cleaned


ALL_MISSED = _("all that were missed")


class NoticeForm(EntriesForm):
    """Who was away, from which games, how, and why the record is corrected.

    With `look` among the data the page first shows what the correction changes.
    """

    player = EntryField(label=_("Player"), empty_label="")
    number = forms.TypedChoiceField(
        label=pgettext_lazy("of an evening", "Game"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=(),
    )
    kind = forms.ChoiceField(label=_("What is right?"), choices=(), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason, which the player and the leaders read"), max_length=500
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    LOOK = "look"

    def __init__(self, *args: Any, evening: Evening, rounds: list[Round], **kwargs: Any):
        super().__init__(*args, competition=evening.competition, **kwargs)
        self.evening = evening
        self.is_look = self.is_bound and self.LOOK in self.data
        # A preview needs no reason yet.
        self.fields["reason"].required = not self.is_look
        kinds = kinds_of(evening.competition)
        offer(self, "kind", [(kind, words) for kind, words in CORRECTED.items() if kind in kinds])
        if not evening.competition.abilities.uses_tempos:
            self.fields["number"].label = _("Round")
        numbers = [round_.number for round_ in rounds if round_.is_on_record]
        games = [(number, round_name(evening, number)) for number in numbers]
        offer(self, "number", [("", ALL_MISSED), *games])

    def clean(self) -> dict[str, Any]:
        """A preview needs no reason; the correction that the page then offers does."""
        self.fields["reason"].required = True
        return super().clean() or self.cleaned_data

    @property
    def correction(self) -> dict[str, Any]:
        """What is corrected from which game; `number` None: all games that were missed."""
        return {name: self.cleaned_data[name] for name in ("number", "kind")}

    @property
    def in_words(self) -> str:
        """What it becomes, as the page asks it."""
        return str(CORRECTED[Unplayed(self.cleaned_data["kind"])])

    @property
    def which(self) -> str:
        """The question from which game it holds."""
        number = self.cleaned_data["number"]
        return round_name(self.evening, number) if number else str(ALL_MISSED)


class WithoutNoticeForm(forms.Form):
    """Which of the players who never came stayed away without a word."""

    players = forms.TypedMultipleChoiceField(
        label=_("Who stayed away without notice?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": _("The list changed meanwhile. Look at it again and press once more.")
        },
    )
    reason = forms.CharField(
        label=_("Reason, which the player and the leaders read"),
        max_length=500,
        initial=_("Did not turn up"),
    )

    def __init__(self, *args: Any, awaited: Iterable[Entry], **kwargs: Any):
        super().__init__(*args, **kwargs)
        offer_players(self, "players", awaited)


class CloseForm(WithoutNoticeForm):
    """Closing the evening, with those who stayed away without a word, if there are any.

    `unplayed` is how many of its games the page said are not paired.
    """

    unplayed = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["players"].required = self.fields["reason"].required = False

    def clean(self) -> dict[str, Any]:
        """A reason is asked for those who are ticked."""
        data = super().clean() or self.cleaned_data
        if data.get("players") and not data.get("reason"):
            self.add_error("reason", _("Say why: the player reads it."))
        return data

    @property
    def closing(self) -> dict[str, Any]:
        """What closing books."""
        data = self.cleaned_data
        return {
            "without_notice": data["players"],
            "reason": data["reason"],
            "unplayed": data["unplayed"] or 0,
        }
