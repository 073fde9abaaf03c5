"""What can the leader do where a round cannot be paired by the rules? Ways that were walked.

A way out is some boards, and perhaps a bye, that the leader makes; the system pairs the rest. None
is offered before the round was paired with it. They are looked for within a budget of their own
(`budget.WAYS_OUT`), counted and never timed.

Where no pairing is legal, the ways are the cheapest boards that break something: the fewest, then
those with the least difference in points. Forbidden pairs are never among them.

Where the search was given up, the first way is the best complete pairing that was found of the
brackets it got stuck in: legal, with the least difference in points, then the fewest of equal
colour preference, the upper half against the lower. That it is the first by the rules is not
proven.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from pairing.core.invariants import problems
from pairing.core.rules import Rules
from pairing.core.system import CannotPair, WhoIsLeft
from pairing.core.types import Fact, Game, Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.matching import budget
from pairing.matching.costs import Costs, Optimum
from pairing.matching.perfect import bits, perfect_matching, with_pair
from pairing.matching.weighted import cheapest_matching

#: A longer list is not read.
_MOST = 5
#: What breaks an absolute rule, of what a system has against a pairing.
BREAKS = frozenset(
    {
        "absolute_denied",
        "bye_not_fewest",
        "met_before",
        "met_within",
        "no_colours",
        "same_absolute",
        "second_bye",
    }
)
#: Boards by hand need a reason; the leader's own takes the place of this one.
_BY_HAND = "-"

Seats = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WayOut:
    """`boards` and perhaps a `bye` that the leader makes, with which the round is paired as in
    `proposal`. `breaks`: the absolute rules that they break. `unproven`: the article by which
    nobody knows whether these boards are the first; "" where the rest is paired by the rules."""

    boards: tuple[Pair, ...]
    bye: PlayerId | None
    proposal: Proposal
    breaks: tuple[Problem, ...] = ()
    unproven: str = ""

    def as_fact(self) -> dict[str, Fact]:
        """What is kept of it: everything but the rest."""
        return {
            "boards": [[pair.white, pair.black] for pair in self.boards],
            "bye": self.bye,
            "breaks": [
                {"code": one.code, "facts": dict(one.facts), "article": one.article}
                for one in self.breaks
            ],
            "unproven": self.unproven,
        }


class _Made(NamedTuple):
    """Boards by seat, the bye as a seat or None."""

    pairs: tuple[Seats, ...]
    bye: int | None


def ways_out(snapshot: Snapshot, rules: Rules, failure: CannotPair) -> list[WayOut]:
    """The ways out of a failure of these rules, the best first; of a competition in groups, those
    of the group that cannot be paired, and the proposals are of that group alone."""
    if failure.left is None:
        return []
    if name := failure.facts.get("group"):
        groups = rules.groups(snapshot)
        snapshot = next(group.snapshot for group in groups if group.name == name)
    walk = _Walk(snapshot, rules)
    with budget.counted(budget.WAYS_OUT) as done:
        if failure.code == "too_hard":
            return [walk.unproven(failure), *_single_boards(walk, failure, done)]
        return [*islice(_breaking(walk, failure.left, done), _MOST)]


def best_found(
    snapshot: Snapshot, rules: Rules, failure: CannotPair, reason_of: Callable[[str], str]
) -> tuple[Proposal, Snapshot, list[WayOut]]:
    """The round as it is paired by the best way found where the search was given up, in one group
    or several: the proposal, the snapshot with the boards of these ways, whose reason `reason_of`
    makes of the article, and the ways. CannotPair: "no_pairing" in another group."""
    taken: list[WayOut] = []
    while True:
        best, *_ = ways_out(snapshot, rules, failure)
        taken.append(best)
        reason = reason_of(best.unproven)
        snapshot = with_boards(snapshot, best.boards, best.bye, reason)
        if "group" not in failure.facts:
            pairs = (
                replace(pair, fixed=reason) if pair.fixed == _BY_HAND else pair
                for pair in best.proposal.pairs
            )
            return replace(best.proposal, pairs=tuple(pairs)), snapshot, taken
        try:
            return rules.pair(snapshot), snapshot, taken
        except CannotPair as again:
            if again.code != "too_hard":
                raise
            failure = again


def with_boards(
    snapshot: Snapshot, boards: Iterable[Pair], bye: PlayerId | None, reason: str
) -> Snapshot:
    """The snapshot with boards that the leader made in the round to be paired, and a named bye."""
    boards = tuple(boards)
    evening = snapshot.must_pair().evening
    held = snapshot.evenings[evening - 1]
    round_ = held.rounds[-1]
    seated = {player for pair in boards for player in (pair.white, pair.black)}
    first = len(round_.games) + 1
    games = [
        Game(board, pair.white, pair.black, fixed=pair.fixed or reason)
        for board, pair in enumerate(boards, first)
    ]
    unplayed = {player: how for player, how in round_.unplayed.items() if player not in seated}
    if bye is not None:
        unplayed[bye] = Unplayed.BYE
    changed = replace(
        round_,
        games=(*round_.games, *games),
        unplayed=unplayed,
        away={player: kind for player, kind in round_.away.items() if player not in seated},
        present=tuple(player for player in round_.present or () if player not in seated),
    )
    held = replace(held, rounds=(*held.rounds[:-1], changed))
    evenings = (*snapshot.evenings[: evening - 1], held, *snapshot.evenings[evening:])
    return replace(snapshot, evenings=evenings)


class _Walk:
    """Tries ways on one group."""

    def __init__(self, snapshot: Snapshot, rules: Rules):
        self.snapshot, self.rules = snapshot, rules
        points = rules.system.pairing_points(snapshot, rules.options)
        place = {score: place for place, score in enumerate(sorted({*points.values()}))}
        self.level = {player: place[score] for player, score in points.items()}

    def paired(self, boards: Sequence[Pair], bye: PlayerId | None) -> Proposal:
        """The round with these boards. CannotPair."""
        made = with_boards(self.snapshot, boards, bye, _BY_HAND)
        return self.rules.system.pair(made, self.rules.options)

    def boards(self, left: WhoIsLeft, made: _Made) -> tuple[Pair, ...]:
        """With the colours of the rules."""
        system, options, ids = self.rules.system, self.rules.options, left.ids
        return tuple(
            system.colours(self.snapshot, options, ids[one], ids[other])
            for one, other in made.pairs
        )

    def levels(self, left: WhoIsLeft) -> list[int]:
        """By seat, the place of their points among all."""
        return [self.level.get(player, 0) for player in left.ids]

    def unproven(self, failure: CannotPair) -> WayOut:
        """The best complete pairing of the brackets in which the search got stuck, again and again
        until the rest is paired by the rules."""
        boards: tuple[Pair, ...] = ()
        bye: PlayerId | None = None
        known: CannotPair = failure
        while True:
            left = known.left
            if left is None:
                raise known
            made = best_complete(left, self.levels(left))
            near = made if boards else _touching(made, {*left.at_hand})
            boards += self.boards(left, near)
            bye = bye if near.bye is None else left.ids[near.bye]
            try:
                proposal = self.paired(boards, bye)
            except CannotPair as again:
                known = again
            else:
                return WayOut(boards, bye, proposal, (), failure.article)

    def way(self, left: WhoIsLeft, made: _Made) -> WayOut | None:
        """The round paired by the rules around these; None: it is not."""
        boards = self.boards(left, made)
        bye = None if made.bye is None else left.ids[made.bye]
        try:
            proposal = self.paired(boards, bye)
        except CannotPair:
            return None
        with_them = with_boards(self.snapshot, boards, bye, _BY_HAND)
        seated = [{pair.white, pair.black} for pair in boards]
        breaks = [
            problem
            for problem in problems(with_them, proposal, self.rules)
            if problem.code in BREAKS
            and (
                (bye is not None and problem.facts.get("player") == bye)
                or {problem.facts.get("white"), problem.facts.get("black")} in seated
            )
        ]
        return WayOut(boards, bye, proposal, tuple(breaks))


def _touching(made: _Made, near: set[int]) -> _Made:
    """What of it is about somebody near."""
    pairs = tuple(pair for pair in made.pairs if near & {*pair})
    return _Made(pairs, made.bye if made.bye in near else None)


def best_complete(left: WhoIsLeft, levels: Sequence[int]) -> _Made:
    """A complete legal pairing: the least difference in points, then of colours, and then by the
    order of the halves. CannotPair where there is none."""
    graph = _with_bye(left)
    alike = [0] * len(graph)
    for players in left.prefer:
        for player in bits(players):
            alike[player] |= players
    found = cheapest_matching(_costs(graph, levels, alike))
    if found is None:
        raise CannotPair("no_pairing")
    mate = _in_halves(found, levels)
    size = len(left.ids)
    pairs = tuple((one, other) for one, other in enumerate(mate[:size]) if one < other < size)
    return _Made(pairs, mate[size] if size % 2 else None)


def _with_bye(left: WhoIsLeft) -> list[int]:
    """Who may meet whom, with a seat more for the bye where the number is odd."""
    size = len(left.ids)
    if size % 2 == 0:
        return list(left.may_meet)
    bye = left.may_get_bye
    return [row | (bye >> seat & 1) << size for seat, row in enumerate(left.may_meet)] + [bye]


def _costs(graph: Sequence[int], levels: Sequence[int], alike: Sequence[int]) -> Costs:
    """By difference in points, then colours; the bye goes to the fewest points."""
    apart = len(graph) + 1
    costs: list[dict[int, int]] = []
    for seat, row in enumerate(graph):
        costs.append(own := dict[int, int]())
        for other in bits(row):
            one, two = min(seat, other), max(seat, other)
            distance = levels[one] if two == len(levels) else abs(levels[one] - levels[two])
            cost = (distance + (distance > 0)) * apart + (alike[seat] >> other & 1)
            own[cost] = own.get(cost, 0) | 1 << other
    return costs


def _in_halves(found: Optimum, levels: Sequence[int]) -> list[int]:
    """A cheapest matching in which, from the first player on, each meets the one nearest to their
    place in the other half of those with as many points; as it is where blossoms hide which."""
    mate = list(found.mate)
    if found.has_blossoms:
        return mate
    graph, left = found.tight, (1 << len(mate)) - 1
    place: dict[int, int] = {}
    size: dict[int, int] = {}
    for seat, level in enumerate(levels):
        place[seat] = size.get(level, 0)
        size[level] = place[seat] + 1
    for seat, level in enumerate(levels):
        if not left >> seat & 1:
            continue
        wanted = seat + max(1, size[level] // 2)

        def nearest(opponent: int, wanted: int = wanted) -> tuple[int, int]:
            return abs(opponent - wanted), opponent

        for opponent in sorted(bits(graph[seat] & left), key=nearest):
            rest = left & ~(1 << seat | 1 << opponent)
            changed = with_pair(graph, mate, seat, opponent, rest)
            if changed is not None:
                mate, left = changed, rest
                break
    return mate


def _single_boards(walk: _Walk, failure: CannotPair, done: budget.Work) -> Iterator[WayOut]:
    """One board of the best complete pairing, where the rules pair the rest around it."""
    left = failure.left
    if left is None or done.steps >= done.limit:
        return
    made = _touching(best_complete(left, walk.levels(left)), {*left.at_hand})
    found, each = 0, (done.limit - done.steps) // _MOST
    for pair in made.pairs:
        if done.steps + each > done.limit or found == _MOST:
            return
        with budget.counted(each) as tried:
            way = walk.way(left, _Made((pair,), None))
        done.steps += tried.steps
        if way is not None:
            found += 1
            yield way


def _breaking(walk: _Walk, left: WhoIsLeft, done: budget.Work) -> Iterator[WayOut]:
    """The cheapest boards that break something. What one way breaks the others do without, one of
    its boards each."""
    levels, legal = walk.levels(left), _with_bye(left)
    size = len(left.ids)
    everybody = (1 << len(legal)) - 1
    seat_of = {player: seat for seat, player in enumerate(left.ids)}
    possible = [everybody & ~(1 << seat) for seat in range(len(legal))]
    for one, other in walk.snapshot.forbidden_pairs:
        if one in seat_of and other in seat_of:
            possible[seat_of[one]] &= ~(1 << seat_of[other])
            possible[seat_of[other]] &= ~(1 << seat_of[one])
    waiting: list[frozenset[Seats]] = [frozenset()]
    tried: set[frozenset[Seats]] = set()
    offered: set[frozenset[Seats]] = set()
    while waiting and done.steps < done.limit:
        without = waiting.pop(0)
        broken = _cheapest_broken(possible, legal, levels, without)
        if broken is None:
            continue
        for pair in broken:
            fewer = without | {pair}
            if fewer not in tried:
                tried.add(fewer)
                waiting.append(fewer)
        if broken in offered:
            continue
        offered.add(broken)
        pairs = tuple(sorted(pair for pair in broken if pair[1] < size))
        byes = [one for one, other in broken if other == size]
        way = walk.way(left, _Made(pairs, byes[0] if byes else None))
        if way is not None:
            yield way


def _cheapest_broken(
    possible: Sequence[int], legal: Sequence[int], levels: Sequence[int], without: Iterable[Seats]
) -> frozenset[Seats] | None:
    """The boards of a complete pairing that are not legal, as few and near as can be."""
    graph = list(possible)
    for one, other in without:
        graph[one] &= ~(1 << other)
        graph[other] &= ~(1 << one)
    if perfect_matching(graph) is None:
        return None
    nobody = [0] * len(graph)
    unit = len(graph) * (len(graph) + 1) * (max(levels, default=0) + 2)
    costs = [
        {
            cost + (unit if part is breaking else 0): others & part
            for cost, others in row.items()
            for part in (allowed, breaking)
            if others & part
        }
        for row, allowed, breaking in zip(
            _costs(graph, levels, nobody),
            legal,
            [~row for row in legal],
            strict=True,
        )
    ]
    found = cheapest_matching(costs)
    if found is None:
        return None
    mate = found.mate
    return frozenset(
        (one, other)
        for one, other in enumerate(mate)
        if one < other and not legal[one] >> other & 1
    )
