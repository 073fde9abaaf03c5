"""Which colour should somebody have, how strongly, and what decides between two?

All of it looks at the colours of played games only, in order of play: unplayed rounds are
left out first (F3 of the KNSB's regulations).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from pairing.core.types import Colour


class Strength(IntEnum):
    """How strong a colour preference is; a greater one goes first."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """A colour preference; `colour` is None exactly when the strength is NONE."""

    colour: Colour | None
    strength: Strength


_NO_PREFERENCE = Preference(None, Strength.NONE)


def balance(colours: Sequence[Colour]) -> int:
    """Games with white minus games with black."""
    whites = sum(colour is Colour.WHITE for colour in colours)
    return 2 * whites - len(colours)


def preference(colours: Sequence[Colour]) -> Preference:
    """The preference after these games, as in A7a-A7c and A7f of the KNSB's "op rating".

    Absolute: a balance beyond +1 or -1, or the same colour in the last two games. Strong: a
    balance of +1 or -1. Mild: the other colour than in the last game.
    """
    if not colours:
        return _NO_PREFERENCE
    surplus = balance(colours)
    if abs(surplus) > 1:
        wanted = Colour.BLACK if surplus > 0 else Colour.WHITE
        return Preference(wanted, Strength.ABSOLUTE)
    if colours[-2:-1] == colours[-1:]:
        return Preference(colours[-1].opposite, Strength.ABSOLUTE)
    if surplus:
        return Preference(Colour.BLACK if surplus > 0 else Colour.WHITE, Strength.STRONG)
    return Preference(colours[-1].opposite, Strength.MILD)


def last_difference(one: Sequence[Colour], other: Sequence[Colour]) -> int | None:
    """How many games ago (1: the last) two last had different colours; None: never.

    The histories are laid side by side at their ends; the shorter one stops the comparison.
    """
    pairs = zip(reversed(one), reversed(other), strict=False)
    for ago, (own, opponents) in enumerate(pairs, start=1):
        if own is not opponents:
            return ago
    return None
