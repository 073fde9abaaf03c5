"""How are points, results and colours written in chess, in draughts and in go?

Points are 1, 1/2 and 0 in every game. Draughts shows them as 2, 1 and 0 and go calls a draw jigo
and names black first; that is all done here, and nothing is calculated with it.
"""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairing.core.types import Colour, Result

GLYPHS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def shown_points(points: Fraction | int, game: str = "chess") -> Fraction:
    """Points, or what is made of points, as the game's players count them."""
    return Fraction(points) * (2 if game == "draughts" else 1)


def points_text(points: Fraction | int, game: str = "chess") -> str:
    """Points inside a sentence: "2½", "½", "3", "1¾"; in draughts "5", "1", "6", "3½"."""
    whole, rest = divmod(shown_points(points, game), 1)
    if not rest:
        return str(whole)
    return f"{whole or ''}{GLYPHS[rest]}" if rest in GLYPHS else str(whole + rest)


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
