"""The first value number: fixed when a season begins, with room, and raised in time."""

from dataclasses import dataclass

from clubcomp.flow.competitions.start_order import how_many_count
from clubcomp.flow.rounds import has_begun
from clubcomp.models import Competition

#: So many more players should fit under the first value number.
ROOM = 3


@dataclass(frozen=True, slots=True)
class FirstValue:
    """What the first value number had better be. `now` None: it goes along with the players;
    `left` is how many more players fit under it."""

    advised: int
    now: int | None = None
    left: int = 0


def first_value_for(players: int) -> int:
    """One and a half times the players, as is usual: the first then has thrice the last."""
    return 3 * players // 2


def advised_first_value(competition: Competition) -> FirstValue | None:
    """What the leader had better fix or raise by now.

    None: it leaves room, or need not be fixed since no round is on record, or the system has no
    value numbers.
    """
    if not competition.abilities.has_value_numbers:
        return None
    options, players = competition.rules.options, how_many_count(competition)
    first, each = getattr(options, "first_value", 0), getattr(options, "value_step", 1)
    if first is None:
        return FirstValue(first_value_for(players)) if has_begun(competition) else None
    left = max(first // each + 1 - players, 0)
    if left >= ROOM:
        return None
    advised = max(first_value_for(players), each * (players + ROOM - 1))
    return FirstValue(advised, first, left)


def with_first_value(competition: Competition, value: int) -> dict[str, object]:
    """The options of a competition with another first value number."""
    return {**competition.options, "first_value": value}
