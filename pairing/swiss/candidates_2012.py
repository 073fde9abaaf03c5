"""Which candidate of a bracket comes first? C3-C10 of the later edition, with D1, D2 and D3.

A *candidate* is a complete way to pair a bracket: so many pairs, the others stay unpaired. The
text tries candidates in a fixed order, with ever lower requirements. All requirements are counts
over pairs and unpaired players, so the highest at which anything works are those of the cheapest
matching of the bracket, with the counts as digits of one cost, most important first; and the
candidates with these requirements are exactly the cheapest matchings. Among these the order of the
text decides, one choice at a time: is there still a cheapest one that has it?
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.matching.perfect import bits
from pairing.swiss.bracket import Level
from pairing.swiss.criteria_2012 import Bracket2012
from pairing.swiss.fewer_in_s1 import FewerInS1
from pairing.swiss.halves import first_halves
from pairing.swiss.settled import Candidate
from pairing.swiss.ways import (
    ANYBODY,
    Bounds,
    Requirement,
    Ways,
    first_opponents,
    nearest_opponents,
)


@dataclass(frozen=True)
class Candidate2012(Candidate):
    """A candidate under the `requirements` of its bracket."""

    requirements: Sequence[Requirement]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How often it goes against each requirement, by name."""
        return {
            requirement.name: sum(requirement.pairs[a] >> b & 1 for a, b in self.pairs)
            + (requirement.unpaired & self.unpaired).bit_count()
            for requirement in self.requirements
        }

    @property
    def key(self) -> tuple[object, ...]:
        """First it goes against as little as can be."""
        return *self.counts.values(), *super().key


def first_candidate(
    bracket: Bracket2012,
    level: Level,
    bounds: Bounds = ANYBODY,
    before: Candidate2012 | None = None,
) -> Candidate2012 | None:
    """The first candidate at a level of pairs, within bounds for C12 and C13; None: not even with
    the lowest requirements. `before`: the first one within wider bounds."""
    pairs = bracket.pairs_at(level)
    if 2 * pairs > bracket.size:
        return None
    rows, unpaired = bracket.ideal(pairs)
    way = None
    if before is None or (
        all(rows[player] >> opponent & 1 for player, opponent in before.pairs)
        and not before.unpaired & ~unpaired
    ):
        way = _first(Ways(bracket.size, pairs, rows, unpaired, bounds), bracket, level)
    if way is None:
        # Lower requirements: count what each pair goes against.
        lowest = Ways(bracket.size, pairs, bracket.may_meet, bracket.may_be_unpaired, bounds)
        if lowest.could_work():
            way = _first(lowest.with_costs(bracket.requirements), bracket, level)
    if way is None:
        return None
    return Candidate2012(way.moved_down, way.halves, level, bracket.requirements)


def is_possible(bracket: Bracket2012, level: Level) -> bool:
    """Whether there is any candidate at a level of pairs, whatever the requirements."""
    pairs = bracket.pairs_at(level)
    if 2 * pairs > bracket.size:
        return False
    ways = Ways(bracket.size, pairs, bracket.may_meet, bracket.may_be_unpaired)
    return _is_possible(ways, bracket, level.in_s1)


def can_pair_moved_down(bracket: Bracket2012, number: int) -> bool:
    """Whether so many of those moved down can be paired, whatever becomes of the others (C14b)."""
    if 2 * number > bracket.size:
        return False
    ways = Ways(bracket.size, number, bracket.may_meet, bracket.everybody)
    return _is_possible(ways, bracket, number)


def _is_possible(ways: Ways, bracket: Bracket2012, in_s1: int) -> bool:
    if not ways.could_work():
        return False
    if not in_s1:
        return True
    if in_s1 == bracket.moved_down:
        return ways.is_complete(ways.graph((1 << in_s1) - 1), ways.size, ways.pairs)
    best_s1 = _best_s1(ways, bracket) if ways.pairs else 0
    return best_s1 is not None and best_s1.bit_count() >= in_s1


def _first(ways: Ways, bracket: Bracket2012, level: Level) -> Candidate | None:
    if not level.in_s1:
        halves = first_halves(ways, range(bracket.size), ways.pairs, bracket.known)
        return None if halves is None else Candidate((), halves, level)
    above = bracket.moved_down
    if level.in_s1 == above:
        return _with_s1(ways, bracket, level, (1 << above) - 1)
    best_s1 = _best_s1(ways, bracket)
    if best_s1 is None or best_s1.bit_count() < level.in_s1:
        return None
    if best_s1.bit_count() == level.in_s1:
        return _with_s1(ways, bracket, level, best_s1)
    # More of them could be paired than M1 says.
    fewer = FewerInS1(ways, bracket, level.in_s1).first()
    return None if fewer is None else _with_s1(ways, bracket, level, fewer)


def _best_s1(ways: Ways, bracket: Bracket2012) -> int | None:
    """The set S1 with the most pairs of somebody moved down; then the cheapest; then the first in
    D3.

    It is the same for every M1, which the last bracket lowers one by one (C14b2).
    """
    if ways.bounds is not ANYBODY:
        return _found_best_s1(ways, bracket)
    key = ways.pairs, tuple(ways.rows), ways.may_be_unpaired, len(ways.costs)
    if key not in bracket.best_s1:
        bracket.best_s1[key] = _found_best_s1(ways, bracket)
    return bracket.best_s1[key]


def _found_best_s1(ways: Ways, bracket: Bracket2012) -> int | None:
    above = bracket.moved_down
    scale = 1 << (above + 1)
    most = 1 << (ways.cost_bits + above + 2 + ways.size.bit_length())
    costs = []
    for player, row in enumerate(ways.costs_of(ways.graph(), range(ways.size))):
        costs.append(own := dict[int, int]())
        after = ways.everybody >> player << player if player < above else 0
        before = (1 << min(player, above)) - 1 if player < ways.size else 0
        for level, others in row.items():
            cost = level * scale
            own[cost] = own.get(cost, 0) | others & ~before & ~after
            if others & after:
                own[cost - most - d3_weight(player, above)] = others & after
            for first in bits(others & before):
                own[cost - most - d3_weight(first, above)] = 1 << first
    question = "S1", len(costs), ways.pairs, len(ways.costs)
    best = ways.cheapest(costs, ways.size, ways.pairs, bracket.known, question)
    if best is None:
        return None
    chosen = {
        min(player, opponent)
        for player, opponent in enumerate(best.mate[: ways.size])
        if opponent < ways.size
    }
    return sum(1 << player for player in chosen if player < above)


def d3_weight(player: int, above: int) -> int:
    """D3: of two sets of those moved down, the one with the greater sum of these is tried first."""
    return 1 << (above - player)


def _with_s1(ways: Ways, bracket: Bracket2012, level: Level, chosen: int) -> Candidate | None:
    """C4-C9 for one set S1 of those moved down: first their pairs, then the remainder."""
    s1 = list(bits(chosen))
    others = [player for player in range(ways.size) if not chosen >> player & 1]
    if ways.pairs < len(s1):
        return None

    def with_remainder(pairs: Sequence[tuple[int, int]]) -> Candidate | None:
        taken = {opponent for _, opponent in pairs}
        rest = [player for player in others if player not in taken]
        halves = first_halves(ways, rest, ways.pairs - len(s1))
        return None if halves is None else Candidate(tuple(pairs), halves, level)

    if not ways.costs:
        # Everybody their very first opponent: if the remainder works too, nothing comes before.
        left = ways.everybody & ~chosen & ~ways.bounds.must
        pairs = nearest_opponents(ways.rows, s1, left)
        candidate = None if pairs is None else with_remainder(pairs)
        if candidate is not None:
            return candidate
    # D1.2: the first transposition that leaves a remainder that works.
    graph = ways.graph(apart=chosen)
    # Where pairs vary, they are counted by costs even if nothing else is.
    costs = ways.costs_of(graph, range(ways.size)) if ways.costs or ways.pairs_vary else None
    opponents = first_opponents(ways, graph, costs, s1, ways.size, ways.pairs, bracket.known)
    return None if opponents is None else with_remainder(list(zip(s1, opponents, strict=True)))
