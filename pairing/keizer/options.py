"""What can a club choose in AttaCalc? The defaults are the regulation as it is read here."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from pairing.core.unplayed import Unplayed


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `attacalc`, in the order a document writes them.

    `first_value` None is floor(3n/2) for n players; a club that has started its season had
    better write the number, so that a new player does not shift all values. `win`, `draw`
    and `loss` are parts of the opponent's value number; `bye`, `absent` and `external` of
    the player's own. `late_join`: whether rounds before a player's first evening are missed
    with notice or nothing at all. `revaluation`: "stable" repeats from the start order until
    the ranking stays, "chained" from the ranking of the round before, "previous" takes the
    values of the list before, once. `guests`: "always" counts a guest among the n players as the
    regulation does; "there" only on the evenings that the guest belongs to.
    """

    first_value: int | None = field(default=None, metadata={"low": 0, "high": 9999})
    value_step: int = field(default=1, metadata={"low": 1, "high": 9999})
    own_value_counts: bool = True
    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(2, 3)
    absent: Fraction = Fraction(1, 3)
    external: Fraction = Fraction(2, 3)
    late_join: Literal["absent", "none"] = "absent"
    revaluation: Literal["stable", "chained", "previous"] = "stable"
    guests: Literal["always", "there"] = "always"

    @property
    def unplayed(self) -> dict[Unplayed, Fraction]:
        """What part of the own value a round without a game earns, an absence while credits last.

        What is not named earns nothing.
        """
        return {
            Unplayed.BYE: self.bye,
            Unplayed.EXTERNAL: self.external,
            Unplayed.ABSENT: self.absent,
        }
