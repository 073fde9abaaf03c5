"""The place of a player among others; in a competition in groups, in the own group."""

from collections import defaultdict
from collections.abc import Iterable

from pairing.core.tiebreaks import shared_places
from pairing.core.types import PlayerId

#: A group, "" without groups, and the place in it.
Place = tuple[str, int]


def in_groups(players: Iterable[tuple[PlayerId, str, int]]) -> dict[PlayerId, Place]:
    """The places of some players among themselves, each group from 1, by group and rank among all;
    they come in the order of their ranks."""
    groups: dict[str, list[tuple[PlayerId, int]]] = defaultdict(list)
    for player, group, rank in players:
        groups[group].append((player, rank))
    return {
        player: (group, place)
        for group, ranked in groups.items()
        for (player, _rank), place in zip(
            ranked, shared_places(rank for _player, rank in ranked), strict=True
        )
    }


def change_of(then: Place | None, now: Place | None) -> int | None:
    """How many places up; None for who had none, or has it in another group now."""
    return then[1] - now[1] if then and now and then[0] == now[0] else None
