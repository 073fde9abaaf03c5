"""How are points, percentages and results written?"""

from fractions import Fraction
from typing import Any, overload

from django.utils.translation import get_language, ngettext, pgettext

from pairing.core.types import Result
from pairing.sentences import game_words
from pairing.sentences.game_words import points_text

THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"
#: Where the sign of a percentage stands first.
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


def plural_of(value: Fraction | int) -> int:
    """The number that chooses between "point" and "points": "½ point", "0 points"."""
    return 1 if 0 < value <= 1 else 2


def percent(share: Fraction | None) -> str:
    """A share of one as a whole percentage: "45 %", in Turkish "%45"; without a share "–"."""
    if share is None:
        return "–"
    number = game_words.rounded(Fraction(share) * 100)
    return f"%{number}" if get_language() in PERCENT_FIRST else f"{number}{THIN_SPACE}%"


def page_result(result: Result | str | None, game: str = "chess") -> str:
    """A result on a page: "1‑0", "½‑½", "1‑0 r" for a forfeit, nothing while it is open.

    No line ends at its hyphen. Files and texts to be copied have `game_words.result_text`.
    """
    parsed = Result.parse(str(result)) if result else Result.UNFINISHED
    return game_words.result_text(parsed, game).replace("-", "\N{NON-BREAKING HYPHEN}")


def outcome(game: Any, kind: str) -> str:
    """How a game stands, as a word: its result, or that it was put off; "" while it is played."""
    if game is None or not (game.is_decided or game.put_off):
        return ""
    if game.is_decided:
        return page_result(game.result, kind)
    if game.put_off == "adjourned":
        return pgettext("game", "adjourned")
    return pgettext("game", "postponed")


def points_in_words(points: Fraction | None) -> str:
    """Points with their word: "1 point", "½ point", "2½ points"; nothing where there are none."""
    if points is None:
        return ""
    words = ngettext("%(points)s point", "%(points)s points", plural_of(points))
    return words % {"points": points_text(points)}
