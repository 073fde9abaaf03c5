"""What happened to a player who drops out, and what becomes of the board."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.attendance.dropping_out import DropOutKind, Instead, LastSeat
from clubcomp.forms.fields import offer
from clubcomp.models import Competition
from pairing.core.unplayed import Unplayed

WAYS = {
    DropOutKind.NOT_COME: _("did not come"),
    DropOutKind.WENT_HOME: _("went home"),
    DropOutKind.CANNOT: _("cannot go on"),
}
#: What becomes of the board, where nothing is booked for the player besides.
OF_BOARD = {
    Instead.FORFEIT: _("%(opponent)s wins by forfeit, %(player)s loses by forfeit"),
    Instead.LOST: _("%(opponent)s wins: the game had begun, and counts as played"),
    Instead.KEEP: _("%(player)s was there, and keeps the bye"),
}
#: The same, where something is booked for the player.
BOOKED = {
    Instead.STEP_IN: _("%(free)s, who has the bye, plays %(opponent)s. %(player)s: %(booked)s"),
    Instead.BYE: _("%(opponent)s has the bye. %(player)s: %(booked)s"),
    Instead.NO_BYE: _("%(player)s does not have the bye: %(booked)s"),
    Instead.NOTHING: _("%(player)s, for the rest of the evening: %(booked)s"),
}


class DropOutForm(forms.Form):
    """One question: what happened, and what is booked. `what` is an `Instead` and a kind.

    What is booked costs points, so it is never chosen beforehand.
    """

    way = forms.ChoiceField(
        label=_("What happened?"),
        choices=(),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what happened.")},
    )
    what = forms.ChoiceField(
        label=_("What becomes of it?"),
        choices=(),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what is booked.")},
    )
    number = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    #: The page that asked, or "player-KEY": the question about somebody else that led here.
    back = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any,
        *,
        seat: LastSeat,
        competition: Competition,
        may_step_in: bool = True,
        back: str = "",
    ):
        came = seat.was_there
        initial = {"way": DropOutKind.WENT_HOME if came else None, "number": seat.number}
        super().__init__(data, initial={**initial, "seen": seat.digest, "back": back})
        ways = [
            (way, words) for way, words in WAYS.items() if way != DropOutKind.NOT_COME or not came
        ]
        offer(self, "way", ways)
        self.seat, self.credits = seat, competition.abilities.has_absence_credits
        self.own_kinds = competition.own_kinds
        choices = [
            choice
            for instead in seat.choices(competition)
            if may_step_in or instead != Instead.STEP_IN
            for choice in self._choices_of(instead)
        ]
        offer(self, "what", choices)

    def _choices_of(self, instead: Instead) -> list[tuple[str, str]]:
        """What can be chosen of a board: once, or once with notice and once without."""
        facts = {"player": self.seat.entry, "opponent": self.seat.opponent, "free": self.seat.free}
        if instead in OF_BOARD:
            return [(f"{instead}/", OF_BOARD[instead] % facts)]
        with_notice = gettext("absent with notice")
        if self.credits:
            with_notice = gettext("absent with notice, a credit if one is left")
        booked: dict[str, str] = {
            Unplayed.NO_NOTICE: gettext("absent without notice, which earns nothing"),
            Unplayed.ABSENT: with_notice,
        }
        if self.seat.was_there:
            booked = dict(reversed(booked.items()))
        booked |= self.own_kinds
        return [
            (f"{instead}/{kind}", BOOKED[instead] % {**facts, "booked": words})
            for kind, words in booked.items()
        ]

    @property
    def misses_more(self) -> bool:
        """Whether the evening has games after the one in which the player sits."""
        round_ = self.seat.round
        return round_ is not None and round_.number < round_.evening.games

    @property
    def dropping_out(self) -> dict[str, Any]:
        """What the step takes. A player who forfeits without coming is absent without notice."""
        data = self.cleaned_data
        instead, _slash, kind = data["what"].partition("/")
        if not kind:
            kind = Unplayed.NO_NOTICE if data["way"] == DropOutKind.NOT_COME else Unplayed.ABSENT
        facts = {name: data[name] for name in ("way", "number")}
        return facts | {"seen": data["seen"] or None, "instead": instead, "kind": str(kind)}

    @property
    def steps_in(self) -> bool:
        """Whether the free player gets the board."""
        return bool(self.cleaned_data["what"].startswith(f"{Instead.STEP_IN}/"))

    @property
    def summary(self) -> str:
        """What was noted, as sentences: what happened, and what is booked for which games."""
        instead = Instead(self.dropping_out["instead"])
        facts = {"player": self.seat.entry, "opponent": self.seat.opponent}
        way = WAYS[DropOutKind(self.cleaned_data["way"])]
        sentences = [gettext("%(player)s: %(what)s.") % {**facts, "what": way}]
        if instead in OF_BOARD:
            sentences.append(f"{OF_BOARD[instead] % facts}.")
        elif instead is Instead.BYE:
            sentences.append(gettext("%(player)s has the bye.") % {"player": self.seat.opponent})
        kinds: dict[str, str] = {
            Unplayed.NO_NOTICE: gettext("absent without notice"),
            Unplayed.ABSENT: gettext("absent with notice"),
            **self.own_kinds,
        }
        booked = {"booked": kinds[self.dropping_out["kind"]]}
        if instead.leaves_seat and not self.misses_more:
            sentences.append(gettext("Booked: %(booked)s.") % booked)
        elif instead.leaves_seat:
            words = gettext("Booked for this game and the rest of the evening: %(booked)s.")
            sentences.append(words % booked)
        elif self.misses_more or self.seat.round is None:
            sentences.append(gettext("Booked for the rest of the evening: %(booked)s.") % booked)
        return " ".join(map(str, sentences))
