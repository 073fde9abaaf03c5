"""Where does everybody stand, and where do their points come from? Frozen values.

A *statement* is the list that adds up to a player's points; a *ledger* counts their absence
credits; *drift* is what a later recalculation did to points that were earned before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pairing.core.amounts import Amount
from pairing.core.points_table import Working
from pairing.core.reason import Reason
from pairing.core.types import Colour, Fact, PlayerId, Result, TempoId
from pairing.core.unplayed import Unplayed


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of a standing. `rank` counts all rows from 1; guests are numbered too, and those
    whom nothing separates share the rank of the first of them.

    `white_share` is whites / games, None without games. `credits_used` and `credits_left`
    are None where the system has no absence credits or the scope is overall. `workings` are
    those of the tie-breaks, by their ids, in the order in which they decide. `said`: what the row
    says beside its numbers, in a few words. `group` is the player's, "" where there are none.
    `is_placed`: not so where somebody has played too little for a place. `decided`: why the leader
    decided by hand where the player stands among those of equal points.
    """

    rank: int
    player: PlayerId
    points: Fraction
    value_number: int | None = None
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    white_share: Fraction | None = None
    byes: int = 0
    external: int = 0
    missed: int = 0
    credits_used: int | None = None
    credits_left: int | None = None
    workings: Mapping[str, Working] = field(default_factory=dict)
    said: Reason | None = None
    group: str = ""
    is_placed: bool = True
    decided: str = ""

    @property
    def tiebreaks(self) -> Mapping[str, Fraction]:
        """The value of each tie-break, in the same order."""
        return {name: working.value for name, working in self.workings.items()}


@dataclass(frozen=True, slots=True)
class StatementEntry:
    """One game, bye, external round or missed round in a statement line.

    `worth` is the value number (own or the opponent's) and `fraction` what part of it
    counts, `added` what comes on top: points = (fraction * worth + added) * weight. `evening` and
    `number` say which round. `kind`: the kind of absence, where a club has kinds of its own.
    """

    evening: int
    number: int
    points: Fraction
    worth: Fraction | None = None
    fraction: Fraction | None = None
    weight: Fraction = Fraction(1)
    opponent: PlayerId | None = None
    colour: Colour | None = None
    result: Result | None = None
    credited: bool = True
    added: Fraction = Fraction(0)
    kind: str = ""


#: The codes of statement lines, in the order of a statement.
LINE_CODES = (
    *("own_value", "won", "drawn", "lost"),
    *(Unplayed.BYE, Unplayed.FULL_POINT_BYE, Unplayed.HALF_POINT_BYE),
    *(Unplayed.EXTERNAL, Unplayed.ABSENT, Unplayed.NO_NOTICE),
    *("given", "open", "averaged", "earlier"),
)


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One line of a points statement: `code` says what kind, `points` is its sum.

    Codes are `LINE_CODES`. The entries of "absent" are `credited` or not; "open" are unfinished
    games, worth nothing yet; "averaged" is what the average of several rankings adds or takes.
    "given" is what the leader gave by hand, "earlier" what earlier periods bring. Only these four
    ("own_value" too) have no entries; their facts say what they rest on.
    """

    code: str
    points: Fraction
    entries: tuple[StatementEntry, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Statement:
    """Where a player's points come from; the lines sum to `points`, which the standing shows."""

    player: PlayerId
    scope: str
    points: Fraction
    lines: tuple[StatementLine, ...]
    credits: tuple["CreditLedger", ...] = ()


@dataclass(frozen=True, slots=True)
class CreditLedger:
    """A player's absence credits in one tempo: limit, missed games, used and left.

    Where a club has kinds of absence of its own there is one for each `kind` that the player was
    away for, in the current period if it counts anew in each; a limit of None is without end.
    """

    tempo: TempoId
    limit: int | None
    missed: int
    used: int
    left: int | None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What staying away for a kind would earn in the next round of an evening, as things stand.

    It would be `granted` as that kind or another one ("": as nothing; `left` is 0 where it was
    granted once), of which so many uses are `left` before it (None: without end), and earn
    `amount`: `points` now. `by_result`: what it earns waits for how it went elsewhere.
    """

    kind: str
    granted: str
    amount: Amount
    points: Fraction
    left: int | None
    by_result: bool = False


@dataclass(frozen=True, slots=True)
class RanksAfter:
    """The places of all players after one round on record: one point of every rank line.

    In a competition in groups `groups` has the group that each was in.
    """

    evening: int
    number: int
    tempo: TempoId
    date: str
    ranks: Mapping[PlayerId, int]
    groups: Mapping[PlayerId, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DriftLine:
    """What one value number's change did to points earned earlier.

    `opponent` None is the player's own value. `fraction` is what the player has of that
    value in all (fractions times weights, summed). `points` = fraction * (now - then).
    Values are fractions only where a standing is the average of several rankings. Ranks are those
    that values follow and count no guests, who may count for values; `is_rank_shown` where they are
    the places that the standing shows, too.
    """

    opponent: PlayerId | None
    fraction: Fraction
    value_then: Fraction
    value_now: Fraction
    rank_then: int
    rank_now: int
    points: Fraction
    is_rank_shown: bool = True

    @property
    def follows_place(self) -> bool:
        """Whether the value moved as the place did. If not something else moved it, such as a
        guest above or the number of players."""
        return (self.rank_then - self.rank_now) * (self.value_now - self.value_then) > 0


@dataclass(frozen=True, slots=True)
class Drift:
    """What later recalculation did to the points on record after a round; lines sum to it.

    `evening` and `number` name that round. Points then + drift + what was earned since =
    points now, exactly. Lines without an effect are left out; the greatest effect is first.
    """

    player: PlayerId
    scope: str
    evening: int
    number: int
    points: Fraction
    points_then: Fraction
    lines: tuple[DriftLine, ...]
