"""What of the next round stands already, whatever the results of the games that are still open?

Every combination of results is paired, win, draw and loss of each open game; forfeits and other
odd results are not tried. A board stands only if every combination has it, with these colours.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pairing.core.types import PlayerId, Proposal, Result, Snapshot

TRIED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)

#: White and Black, or who has a bye alone.
Seats = tuple[PlayerId, ...]
#: Pairs some snapshots, in order; fewer answers than snapshots: it was given up. None: no pairing.
PairEach = Callable[[Iterable[Snapshot]], Sequence[Proposal | None]]


@dataclass(frozen=True, slots=True)
class InAdvance:
    """`fixed`: the seats that every one of `of` combinations has, in the order of the boards; empty
    unless all were `looked_at`. `changing`: players whose seats differ in those looked at, or who
    have none in some. `by_schedule`: no result has anything to do with it."""

    fixed: tuple[Seats, ...]
    changing: tuple[PlayerId, ...]
    looked_at: int
    of: int
    by_schedule: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether all combinations were looked at."""
        return self.by_schedule or self.looked_at == self.of


def combinations(
    snapshot: Snapshot, played: tuple[int, int], boards: Sequence[int]
) -> Iterator[Snapshot]:
    """The snapshot with every combination of results of these boards of the round `played`."""
    for results in product(TRIED, repeat=len(boards)):
        yield _with_results(snapshot, played, dict(zip(boards, results, strict=True)))


def in_advance(
    snapshot: Snapshot,
    played: tuple[int, int],
    boards: Sequence[int],
    pair_each: PairEach,
    *,
    by_schedule: bool = False,
) -> InAdvance:
    """What stands of the round to be paired while these boards of the round `played` are open."""
    possible = combinations(snapshot, played, boards)
    asked = [next(possible)] if by_schedule else possible
    proposals = pair_each(asked)
    of, looked_at = len(TRIED) ** len(boards), len(proposals)
    seats = [_seats_of(proposal) for proposal in proposals]
    first = seats[0] if seats else ()
    in_all = set(first).intersection(*map(set, seats)) if seats else set[Seats]()
    is_complete = bool(seats) and (by_schedule or looked_at == of)
    stay = {player for seat in in_all for player in seat}
    changing = {player: None for all_ in seats for seat in all_ for player in seat}
    return InAdvance(
        tuple(seat for seat in first if seat in in_all) if is_complete else (),
        tuple(player for player in changing if player not in stay),
        looked_at,
        of,
        by_schedule=by_schedule and bool(seats),
    )


def _seats_of(proposal: Proposal | None) -> tuple[Seats, ...]:
    if proposal is None:
        return ()
    pairs = ((pair.white, pair.black) for pair in proposal.pairs)
    return (*pairs, *((bye,) for bye in proposal.byes))


def _with_results(
    snapshot: Snapshot, played: tuple[int, int], results: dict[int, Result]
) -> Snapshot:
    evening, number = played
    evenings = list(snapshot.evenings)
    rounds = list(evenings[evening - 1].rounds)
    round_ = rounds[number - 1]
    games = tuple(
        replace(game, result=results.get(game.board, game.result)) for game in round_.games
    )
    rounds[number - 1] = replace(round_, games=games)
    evenings[evening - 1] = replace(evenings[evening - 1], rounds=tuple(rounds))
    return replace(snapshot, evenings=tuple(evenings))
