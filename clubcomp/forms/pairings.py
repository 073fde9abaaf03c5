"""Which players a change of a proposal is about, and why."""

from typing import Any

from django import forms

from clubcomp.models import Competition, Entry


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


class SwapForm(EntriesForm):
    """Two players who change places. The second one is chosen later.

    `act` is what is looked at: the swap, that the two meet, or that the one is free.
    """

    MEET, FREE = "meet", "free"

    act = forms.ChoiceField(choices=[(MEET, MEET), (FREE, FREE)], required=False)
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
    def looks_at(self) -> str:
        """What is looked at: "meet", "free", else "" for the swap."""
        return self.cleaned_data.get("act", "")

    @property
    def mark(self) -> str:
        """The mark of the pairing that the page showed."""
        return self.cleaned_data.get("seen", "")


class PairForm(EntriesForm):
    """Two players at one board."""

    white = EntryField()
    black = EntryField()
    reason = forms.CharField(max_length=500, required=False)

    @property
    def chosen(self) -> tuple[Entry | None, Entry | None, str]:
        """White, Black, and the reason."""
        white, black, reason = self.chosen_in("white", "black", "reason")
        return white, black, reason or ""


class PublishForm(forms.Form):
    """Which game is published, and the mark of what the page showed."""

    number = forms.IntegerField()
    seen = forms.CharField(required=False)


class ByeForm(EntriesForm):
    """Who is free; empty leaves it to the system."""

    player = EntryField(required=False)
