"""Which points are given by hand, to whom, and why?"""

from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.order_of_play import in_words
from clubcomp.forms.competitions import evening_choice
from clubcomp.forms.fields import offer
from clubcomp.forms.pairings import EntriesForm, EntryField
from clubcomp.models import Competition, Evening
from pairing.forms import FractionField
from pairing.sentences.words import capitalised


class SignedField(FractionField):
    """An exact number that may have a minus in front."""

    def to_python(self, value: Any) -> Fraction | None:
        """The number, less than zero behind a minus."""
        written = str(value or "").strip().replace("\N{MINUS SIGN}", "-")
        if not written.startswith("-"):
            return super().to_python(written)
        number = super().to_python(written[1:])
        if number is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return -number


class GivePointsForm(EntriesForm):
    """Points as if earned on an evening."""

    player = EntryField(label=_("Player"), empty_label="")
    points = SignedField(
        label=_("Points"), help_text=_("Like 1, ½ or 2,5; with a minus in front to take some away.")
    )
    evening = forms.TypedChoiceField(label=_("As if earned on"))
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody reads it on the page of the player."),
        max_length=500,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, competition=competition, **kwargs)
        evenings = {evening.number: evening for evening in competition.evenings.order_by("number")}

        def chosen(key: str) -> Evening:
            return evenings[int(key)]

        choices = [(row.number, capitalised(in_words(row))) for row in evenings.values()]
        offer(self, "evening", choices, coerce=chosen)
        played = [row.number for row in evenings.values() if row.is_open or row.is_closed]
        self.fields["evening"].initial = played[-1] if played else None


class StartPointsForm(EntriesForm):
    """Points for the pairing alone."""

    player = EntryField(label=_("Player"), empty_label="")
    points = SignedField(label=_("Points beside their own"), required=False)
    until = forms.TypedChoiceField(label=_("Until"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, competition=competition, **kwargs)
        dates = competition.evenings.order_by("number").values_list("number", "date")
        evenings = [(number, evening_choice(number, date)) for number, date in dates]
        offer(self, "until", [("", _("as long as the season lasts")), *evenings])
