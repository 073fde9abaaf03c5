"""Can everybody be paired, and which complete pairing comes first?

A graph is a list of bit sets: bit `j` of `graph[i]` says that `i` and `j` may meet. It is
symmetric and nobody meets themselves. Players are numbered in the order that decides: 0 comes
first. Edmonds' blossom method; standard library only.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from pairing.matching.budget import count_plain, spend_augmenting

Graph = Sequence[int]
T = TypeVar("T")

_NOBODY = -1


def certain(value: T | None, because: str) -> T:
    """A value that must be there for a reason that is known; AssertionError: the reason is
    wrong."""
    if value is None:
        raise AssertionError(because)
    return value


def bits(players: int) -> Iterator[int]:
    """The members of a bit set, lowest first."""
    while players:
        lowest = players & -players
        yield lowest.bit_length() - 1
        players ^= lowest


def numbering(players: Sequence[int]) -> Callable[[int], int]:
    """A function that turns sets of players into sets of these players, numbered from 0 in this
    order."""
    # Runs without a gap: the first player, a mask of the length, the number of the first.
    runs: list[tuple[int, int, int]] = []
    begin = 0
    for number in range(1, len(players) + 1):
        if number == len(players) or players[number] != players[number - 1] + 1:
            runs.append((players[begin], (1 << (number - begin)) - 1, begin))
            begin = number

    def numbered(those: int) -> int:
        renumbered = 0
        for first, length, number in runs:
            renumbered |= (those >> first & length) << number
        return renumbered

    return numbered


def perfect_matching(
    graph: Graph, within: int | None = None, start: Sequence[int] = ()
) -> list[int] | None:
    """A matching that holds everybody (`mate[i]` is i's opponent), or None: there is none.

    `within`: only this set of players is to be paired; who is not in it has the opponent -1.
    `start`: the matching of a graph much like it, of which is kept what can be.
    """
    size = len(graph)
    everybody = (1 << size) - 1 if within is None else within
    if everybody.bit_count() % 2:
        return None
    mate, free = _begun(graph, everybody, start)
    if any(not graph[player] & everybody for player in bits(free)):
        return None
    for player in bits(free):
        if mate[player] == _NOBODY:
            free &= ~(1 << player)
            end = _augment(graph, mate, player, everybody, free)
            if end == _NOBODY:
                return None
            free &= ~(1 << end)
    return mate


def greatest_matching(
    graph: Graph, within: int | None = None, start: Sequence[int] = ()
) -> tuple[list[int], int]:
    """A matching of as many as possible, and who is left over; otherwise as `perfect_matching`."""
    everybody = (1 << len(graph)) - 1 if within is None else within
    mate, free = _begun(graph, everybody, start)
    left, reach = 0, everybody
    for player in bits(free):
        if mate[player] == _NOBODY:
            free &= ~(1 << player)
            tree: list[int] = []
            end = _augment(graph, mate, player, reach, free, tree)
            if end == _NOBODY:
                # No path through the tree of somebody left over ever leads on.
                left |= 1 << player
                reach &= ~tree[0]
            else:
                free &= ~(1 << end)
    return mate, left


def left_over(graph: Graph, within: int, may_be_free: int = 0) -> int:
    """Who has no opponent in a greatest matching of these; of an odd number one of those who
    `may_be_free` needs none."""
    size = len(graph)
    free = may_be_free & within if within.bit_count() % 2 else 0
    rows = [row | (free >> seat & 1) << size for seat, row in enumerate(graph)]
    everybody = within | bool(free) << size
    return greatest_matching([*rows, free], everybody)[1] & within


def who_can_be_left(
    graph: Graph, within: int | None = None, start: Sequence[int] = ()
) -> tuple[int, list[int]]:
    """Of an odd number: everybody without whom all the others can be paired, with a matching that
    leaves one of them. Nobody, where no single one will do."""
    everybody = (1 << len(graph)) - 1 if within is None else within
    mate, left = greatest_matching(graph, everybody, start)
    if left.bit_count() != 1:
        return 0, mate
    tree: list[int] = []
    _augment(graph, mate, left.bit_length() - 1, everybody, 0, tree)
    return tree[1], mate


def left_out(graph: Graph, wanted: int, others: int) -> int:
    """How many of `wanted` no matching of these and `others` can hold; the others need not be in
    it."""
    size = len(graph)
    mate, free = _begun(graph, wanted | others, ())
    # Any of the others can be left for one who is wanted: one more meets them all, again and again.
    mate.append(_NOBODY)
    rows = [row | (others >> seat & 1) << size for seat, row in enumerate(graph)] + [others]
    reach, left = wanted | others | 1 << size, 0
    for seat in bits(free & wanted):
        if mate[seat] != _NOBODY:
            continue
        free &= ~(1 << seat)
        tree: list[int] = []
        end = _augment(rows, mate, seat, reach, free | 1 << size, tree)
        if end == _NOBODY:
            left += 1
            reach &= ~tree[0]
        elif end < size:
            free &= ~(1 << end)
        else:
            free |= 1 << mate[size]
            mate[mate[size]] = mate[size] = _NOBODY
    return left


def in_want(graph: Graph, within: int) -> Iterator[int]:
    """Sets of players of whom somebody always stays over, even with others `within`, as long as all
    of the set are there and nobody is added whom one of them may meet. No set: all can be paired.
    """
    mate, left = greatest_matching(graph, within)
    for player in bits(left):
        tree: list[int] = []
        _augment(graph, mate, player, within, 0, tree)
        yield tree[1]


def _begun(graph: Graph, everybody: int, start: Sequence[int]) -> tuple[list[int], int]:
    """A matching made without looking ahead, and the players without an opponent in it."""
    size = len(graph)
    count_plain(size)
    mate = [_NOBODY] * size
    free = everybody
    for player, other in enumerate(start):
        if (
            player < other < size
            and graph[player] >> other & everybody >> player & free >> other & 1
        ):
            mate[player], mate[other] = other, player
            free &= ~(1 << player | 1 << other)
    for player in bits(free):
        candidates = graph[player] & free
        if candidates and mate[player] == _NOBODY:
            other = (candidates & -candidates).bit_length() - 1
            mate[player], mate[other] = other, player
            free &= ~(1 << player | 1 << other)
    return mate, free


class Choice(NamedTuple):
    """One match of the first complete pairing, and who was passed over for it.

    `passed_over`: opponents earlier in order with whom the rest could not be completed.
    """

    player: int
    opponent: int
    passed_over: tuple[int, ...]


def first_perfect_matching(
    graph: Graph, within: int | None = None, in_order: Callable[[int], Iterator[int]] = bits
) -> list[Choice] | None:
    """The first complete pairing in order, of everybody or of a set; None: there is none.

    The first player left gets the first opponent they may meet such that the rest can still be
    completed: what depth-first search with undoing at dead ends finds, in polynomial time.
    `in_order` puts a set of opponents in the order in which they are tried.
    One matching is kept; fixing a match needs at most one augmenting path to restore it.
    """
    mate = perfect_matching(graph, within)
    if mate is None:
        return None
    choices = []
    everybody = (1 << len(graph)) - 1 if within is None else within
    left = everybody
    for player in bits(everybody):
        if not left >> player & 1:
            continue
        passed_over: list[int] = []
        for opponent in in_order(graph[player] & left):
            rest = left & ~(1 << player | 1 << opponent)
            restored = with_pair(graph, mate, player, opponent, rest)
            if restored is not None:
                mate, left = restored, rest
                choices.append(Choice(player, opponent, tuple(passed_over)))
                break
            passed_over.append(opponent)
    return choices


def with_pair(
    graph: Graph, mate: list[int], player: int, opponent: int, rest: int
) -> list[int] | None:
    """`mate` changed so that these two meet and all of `rest` still has an opponent, or None."""
    if mate[player] == opponent:
        return mate
    changed = mate.copy()
    widow, widower = changed[player], changed[opponent]
    changed[player], changed[opponent] = opponent, player
    if graph[widow] >> widower & 1:
        changed[widow], changed[widower] = widower, widow
        return changed
    changed[widow] = changed[widower] = _NOBODY
    end = _augment(graph, changed, widow, rest, 1 << widower)
    return None if end == _NOBODY else changed


def _augment(
    graph: Graph, mate: list[int], root: int, within: int, free: int, tree: list[int] | None = None
) -> int:
    """Give `root` an opponent by a path within a set to one of `free`; changes `mate`.

    A tree grows from the root: its outer players can be left without opponent instead of the
    root, its inner ones stand between two of these. Who has no opponent yet ends it at once, and
    is the answer; nobody: there is no such path, and `tree` learns who is in it and who of them
    is outer. Circles are shrunk when nothing else is left.
    """
    size = len(graph)
    spend_augmenting(size)
    parent = [_NOBODY] * size
    base = list(range(size))
    # By base, everybody who has it: a blossom counts as one player.
    members: dict[int, int] = {}
    outer, inner = 1 << root, 0
    queue = [root]
    circles: list[int] = []
    while queue or circles:
        if queue:
            player = queue.pop()
            circles.append(player)
            reached = graph[player] & within & ~outer & ~inner
            ends = reached & free
            if ends:
                other = (ends & -ends).bit_length() - 1
                parent[other] = player
                _flip(mate, parent, other)
                return other
            while reached:
                lowest = reached & -reached
                other = lowest.bit_length() - 1
                parent[other] = player
                inner |= lowest
                outer |= 1 << mate[other]
                queue.append(mate[other])
                reached &= ~(lowest | 1 << mate[other])
            continue
        player = circles[-1]
        closing = graph[player] & outer & ~members.get(base[player], 1 << player)
        if not closing:
            circles.pop()
            continue
        other = (closing & -closing).bit_length() - 1
        shared = _shared_base(mate, parent, base, player, other)
        blossom: set[int] = set()
        _mark(mate, parent, base, blossom, player, shared, other)
        _mark(mate, parent, base, blossom, other, shared, player)
        joining = 0
        for petal in blossom:
            joining |= members.get(petal, 1 << petal)
        members[shared] = members.get(shared, 1 << shared) | joining
        for member in bits(joining):
            base[member] = shared
            if not outer >> member & 1:
                outer |= 1 << member
                queue.append(member)
    if tree is not None:
        tree += [outer | inner, outer]
    return _NOBODY


def _shared_base(mate: list[int], parent: list[int], base: list[int], node: int, end: int) -> int:
    """The first common outer base of two branches of the tree."""
    seen = set()
    while True:
        node = base[node]
        seen.add(node)
        if mate[node] == _NOBODY:
            break
        node = parent[mate[node]]
    while base[end] not in seen:
        end = parent[mate[base[end]]]
    return base[end]


def _mark(
    mate: list[int],
    parent: list[int],
    base: list[int],
    blossom: set[int],
    player: int,
    shared: int,
    child: int,
) -> None:
    """Collect the bases of a blossom along one branch, and lead its parents round."""
    while base[player] != shared:
        blossom.update((base[player], base[mate[player]]))
        parent[player] = child
        child = mate[player]
        player = parent[child]


def _flip(mate: list[int], parent: list[int], end: int) -> None:
    """Swap matched and unmatched along the path that ends here."""
    while end != _NOBODY:
        before = parent[end]
        following = mate[before]
        mate[end], mate[before] = before, end
        end = following
