"""The table of a club's old program, as a text that somebody pasted."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.competitions import evening_choice
from clubcomp.forms.fields import offer
from clubcomp.models import Competition, Evening, Round
from pairing.formats.pasted_text import MOST_LETTERS


class OldTableForm(forms.Form):
    """The table, and those of its players who are left out since they have left."""

    text = forms.CharField(
        label=_("The old table"),
        help_text=_(
            "A player on each line, below the headings “Name”, “Points” and, if it shows them,"
            " “Value”."
        ),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        max_length=MOST_LETTERS,
    )
    evening = forms.TypedChoiceField(
        label=_("After which evening is it?"),
        help_text=_("What was played later is left out of the comparison."),
        coerce=int,
        empty_value=None,
        required=False,
    )
    left_out = forms.MultipleChoiceField(
        label=_("Who has left"),
        help_text=_("Without them; games against them count as played elsewhere."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, data: Any, *, competition: Competition, gone: dict[str, str], table: str):
        """`table` is the one that came with an imported file, or ""; `gone` are names by key."""
        evenings = Evening.objects.filter(competition=competition)
        played = evenings.filter(rounds__in=Round.objects.on_record()).distinct()
        elsewhere = played.filter(rounds__paired_by=Round.PairedBy.ELSEWHERE)
        shown = elsewhere.last() if table else played.last()
        initial = {"text": table, "evening": shown.number if shown else 0}
        super().__init__(data, initial=initial)
        if len(played) > 1:
            choices = [(row.number, evening_choice(row.number, row.date)) for row in played]
            offer(self, "evening", choices, coerce=int)
        else:
            del self.fields["evening"]
        field = self.fields["left_out"]
        if gone:
            field.choices = [*gone.items()]  # type: ignore[attr-defined]
        else:
            del self.fields["left_out"]
