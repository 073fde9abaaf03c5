"""Which complete pairing is the first that the rules find? Rules 2.4, point 5.

Players are numbered from 0 in ORDER, among those to be paired. `Roster` says who
may meet whom; a run or the search makes the matches, and each match remembers how it came.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pairing.keizer.colours import breaks_colour_criterion
from pairing.matching.perfect import bits, first_perfect_matching, perfect_matching

Direction = Literal["top", "bottom", "search"]

#: The six attempts with one n, in this order: direction, colour criterion on.
SIX: tuple[tuple[Direction, bool], ...] = (
    ("top", True),
    ("bottom", True),
    ("top", False),
    ("bottom", False),
    ("search", True),
    ("search", False),
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The attempt that succeeded: `number` from 1, over all values of n that were tried."""

    number: int
    direction: Direction
    colour: bool
    n: int
    n0: int


@dataclass(frozen=True, slots=True)
class Match:
    """One match: `player` chose `opponent`.

    `choices`: how many opponents were in their list. `few`: they went first because these were
    the fewest. `position`: which of the players left, in order, the opponent was.
    `passed_over`: in a search, opponents with whom the rest could not be completed.
    """

    player: int
    opponent: int
    choices: int
    few: bool
    position: int
    passed_over: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """Who may meet whom among the players to be paired, by number.

    `since[p][o]`: the fewest own games ago, of either, that they met; 0 never. `leanings`
    are their colours (`History.leaning`); `forbidden` holds pairs both ways round.
    """

    since: Sequence[Sequence[int]]
    leanings: Sequence[int]
    forbidden: frozenset[tuple[int, int]]

    def may_meet(self, p: int, o: int, n: int, colour: bool) -> bool:
        """MAY(p, o)."""
        return (
            p != o
            and (self.since[p][o] == 0 or self.since[p][o] > n)
            and not (colour and breaks_colour_criterion(self.leanings[p], self.leanings[o]))
            and (p, o) not in self.forbidden
        )

    def graph(self, n: int, colour: bool, reverse: bool = False) -> list[int]:
        """MAY as bit sets, in ORDER or in ORDER reversed."""
        size = len(self.leanings)
        order = range(size - 1, -1, -1) if reverse else range(size)
        graph = [0] * size
        for i, p in enumerate(order):
            for j in range(i):
                if self.may_meet(p, order[j], n, colour):
                    graph[i] |= 1 << j
                    graph[j] |= 1 << i
        return graph


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an attempt came to: it succeeded unless it is `hopeless` (no complete pairing exists,
    so it was not made) or somebody is `stuck`, who may meet nobody left after its matches."""

    attempt: Attempt
    matches: list[Match]
    stuck: tuple[int, ...] = ()
    hopeless: bool = False


def attempts(roster: Roster, last_n: int) -> Iterator[Outcome]:
    """The attempts in their order, until one succeeds or all have failed.

    With nobody left to pair the first one succeeds, without matches.
    """
    size = len(roster.leanings)
    n0 = max(min(last_n, size - 1), 0)
    for n in range(n0, -1, -1):
        graphs = {colour: roster.graph(n, colour) for colour in (True, False)}
        completable = {colour for colour in graphs if perfect_matching(graphs[colour]) is not None}
        for step, (direction, colour) in enumerate(SIX, start=1):
            attempt = Attempt(len(SIX) * (n0 - n) + step, direction, colour, n, n0)
            if colour not in completable:
                outcome = Outcome(attempt, [], hopeless=True)
            elif direction == "search":
                outcome = Outcome(attempt, _search(graphs[colour]))
            elif direction == "bottom":
                matches, stuck = _run(roster.graph(n, colour, reverse=True))
                outcome = Outcome(attempt, *_mirrored(matches, stuck, size))
            else:
                matches, stuck = _run(graphs[colour])
                outcome = Outcome(attempt, matches, stuck)
            yield outcome
            if not outcome.hopeless and not outcome.stuck:
                return


def first_pairing(roster: Roster, last_n: int) -> tuple[list[Match], Attempt] | None:
    """The matches of the first attempt that succeeds; None: no complete pairing exists."""
    *_, last = attempts(roster, last_n)
    return None if last.hopeless else (last.matches, last.attempt)


def _run(graph: list[int]) -> tuple[list[Match], tuple[int, ...]]:
    """RUN over players in the order S that the graph is numbered by: its matches, and who is
    stuck then; nobody: it succeeds."""
    left = (1 << len(graph)) - 1
    matches: list[Match] = []
    while left:
        first = (left & -left).bit_length() - 1
        chosen, fewest = first, 3
        for player in bits(left):
            choices = (graph[player] & left).bit_count()
            if choices == 0:
                return matches, tuple(stuck for stuck in bits(left) if not graph[stuck] & left)
            if choices < fewest:
                chosen, fewest = player, choices
        # The check is made after each match, so not before the first.
        player = chosen if matches else first
        matches.append(_match(graph, left, player, few=bool(matches) and fewest < 3))
        left &= ~(1 << player | 1 << matches[-1].opponent)
    return matches, ()


def _match(
    graph: list[int],
    left: int,
    player: int,
    few: bool = False,
    opponent: int | None = None,
    passed_over: tuple[int, ...] = (),
) -> Match:
    """The player's match among those left: the first of their list, unless a search says who."""
    listed = graph[player] & left
    if opponent is None:
        opponent = (listed & -listed).bit_length() - 1
    nearer = left & ((1 << opponent) - 1) & ~(1 << player)
    return Match(player, opponent, listed.bit_count(), few, nearer.bit_count() + 1, passed_over)


def _mirrored(
    matches: list[Match], stuck: tuple[int, ...], size: int
) -> tuple[list[Match], tuple[int, ...]]:
    """Matches made in ORDER reversed, with players by their number in ORDER again."""
    last = size - 1
    turned = [
        replace(match, player=last - match.player, opponent=last - match.opponent)
        for match in matches
    ]
    return turned, tuple(last - player for player in stuck)


def _search(graph: list[int]) -> list[Match]:
    """SEARCH: the first complete pairing in ORDER, where there is one."""
    left = (1 << len(graph)) - 1
    matches = []
    for choice in first_perfect_matching(graph) or ():
        matches.append(
            _match(
                graph,
                left,
                choice.player,
                opponent=choice.opponent,
                passed_over=choice.passed_over,
            )
        )
        left &= ~(1 << choice.player | 1 << choice.opponent)
    return matches
