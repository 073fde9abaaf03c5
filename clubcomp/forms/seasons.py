"""A competition for the next season."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.competitions.next_season import NextSeason
from clubcomp.flow.tables.promotion import EdgePlaces
from clubcomp.forms.competitions import ExpectedField, PlayersField
from clubcomp.forms.fields import HolidaysField, field_of, offer_rows
from clubcomp.models import Player
from clubcomp.words.values import day


class NextSeasonForm(forms.Form):
    """A competition for the next season: its name, who plays, in which order, and its evenings."""

    name = forms.CharField(label=_("Name"), max_length=200)
    by_table = forms.TypedChoiceField(
        label=_("Start order"),
        choices=[("table", _("by the last table")), ("rating", _("by rating"))],
        coerce=lambda chosen: chosen == "table",
        widget=forms.RadioSelect,
    )
    with_evenings = forms.BooleanField(
        label=_("Plan the same evenings"), initial=True, required=False
    )
    holidays = HolidaysField()
    expected = ExpectedField()
    players = PlayersField(label=_("Who plays on?"), required=False)

    def __init__(self, *args: Any, coming: NextSeason, **kwargs: Any):
        super().__init__(*args, **kwargs)
        keys = [player.pk for player in coming.players]
        self.initial = {"name": coming.name, "players": keys, "by_table": "table"}
        offer_rows(self, "players", Player.objects.filter(pk__in=keys))
        field_of(self, "players", PlayersField).groups = coming.groups
        if coming.groups:
            self.fields["players"].help_text = _(
                "With the new group, as the table says who goes up and down."
            )
        self.fields["expected"].initial = len(keys)
        self.fields["expected"].help_text = _(
            "With guests and who joins later. The first value number becomes one and a half times"
            " that and stays so."
        )
        if not coming.has_value_numbers:
            del self.fields["expected"]
        #: The questions which players change group where the table has them level.
        self.edges: dict[str, str] = {}
        for edge in coming.level:
            key = f"{edge.group} {edge.to}"
            name = f"level_{edge.group}_{edge.to}"
            self.edges[name] = key
            self.fields[name] = self._who_goes(edge)
        if not coming.takes_order:
            del self.fields["by_table"]
        if coming.dates:
            days = [date for _evening, date in coming.dates]
            self.fields["with_evenings"].help_text = _(
                "On the same weekdays: %(count)s evenings, from %(first)s until %(last)s."
            ) % {"count": len(days), "first": day(days[0], "year"), "last": day(days[-1], "year")}
        else:
            del self.fields["with_evenings"], self.fields["holidays"]

    def _who_goes(self, edge: EdgePlaces) -> forms.ModelMultipleChoiceField:
        """The question which players at a shared edge of the table go up, or down."""
        facts = {"group": edge.group, "to": edge.to, "place": edge.place, "count": edge.count}
        going = _("Who of group %(group)s goes up to %(to)s?")
        if not edge.goes_up:
            going = _("Who of group %(group)s goes down to %(to)s?")
        help_text = _("They share place %(place)s, and the table does not decide. Tick %(count)s.")
        return forms.ModelMultipleChoiceField(
            label=going % facts,
            help_text=help_text % facts,
            queryset=Player.objects.filter(pk__in=[entry.player_id for entry in edge.entries]),
            widget=forms.CheckboxSelectMultiple,
        )

    @property
    def level(self) -> list[forms.BoundField]:
        """The questions about those who are level."""
        return [self[name] for name in self.edges]

    def clean(self) -> dict[str, Any]:
        """At least as many are expected as play on."""
        data = super().clean() or self.cleaned_data
        if "expected" in self.fields:
            data["expected"] = max(data.get("expected") or 0, len(data.get("players") or ()))
        chosen = {key: data.pop(name) for name, key in self.edges.items() if name in data}
        return {**data, "changing": chosen} if self.edges else data
