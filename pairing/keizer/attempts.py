"""Which complete pairing do the rules find first? Rules 2.4, point 5.

Players are numbered from 0 in ORDER, among those to be paired. `Roster` says who may meet whom; a
run or the search makes the matches. Only a search passes anybody over.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pairing.keizer.colours import breaks_colour_criterion
from pairing.matching.perfect import Choice, bits, first_perfect_matching, perfect_matching

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
class Roster:
    """Who may meet whom among the players to be paired, by number.

    `since[p][o]`: the fewest own games ago, of either, that they met; 0: never, or longer ago
    than matters. `leanings` are their colours (`History.leaning`); `forbidden` holds pairs both
    ways round.
    """

    since: Sequence[Counter[int]]
    leanings: Sequence[int]
    forbidden: frozenset[tuple[int, int]]

    def graph(self, n: int, colour: bool, reverse: bool = False) -> list[int]:
        """MAY as bit sets, in ORDER or in ORDER reversed: everybody whom no rule bars."""
        size = len(self.leanings)
        seats = range(size - 1, -1, -1) if reverse else range(size)
        leaning = dict.fromkeys(self.leanings, 0)
        for seat, own in zip(seats, self.leanings, strict=True):
            leaning[own] |= 1 << seat
        clashing = {
            own: sum(
                players
                for other, players in leaning.items()
                if colour and breaks_colour_criterion(own, other)
            )
            for own in leaning
        }
        graph = [0] * size
        everybody = (1 << size) - 1
        for seat, own, met in zip(seats, self.leanings, self.since, strict=True):
            barred = clashing[own] | 1 << seat
            for other, ago in met.items():
                if ago <= n:
                    barred |= 1 << seats[other]
            graph[seat] = everybody & ~barred
        for player, other in self.forbidden:
            graph[seats[player]] &= ~(1 << seats[other])
        return graph


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an attempt ended. It succeeded unless it is `hopeless` (no complete pairing exists, so it
    was not made) or players are `stuck`: they may meet nobody who is left after its matches."""

    attempt: Attempt
    matches: list[Choice]
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
                outcome = Outcome(attempt, first_perfect_matching(graphs[colour]) or [])
            elif direction == "bottom":
                matches, stuck = _run(roster.graph(n, colour, reverse=True))
                outcome = Outcome(attempt, *_mirrored(matches, stuck, size))
            else:
                matches, stuck = _run(graphs[colour])
                outcome = Outcome(attempt, matches, stuck)
            yield outcome
            if not outcome.hopeless and not outcome.stuck:
                return


def _run(graph: list[int]) -> tuple[list[Choice], tuple[int, ...]]:
    """RUN over the players in the order S of the graph's numbers: its matches, and who is stuck; if
    nobody is, it succeeds."""
    left = (1 << len(graph)) - 1
    matches: list[Choice] = []
    # A match takes at most two choices from anybody, so anyone who has many is not asked again
    # before they can have fewer than three.
    to_ask: list[list[int]] = [[*range(len(graph))], *([] for _ in graph)]
    while left:
        few: list[tuple[int, int]] = []
        for player in to_ask[len(matches)]:
            if not left >> player & 1:
                continue
            choices = (graph[player] & left).bit_count()
            if choices == 0:
                return matches, tuple(stuck for stuck in bits(left) if not graph[stuck] & left)
            if choices < 3:
                few.append((choices, player))
            ask_again = len(matches) + max(1, (choices - 1) // 2)
            if ask_again < len(to_ask):
                to_ask[ask_again].append(player)
        # The check is made after each match, so not before the first.
        first = (left & -left).bit_length() - 1
        player = min(few)[1] if few and matches else first
        listed = graph[player] & left
        opponent = (listed & -listed).bit_length() - 1
        matches.append(Choice(player, opponent, ()))
        left &= ~(1 << player | 1 << opponent)
    return matches, ()


def _mirrored(
    matches: list[Choice], stuck: tuple[int, ...], size: int
) -> tuple[list[Choice], tuple[int, ...]]:
    """Matches made in ORDER reversed, with players by their number in ORDER again."""
    last = size - 1
    turned = [
        match._replace(player=last - match.player, opponent=last - match.opponent)
        for match in matches
    ]
    return turned, tuple(last - player for player in stuck)
