"""How are names, dates, shares, lists, points and results written inside a sentence?

Points are 1, 1/2 and 0 in every game. Draughts shows them as 2, 1 and 0 and go calls a draw jigo
and names black first; all of that is done here, and nothing is calculated with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import get_language, npgettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from pairing.core.amounts import GLYPHS
from pairing.core.reason import Day
from pairing.core.types import Colour, PlayerId, Result

Facts = Mapping[str, Any]
#: The facts that are players: one, or several.
PLAYERS = frozenset("white black player down up free winner away".split())
NARROW_SPACE = "\u202f"  # joins a number and its sign
MINUS = "\N{MINUS SIGN}"
#: Of a cached number the parts are compared: fractions compare and divide slowly.
_GLYPHS = {(part.numerator, part.denominator): glyph for part, glyph in GLYPHS.items()}


@dataclass(frozen=True)
class Words:
    """The small words of sentences: `name` turns ids into what people read.

    `game`: whose words they are. Nobody learns of the `untold` pairs that they are never paired:
    only that these two could not be.
    """

    name: Callable[[str], str] = str
    game: str = "chess"
    untold: Collection[frozenset[PlayerId]] = ()

    def say(self, wording: Wording, facts: Facts) -> str:
        """A sentence; its text writes each fact according to its name."""
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
        """The day of an earlier game, or its evening if no date is known."""
        if not day.date:
            return _("evening %(evening)d") % {"evening": day.evening}
        return str(formats.date_format(date.fromisoformat(day.date), _("j F")))

    def colours(self, written: str) -> str:
        """A player's games, "wwb-", as words: "white, white, black, –"."""
        words = {"w": pgettext("colour", "white"), "b": pgettext("colour", "black"), "-": "–"}
        return ", ".join(words[letter] for letter in written)

    def points_with_unit(self, points: Fraction) -> str:
        """Points that a player is at, with their word: "2½ points", "1 point"."""
        counted = shown_points(points, self.game)
        number = 1 if 0 < counted <= 1 else 2
        words = npgettext("at or with", "%(points)s point", "%(points)s points", number)
        return words % {"points": self.points(points) if points else "0"}

    def share(self, written: Any) -> str:
        """A white percentage as a whole number, on one line: "45 %"."""
        percent = int(Fraction(str(written)) * 100 + Fraction(1, 2))  # halves up, as in the table
        return (_("%(percent)d %%") % {"percent": percent}).replace(" ", NARROW_SPACE)

    def points(self, written: Any) -> str:
        """Points as the game counts them: "2½", "½", "3"; in draughts "5", "1", "6"."""
        return points_text(Fraction(str(written)), self.game)


def listed(things: Iterable[object]) -> str:
    """Things in a sentence, "3, 6 and 8"; with semicolons if one has a comma of its own."""
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


def shown_points(points: Fraction | int, game: str = "chess") -> Fraction:
    """Points, or a number made of points, as the game's players count them."""
    return Fraction(points) * (2 if game == "draughts" else 1)


def points_text(points: Fraction | int | None, game: str = "chess") -> str:
    """Points inside a sentence: "28⅔", "½", "0", "−2", "12,57"; in draughts "5", "1", "6", "3½".
    Nothing if there are none."""
    return "" if points is None else "".join(whole_and_part(shown_points(points, game)))


def whole_and_part(value: Fraction | int) -> tuple[str, str]:
    """Sign and whole part, and the glyph or the decimals, of exact points.

    A lone fraction has no 0 before it; nothing at all is "0". A fraction without a glyph is
    rounded to two decimals, halves away from zero.
    """
    sign = MINUS if value.numerator < 0 else ""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    if not rest:
        return f"{sign}{whole}", ""
    if glyph := _GLYPHS.get((rest, value.denominator)):
        return f"{sign}{whole or ''}", glyph
    whole, hundredths = divmod(rounded(abs(Fraction(value)) * 100), 100)
    return f"{sign}{whole}", f"{formats.get_format('DECIMAL_SEPARATOR')}{hundredths:02d}"


def rounded(value: Fraction) -> int:
    """A number that is not negative, rounded to a whole one, halves up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def named_first(game: str = "chess") -> Colour:
    """Whose name stands first on a board's line."""
    return Colour.BLACK if game == "go" else Colour.WHITE


def result_text(result: Result, game: str = "chess") -> str:
    """A result as it is read: "1-0", "½-½", "1-0 r" for a forfeit, nothing while it is open.

    In draughts "2-0", "1-1"; in go "jigo", and black's part first: "1-0" is won by black.
    """
    first = named_first(game)
    score, opposite = result.score(first), result.score(first.opposite)
    if score is None or opposite is None:
        return ""
    if result is Result.DRAW and game == "go":
        return _("jigo")
    text = f"{points_text(score, game)}-{points_text(opposite, game)}"
    if result.is_forfeit:
        return pgettext("result by forfeit", "%(result)s r") % {"result": text}
    return text


#: How strong a preference is, as an adjective.
STRENGTHS = (
    pgettext_lazy("colour preference", "no"),
    pgettext_lazy("colour preference", "mild"),
    pgettext_lazy("colour preference", "strong"),
    pgettext_lazy("colour preference", "absolute"),
)
#: A text, or a function that makes one from the facts.
Wording = Promise | Callable[[Facts, Words], str]
Table = Mapping[str, Wording]
