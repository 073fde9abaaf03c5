"""Who is in a category?"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.competitions.categories import FIELDS
from clubcomp.forms.fields import RatingField, YearField, offer_rows
from clubcomp.models import Category, Competition, Entry


class CategoryForm(forms.Form):
    """A category: its name, its rule, the players picked for it, and who may see its table."""

    name = forms.CharField(label=_("Name"), max_length=60)
    born_from = YearField(
        label=_("Born in or after"),
        help_text=_(
            "Who fits all of it is in. Year, rating or sex unknown? Tick the player below."
        ),
    )
    born_until = YearField(label=_("Born in or before"))
    rating_from = RatingField(label=_("Rating from"))
    rating_until = RatingField(label=_("Rating up to"))
    is_women = forms.BooleanField(
        label=_("Women"), help_text=_("As rating lists say."), required=False
    )
    is_newcomers = forms.BooleanField(
        label=_("In the first season at the club"),
        help_text=_("In no competition of an earlier season."),
        required=False,
    )
    is_public = forms.BooleanField(
        label=_("Strangers see this table too"),
        help_text=_(
            "Else only the club. A table of youth is public only where the full names of youth are."
        ),
        required=False,
    )
    picked = forms.ModelMultipleChoiceField(
        label=_("Always in it"),
        queryset=Entry.objects.none(),
        to_field_name="key",
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(
        self, *args: Any, competition: Competition, category: Category | None = None, **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        entries = competition.entries.select_related("player")
        offer_rows(self, "picked", entries.order_by("player__sort_key", "pk"))
        if category:
            self.initial = {name: getattr(category, name) for name in FIELDS}
            self.initial["picked"] = [
                row.entry.key for row in category.picked.select_related("entry")
            ]
