"""The first value number: fixed when a season begins, with room, and raised in time."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubcomp.flow.competitions.start_order import how_many_count
from clubcomp.models import Competition
from pairing.core.rules import Rules
from pairing.core.system import PairingSystem
from pairing.registry import make_rules
from pairing.sections import flat, in_sections

#: How many more players should fit under the first value number.
ROOM = 3


@dataclass(frozen=True, slots=True)
class FirstValue:
    """The advised first value number. `now` None: it follows the number of players; `left` is how
    many more players fit under it."""

    advised: int
    now: int | None = None
    left: int = 0


def first_value_for(players: int) -> int:
    """One and a half times the players, as is usual: the first then has thrice the last."""
    return 3 * players // 2


def advised_first_value(competition: Competition) -> FirstValue | None:
    """The first value number that the leader had better fix or raise by now.

    None if it leaves room, need not be fixed since no round is on record, or the system has no
    value numbers.
    """
    if not competition.abilities.has_value_numbers:
        return None
    rules, players = competition.rules, how_many_count(competition)
    if _is_left_open(rules):
        return FirstValue(first_value_for(players)) if competition.has_begun() else None
    if rules.system.sections:
        return None  # values by rank stop at a least one: a newcomer never stops a round
    first, each = getattr(rules.options, "first_value", 0), getattr(rules.options, "value_step", 1)
    left = max(first // each + 1 - players, 0)
    if left >= ROOM:
        return None
    advised = max(first_value_for(players), each * (players + ROOM - 1))
    return FirstValue(advised, first, left)


def with_first_value(competition: Competition, value: int) -> dict[str, object]:
    """The options of a competition with another first value number."""
    return _with_first(competition.pairing_system, competition.options, value)


def with_room(
    system: PairingSystem, options: Mapping[str, object], players: int
) -> dict[str, object]:
    """Options of a new competition, with the first value number for `players` players where the
    options leave it open."""
    is_left_open = _is_left_open(make_rules(system, options))
    return _with_first(system, options, first_value_for(players)) if is_left_open else {**options}


def _is_left_open(rules: Rules) -> bool:
    """Whether the first value number follows the number of players."""
    if not rules.system.sections:
        return getattr(rules.options, "first_value", 0) is None
    values = rules.options.values
    return values.by == "rank" and values.first is None and values.ratio is None


def _with_first(
    system: PairingSystem, options: Mapping[str, object], value: int
) -> dict[str, object]:
    if system.sections:
        return in_sections({**flat(options), "values.first": value})
    return {**options, "first_value": value}
