"""The numbers and ratings of a player: a row each, and some empty ones for more."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubcomp.flow.identities import ListedRating, Number
from clubcomp.forms.fields import DateField, RatingField, offer
from clubcomp.models import Identity, Rating

IDENTITIES = "identities"
#: Empty rows under the filled ones; saving brings as many new ones.
ROWS_TO_ADD = 2


class IdentityForm(forms.Form):
    """One number, and who gave it. A row with an empty number does not count."""

    issuer = forms.ChoiceField(label=gettext_lazy("Given by"), required=False)
    number = forms.CharField(
        label=gettext_lazy("Number"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"size": 12, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        has_none = not self.initial.get("number")
        unknown = _("which federation?") if has_none else _("not known: which federation?")
        choices = [choice for choice in Identity.Issuer.choices if choice[0]]
        offer(self, "issuer", [("", unknown), *choices])


class RatingForm(forms.Form):
    """One rating on a list. A row with an empty rating does not count."""

    list = forms.CharField(
        label=gettext_lazy("List"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
    )
    tempo = forms.ChoiceField(
        label=gettext_lazy("Tempo"), choices=Rating.Tempo.choices, required=False
    )
    date = DateField(
        label=gettext_lazy("Date of the list"),
        required=False,
    )
    value = RatingField(label=gettext_lazy("Rating"))

    def clean(self) -> dict[str, Any]:
        """A rating and its list come together."""
        data = super().clean() or self.cleaned_data
        if data.get("value") is not None and not data.get("list"):
            self.add_error("list", _("Say which list the rating comes from."))
        if data.get("list") and "value" in data and data["value"] is None:
            self.add_error("value", _("Give the rating, or leave the whole row empty."))
        return data


class _Rows(forms.BaseFormSet):
    """Rows that name their number, so that each field has a name of its own."""

    def add_fields(self, form: forms.Form, index: int | None) -> None:
        super().add_fields(form, index)
        for field in form.fields.values():
            numbered = _("%(field)s, row %(number)s")
            facts = {"field": field.label, "number": (index or 0) + 1}
            field.widget.attrs["aria-label"] = numbered % facts


_IdentityRows = forms.formset_factory(
    IdentityForm, formset=_Rows, extra=ROWS_TO_ADD, max_num=20, absolute_max=40
)
_RatingRows = forms.formset_factory(
    RatingForm, formset=_Rows, extra=ROWS_TO_ADD, max_num=200, absolute_max=250
)


class PlayerRows:
    """All numbers and all ratings of a player: two lists of rows within the member's form."""

    def __init__(self, data: Any = None, *, numbers: list[Number], ratings: list[ListedRating]):
        if data is not None and f"{IDENTITIES}-TOTAL_FORMS" not in data:
            data = None
        known = [{"issuer": issuer, "number": number} for issuer, number in numbers]
        names = ("list", "tempo", "date", "value")
        listed = [dict(zip(names, rating, strict=True)) for rating in ratings]
        self.identities = _IdentityRows(data, initial=known, prefix=IDENTITIES)
        self.ratings = _RatingRows(data, initial=listed, prefix="ratings")

    def problems(self) -> list[str]:
        """What is wrong in which row."""
        rows = (self.identities, self.ratings)
        if not rows[0].is_bound:
            return []
        bound = [field for row_set in rows for row in row_set for field in row]
        return [
            _("%(field)s: %(problem)s")
            % {"field": field.field.widget.attrs["aria-label"], "problem": error}
            for field in bound
            for error in field.errors
        ] + [str(error) for row_set in rows for error in row_set.non_form_errors()]

    def facts(self) -> dict[str, Any]:
        """What the steps on members want to know; nothing when no rows were sent."""
        if not self.identities.is_bound:
            return {}
        numbers = [form.cleaned_data for form in self.identities]
        ratings = [form.cleaned_data for form in self.ratings]
        return {
            "identities": [(row["issuer"], row["number"]) for row in numbers if row.get("number")],
            "ratings": [
                (row["list"], row["tempo"], row["date"], row["value"])
                for row in ratings
                if row.get("value") is not None
            ],
        }
