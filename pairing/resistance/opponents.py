"""Who plays whom within a group? 3.3, 4.5 and 4.6, and the first round (5.1, 5.2)."""

from collections.abc import Callable, Iterator

from pairing.matching.perfect import Choice, bits, first_perfect_matching
from pairing.resistance.roster import Roster


def pairs_of(roster: Roster, players: int) -> list[Choice]:
    """The pairs of a set of seats, in the order in which they are made.

    From high to low (2.1) each has the first opponent of 4.5 with whom the rest can still be
    paired, which is what taking back pairs one by one (4.6) finds.
    """
    choices = first_perfect_matching(roster.graph, players, in_order_of(roster, players))
    if choices is None:
        raise AssertionError("a waiting room is chosen so that the others can be paired")
    return choices


def in_order_of(roster: Roster, players: int) -> Callable[[int], Iterator[int]]:
    """What puts opponents of the highest of these in order: by lot in 5.2, else by 3.3 and 4.5.

    3.3, 4.5: the smallest difference in points first; then lowest WP, lowest SB, highest lot
    number. Nobody left is higher, so that is from the highest score down, and within one from the
    last seat up.
    """
    if roster.opens_by_twos:
        return bits
    blocks: list[int] = []
    before = None
    for seat in bits(players):
        score = roster.players[seat].score
        if score != before:
            blocks.append(0)
        before = score
        blocks[-1] |= 1 << seat

    def in_order(opponents: int) -> Iterator[int]:
        for block in blocks:
            here = opponents & block
            while here:
                seat = here.bit_length() - 1
                yield seat
                here ^= 1 << seat

    return in_order
