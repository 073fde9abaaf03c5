"""How are points, results and colours written in chess, in draughts and in go?

Points are 1, 1/2 and 0 in every game. Draughts shows them as 2, 1 and 0 and go calls a draw jigo
and names black first; that is all done here, and nothing is calculated with it.
"""

from fractions import Fraction

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairing.core.amounts import GLYPHS
from pairing.core.types import Colour, Result

MINUS = "\N{MINUS SIGN}"
#: Of a cached number the parts are compared: fractions compare and divide slowly.
_GLYPHS = {(part.numerator, part.denominator): glyph for part, glyph in GLYPHS.items()}


def shown_points(points: Fraction | int, game: str = "chess") -> Fraction:
    """Points, or what is made of points, as the game's players count them."""
    return Fraction(points) * (2 if game == "draughts" else 1)


def points_text(points: Fraction | int | None, game: str = "chess") -> str:
    """Points inside a sentence: "28⅔", "½", "0", "−2", "12,57"; in draughts "5", "1", "6", "3½".
    Nothing where there are none."""
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
    """To a whole number, halves away from zero; of what is not negative."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def named_first(game: str = "chess") -> Colour:
    """Whose name stands first on a board's line."""
    return Colour.BLACK if game == "go" else Colour.WHITE


def result_text(result: Result, game: str = "chess") -> str:
    """A result as it is read: "1-0", "½-½", "1-0 r" for a forfeit, nothing while it is open.

    In draughts "2-0", "1-1"; in go "jigo", and black's part first: "1-0" is won by black.
    """
    first = named_first(game)
    one, other = result.score(first), result.score(first.opposite)
    if one is None or other is None:
        return ""
    if result is Result.DRAW and game == "go":
        return _("jigo")
    both = f"{points_text(one, game)}-{points_text(other, game)}"
    if result.is_forfeit:
        return pgettext("result by forfeit", "%(result)s r") % {"result": both}
    return both
