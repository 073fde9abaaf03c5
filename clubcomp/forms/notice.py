"""How a player was away on an evening."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.notice import ABSENT, kinds_of
from clubcomp.flow.rounds import round_name
from clubcomp.forms.pairings import EntriesForm, EntryField
from clubcomp.models import Entry, Evening, Round, Unpaired
from pairing.registry import get_system


class NoticeForm(EntriesForm):
    """Who was away, from which games, how, and why it is put right.

    With `look` in what was sent the page shows first what it changes.
    """

    KINDS = {
        ABSENT: _("away with notice"),
        Unpaired.Kind.NO_NOTICE: _("stayed away without notice"),
        Unpaired.Kind.EXTERNAL: _("played elsewhere for the club (external)"),
        Unpaired.Kind.EXEMPT: _("was not invited"),
        Unpaired.Kind.HALF_POINT_BYE: _("had a half-point bye"),
        Unpaired.Kind.FULL_POINT_BYE: _("had a full-point bye"),
        Unpaired.Kind.BYE: _("was there and had no opponent (the bye)"),
    }

    player = EntryField(label=_("Player"), empty_label="")
    number = forms.TypedChoiceField(
        label=_("Game"), coerce=int, empty_value=None, required=False, choices=()
    )
    kind = forms.ChoiceField(label=_("What is right?"), choices=(), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason, which members read in the trail"), max_length=500)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    LOOK = "look"

    def __init__(self, *args: Any, evening: Evening, rounds: list[Round], **kwargs: Any):
        super().__init__(*args, competition=evening.competition, **kwargs)
        self.is_look = self.is_bound and self.LOOK in self.data
        # Who only looks at what it changes need not say why yet.
        self.fields["reason"].required = not self.is_look
        kinds = kinds_of(evening.competition)
        self.fields["kind"].choices = [(kind, self.KINDS[kind]) for kind in kinds]
        if not get_system(evening.competition.system).abilities.uses_tempos:
            self.fields["number"].label = _("Round")
        numbers = [round_.number for round_ in rounds if round_.is_on_record]
        games = [(number, round_name(evening, number)) for number in numbers]
        self.fields["number"].choices = [("", _("all that were missed")), *games]

    def clean(self) -> dict[str, Any]:
        """A look needs no reason; the correction that the page then offers does."""
        self.fields["reason"].required = True
        return super().clean()

    @property
    def correction(self) -> dict[str, Any]:
        """From which game, and how; `number` None: from all that were missed."""
        return {name: self.cleaned_data[name] for name in ("number", "kind")}

    @property
    def in_words(self) -> str:
        """What it becomes, as the page asks it."""
        return str(self.KINDS[self.cleaned_data["kind"]])

    @property
    def which(self) -> str:
        """From which game, as the page asks it."""
        choices = self.fields["number"].choices
        return str(dict(choices)[self.cleaned_data["number"] or ""])


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
        label=_("Reason, which members read in the trail"),
        max_length=500,
        initial=_("Did not turn up"),
    )

    def __init__(self, *args: Any, awaited: Iterable[Entry], **kwargs: Any):
        super().__init__(*args, **kwargs)
        entries = {entry.key: entry for entry in awaited}
        self.fields["players"].choices = [(key, str(entry)) for key, entry in entries.items()]
        self.fields["players"].coerce = entries.__getitem__


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
        data = super().clean()
        if data.get("players") and not data.get("reason"):
            self.add_error("reason", _("Say why: members see it."))
        return data

    @property
    def closing(self) -> dict[str, Any]:
        """What closing books."""
        return {
            "without_notice": self.cleaned_data["players"],
            "reason": self.cleaned_data["reason"],
            "unplayed": self.cleaned_data["unplayed"] or 0,
        }
