"""What does a record look like with a correction in it? Works on values, and stores nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from clubcomp.models.unplayed import OWN, key_of
from pairing.core.types import Game, Result, Round, Snapshot
from pairing.core.unplayed import NAMED, Unplayed


@dataclass(frozen=True, slots=True)
class Correction:
    """Some rounds of an evening, and what `correct(round, as_known)` makes of each.

    With `as_known` a game that was unfinished when the snapshot was made stays unfinished.
    """

    evening: int
    numbers: tuple[int, ...]
    correct: Callable[[Round, bool], Round]

    def apply_to(self, snapshot: Snapshot, *, as_known: bool = False) -> Snapshot:
        """The snapshot with the correction in it, or itself when there is nothing to correct."""
        for number in self.numbers:
            try:
                round_ = snapshot.round_on_record(self.evening, number).round
            except KeyError:
                continue
            corrected = self.correct(round_, as_known)
            if corrected != round_:
                snapshot = snapshot.with_round(self.evening, number, corrected)
        return snapshot


def with_result(
    players: frozenset[str], result: Result, *, swap_colours: bool
) -> Callable[[Round, bool], Round]:
    """Another result, and perhaps the colours exchanged, on one board."""

    def corrected(game: Game, as_known: bool) -> Game:
        if {*game.players} != players:
            return game
        becomes = game.result if as_known and not game.result.is_finished else result
        white, black = (game.black, game.white) if swap_colours else (game.white, game.black)
        return replace(game, white=white, black=black, result=becomes)

    return lambda round_, as_known: replace(
        round_, games=tuple(corrected(game, as_known) for game in round_.games)
    )


def with_notice(player: str, kind: str) -> Callable[[Round, bool], Round]:
    """Another kind of absence for one player ("absent": with notice), known by the next round."""
    drops_result = kind in (Unplayed.BYE, Unplayed.EXEMPT)

    def correct(round_: Round, _as_known: bool) -> Round:
        unplayed = _without(round_, {player})
        away = {key: own for key, own in round_.away.items() if key != player}
        results = dict(round_.away_results)
        if drops_result:
            results.pop(player, None)
        round_ = replace(round_, unplayed=unplayed, away=away, away_results=results)
        if kind == Unplayed.BYE:
            return round_.with_bye(player)
        if kind.startswith(OWN):
            return replace(round_, away=away | {player: key_of(kind)})
        named = {player: Unplayed(kind)} if kind in NAMED else {}
        return replace(round_, unplayed=unplayed | named)

    return correct


def with_board(game: Game) -> Callable[[Round, bool], Round]:
    """One more game between two players who had none, never without its result."""
    players = {*game.players}

    def correct(round_: Round, _as_known: bool) -> Round:
        away, results = (
            {key: how for key, how in by_player.items() if key not in players}
            for by_player in (round_.away, round_.away_results)
        )
        unplayed = _without(round_, players)
        games = (*round_.games, game)
        return replace(round_, games=games, unplayed=unplayed, away=away, away_results=results)

    return correct


def _without(round_: Round, players: set[str]) -> dict[str, Unplayed]:
    """The players without a game in a round and why, except some players."""
    return {player: kind for player, kind in round_.unplayed.items() if player not in players}
