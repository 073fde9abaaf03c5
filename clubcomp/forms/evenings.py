"""An evening in the calendar, who leads it, opening it again, and how a player was away."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.absences.notice import Elsewhere, absence_kinds
from clubcomp.flow.accounts.deputies import people_to_choose
from clubcomp.forms.fields import (
    offer,
    offer_players,
    offer_rows,
)
from clubcomp.forms.pairings import EntriesForm, EntryField
from clubcomp.models import Club, Competition, Deputy, Entry, Evening, Round, User
from clubcomp.words.unplayed import CORRECTED, ELSEWHERE, named, offered
from pairing.core.unplayed import Unplayed


class ReasonForm(forms.Form):
    """A reason, which members can read."""

    reason = forms.CharField(
        label=_("Reason, for the log that members with an account read"),
        max_length=500,
        widget=forms.TextInput,
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
        """A person or a name, not both."""
        cleaned = super().clean() or self.cleaned_data
        person, name = cleaned.get("person"), cleaned.get("name")
        if person and name:
            self.add_error("name", _("Choose a person or write a name, not both."))
        elif not person and not name and not self.errors:
            self.add_error("name", _("Choose a person, or write a name."))
        return cleaned


ALL_MISSED = _("all that were missed")


class NoticeForm(EntriesForm):
    """The player who was away, from which games and how, and why the record is corrected.

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
        kinds = absence_kinds(evening.competition)
        ways = offered(evening.competition, CORRECTED).items()
        offer(self, "kind", [(kind, words) for kind, words in ways if kind in kinds])
        if not evening.competition.abilities.uses_tempos:
            self.fields["number"].label = _("Round")
        numbers = [round_.number for round_ in rounds if round_.is_on_record]
        games = [(number, evening.round_name(number)) for number in numbers]
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
        return named(self.evening.competition, self.cleaned_data["kind"], CORRECTED)

    @property
    def which(self) -> str:
        """The question from which game it holds."""
        number = self.cleaned_data["number"]
        return self.evening.round_name(number) if number else str(ALL_MISSED)


class ElsewhereForm(forms.Form):
    """How games elsewhere ended, for each player who was away and earns points by it."""

    def __init__(self, data: Any, *, played: Iterable[Elsewhere]):
        super().__init__(data)
        ways = [way for way in ELSEWHERE.items() if way[0]]
        for absence in played:
            evening = absence.round.evening
            label = f"{absence.entry}, {named(evening.competition, absence.kind, CORRECTED)}"
            if evening.games > 1:
                label = f"{evening.round_name(absence.round.number)}: {label}"
            self.fields[absence.key] = forms.ChoiceField(
                label=label, choices=[("", "–"), *ways], initial=absence.result, required=False
            )


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

    kind = forms.ChoiceField(label=_("As what do they count?"), widget=forms.RadioSelect)

    def __init__(
        self, *args: Any, awaited: Iterable[Entry], competition: Competition, **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        offer_players(self, "players", awaited)
        if own := competition.own_kinds:
            silent = str(Unplayed.NO_NOTICE)
            offer(self, "kind", {silent: named(competition, silent, CORRECTED), **own}.items())
            self.fields["kind"].initial = silent
        else:
            del self.fields["kind"]

    @property
    def kind_of_absence(self) -> str:
        """The kind of absence as which they count."""
        return str(self.cleaned_data.get("kind") or Unplayed.NO_NOTICE)

    @property
    def named_kind(self) -> str:
        """The club's name for that kind; "" where there is no choice of kinds."""
        return str(
            dict(getattr(self.fields.get("kind"), "choices", ())).get(self.kind_of_absence, "")
        )


class CloseForm(WithoutNoticeForm):
    """Closing the evening, with those who stayed away without a word, if there are any.

    `unplayed` is how many of its games the page said are not paired.
    """

    unplayed = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for name in {"players", "reason", "kind"} & self.fields.keys():
            self.fields[name].required = False

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
            "kind": self.kind_of_absence,
            "reason": data["reason"],
            "unplayed": data["unplayed"] or 0,
        }
