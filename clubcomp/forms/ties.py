"""In which order do players of equal points stand, and why?"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.fields import answers_named, fields_named
from clubcomp.models import Entry

_PLACE = "place-"


class TieForm(forms.Form):
    """A number for each of the players, from 1, and the reason."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody reads it under the standings: a play-off, with its result."),
        max_length=200,
    )

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.entries = {str(entry.pk): entry for entry in entries}
        for number, (key, entry) in enumerate(self.entries.items(), start=1):
            self.fields[f"{_PLACE}{key}"] = forms.IntegerField(
                label=str(entry),
                min_value=1,
                max_value=len(self.entries),
                initial=number,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        self.order_fields([name for name in self.fields if name != "reason"])

    def clean(self) -> dict[str, Any]:
        """Every number once."""
        data = super().clean() or self.cleaned_data
        numbers = [*answers_named(self, _PLACE).values()]
        if not self.errors and len({*numbers}) < len(numbers):
            raise ValidationError(_("Give every player another number."))
        return data

    @property
    def places(self) -> list[forms.BoundField]:
        """The fields of the players."""
        return fields_named(self, _PLACE)

    @property
    def order(self) -> list[Entry]:
        """The players in the order that was given."""
        numbers = answers_named(self, _PLACE)
        return [self.entries[key] for key in sorted(numbers, key=numbers.__getitem__)]
