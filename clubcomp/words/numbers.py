"""How are points, percentages and results written?"""

from fractions import Fraction
from typing import Any, overload

from django.utils import formats
from django.utils.translation import get_language, ngettext

from pairing.core.types import Result
from pairing.sentences import game_words

MINUS = "\N{MINUS SIGN}"
THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"
GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
_GLYPHS = {(part.numerator, part.denominator): glyph for part, glyph in GLYPHS.items()}
# Where the sign of a percentage stands first, and where the day of the week stands last.
PERCENT_FIRST = frozenset({"tr"})


@overload
def counted(value: None, competition: Any) -> None: ...


@overload
def counted(value: Fraction | int, competition: Any) -> Fraction | int: ...


def counted(value: Fraction | int | None, competition: Any) -> Fraction | int | None:
    """Points as the players of the game count them: in draughts a win is two.

    Where points are made of value numbers they are what they are.
    """
    if value is None or competition.abilities.has_value_numbers:
        return value
    return game_words.shown_points(value, competition.game)


def scored(value: Fraction, competition: Any) -> Fraction:
    """What was scored in games, as the players of the game count it, whatever their points are."""
    return game_words.shown_points(value, competition.game)


def points_text(value: Fraction | int | None) -> str:
    """Points inside a sentence: "28⅔", "½", "0", "−2", "12,57"."""
    return "" if value is None else "".join(whole_and_part(value))


def plural_of(value: Fraction | int) -> int:
    """The number that chooses between "point" and "points": "½ point", "0 points"."""
    return 1 if 0 < value <= 1 else 2


def whole_and_part(value: Fraction | int) -> tuple[str, str]:
    """Sign and whole part, and the glyph or the decimals, of exact points.

    A lone fraction has no 0 before it; nothing at all is "0". A fraction without a glyph is
    rounded to two decimals, halves away from zero.
    """
    # Cached for all numbers of a page: fractions compare and divide slowly.
    sign = MINUS if value.numerator < 0 else ""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    if not rest:
        return f"{sign}{whole}", ""
    if glyph := _GLYPHS.get((rest, value.denominator)):
        return f"{sign}{whole or ''}", glyph
    whole, hundredths = divmod(_rounded(abs(Fraction(value)) * 100), 100)
    return f"{sign}{whole}", f"{formats.get_format('DECIMAL_SEPARATOR')}{hundredths:02d}"


def _rounded(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def percent(share: Fraction | None) -> str:
    """A share of one as a whole percentage: "45 %", in Turkish "%45"; without a share "–"."""
    if share is None:
        return "–"
    number = _rounded(Fraction(share) * 100)
    return f"%{number}" if get_language() in PERCENT_FIRST else f"{number}{THIN_SPACE}%"


def result_text(result: Result | str | None, game: str = "chess") -> str:
    """A result on a page: "1‑0", "½‑½", "1‑0 r" for a forfeit, nothing while it is open.

    No line ends at its hyphen. Files and texts to be copied have `game_words.result_text`.
    """
    parsed = Result.parse(str(result)) if result else Result.UNFINISHED
    return game_words.result_text(parsed, game).replace("-", "\N{NON-BREAKING HYPHEN}")


def part_text(fraction: Fraction | None) -> str:
    """A part of a value number: "⅔", or "2/5" where there is no glyph."""
    if fraction is None:
        return ""
    return GLYPHS.get(fraction) or str(fraction)


def points_in_words(points: Fraction | None) -> str:
    """Points with their word: "1 point", "½ point", "2½ points"; nothing where there are none."""
    if points is None:
        return ""
    words = ngettext("%(points)s point", "%(points)s points", plural_of(points))
    return words % {"points": points_text(points)}
