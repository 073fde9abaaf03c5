"""What is a prize for, and by which rule are they given?"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.competitions.prizes import RULE
from clubcomp.forms.fields import offer
from clubcomp.forms.pairings import EntriesForm, EntryField
from clubcomp.models import Competition, Prize, rules

BY_HAND = "hand"


class PrizeForm(EntriesForm):
    """A prize: for which table and place, or by hand, with its winner."""

    table = forms.ChoiceField(label=_("For a place in"))
    place = forms.IntegerField(
        label=_("Place"), min_value=1, max_value=rules.LAST_PLACE, initial=1, required=False
    )
    until = forms.IntegerField(
        label=_("Until place"),
        help_text=_("One prize for each of these places."),
        min_value=1,
        max_value=rules.LAST_PLACE,
        required=False,
    )
    winner = EntryField(
        label=_("Winner"),
        help_text=_("For prizes you award yourself, such as best attendance."),
        empty_label=_("nobody yet"),
        required=False,
    )
    name = forms.CharField(
        label=_("Name of the prize"),
        max_length=100,
        required=False,
    )
    worth = forms.IntegerField(
        label=_("Value in euros"),
        min_value=0,
        max_value=rules.DEAREST,
        required=False,
    )
    number = forms.IntegerField(
        label=_("Order of presentation"),
        min_value=1,
        max_value=99,
        required=False,
    )
    is_apart = forms.BooleanField(
        label=_("Beside another prize"),
        help_text=_("Whoever has it may have another prize too."),
        required=False,
    )

    def __init__(
        self,
        *args: Any,
        competition: Competition,
        tables: list[tuple[Prize, str]],
        prize: Prize | None = None,
        **kwargs: Any,
    ):
        super().__init__(*args, competition=competition, **kwargs)
        self.competition = competition
        offered = [(table_key(of_table), words) for of_table, words in tables]
        offer(self, "table", [*offered, (BY_HAND, _("no table: I say who gets it"))])
        if prize:
            same = ("place", "name", "worth", "number", "is_apart")
            self.initial = {name: getattr(prize, name) for name in same}
            self.initial["winner"] = prize.winner and prize.winner.key
            self.initial["table"] = BY_HAND if prize.place is None else table_key(prize)
            del self.fields["until"]

    def clean(self) -> dict[str, Any]:
        """What the step wants to know: the table as tempo, category and group."""
        data = super().clean() or self.cleaned_data
        table = data.pop("table", "")
        data["worth"] = data.get("worth") or 0
        if table == BY_HAND:
            data |= {"place": None, "tempo": None, "group": "", "category": None}
        elif table:
            tempo, _bar, rest = table.partition("-")
            category, _bar, data["group"] = rest.partition("-")
            data["tempo"] = self.competition.tempos.filter(pk=tempo or 0).first()
            data["category"] = self.competition.categories.filter(pk=category or 0).first()
            if data.get("place") is None and "place" not in self.errors:
                self.add_error("place", _("Say which place wins it."))
        return data


def table_key(prize: Prize) -> str:
    """The table of a prize as the form writes it."""
    group = f"-{prize.group}" if prize.group else ""
    return f"{prize.tempo_id or ''}-{prize.category_id or ''}{group}"


class PrizeRuleForm(forms.ModelForm):
    """By which rule the prizes are given."""

    class Meta:
        model = Competition
        fields = RULE
        labels = {
            "one_prize_each": _("Nobody has two prizes"),
            "dearest_prize_first": _("The dearest prize is given first"),
            "ties_share_prizes": _("Equal points share a prize"),
        }
        help_texts = {
            "one_prize_each": _("Who has one is passed over, and the next in line gets it."),
            "dearest_prize_first": _("When this is off, the order of the list counts."),
            "ties_share_prizes": _(
                "Without this tick only those share one who share a place in the table."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if self.instance.abilities.knocks_out:  # points decide no place there
            del self.fields["ties_share_prizes"]
