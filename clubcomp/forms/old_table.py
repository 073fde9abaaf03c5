"""The table of a club's old program, as a text that somebody pasted."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairing.formats.pasted_text import MOST_LETTERS


class OldTableForm(forms.Form):
    """The table, and who of its players is left out since they have left."""

    text = forms.CharField(
        label=_("The old table"),
        help_text=_(
            "A player on each line: name, points and, if it shows them, the value, with the"
            " headings “Name”, “Points” and “Value” above them. Take the table of after the last"
            " evening that is in here."
        ),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        max_length=MOST_LETTERS,
    )
    left_out = forms.MultipleChoiceField(
        label=_("Who has left"),
        help_text=_("Without them; games against them count as played elsewhere."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, data: Any, *, gone: dict[str, str], table: str = ""):
        super().__init__(data, initial={"text": table})
        field = self.fields["left_out"]
        if gone:
            field.choices = [*gone.items()]  # type: ignore[attr-defined]
        else:
            del self.fields["left_out"]
