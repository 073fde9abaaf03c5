"""The federation's rating list, and a human's answers to what it leaves in doubt."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubcomp.flow.rating_list import MOST_BYTES, ListedPlayer
from clubcomp.flow.ratings import RatingsPreview
from clubcomp.names import parse_name


class RatingListForm(forms.Form):
    """The list as a file; on the second page its rows about the club come back as `text`."""

    file = forms.FileField(
        label=_("The rating list"),
        help_text=_("The file that the KNSB publishes every month (CSV), as it is."),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
    )
    date = forms.DateField(
        label=_("Date of the list"),
        help_text=_("The list itself does not say it; usually the first of a month."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """One of the two."""
        data = super().clean()
        if not data.get("file") and not data.get("text") and not self.errors:
            raise ValidationError(_("Choose the file of the rating list."))
        return data

    @property
    def content(self) -> bytes:
        """What was given, but no more than is needed to see that it is too large."""
        file = self.cleaned_data.get("file")
        return file.read(MOST_BYTES + 1) if file else self.cleaned_data["text"].encode()


class RatingsForm(forms.Form):
    """Who is who where the list does not decide, and which competitions take the ratings."""

    def __init__(self, *args: Any, preview: RatingsPreview, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for one in preview.doubtful:
            said = _("%(player)s is the one whom the list calls %(row)s")
            self.fields[f"same-{one.player.pk}"] = forms.BooleanField(
                label=said % {"player": one.player, "row": _described(one.row)}, required=False
            )
        for player, rows in preview.candidates:
            choices = [(row.number, _described(row)) for row in rows]
            self.fields[f"is-{player.pk}"] = forms.ChoiceField(
                label=str(player),
                choices=[*choices, ("", _("none of them"))],
                required=False,
                initial="",
                widget=forms.RadioSelect,
            )
        for competition, count in preview.running:
            said = ngettext_lazy(
                "%(competition)s: %(count)s player", "%(competition)s: %(count)s players", count
            )
            self.fields[f"competition-{competition.pk}"] = forms.BooleanField(
                label=said % {"competition": competition, "count": count}, required=False
            )

    def same(self) -> list[forms.BoundField]:
        """The questions about numbers that have another name in the list."""
        return self._fields("same-")

    def candidates(self) -> list[forms.BoundField]:
        """The questions about players without a number."""
        return self._fields("is-")

    def competitions(self) -> list[forms.BoundField]:
        """The competitions that may take the ratings too."""
        return self._fields("competition-")

    @property
    def answers(self) -> dict[str, Any]:
        """What the step wants to know."""
        return {
            "same": [int(key) for key, given in self._given("same-") if given],
            "matches": {int(key): number for key, number in self._given("is-") if number},
            "competitions": [int(key) for key, given in self._given("competition-") if given],
        }

    def _fields(self, start: str) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith(start)]

    def _given(self, start: str) -> list[tuple[str, Any]]:
        given = self.cleaned_data.items()
        return [
            (name.removeprefix(start), value) for name, value in given if name.startswith(start)
        ]


def _described(row: ListedPlayer) -> str:
    """ "FM Saša Öztürk, 9900004, 2345, 2004": a row of the list in one line."""
    name = " ".join(filter(None, (row.title, str(parse_name(row.name)))))
    return ", ".join(str(part) for part in (name, row.number, row.rating, row.birth_year) if part)
