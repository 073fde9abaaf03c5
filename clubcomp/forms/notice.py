"""How a player was away on an evening."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.notice import ABSENT, kinds_of
from clubcomp.flow.rounds import round_name
from clubcomp.forms.pairings import EntriesForm, EntryField
from clubcomp.models import Entry, Evening, Round, Unpaired


class NoticeForm(EntriesForm):
    """Who was away, from which games, how, and why it is put right."""

    KINDS = {
        ABSENT: _("away with notice"),
        Unpaired.Kind.NO_NOTICE: _("stayed away without notice"),
        Unpaired.Kind.EXTERNAL: _("played elsewhere for the club (external)"),
        Unpaired.Kind.EXEMPT: _("was not invited"),
        Unpaired.Kind.HALF_POINT_BYE: _("had a half-point bye"),
        Unpaired.Kind.FULL_POINT_BYE: _("had a full-point bye"),
    }

    player = EntryField(label=_("Player"), empty_label="")
    number = forms.TypedChoiceField(
        label=_("Game"), coerce=int, empty_value=None, required=False, choices=()
    )
    kind = forms.ChoiceField(label=_("What is right?"), choices=(), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason, visible to members"), max_length=500)

    def __init__(self, *args: Any, evening: Evening, rounds: list[Round], **kwargs: Any):
        super().__init__(*args, competition=evening.competition, **kwargs)
        kinds = kinds_of(evening.competition)
        self.fields["kind"].choices = [(kind, self.KINDS[kind]) for kind in kinds]
        numbers = [round_.number for round_ in rounds if round_.is_on_record]
        games = [(number, round_name(evening, number)) for number in numbers]
        self.fields["number"].choices = [("", _("all that were missed")), *games]


class WithoutNoticeForm(forms.Form):
    """Which of the players who never came stayed away without a word."""

    players = forms.TypedMultipleChoiceField(
        label=_("Who stayed away without notice?"), widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(
        label=_("Reason, visible to members"), max_length=500, initial=_("Did not turn up")
    )

    def __init__(self, *args: Any, awaited: Iterable[Entry], **kwargs: Any):
        super().__init__(*args, **kwargs)
        entries = {entry.key: entry for entry in awaited}
        self.fields["players"].choices = [(key, str(entry)) for key, entry in entries.items()]
        self.fields["players"].coerce = entries.__getitem__
