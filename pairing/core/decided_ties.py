"""Which ties did the leader decide by hand, and how does a standing follow?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.core.beside_games import DecidedTie
from pairing.core.groups import divided
from pairing.core.types import Snapshot

if TYPE_CHECKING:
    from pairing.core.standing import StandingRow


def as_decided(
    snapshot: Snapshot, scope: str, rows: Sequence[StandingRow]
) -> Sequence[StandingRow]:
    """The rows of a standing with every tie that was decided by hand in that order.

    A tie holds where its players have the points that they had, and stand together; the others
    stay where they are.
    """
    last = max((round_.round_key for round_ in snapshot.record()), default=(0, 0))
    ordered, is_only = [*rows], len(snapshot.tempos) == 1
    for tie in snapshot.ties:
        is_of_this = is_only or tie.scope == divided(scope)[0]
        if is_of_this and (tie.evening, tie.number) <= last:
            _decide(ordered, tie)
    return ordered


def _decide(rows: list[StandingRow], tie: DecidedTie) -> None:
    at = {row.player: index for index, row in enumerate(rows)}
    places = sorted(at[player] for player in tie.players if player in at)
    level = [rows[place] for place in places]
    if len(level) < len(tie.players) or not may_be_decided(rows, level):
        return
    if any(row.points != tie.points for row in level):
        return
    first = level[0].rank
    for number, player in enumerate(tie.players):
        row = next(row for row in level if row.player == player)
        rows[places[0] + number] = replace(row, rank=first + number, decided=tie.reason)


def may_be_decided(rows: Sequence[StandingRow], level: Sequence[StandingRow]) -> bool:
    """Whether some rows of a standing are a tie: at least two, of equal points, one after the other
    in the table, of one group, with all who share a place with one of them."""
    if len(level) < 2:
        return False
    players = {row.player for row in level}
    first = next(index for index, row in enumerate(rows) if row.player in players)
    ranks = {row.rank for row in level}
    sharing = {row.player for row in rows if row.rank in ranks and row.group == level[0].group}
    return (
        {row.player for row in rows[first : first + len(players)]} == players
        and len({(row.points, row.group) for row in level}) == 1
        and sharing <= players
        and all(row.is_placed for row in level)
    )
