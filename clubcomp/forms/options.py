"""From which evening on do other options hold?"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.competitions import evening_choice
from clubcomp.forms.fields import offer
from clubcomp.models import Competition, Round


class SinceForm(forms.Form):
    """The evening from which other options hold: usually the next one."""

    since = forms.TypedChoiceField(
        label=_("From which evening on?"),
        help_text=_("Tables of the evenings before stay as they were published."),
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, **kwargs)
        dates = dict(competition.evenings.values_list("number", "date"))
        rounds = Round.objects.filter(evening__competition=competition).on_record()
        numbers = rounds.order_by().values_list("evening__number", flat=True).distinct()
        self.next = max(numbers, default=0) + 1
        evenings = [
            (number, evening_choice(number, dates.get(number)))
            for number in range(self.next, 1, -1)
        ]
        first = (1, _("from the first evening on: all tables are made anew"))
        offer(self, "since", [*evenings, first], coerce=int)

    @property
    def chosen(self) -> int:
        """The number of the first evening for which they hold."""
        return (self.is_bound and self.cleaned_data.get("since")) or self.next
