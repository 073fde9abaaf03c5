"""A player's word on whether games go to a federation."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.fields import answers_named, fields_named
from clubcomp.models import Game

ALWAYS = [
    ("yes", _("yes, unless I say otherwise of one")),
    ("no", _("no, unless I say otherwise of one")),
    ("", _("I say it game by game")),
]
OF_GAME = [("", _("as I said above")), ("yes", _("yes")), ("no", _("no"))]


class ConsentForm(forms.Form):
    """One answer for all games, to come too, and one for each that has been played."""

    always = forms.ChoiceField(
        label=_("May your games be reported to a federation, to be rated?"),
        help_text=_(
            "A report has your name, number and result. Until it is sent you can change your mind."
        ),
        choices=ALWAYS,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any, *, always: str, games: Iterable[tuple[Game, str, str]]):
        """`games`: each with its words, and the answer so far."""
        super().__init__(data, initial={"always": always})
        for game, words, answer in games:
            self.fields[f"game-{game.pk}"] = forms.ChoiceField(
                label=words, choices=OF_GAME, initial=answer, required=False
            )

    def of_games(self) -> list[forms.BoundField]:
        """The questions about single games."""
        return fields_named(self, "game-")

    @property
    def answers(self) -> dict[int, str]:
        """What is said of each game, by its primary key."""
        return {int(game): answer for game, answer in answers_named(self, "game-").items()}
