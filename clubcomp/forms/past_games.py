"""Games of evenings that were played before, as a text that somebody pasted."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.incoming.past_games import MEANINGS
from clubcomp.forms.fields import offer_rows
from clubcomp.models import Competition, Tempo
from clubcomp.words.unplayed import PAST, offered


class PastGamesForm(forms.Form):
    """The games, and the tempo of all of them where there are several."""

    tempo = forms.ModelChoiceField(
        label=_("Tempo"), queryset=Tempo.objects.none(), empty_label=None
    )
    text = forms.CharField(
        label=_("The games, one a line"),
        help_text=_(
            "Date, white, black, result, as from a spreadsheet. Instead of an opponent: bye,"
            " external, or without notice."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, **kwargs)
        tempos = competition.tempos.all()
        offer_rows(self, "tempo", tempos)
        self.fields["tempo"].initial = first = tempos.first()
        if first and tempos.count() == 1:
            self.fields["tempo"].widget = forms.HiddenInput()


def meanings_in(competition: Competition) -> dict[str, str]:
    """What a word may mean, as the competition's leader calls it."""
    return offered(competition, {kind: PAST[kind] for kind in MEANINGS})


class MeaningsForm(forms.Form):
    """The meaning of words that stand instead of an opponent and are no name."""

    BEFORE = "word-"

    def __init__(
        self, words: Iterable[str], meanings: Mapping[str, str], *, competition: Competition
    ):
        super().__init__()
        kinds = meanings_in(competition).items()
        for word in words:
            self.fields[f"{self.BEFORE}{word}"] = forms.ChoiceField(
                label=_("What does “%(word)s” mean?") % {"word": word},
                choices=[("", "–"), *kinds],
                initial=meanings.get(word, ""),
                required=False,
            )

    @classmethod
    def answers(cls, data: Mapping[str, Any], competition: Competition) -> dict[str, str]:
        """What was answered, by word."""
        kinds = meanings_in(competition)
        return {
            name.removeprefix(cls.BEFORE): value
            for name, value in data.items()
            if name.startswith(cls.BEFORE) and value in kinds
        }
