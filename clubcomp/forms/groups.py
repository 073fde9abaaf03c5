"""The forms about groups: how they are divided, and which players are in each."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.competitions.groups import ANEW, FEWEST, MOST, POINTS
from clubcomp.models import Competition

#: Before the key of a player in the name of a field.
OF = "group-"


class DivideForm(forms.Form):
    """Groups proposed: in which order, and how many or of which sizes."""

    order = forms.ChoiceField(
        label=_("Divide"),
        choices=[
            ("rating", _("by rating")),
            ("table", _("by the table")),
            ("promotion", _("as the table says who goes up and down")),
        ],
    )
    groups = forms.CharField(
        label=_("How many groups, or their sizes"),
        help_text=_("“3” makes three groups as even as can be, “8 8 10” groups of these sizes."),
        max_length=100,
        required=False,
    )

    def clean_groups(self) -> list[int]:
        """How many, or the sizes."""
        words = self.cleaned_data["groups"].replace(",", " ").split()
        numbers = [int(word) for word in words if word.isdecimal() and len(word) < 4]
        by_table = self.cleaned_data.get("order") == "promotion"
        if len(numbers) < len(words) or not (numbers or by_table):
            raise forms.ValidationError(_("Say a number of groups, or the size of each."))
        if len(numbers) == 1 and not 1 <= numbers[0] <= MOST:
            raise forms.ValidationError(_("From 1 to %(most)s groups.") % {"most": MOST})
        if len(numbers) > 1 and min(numbers) < FEWEST:
            raise forms.ValidationError(_("A group needs two players."))
        return numbers


class GroupsForm(forms.Form):
    """Everybody's group, and how many change to another one at the end."""

    counts = forms.ChoiceField(
        label=_("Who changes to another group after round 1"),
        choices=[
            ("", _("takes the points along, if the system allows it")),
            (POINTS, _("keeps the points")),
            (ANEW, _("begins anew")),
        ],
        required=False,
    )
    goes_up = forms.IntegerField(
        label=_("How many of each group go up at the end"), min_value=0, max_value=99
    )
    goes_down = forms.IntegerField(
        label=_("How many of each group go down"), min_value=0, max_value=99
    )

    def __init__(
        self, *args: Any, competition: Competition, groups: Mapping[str, str], **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        self.initial = {"goes_up": competition.goes_up, "goes_down": competition.goes_down}
        #: The group of everybody by key: as sent, or else as proposed.
        self.groups = {key: self.data.get(f"{OF}{key}", group) for key, group in groups.items()}
        if not competition.has_begun():
            del self.fields["counts"]

    def clean(self) -> dict[str, Any]:
        """Adds the groups, and those that the page showed."""
        return {**self.cleaned_data, "groups": self.groups, "seen": self.data.get("seen", "")}
