"""A result, what happens seldom to a board, and a correction."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.fields import DateField, offer
from clubcomp.models import Game
from clubcomp.words.values import page_result
from pairing.core.types import Result
from pairing.sentences.words import named_first

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: What an arbiter gives for a game that was played, where a competition is held by FIDE's rules.
BY_ARBITER: "Mapping[Result, StrOrPromise]" = {
    Result.HALF_FOR_WHITE: _("played; by the arbiter half a point for %(white)s, %(black)s none"),
    Result.HALF_FOR_BLACK: _("played; by the arbiter half a point for %(black)s, %(white)s none"),
    Result.BOTH_LOSE: _("played; by the arbiter no point for either, 0-0"),
}
RESULT_TEXTS = [(result.value, result.value) for result in Result]


# The choices say a forfeit in words; the result beside them is that of a played game.
AS_PLAYED = {
    Result.WHITE_WINS_FORFEIT: Result.WHITE_WINS,
    Result.BLACK_WINS_FORFEIT: Result.BLACK_WINS,
}


def result_choices(game: Game, sentences: Mapping[Result, "StrOrPromise"]) -> list[tuple[str, str]]:
    """Results as this kind of game writes them; those of the first player first."""
    kind = game.round.evening.competition.game
    first = named_first(kind)
    ordered = sorted(sentences, key=lambda result: (result.is_forfeit, -(result.score(first) or 0)))
    people = {"white": game.white, "black": game.black}
    return [
        (
            result.value,
            sentences[result]
            % {**people, "result": page_result(AS_PLAYED.get(result, result), kind)},
        )
        for result in ordered
    ]


def by_arbiter(game: Game) -> "Mapping[Result, StrOrPromise]":
    """The results that only an arbiter gives, where they are to be had."""
    return BY_ARBITER if game.round.evening.competition.by_fide_rules else {}


class RecordForm(forms.Form):
    """One tap on a board: the result, and what the person saw there."""

    result = forms.TypedChoiceField(choices=RESULT_TEXTS, coerce=Result.parse)
    seen = forms.CharField(max_length=8)
    state = forms.CharField(max_length=80, required=False)


class OwnResultForm(forms.Form):
    """What a player presses for their own game: a result, or "back"."""

    result = forms.ChoiceField(choices=RESULT_TEXTS, required=False)
    act = forms.ChoiceField(choices=[("back", "")], required=False)
    game = forms.CharField(max_length=80)
    tonight = forms.BooleanField(required=False)


class NextForm(forms.Form):
    """After which game the next one is to be paired."""

    after = forms.IntegerField(min_value=0)
    is_extra = forms.BooleanField(required=False)


class MoreForm(forms.Form):
    """What happens seldom to a board."""

    CLEAR, DATE = "clear", "date"

    act = forms.ChoiceField(label=_("What happened?"), widget=forms.RadioSelect)
    played_on = DateField(
        label=_("Played on"),
        help_text=_("Of a game that is not played on the evening itself."),
        required=False,
    )
    seen = forms.CharField(max_length=8, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, game: Game, act: str | None = None):
        initial = {"seen": game.result, "played_on": game.played_on, "act": act}
        super().__init__(data, initial=initial)
        forfeits: Mapping[Result, StrOrPromise] = {
            Result.WHITE_WINS_FORFEIT: _("%(black)s did not play: a forfeit, %(result)s"),
            Result.BLACK_WINS_FORFEIT: _("%(white)s did not play: a forfeit, %(result)s"),
            Result.BOTH_LOSE_FORFEIT: _("both did not play: a forfeit, 0-0"),
        }
        results = {**forfeits, **by_arbiter(game)}
        acts: list[tuple[str, str | Promise]] = [*result_choices(game, results)]
        if not game.is_decided:
            acts += [
                (Game.PutOff.ADJOURNED, _("adjourned: to be finished another day")),
                (Game.PutOff.POSTPONED, _("postponed: to be played another day")),
            ]
        if game.is_decided or game.put_off:
            acts.append((self.CLEAR, _("make it empty: still playing")))
        acts.append((self.DATE, _("only the date changes")))
        offer(self, "act", acts)

    @property
    def result(self) -> Result:
        """The result of a forfeit, or what the arbiter gave."""
        return Result.parse(self.cleaned_data["act"])


#: The same winner when both players had the other colour.
WITH_OTHER_COLOURS = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.BLACK_WINS: Result.WHITE_WINS,
    Result.WHITE_WINS_FORFEIT: Result.BLACK_WINS_FORFEIT,
    Result.BLACK_WINS_FORFEIT: Result.WHITE_WINS_FORFEIT,
    Result.HALF_FOR_WHITE: Result.HALF_FOR_BLACK,
    Result.HALF_FOR_BLACK: Result.HALF_FOR_WHITE,
}


class CorrectionForm(forms.Form):
    """What a result becomes, and why. Without a reason it is only a preview.

    The choices name players and no colours: the winner stays the same, whether or not the tick says
    that they played with the other colours. So `result` is that of the colours as they stand on
    the board now; `becomes` has it as it will be.
    """

    WORDS = {
        Result.WHITE_WINS: _("%(white)s won"),
        Result.DRAW: _("a draw"),
        Result.BLACK_WINS: _("%(black)s won"),
        Result.WHITE_WINS_FORFEIT: _("%(white)s won by forfeit: %(black)s did not play"),
        Result.BLACK_WINS_FORFEIT: _("%(black)s won by forfeit: %(white)s did not play"),
        Result.BOTH_LOSE_FORFEIT: _("0-0 by forfeit: both did not play"),
    }

    result = forms.TypedChoiceField(
        label=_("It becomes"), coerce=Result.parse, widget=forms.RadioSelect
    )
    swap_colours = forms.BooleanField(label=_("They played with the other colours"), required=False)
    seen = forms.CharField(max_length=8, widget=forms.HiddenInput, required=False)
    played_on = DateField(
        label=_("Played on"),
        help_text=_("Only if it was not on the evening itself."),
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason, for the log that members with an account read"),
        max_length=500,
        required=False,
    )

    def __init__(self, data: Any, *, game: Game):
        if data is not None and "played_on" not in data:
            data = {**dict(data.items()), "played_on": game.played_on}
        super().__init__(data, initial={"result": game.result, "seen": game.result})
        self.game = game
        offer(self, "result", result_choices(game, {**self.WORDS, **by_arbiter(game)}))
        if not game.put_off:
            del self.fields["played_on"]

    def clean(self) -> dict[str, Any]:
        """A preview needs no reason; the correction that the page then offers does, unless it is
        the first result."""
        self.fields["reason"].required = self.game.is_decided
        return super().clean() or self.cleaned_data

    @property
    def becomes(self) -> dict[str, Any]:
        """The result and the colours that are asked for."""
        result, is_swapped = (self.cleaned_data[name] for name in ("result", "swap_colours"))
        if is_swapped:
            result = WITH_OTHER_COLOURS.get(result, result)
        return {"result": result, "swap_colours": is_swapped}

    @property
    def correction(self) -> dict[str, Any]:
        """The whole correction: what it becomes, what the person saw, and why."""
        done = self.becomes | {name: self.cleaned_data[name] for name in ("seen", "reason")}
        if "played_on" in self.fields:
            done["played_on"] = self.cleaned_data["played_on"] or self.game.round.evening.date
        return done

    @property
    def what_is_corrected(self) -> Promise:
        """What to say when it is made: the result, the colours, or both."""
        if not self.game.is_decided:
            return _("The result of board %(board)s is entered.")
        if not self.cleaned_data["swap_colours"]:
            return _("The result of board %(board)s is corrected.")
        if self.cleaned_data["result"].value == self.cleaned_data["seen"]:
            return _("The colours of board %(board)s are corrected.")
        return _("The result and the colours of board %(board)s are corrected.")

    @property
    def has_reason(self) -> bool:
        """Whether there is a reason if one is needed; else the page asks for it again."""
        if self.game.is_decided and not self.cleaned_data["reason"]:
            self.add_error("reason", _("Say why: members see the correction."))
        return "reason" not in self.errors
