"""A list of players that somebody pasted: its text, its columns, and what is doubtful in it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.incoming.pasted_list import KINDS, PastedLine, PastedList
from clubcomp.flow.people.who_is import check_chosen
from clubcomp.forms.fields import CompetitionField, answers_named, offer_rows, who_field
from clubcomp.models import Club, Competition, Player


class PasteForm(forms.Form):
    """A list from a spreadsheet or a mail, and perhaps a competition for all of it."""

    text = forms.CharField(
        label=_("The list, one player a line"),
        help_text=_(
            "Name, rating, federation number, year of birth, e-mail address, as from a"
            " spreadsheet; only the name is needed."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    competition = CompetitionField(
        label=_("Put them all in a competition as well"),
        queryset=Competition.objects.none(),
        to_field_name="slug",
        empty_label=_("no, only in the list of members"),
        required=False,
    )

    are_guests = forms.BooleanField(
        label=_("New names play in this competition only and do not become members"), required=False
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any):
        super().__init__(*args, **kwargs)
        running = club.competitions.filter(stage=Competition.Stage.RUNNING)
        offer_rows(self, "competition", running.select_related("season"))
        if not running.exists():
            del self.fields["competition"], self.fields["are_guests"]

    def clean(self) -> dict[str, Any] | None:
        """Guests need a competition."""
        cleaned = super().clean()
        if self.cleaned_data.get("are_guests") and not self.cleaned_data.get("competition"):
            self.add_error("competition", _("Choose the competition in which they play."))
        return cleaned


class ColumnsForm(forms.Form):
    """What each column of a pasted list is, by its heading."""

    def __init__(self, *args: Any, pasted: PastedList, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for number, column in enumerate(pasted.columns):
            self.fields[f"column-{number}"] = forms.ChoiceField(
                label=_("“%(heading)s”") % {"heading": column.title[:60]},
                choices=KINDS.items(),
                initial=column.kind,
                required=False,
            )

    @property
    def kinds(self) -> str:
        """The kinds as they stand on the page, to see whether another one was chosen."""
        return ",".join(str(field.initial) for field in self.fields.values())


def chosen_kinds(data: Mapping[str, str]) -> list[str]:
    """The kinds chosen for the columns, in their order."""
    kinds: list[str] = []
    while (kind := data.get(f"column-{len(kinds)}")) is not None:
        kinds.append(kind)
    return kinds


class AnswersForm(forms.Form):
    """The answer to each doubtful line of a pasted list: somebody new, or which of those known."""

    ANSWERS = {"yes": _("yes, add this player"), "no": _("no, leave this line out")}
    SAME = _("no, it is %(player)s: enters the competition")

    def __init__(
        self, *args: Any, pasted: PastedList, competition: Competition | None, **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        self.pasted = pasted
        for line in pasted.lines:
            known = line.known if competition else ()
            if line.doubt or known:
                answers: dict[Any, object] = {row.pk: self.SAME % {"player": row} for row in known}
                answers |= self.ANSWERS
                if line.problem:
                    del answers["yes"]
                likely = line.likely.pk if line.likely in known else None
                question = who_field(line.doubt or line.problem, answers, likely)
                self.fields[f"line-{line.number}"] = question

    def rows(self) -> list[tuple[Any, forms.BoundField | None]]:
        """Every line with the field of its doubt."""
        names = ((line, f"line-{line.number}") for line in self.pasted.lines)
        return [(line, self[name] if name in self.fields else None) for line, name in names]

    @property
    def broken(self) -> list[PastedLine]:
        """The lines that cannot be understood."""
        return [line for line in self.pasted.broken if f"line-{line.number}" not in self.fields]

    @property
    def confirmed(self) -> set[int]:
        """The numbers of the doubtful lines that are new players."""
        answers = answers_named(self, "line-").items()
        return {int(number) for number, answer in answers if answer == "yes"}

    @property
    def known_players(self) -> list[Player]:
        """The players of the club who enter the competition. StepError: one is on two lines."""
        answers = answers_named(self, "line-")
        chosen = [
            (line, player)
            for line in self.pasted.lines
            for player in line.known
            if answers.get(str(line.number)) == str(player.pk)
        ]
        check_chosen(chosen)
        return [player for _line, player in chosen]

    @property
    def chosen(self) -> list[Any]:
        """The lines to be added."""
        doubts = self.confirmed
        return [line for line in self.pasted.lines if line.is_certain or line.number in doubts]
