"""Groups whose members do not meet."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.competitions.apart import ALWAYS, FIRST_ROUNDS, IF_POSSIBLE
from clubcomp.forms.fields import field_of
from clubcomp.forms.pairings import EntriesForm
from clubcomp.models import Competition, Entry


class ApartForm(EntriesForm):
    """A group whose members do not meet, and how."""

    group = forms.CharField(
        label=_("Name of the group"),
        help_text=_("A family, a club, a school, a team. A group of that name is replaced."),
        max_length=60,
    )
    members = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=_("Who is in it?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick somebody.")},
    )
    how = forms.ChoiceField(
        label=_("When do they not meet?"),
        choices=[
            (ALWAYS, _("never")),
            (FIRST_ROUNDS, _("not in the first rounds")),
            (IF_POSSIBLE, _("only if it cannot be avoided")),
        ],
        initial=ALWAYS,
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=_("In how many of the first rounds?"), min_value=1, max_value=99, required=False
    )
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, competition=competition, **kwargs)
        field_of(self, "members", forms.ModelMultipleChoiceField).queryset = self.entries

    def clean(self) -> dict[str, Any]:
        """A number of rounds counts only where it is asked."""
        data = super().clean() or self.cleaned_data
        if data.get("how") != FIRST_ROUNDS:
            data["rounds"] = None
        elif not data.get("rounds") and "rounds" not in self.errors:
            self.add_error("rounds", _("Say in how many of the first rounds they do not meet."))
        return data
