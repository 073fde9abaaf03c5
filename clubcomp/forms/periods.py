"""With which evenings the periods of a season begin."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.competitions.periods import Period
from clubcomp.flow.order_of_play import in_words
from clubcomp.forms.fields import offer
from pairing.sentences.words import capitalised


class PeriodsForm(forms.Form):
    """The evenings of the calendar, of which those are ticked that begin a period."""

    firsts = forms.TypedMultipleChoiceField(
        label=_("A new period begins with"),
        help_text=_("The first period begins with the first evening."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any, *, periods: Sequence[Period]):
        super().__init__(data, initial={"firsts": [period.first for period in periods[1:]]})
        evenings = [evening for period in periods for evening in period.evenings][1:]
        offer(self, "firsts", [(row.number, capitalised(in_words(row))) for row in evenings])
