"""The federation's rating list, and a human's answers to what it leaves in doubt."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubcomp.flow.rating_list import MOST_BYTES, ListedPlayer
from clubcomp.flow.ratings import RatingsPreview
from clubcomp.forms.fields import DateField, UploadForm, answers_named, fields_named
from clubcomp.names import parse_name


class RatingListForm(UploadForm):
    """The list as a file; on the second page its rows about the club come back as `text`."""

    LIMIT = MOST_BYTES
    NOTHING = _("Choose the file of the rating list.")

    file = forms.FileField(
        label=_("The rating list"),
        help_text=_("The file that the KNSB publishes every month (CSV), as it is."),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
    )
    date = DateField(
        label=_("Date of the list"),
        help_text=_("The list itself does not say it; usually the first of a month."),
        required=False,
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)


class RatingsForm(forms.Form):
    """Who is who where the list does not decide, and which competitions take the ratings."""

    def __init__(self, *args: Any, preview: RatingsPreview, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for doubt in preview.doubtful:
            label = _("%(player)s is the one whom the list calls %(row)s")
            self.fields[f"same-{doubt.player.pk}"] = forms.BooleanField(
                label=label % {"player": doubt.player, "row": _described(doubt.row)},
                required=False,
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
            label = ngettext_lazy(
                "%(competition)s: %(count)s player", "%(competition)s: %(count)s players", count
            )
            self.fields[f"competition-{competition.pk}"] = forms.BooleanField(
                label=label % {"competition": competition, "count": count}, required=False
            )

    def same(self) -> list[forms.BoundField]:
        """The questions about numbers that have another name in the list."""
        return fields_named(self, "same-")

    def candidates(self) -> list[forms.BoundField]:
        """The questions about players without a number."""
        return fields_named(self, "is-")

    def competitions(self) -> list[forms.BoundField]:
        """The competitions that may take the ratings too."""
        return fields_named(self, "competition-")

    @property
    def answers(self) -> dict[str, Any]:
        """What the step wants to know."""
        return {
            "same": [*self._answers("same-")],
            "matches": self._answers("is-"),
            "competitions": [*self._answers("competition-")],
        }

    def _answers(self, prefix: str) -> dict[int, Any]:
        """What was ticked or chosen, by the key in the field's name."""
        answers = answers_named(self, prefix).items()
        return {int(key): answer for key, answer in answers if answer}


def _described(row: ListedPlayer) -> str:
    """ "FM Saša Öztürk, 9900004, 2345, 2004": a row of the list in one line."""
    name = " ".join(filter(None, (row.title, str(parse_name(row.name)))))
    return ", ".join(str(part) for part in (name, row.number, row.rating, row.birth_year) if part)
