"""What does a leader say of players beside their games? Groups, points and ties by hand."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class GroupMove:
    """A player was in this group `until` that evening (its number); with `is_kept` what they
    earned until then counts along in the next one."""

    group: str
    until: int
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class StartPoints:
    """Points that somebody is paired with beside their own, `until` that evening (its number)."""

    points: Fraction
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Extra:
    """Points that the leader gave by hand, as if earned on that evening (its number)."""

    player: str
    evening: int
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class DecidedTie:
    """The order in which the leader put players with equal points, after a play-off for instance.

    It holds in the standing of its `scope` (a tempo's id or all) from round `number` of `evening`
    on, as long as each of them has `points`.
    """

    scope: str
    players: tuple[str, ...]
    evening: int
    number: int
    points: Fraction
    reason: str
