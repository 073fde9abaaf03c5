"""Who may meet whom, and which limits give way? Articles 6.5 and 6.6.

Players are numbered from 0 in ORDER, among those to be paired. Every two need some *degree* of each
limit to meet: how far it has to give way for them. Most need none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairing.matching.perfect import perfect_matching
from pairing.own_keizer.colours import Past, keeps
from pairing.own_keizer.options import Options

#: By limit the degree of each two that need one, in the order of their numbers.
Needs = Mapping[str, Mapping[tuple[int, int], int]]


@dataclass(frozen=True, slots=True)
class Roster:
    """Who is to be paired: whom each may meet by forbidden pairs alone, as sets of seats, what
    meetings need, and which seats keep the limits of colours with white and with black."""

    opponents: Sequence[int]
    needs: Needs
    keeps_white: int
    keeps_black: int

    def graph(self, degrees: Mapping[str, int]) -> list[int]:
        """Whom each may meet with these degrees; a limit that is not named has no effect."""
        graph = [*self.opponents]
        for limit, needs in self.needs.items():
            if limit not in degrees:
                continue
            degree = degrees[limit]
            for (one, other), needed in needs.items():
                if needed > degree:
                    graph[one] &= ~(1 << other)
                    graph[other] &= ~(1 << one)
        if degrees.get("colours", 1) == 0:
            everybody = (1 << len(graph)) - 1
            for seat, others in enumerate(graph):
                may = self.keeps_black if self.keeps_white >> seat & 1 else 0
                may |= self.keeps_white if self.keeps_black >> seat & 1 else 0
                if may != everybody:
                    graph[seat] = others & may
        return graph

    def needed(self, limit: str, one: int, other: int) -> int:
        """The degree of a limit that two need to meet."""
        if limit != "colours":
            return self.needs.get(limit, {}).get((min(one, other), max(one, other)), 0)
        white, black = self.keeps_white, self.keeps_black
        fits = (white >> one & 1 and black >> other & 1) or (
            white >> other & 1 and black >> one & 1
        )
        return 0 if fits else 1

    def steps(self, limit: str) -> list[int]:
        """The degrees at which a limit lets more pairs be, from 0."""
        if limit == "colours":
            return [0, 1]
        return sorted({0, *self.needs.get(limit, {}).values()})


def read_roster(
    pasts: Sequence[Past],
    to_pair: Sequence[int],
    opponents: Sequence[int],
    options: Options,
    number: int,
    period_begins: int,
) -> Roster:
    """The roster of round `number` of the tempo; its period begins with round `period_begins`."""
    limits = options.meeting
    seats = {player: seat for seat, player in enumerate(to_pair)}
    needs: dict[str, dict[tuple[int, int], int]] = {
        limit: {} for limit in ("times", "times_in_period", "not_in_first", "gap")
    }
    for player, seat in seats.items():
        past = pasts[player]
        for other, met in past.met.items():
            opposite = seats.get(other)
            if opposite is None or opposite < seat:
                continue
            pair = seat, opposite
            if limits.times is not None and len(met) >= limits.times:
                needs["times"][pair] = len(met) - limits.times + 1
            if limits.times_in_period is not None:
                in_period = sum(round_ >= period_begins for round_ in met)
                if in_period >= limits.times_in_period:
                    needs["times_in_period"][pair] = in_period - limits.times_in_period + 1
            if number <= limits.not_in_first:
                needs["not_in_first"][pair] = 1
            if limits.gap_counts == "rounds":
                missing = limits.gap - (number - met[-1] - 1)
            else:
                agos = (past.ago(other), pasts[other].ago(player))
                missing = limits.gap - min(ago for ago in agos if ago is not None) + 1
            if limits.gap and missing > 0:
                needs["gap"][pair] = missing
    white = black = (1 << len(to_pair)) - 1
    if options.colours.in_a_row is not None or options.colours.balance is not None:
        white = _seats(seat for seat, one in enumerate(to_pair) if keeps(pasts[one], "w", options))
        black = _seats(seat for seat, one in enumerate(to_pair) if keeps(pasts[one], "b", options))
    return Roster(opponents, needs, white, black)


def _seats(seats: object) -> int:
    return sum(1 << seat for seat in seats)  # type: ignore[attr-defined]


def degrees_of(roster: Roster, importance: Sequence[str]) -> dict[str, int] | None:
    """The degree at which each limit gives way, the most precious first; None: no complete pairing
    exists even without limits."""
    none = dict.fromkeys(importance, 0)
    mate = perfect_matching(roster.graph(none))
    if mate is not None:
        return none
    if perfect_matching(roster.opponents) is None:
        return None
    degrees: dict[str, int] = {}
    for limit in importance:
        steps = roster.steps(limit)
        low, high = 0, len(steps) - 1
        while low < high:
            middle = (low + high) // 2
            graph = roster.graph(degrees | {limit: steps[middle]})
            if perfect_matching(graph) is None:
                low = middle + 1
            else:
                high = middle
        degrees[limit] = steps[low]
    return degrees
