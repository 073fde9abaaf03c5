"""How are names, dates, shares and lists written inside a sentence?"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pairing.sentences.game_words import points_text

Facts = Mapping[str, Any]
NARROW_SPACE = "\u202f"  # joins a number and its sign


class Words:
    """The small words of sentences: `name` and `tempo` turn ids into what people read.

    `game`: whose words they are (`pairing.sentences.game_words`).
    """

    def __init__(
        self, name: Callable[[str], str], tempo: Callable[[str], str], game: str = "chess"
    ):
        self.name = name
        self.tempo = tempo
        self.game = game

    def names(self, players: Sequence[Any]) -> str:
        """Several names: "Anna, Bert and Karel"."""
        return listed([self.name(str(player)) for player in players])

    def when(self, facts: Any) -> str:
        """The day of an earlier game, or its evening where no date is known."""
        written = facts.get("date")
        if not written:
            return _("evening %(evening)d") % {"evening": facts["evening"]}
        return str(date_format(date.fromisoformat(str(written)), _("j F")))

    def share(self, written: Any) -> str:
        """A white percentage, whole, that no line breaks in two: "45 %"."""
        percent = round(Fraction(str(written)) * 100)
        return (_("%(percent)d %%") % {"percent": percent}).replace(" ", NARROW_SPACE)

    def points(self, written: Any) -> str:
        """Points as the game counts them: "2½", "½", "3"; in draughts "5", "1", "6"."""
        return points_text(Fraction(str(written)), self.game)


def listed(parts: Sequence[str]) -> str:
    """Parts with commas and a last "and"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(parts)s and %(last)s") % {"parts": ", ".join(parts[:-1]), "last": parts[-1]}


def capitalised(text: str) -> str:
    """A text that starts a line; in Turkish the capital of i is İ."""
    first = "İ" if text[:1] == "i" and get_language() == "tr" else text[:1].upper()
    return first + text[1:]


Table = Mapping[str, Callable[[Facts, Words], str]]
