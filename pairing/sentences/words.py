"""How are names, dates, shares and lists written inside a sentence?"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from pairing.core.reason import Day
from pairing.core.types import PlayerId
from pairing.sentences.game_words import points_text, shown_points

Facts = Mapping[str, Any]
NARROW_SPACE = "\u202f"  # joins a number and its sign


class Words:
    """The small words of sentences: `name` and `tempo` turn ids into what people read.

    `game`: whose words they are (`pairing.sentences.game_words`). Of the `untold` pairs nobody is
    told that they are never paired: only that these two could not be.
    """

    def __init__(
        self,
        name: Callable[[str], str],
        tempo: Callable[[str], str],
        game: str = "chess",
        untold: Collection[frozenset[PlayerId]] = (),
    ):
        self.name = name
        self.tempo = tempo
        self.game = game
        self.untold = untold

    def is_untold(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether two are never paired, and nobody is told."""
        return frozenset((one, other)) in self.untold

    def names(self, players: Sequence[Any]) -> str:
        """Several names: "Anna, Bert and Karel"."""
        return listed([self.name(str(player)) for player in players])

    def when(self, facts: Any) -> str:
        """The day of an earlier game, or its evening where no date is known."""
        written = facts.get("date")
        if not written:
            return _("evening %(evening)d") % {"evening": facts["evening"]}
        return str(date_format(date.fromisoformat(str(written)), _("j F")))

    def day(self, day: Day) -> str:
        """The day of a game, or its evening where no date is known."""
        return self.when(day._asdict())

    def colours(self, written: str) -> str:
        """A player's games, "wwb-", as words: "white, white, black, –"."""
        words = {"w": pgettext("colour", "white"), "b": pgettext("colour", "black"), "-": "–"}
        return ", ".join(words[one] for one in written)

    def points_with_unit(self, points: Fraction) -> str:
        """Points with the word behind them: "2½ points", "1 point"."""
        counted = shown_points(points, self.game)
        return ngettext("%(points)s point", "%(points)s points", 1 if 0 < counted <= 1 else 2) % {
            "points": self.points(points) if points else "0"
        }

    def share(self, written: Any) -> str:
        """A white percentage, whole, that no line breaks in two: "45 %"."""
        percent = round(Fraction(str(written)) * 100)
        return (_("%(percent)d %%") % {"percent": percent}).replace(" ", NARROW_SPACE)

    def points(self, written: Any) -> str:
        """Points as the game counts them: "2½", "½", "3"; in draughts "5", "1", "6"."""
        return points_text(Fraction(str(written)), self.game)


def listed(parts: Sequence[str]) -> str:
    """Parts with commas and a last "and"; with semicolons where a part has a comma of its own."""
    if len(parts) < 2:
        return "".join(parts)
    between = "; " if any(", " in part for part in parts) else ", "
    return _("%(parts)s and %(last)s") % {"parts": between.join(parts[:-1]), "last": parts[-1]}


def capitalised(text: str) -> str:
    """A text that starts a line; in Turkish the capital of i is İ."""
    first = "İ" if text[:1] == "i" and get_language() == "tr" else text[:1].upper()
    return first + text[1:]


Table = Mapping[str, Callable[[Facts, Words], str]]
