"""What a player says of an evening, of some days, and of a tempo."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.absences.taking_part import RESERVE
from clubcomp.forms.attendance import Days, SpanForm
from clubcomp.forms.fields import offer, offer_rows
from clubcomp.models import Attendance, Competition, Tempo
from clubcomp.models.plans import Plan
from clubcomp.words.statements import with_prospects
from clubcomp.words.unplayed import named, offered
from pairing.core.standing import Prospect
from pairing.core.unplayed import Unplayed

REASON = _("Only the leaders read it.")


class OwnPlanForm(SpanForm):
    """Whether I come to an evening, and for which games."""

    status = forms.ChoiceField(
        label=_("This time"),
        choices={
            Attendance.Status.EXPECTED.value: _("I am coming"),
            Unplayed.ABSENT.value: _("I am not coming"),
            RESERVE: _("I am a reserve: I come when the number is odd without me"),
            Unplayed.EXTERNAL.value: _("I play elsewhere for the club"),
        },
        widget=forms.RadioSelect,
    )
    note = forms.CharField(label=_("Reason"), help_text=REASON, max_length=200, required=False)
    field_order = ["status", "from_game", "until_game", "note"]

    def __init__(self, *args: Any, plan: Plan, prospects: Mapping[str, Prospect], **kwargs: Any):
        super().__init__(*args, **kwargs)
        words = dict(self.fields["status"].choices)  # type: ignore[attr-defined]
        ways = offered(self.evening.competition, words).items()
        offer(self, "status", with_prospects(ways, prospects, self.evening.competition))
        if "from_game" in self.fields:
            self.fields["from_game"].help_text = _("For who comes: later, or leaving early.")
        for name in ("status", "from_game", "until_game", "note"):
            if name in self.fields:
                self.fields[name].initial = getattr(plan, name)
        if plan.status == Attendance.Status.PRESENT:
            self.fields["status"].initial = Attendance.Status.EXPECTED
        elif plan.is_reserve and plan.status == Unplayed.ABSENT:
            self.fields["status"].initial = RESERVE


class OwnAwayForm(Days):
    """On which days I do not come, and for which kind of absence where competitions have some."""

    kind = forms.ChoiceField(label=_("How"), widget=forms.RadioSelect, required=False)
    note = forms.CharField(label=_("Reason"), help_text=REASON, max_length=200, required=False)

    def __init__(self, *args: Any, own_kinds: Mapping[str, str], **kwargs: Any):
        super().__init__(*args, **kwargs)
        absent = Unplayed.ABSENT.value
        if own_kinds:
            offer(self, "kind", [(absent, _("I am not coming")), *own_kinds.items()])
            self.fields["kind"].initial = absent
        else:
            del self.fields["kind"]

    def clean_kind(self) -> str:
        """A player who chooses no kind is away with notice."""
        return self.cleaned_data["kind"] or Unplayed.ABSENT.value


class HabitsForm(forms.Form):
    """The tempos to whose evenings I do not come."""

    stays_away: "forms.ModelMultipleChoiceField[Tempo]" = forms.ModelMultipleChoiceField(
        label=_("I usually do not come to"),
        help_text=_("For a single evening you can still say that you come."),
        queryset=None,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    kind = forms.ChoiceField(label=_("How"), widget=forms.RadioSelect, required=False)
    is_reserve = forms.BooleanField(
        label=_("But I am a reserve, and come when the number is odd without me"), required=False
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        kwargs["prefix"] = competition.slug
        super().__init__(*args, **kwargs)
        offer_rows(self, "stays_away", competition.tempos.all())
        if own := competition.own_kinds:
            absent = Unplayed.ABSENT.value
            words = {absent: _("I am not coming")}
            offer(self, "kind", [(absent, named(competition, absent, words)), *own.items()])
        else:
            del self.fields["kind"]

    def clean_kind(self) -> str:
        """A player who chooses no kind is away with notice."""
        return self.cleaned_data["kind"] or Unplayed.ABSENT.value
