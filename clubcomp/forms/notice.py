"""How a player was away on an evening."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.notice import kinds_of
from clubcomp.flow.rounds import round_name
from clubcomp.forms.fields import offer, offer_players
from clubcomp.forms.pairings import EntriesForm, EntryField
from clubcomp.models import Entry, Evening, Round
from clubcomp.words.unplayed import CORRECTED
from pairing.core.unplayed import Unplayed

ALL_MISSED = _("all that were missed")


class NoticeForm(EntriesForm):
    """Who was away, from which games, how, and why the record is corrected.

    With `look` among the data the page first shows what the correction changes.
    """

    player = EntryField(label=_("Player"), empty_label="")
    number = forms.TypedChoiceField(
        label=_("Game"), coerce=int, empty_value=None, required=False, choices=()
    )
    kind = forms.ChoiceField(label=_("What is right?"), choices=(), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason, which members read in the log"), max_length=500)
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
        """From which game, and how; `number` None: from all that were missed."""
        return {name: self.cleaned_data[name] for name in ("number", "kind")}

    @property
    def in_words(self) -> str:
        """What it becomes, as the page asks it."""
        return str(CORRECTED[Unplayed(self.cleaned_data["kind"])])

    @property
    def which(self) -> str:
        """From which game, as the page asks it."""
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
        label=_("Reason, which members read in the log"),
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
            self.add_error("reason", _("Say why: members see it."))
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
