"""What can the leader do where a pairing takes too much work? Which boards may be fixed?

Whatever board is fixed, two players fewer are left for the search that did not end. The boards
that are proposed are of the bracket it got stuck in, and of one complete pairing of everybody that
breaks no absolute rule: so whichever of them is fixed, the rest can still be paired.
"""

from collections.abc import Sequence

from pairing.core.system import CannotPair
from pairing.core.types import Fact, PlayerId
from pairing.matching.perfect import Graph, bits, perfect_matching, with_pair
from pairing.matching.work import uncounted

#: One fixed board is mostly enough for the search to end, and a longer list is not read.
_BOARDS = 8


def too_hard(
    ids: Sequence[PlayerId], graph: Graph, at_hand: Sequence[int], article: str
) -> CannotPair:
    """CannotPair "too_hard" with `boards` to choose from; [[id, id]], the higher ranked first.

    `ids`: the players, by seat. `graph`: who may meet whom, by seat, with one seat more for the
    bye if the number is odd. `at_hand`: the seats of the brackets that were being paired.
    CannotPair "no_pairing" where there is no complete pairing at all (the caller adds its facts).
    """
    with uncounted():
        boards = _legal_boards(graph, at_hand)
    if boards is None:
        return CannotPair("no_pairing", article)
    proposed: list[Fact] = [[ids[higher], ids[lower]] for higher, lower in boards]
    players: list[Fact] = [ids[seat] for seat in at_hand]
    return CannotPair("too_hard", article, {"boards": proposed, "players": players})


def _legal_boards(graph: Graph, at_hand: Sequence[int]) -> list[tuple[int, int]] | None:
    """Boards of two players at hand that one complete pairing holds; None: there is none.

    The upper half meets the lower half as nearly in order as can be, as the systems do it.
    """
    mate = perfect_matching(graph)
    if mate is None:
        return None
    order = sorted(at_hand)
    index = {seat: number for number, seat in enumerate(order)}
    half = len(order) // 2
    left = (1 << len(graph)) - 1
    among = sum(1 << seat for seat in order)
    boards: list[tuple[int, int]] = []
    for seat in order:
        if not left >> seat & 1:
            continue

        def distance(opponent: int, wanted: int = index[seat] + half) -> tuple[int, int]:
            return abs(index[opponent] - wanted), opponent

        for opponent in sorted(bits(graph[seat] & left & among), key=distance):
            rest = left & ~(1 << seat | 1 << opponent)
            changed = with_pair(graph, mate, seat, opponent, rest)
            if changed is not None:
                mate, left = changed, rest
                boards.append((min(seat, opponent), max(seat, opponent)))
                break
        if len(boards) == _BOARDS:
            break
    return boards
