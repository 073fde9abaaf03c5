"""Which players a change of a proposal is about, and why."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.pairings.adding import is_over, without_game
from clubcomp.forms.fields import DateField, offer
from clubcomp.models import Competition, Entry, Evening, Round
from pairing.core.types import Result
from pairing.sentences.words import capitalised


class EntryField(forms.ModelChoiceField):
    """A player of the competition, by key."""

    def __init__(self, **kwargs: Any):
        kwargs = {"queryset": Entry.objects.none(), "to_field_name": "key"} | kwargs
        super().__init__(**kwargs)


class EntriesForm(forms.Form):
    """A form about players of one competition."""

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, **kwargs)
        entries = competition.entries.select_related("player").order_by("player__sort_key", "pk")
        self.entries = entries
        for field in self.fields.values():
            if isinstance(field, EntryField):
                field.queryset = entries

    #: The fields of the two players whom a change of a pairing is about.
    TWO = ("one", "other")

    @property
    def chosen(self) -> tuple[Entry | None, Entry | None, str]:
        """The two players, None for an unknown one, and the reason."""
        self.full_clean()
        first, second = (self.cleaned_data.get(name) for name in self.TWO)
        return first, second, self.cleaned_data.get("reason") or ""

    @property
    def digest(self) -> str:
        """The digest of the pairing that the page showed; "", which is none, where it is broken."""
        return str(self.cleaned_data.get("seen", ""))


class SwapForm(EntriesForm):
    """Two players who change places. First a `board` is opened (0: the bye), then a player of it.

    `act` is what is previewed: the swap, that the two meet, or that the first gets the bye.
    """

    MEET, BYE = "meet", "free"

    act = forms.ChoiceField(choices=[(MEET, MEET), (BYE, BYE)], required=False)
    board = forms.IntegerField(min_value=0, required=False)
    one = EntryField(required=False)
    other = EntryField(required=False)
    reason = forms.CharField(max_length=500, required=False)
    seen = forms.CharField(required=False)

    @property
    def opened(self) -> int | None:
        """The board that is opened, 0 for the bye; None where a player says which."""
        return self.cleaned_data.get("board")

    @property
    def looks_at(self) -> str:
        """What is previewed: "meet", "free" (the bye), else "" for the swap."""
        return str(self.cleaned_data.get("act", ""))


class PairForm(EntriesForm):
    """Two players at one board."""

    TWO = ("white", "black")

    white = EntryField()
    black = EntryField()
    reason = forms.CharField(max_length=500, required=False)
    seen = forms.CharField(required=False)


class SeatsForm(EntriesForm):
    """Two players who get a board by hand: colours, and how it ended if it has.

    The winner is the first or the second player, since the colours may not be known yet.
    """

    ONE, OTHER, DRAW = "one", "other", "draw"
    OUTCOMES = (
        (ONE, _("the first player won")),
        (DRAW, _("a draw")),
        (OTHER, _("the second player won")),
    )

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
        label=_("How did it end?"), choices=[("", _("not played yet")), *OUTCOMES], required=False
    )
    played_on = DateField(
        label=_("Played on"),
        help_text=_("Only if it was another day than the evening itself."),
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason, read by everybody who sees the pairing"),
        max_length=500,
        required=False,
    )

    def __init__(
        self, *args: Any, evening: Evening, taken: Collection[int], is_over: bool, **kwargs: Any
    ):
        super().__init__(*args, competition=evening.competition, **kwargs)
        self.is_over = is_over
        choices = [("", "")] + [
            (entry.key, str(entry))
            for entry in self.entries
            if entry.pk not in taken and entry.belongs_to(evening.number)
        ]
        for name in (self.ONE, self.OTHER):
            offer(self, name, choices)

    def clean(self) -> dict[str, Any]:
        """Two different players; where the round is over also how the game ended."""
        data = super().clean() or self.cleaned_data
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

    @property
    def players(self) -> tuple[Entry, Entry]:
        """The two players who get the board."""
        return self.cleaned_data["one"], self.cleaned_data["other"]

    def cleaned(self, *names: str) -> dict[str, Any]:
        """What was filled in, by the names of the fields."""
        return {name: self.cleaned_data[name] for name in names}


class BoardForm(SeatsForm):
    """Two players for a board in a published pairing; first those `here` without a game."""

    def __init__(self, data: Any, *, round_: Round):
        evening = round_.evening
        self.here = without_game(round_).players
        first = zip((self.ONE, self.OTHER), (entry.key for entry in self.here), strict=False)
        pairs = round_.games.values_list("white", "black")
        super().__init__(
            data,
            evening=evening,
            taken={pk for pair in pairs for pk in pair},
            is_over=is_over(round_),
            initial=dict(first),
        )


class AheadForm(SeatsForm):
    """Two players who played their game before its evening, and for which of its rounds."""

    number = forms.TypedChoiceField(label=_("For which one?"), coerce=int)

    field_order = ("one", "other", "number", "white", "outcome", "played_on", "reason")

    def __init__(self, data: Any, *, evening: Evening):
        today = {"played_on": timezone.localdate()}
        super().__init__(data, evening=evening, taken=(), is_over=True, initial=today)
        first = evening.rounds.on_record().count() + 1
        self.numbers = [] if evening.is_closed else range(first, evening.games + 1)
        names = [(number, capitalised(evening.round_name(number))) for number in self.numbers]
        offer(self, "number", names)
        offer(self, "outcome", [("", ""), *self.OUTCOMES])
        self.fields["played_on"].help_text = ""


class PublishForm(forms.Form):
    """Which game is published, and the digest of what the page showed."""

    number = forms.IntegerField()
    seen = forms.CharField(required=False)


class WayOutForm(forms.Form):
    """Which of the ways out is taken."""

    way = forms.CharField(max_length=64)


class ByeForm(EntriesForm):
    """The player who gets the bye, or no longer has it: then the system decides."""

    player = EntryField()
    is_left = forms.BooleanField(required=False)
    seen = forms.CharField(required=False)


class NumberForm(forms.Form):
    """Which game of the evening a button is about; an old page may name one that is paired."""

    number = forms.IntegerField(min_value=1)
