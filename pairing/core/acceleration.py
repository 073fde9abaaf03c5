"""How many virtual points does everybody have in each accelerated round? C.04.7."""

from collections.abc import Mapping, Sequence

from pairing.core.types import Player, PlayerId, Snapshot

#: By player, the half points of each round from the first, as far as there are any.
VirtualPoints = Mapping[PlayerId, tuple[int, ...]]


def virtual_points(snapshot: Snapshot, rounds: int, acceleration: str) -> VirtualPoints:
    """The virtual points of the competition: as given player by player, or by Baku acceleration."""
    if acceleration == "baku":
        return baku(snapshot.players, rounds)
    return snapshot.virtual_points


def baku(players: Sequence[Player], rounds: int) -> dict[PlayerId, tuple[int, ...]]:
    """Group A, the upper half of the list before round 1, has a whole point in the first half of
    the accelerated rounds and a half in the others. Late entrants belong to the group of their
    start number.
    """
    starts = sorted(player.start for player in players if player.joined == 1)
    if not starts:
        return {}
    last = starts[min(len(starts), 2 * ((len(starts) + 3) // 4)) - 1]
    accelerated = (rounds + 1) // 2
    whole = (accelerated + 1) // 2
    points = (2,) * whole + (1,) * (accelerated - whole)
    return {player.id: points for player in players if player.start <= last}
