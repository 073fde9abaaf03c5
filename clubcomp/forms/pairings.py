"""Which players a change of a proposal is about, and why."""

from collections.abc import Collection, Iterable
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.rounds import round_name
from clubcomp.forms.evenings import DateInput
from clubcomp.models import Competition, Entry, Evening
from pairing.core.types import Result


class EntryField(forms.ModelChoiceField):
    """A player of the competition, by key."""

    def __init__(self, **kwargs: Any):
        kwargs = {"queryset": Entry.objects.none(), "to_field_name": "key"} | kwargs
        super().__init__(**kwargs)


class EntriesForm(forms.Form):
    """A form about players of one competition."""

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, **kwargs)
        entries = Entry.objects.filter(competition=competition).select_related("player")
        for entry_field in self.fields.values():
            if isinstance(entry_field, EntryField):
                entry_field.queryset = entries.order_by("player__sort_key", "pk")

    def chosen_in(self, *names: str) -> tuple[Any, ...]:
        """What was filled in, field by field; None for a player that there is not."""
        self.full_clean()
        return tuple(self.cleaned_data.get(name) for name in names)

    @property
    def mark(self) -> str:
        """The mark of the pairing that the page showed; "", which is none, where it is broken."""
        return self.cleaned_data.get("seen", "")


class SwapForm(EntriesForm):
    """Two players who change places. First a `board` is opened (0: the bye), then who leaves it.

    `act` is what is looked at: the swap, that the two meet, or that the one is free.
    """

    MEET, FREE = "meet", "free"

    act = forms.ChoiceField(choices=[(MEET, MEET), (FREE, FREE)], required=False)
    board = forms.IntegerField(min_value=0, required=False)
    one = EntryField(required=False)
    other = EntryField(required=False)
    reason = forms.CharField(max_length=500, required=False)
    seen = forms.CharField(required=False)

    @property
    def chosen(self) -> tuple[Entry | None, Entry | None, str]:
        """The one, the other, and the reason."""
        one, other, reason = self.chosen_in("one", "other", "reason")
        return one, other, reason or ""

    @property
    def opened(self) -> int | None:
        """The board that is opened, 0 for the bye; None where a player says which."""
        return self.cleaned_data.get("board")

    @property
    def looks_at(self) -> str:
        """What is looked at: "meet", "free", else "" for the swap."""
        return self.cleaned_data.get("act", "")


class PairForm(EntriesForm):
    """Two players at one board."""

    white = EntryField()
    black = EntryField()
    reason = forms.CharField(max_length=500, required=False)
    seen = forms.CharField(required=False)

    @property
    def chosen(self) -> tuple[Entry | None, Entry | None, str]:
        """White, Black, and the reason."""
        white, black, reason = self.chosen_in("white", "black", "reason")
        return white, black, reason or ""


class BoardForm(EntriesForm):
    """Two who get a board in a published pairing: colours, and how it ended if it has.

    Who won is said by the first and the second player, since the colours may not be known yet.
    """

    ONE, OTHER, DRAW = "one", "other", "draw"

    one = EntryField(label=_("First player"), empty_label="")
    other = EntryField(label=_("Second player"), empty_label="")
    white = forms.ChoiceField(
        label=_("Who has White?"),
        choices=[
            ("", _("as the rules say")),
            (ONE, _("the first player")),
            (OTHER, _("the second player")),
        ],
        required=False,
    )
    outcome = forms.ChoiceField(
        label=_("How did it end?"),
        choices=[
            ("", _("not played yet")),
            (ONE, _("the first player won")),
            (DRAW, _("a draw")),
            (OTHER, _("the second player won")),
        ],
        required=False,
    )
    played_on = forms.DateField(
        label=_("Played on"),
        help_text=_("Only if it was another day than the evening itself."),
        widget=DateInput,
        required=False,
    )
    reason = forms.CharField(label=_("Reason, visible to members"), max_length=500, required=False)

    def __init__(
        self,
        *args: Any,
        evening: Evening,
        taken: Collection[int],
        is_over: bool,
        here: Iterable[Entry] = (),
        **kwargs: Any,
    ):
        first = dict(zip((self.ONE, self.OTHER), (one.key for one in here), strict=False))
        kwargs["initial"] = first | kwargs.get("initial", {})
        super().__init__(*args, competition=evening.competition, **kwargs)
        self.is_over = is_over
        choices = [("", "")] + [
            (entry.key, str(entry))
            for entry in self.fields["one"].queryset
            if entry.pk not in taken and entry.belongs_to(evening.number)
        ]
        for name in (self.ONE, self.OTHER):
            self.fields[name].choices = choices

    def clean(self) -> dict[str, Any]:
        """Two different players; where the round is over also how the game ended."""
        data = super().clean()
        if data.get("one") and data.get("one") == data.get("other"):
            self.add_error("other", _("Choose two different players."))
        if self.is_over and not data.get("outcome"):
            self.add_error("outcome", _("This game has been played, so say also how it ended."))
        return data

    @property
    def chosen_white(self) -> Entry | None:
        """Who has White; None: as the rules say."""
        return self.cleaned_data.get(self.cleaned_data["white"])

    def result(self, white: Entry) -> Result:
        """How the game ended, once it is known who has White."""
        outcome = self.cleaned_data["outcome"]
        if not outcome:
            return Result.UNFINISHED
        if outcome == self.DRAW:
            return Result.DRAW
        return Result.WHITE_WINS if self.cleaned_data[outcome] == white else Result.BLACK_WINS


class AheadForm(BoardForm):
    """Two who played their game before its evening, and for which of its rounds."""

    number = forms.TypedChoiceField(label=_("For which one?"), coerce=int)

    field_order = ("one", "other", "number", "white", "outcome", "played_on", "reason")

    def __init__(self, *args: Any, evening: Evening, numbers: Iterable[int], **kwargs: Any):
        super().__init__(*args, evening=evening, taken=(), is_over=True, **kwargs)
        self.fields["number"].choices = [
            (number, capfirst(round_name(evening, number))) for number in numbers
        ]
        self.fields["outcome"].choices = [("", ""), *self.fields["outcome"].choices[1:]]
        self.fields["played_on"].help_text = ""


class PublishForm(forms.Form):
    """Which game is published, and the mark of what the page showed."""

    number = forms.IntegerField()
    seen = forms.CharField(required=False)


class ByeForm(EntriesForm):
    """Who is free; empty leaves it to the system."""

    player = EntryField(required=False)
    seen = forms.CharField(required=False)


class NumberForm(forms.Form):
    """Which game of the evening a button is about; an old page may name one that is paired."""

    number = forms.IntegerField(min_value=1)
