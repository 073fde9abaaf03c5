"""What does a club's own regulation let a round earn, and for which kinds of absence?"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

#: Parts that have a sign of their own.
GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Amount:
    """So many times the value of the opponent, so many times the own value, and so many points."""

    opponent: Fraction = _NOTHING
    own: Fraction = _NOTHING
    points: Fraction = _NOTHING

    def __bool__(self) -> bool:
        return bool(self.opponent or self.own or self.points)


@dataclass(frozen=True, slots=True)
class Tier:
    """The next `times` uses of a kind earn this each; None: without end."""

    times: int | None
    amount: Amount


@dataclass(frozen=True, slots=True)
class AbsenceKind:
    """A kind of absence: what it earns and how often.

    `counted`: each round is a use, or all rounds of an evening together are. `per`: where the count
    begins anew. After the last tier, and in rounds of a period after `until_round`, a use counts as
    one of the kind `then`; None: as nothing. `win`, `draw` and `loss` are what a use earns instead
    that is granted, when the result elsewhere is known.
    """

    key: str
    name: str = ""
    tiers: tuple[Tier, ...] = ()
    counted: Literal["game", "evening"] = "game"
    per: Literal["season", "period"] = "season"
    until_round: int | None = None
    then: str | None = None
    win: Amount | None = None
    draw: Amount | None = None
    loss: Amount | None = None

    @property
    def pays_by_result(self) -> bool:
        """Whether it matters how it went elsewhere."""
        return any(amount is not None for amount in (self.win, self.draw, self.loss))
