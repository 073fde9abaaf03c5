"""How are names, dates, shares and lists written inside a sentence?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, npgettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from pairing.core.reason import Day
from pairing.core.types import PlayerId
from pairing.sentences.game_words import points_text, shown_points

Facts = Mapping[str, Any]
#: The facts that are players: one, or several.
PLAYERS = frozenset("white black player down up free winner away".split())
NARROW_SPACE = "\u202f"  # joins a number and its sign


@dataclass(frozen=True)
class Words:
    """The small words of sentences: `name` turns ids into what people read.

    `game`: whose words they are (`pairing.sentences.game_words`). Of the `untold` pairs nobody is
    told that they are never paired: only that these two could not be.
    """

    name: Callable[[str], str] = str
    game: str = "chess"
    untold: Collection[frozenset[PlayerId]] = ()

    def say(self, wording: Wording, facts: Facts) -> str:
        """A sentence; in a text each fact is written by what it is called."""
        if callable(wording):
            return wording(facts, self)
        return str(wording % {name: self._written(name, fact) for name, fact in facts.items()})

    def _written(self, name: str, fact: Any) -> Any:
        if name in PLAYERS and fact:
            return self.names(fact) if isinstance(fact, list) else self.name(fact)
        if name in ("colour", "wanted"):
            return _("white") if fact == "white" else _("black")
        if name == "strength":
            return STRENGTHS[int(fact)]
        return self.points(fact) if name.endswith("_score") else fact

    def names(self, players: Sequence[Any]) -> str:
        """Several names: "Anna, Bert and Karel"."""
        return listed([self.name(str(player)) for player in players])

    def pairs(self, pairs: Iterable[Sequence[str]]) -> str:
        """Several pairs: "Anna - Bert and Karel - Dirk"."""
        return listed([" - ".join(map(self.name, pair)) for pair in pairs])

    def day(self, day: Day) -> str:
        """The day of an earlier game, or its evening where no date is known."""
        if not day.date:
            return _("evening %(evening)d") % {"evening": day.evening}
        return str(date_format(date.fromisoformat(day.date), _("j F")))

    def colours(self, written: str) -> str:
        """A player's games, "wwb-", as words: "white, white, black, –"."""
        words = {"w": pgettext("colour", "white"), "b": pgettext("colour", "black"), "-": "–"}
        return ", ".join(words[one] for one in written)

    def points_with_unit(self, points: Fraction) -> str:
        """Points that somebody is at, with their word: "2½ points", "1 point"."""
        counted = shown_points(points, self.game)
        number = 1 if 0 < counted <= 1 else 2
        words = npgettext("at or with", "%(points)s point", "%(points)s points", number)
        return words % {"points": self.points(points) if points else "0"}

    def share(self, written: Any) -> str:
        """A white percentage, whole, that no line breaks in two: "45 %"."""
        percent = int(Fraction(str(written)) * 100 + Fraction(1, 2))  # halves up, as in the table
        return (_("%(percent)d %%") % {"percent": percent}).replace(" ", NARROW_SPACE)

    def points(self, written: Any) -> str:
        """Points as the game counts them: "2½", "½", "3"; in draughts "5", "1", "6"."""
        return points_text(Fraction(str(written)), self.game)


def listed(things: Iterable[object]) -> str:
    """Things in a sentence, "3, 6 and 8"; with semicolons where one has a comma of its own."""
    parts = [str(thing) for thing in things]
    if len(parts) < 2:
        return "".join(parts)
    between = "; " if any(", " in part for part in parts) else ", "
    return _("%(parts)s and %(last)s") % {"parts": between.join(parts[:-1]), "last": parts[-1]}


def capitalised(text: object) -> str:
    """A text that starts a line; in Turkish the capital of i is İ."""
    line = str(text)
    first = "İ" if line[:1] == "i" and get_language() == "tr" else line[:1].upper()
    return first + line[1:]


#: How strong a preference is, as an adjective.
STRENGTHS = (
    pgettext_lazy("colour preference", "no"),
    pgettext_lazy("colour preference", "mild"),
    pgettext_lazy("colour preference", "strong"),
    pgettext_lazy("colour preference", "absolute"),
)
#: A text, or what makes one of the facts.
Wording = Promise | Callable[[Facts, Words], str]
Table = Mapping[str, Wording]
