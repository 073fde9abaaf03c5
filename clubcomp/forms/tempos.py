"""The tempos of a competition: the usual ones, and the numbers of each."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Tempo
from pairing.core.system import PairingSystem
from pairing.forms import FractionField

#: The tempos that clubs usually have.
USUAL_TEMPOS: dict[str, dict[str, Any]] = {
    "long": {"name": _("Long games"), "games_per_evening": 1, "last_n": 4, "absence_limit": 3},
    "rapid": {"name": _("Rapid"), "games_per_evening": 4, "last_n": 4, "absence_limit": 4},
    "blitz": {"name": _("Blitz"), "games_per_evening": 7, "last_n": 7, "absence_limit": 7},
}


class TempoForm(forms.Form):
    """The numbers of a tempo; its short name never changes."""

    key = forms.RegexField(
        regex=r"^[A-Za-z0-9_.-]+$",
        label=_("Short name"),
        help_text=_("In addresses and documents: letters, digits, hyphens."),
        max_length=40,
    )
    name = forms.CharField(label=_("Name"), max_length=200, required=False)
    games_per_evening = forms.IntegerField(
        label=_("Games an evening"), min_value=1, max_value=20, initial=1
    )
    last_n = forms.IntegerField(label=_("Not again within"), min_value=0, max_value=99, initial=4)
    absence_limit = forms.IntegerField(
        label=_("Missed games that count"), min_value=0, max_value=99, initial=3
    )
    weight = FractionField(label=_("Weight in the overall standings"), initial="1")
    minutes = forms.IntegerField(
        label=_("Minutes for the game"),
        help_text=_("Each player’s. Federations ask."),
        min_value=1,
        max_value=600,
        required=False,
    )
    increment = forms.IntegerField(
        label=_("Seconds for each move"), min_value=0, max_value=600, required=False
    )

    def clean_increment(self) -> int:
        """No seconds where none are said."""
        return self.cleaned_data["increment"] or 0

    def __init__(
        self,
        *args: Any,
        tempo: Tempo | None = None,
        system: PairingSystem | None = None,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        if system and not system.abilities.limits_per_tempo:
            del self.fields["last_n"], self.fields["absence_limit"]
        if tempo:
            self.initial = {name: getattr(tempo, name) for name in self.fields}
            del self.fields["key"]
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = field.label


class StartTempoForm(TempoForm):
    """One of the usual tempos, with a tick for those that the club plays."""

    use = forms.BooleanField(label=_("We play this"), required=False)

    def __init__(self, *args: Any, usual: str, **kwargs: Any):
        numbers = USUAL_TEMPOS[usual]
        super().__init__(*args, prefix=usual, initial=numbers | {"use": usual == "long"}, **kwargs)
        self.usual = usual
        self.fields["use"].label = numbers["name"]
        for name in ("key", "name", "weight", "minutes", "increment"):
            del self.fields[name]

    def full_clean(self) -> None:
        """The numbers of a tempo that is not played are not checked."""
        super().full_clean()
        if self.is_bound and not self.cleaned_data.get("use"):
            self._errors = forms.utils.ErrorDict()

    @property
    def tempo(self) -> dict[str, Any]:
        """The tempo as the step wants it."""
        numbers = {name: value for name, value in self.cleaned_data.items() if name != "use"}
        return {"key": self.usual, "name": str(USUAL_TEMPOS[self.usual]["name"]), **numbers}
