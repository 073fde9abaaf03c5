"""Who of two has white, and which colours keep the limits? Articles 7.1 and 7.2."""

from dataclasses import dataclass, field

from pairing.core.types import Colour
from pairing.own_keizer.options import Options

#: The rule that gives white where a limit of colours does, and where no rule decides.
BY_LIMIT, AT_LAST = "limit", "last"


@dataclass(slots=True)
class Past:
    """What somebody played in the tempo: opponents and colours ("w", "b") in order of play, and by
    opponent in which rounds of the tempo they met."""

    opponents: list[int] = field(default_factory=list)
    colours: list[str] = field(default_factory=list)
    met: dict[int, list[int]] = field(default_factory=dict)

    @property
    def whites(self) -> int:
        """How many games with white."""
        return self.colours.count("w")

    @property
    def balance(self) -> int:
        """Games with white less games with black."""
        return 2 * self.whites - len(self.colours)

    def running(self, colour: str) -> int:
        """How many of the last games running had a colour."""
        count = 0
        for had in reversed(self.colours):
            if had != colour:
                break
            count += 1
        return count

    def ago(self, opponent: int) -> int | None:
        """How many own games ago they had this opponent: 1 is their last game."""
        games = enumerate(reversed(self.opponents), start=1)
        return next((ago for ago, met in games if met == opponent), None)


def keeps(past: Past, colour: str, options: Options) -> bool:
    """Whether somebody keeps the limits (7.2) after one more game with a colour."""
    limits = options.colours
    if limits.in_a_row is not None and past.running(colour) + 1 > limits.in_a_row:
        return False
    if limits.balance is not None:
        before = past.balance
        after = before + (1 if colour == "w" else -1)
        return abs(after) <= limits.balance or abs(after) < abs(before)
    return True


def white_and_rule(one: Past, other: Past, opponent: int, options: Options) -> tuple[Colour, str]:
    """The colour of `one`, who stands above `other`, and the rule that says so.

    `opponent` is the number of `other`, as the past of `one` knows it.
    """
    limits = options.colours
    if limits.in_a_row is not None or limits.balance is not None:
        ways = [
            colour
            for colour, theirs in ((Colour.WHITE, Colour.BLACK), (Colour.BLACK, Colour.WHITE))
            if keeps(one, _letter(colour), options) and keeps(other, _letter(theirs), options)
        ]
        if len(ways) == 1:
            return ways[0], BY_LIMIT
    for rule in limits.rules:
        colour = _by(rule, one, other, opponent)
        if colour is not None:
            return colour, rule
    return Colour.BLACK, AT_LAST


def _letter(colour: Colour) -> str:
    return "w" if colour is Colour.WHITE else "b"


def _by(rule: str, one: Past, other: Past, opponent: int) -> Colour | None:
    """What a rule gives the higher of the two; None: it does not decide."""
    if rule == "met":
        ago = one.ago(opponent)
        if ago is None:
            return None
        return Colour.BLACK if one.colours[-ago] == "w" else Colour.WHITE
    if rule == "balance":
        return _fewer(one.balance, other.balance)
    if rule == "whites":
        return _fewer(one.whites, other.whites)
    if rule == "alternate":
        for had, theirs in zip(reversed(one.colours), reversed(other.colours), strict=False):
            if had != theirs:
                return Colour.BLACK if had == "w" else Colour.WHITE
        return None
    return Colour.WHITE if rule == "higher" else Colour.BLACK


def _fewer(one: int, other: int) -> Colour | None:
    """White for whoever has fewer."""
    if one == other:
        return None
    return Colour.WHITE if one < other else Colour.BLACK
