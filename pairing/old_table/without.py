"""A competition without somebody who has left the old program."""

from collections.abc import Collection
from dataclasses import replace

from pairing.core.types import Game, PlayerId, Round, Snapshot
from pairing.core.unplayed import Unplayed


def without(snapshot: Snapshot, gone: Collection[PlayerId]) -> Snapshot:
    """The competition without somebody: games against them were played elsewhere."""
    kept = [player for player in snapshot.players if player.id not in gone]
    kept.sort(key=lambda player: player.start)
    players = tuple(replace(player, start=at) for at, player in enumerate(kept, start=1))
    evenings = tuple(
        replace(evening, rounds=tuple(_round_without(round_, gone) for round_ in evening.rounds))
        for evening in snapshot.evenings
    )
    extra = tuple(points for points in snapshot.extra if points.player not in gone)
    pairs = tuple(pair for pair in snapshot.forbidden_pairs if not {*pair} & {*gone})
    readable = tuple(pair for pair in snapshot.members_may_read if not {*pair} & {*gone})
    return replace(
        snapshot,
        players=players,
        evenings=evenings,
        extra=extra,
        forbidden_pairs=pairs,
        members_may_read=readable,
    )


def _round_without(round_: Round, gone: Collection[PlayerId]) -> Round:
    games: list[Game] = []
    elsewhere: dict[PlayerId, Unplayed] = {}
    for game in round_.games:
        there = [player for player in game.players if player not in gone]
        if len(there) == len(game.players):
            games.append(replace(game, board=len(games) + 1))
        else:
            elsewhere |= dict.fromkeys(there, Unplayed.EXTERNAL)
    present = round_.present
    return replace(
        round_,
        games=tuple(games),
        unplayed={player: kind for player, kind in round_.unplayed.items() if player not in gone}
        | elsewhere,
        away={player: kind for player, kind in round_.away.items() if player not in gone},
        away_results={
            player: result for player, result in round_.away_results.items() if player not in gone
        },
        present=None
        if present is None
        else tuple(player for player in present if player not in gone),
        drawn=tuple(player for player in round_.drawn if player not in gone),
    )


def met_of(snapshot: Snapshot, gone: Collection[PlayerId]) -> dict[PlayerId, dict[PlayerId, None]]:
    """Who played somebody who is left out, and whom, in order."""
    met: dict[PlayerId, dict[PlayerId, None]] = {}
    for evening in snapshot.evenings:
        for game in (game for round_ in evening.rounds for game in round_.games):
            for player, opponent in (game.players, (*reversed(game.players),)):
                if opponent in gone and player not in gone:
                    met.setdefault(player, {})[opponent] = None
    return met
