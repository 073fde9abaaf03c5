"""What does a record look like with a correction in it? Values only, nothing stored."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from pairing.core import types
from pairing.core.replay import with_round
from pairing.core.types import Result, Snapshot
from pairing.core.unplayed import NAMED, Unplayed


class Correction(Protocol):
    """A change of something that is on record."""

    def on(self, snapshot: Snapshot, *, as_known: bool = False) -> Snapshot:
        """The snapshot with the correction in it, or itself when there is nothing to correct.

        With `as_known` a game that was unfinished when the snapshot was made stays unfinished.
        """
        ...


@dataclass(frozen=True, slots=True)
class ResultCorrection:
    """Another result, and perhaps the colours exchanged, on one board."""

    evening: int
    number: int
    players: frozenset[str]
    result: Result
    swap_colours: bool

    def on(self, snapshot: Snapshot, *, as_known: bool = False) -> Snapshot:
        """As in `Correction`."""

        def corrected(round_: types.Round) -> types.Round:
            games = tuple(
                self._corrected(game, as_known) if {*game.players} == self.players else game
                for game in round_.games
            )
            return replace(round_, games=games)

        return _with_corrected(snapshot, self.evening, self.number, corrected)

    def _corrected(self, game: types.Game, as_known: bool) -> types.Game:
        result = game.result if as_known and not game.result.is_finished else self.result
        white, black = game.white, game.black
        if self.swap_colours:
            white, black = black, white
        return replace(game, white=white, black=black, result=result)


@dataclass(frozen=True, slots=True)
class NoticeCorrection:
    """How a player was without a board in some rounds of an evening; "absent": with notice."""

    evening: int
    numbers: tuple[int, ...]
    player: str
    kind: str

    def on(self, snapshot: Snapshot, *, as_known: bool = False) -> Snapshot:
        """As in `Correction`; why a player was away is known before the next round."""
        for number in self.numbers:
            snapshot = _with_corrected(snapshot, self.evening, number, self._corrected)
        return snapshot

    def _corrected(self, round_: types.Round) -> types.Round:
        unplayed = _without(round_, {self.player})
        if self.kind == Unplayed.BYE:
            return replace(round_, unplayed=unplayed).with_bye(self.player)
        if self.kind in NAMED:
            unplayed[self.player] = Unplayed(self.kind)
        return replace(round_, unplayed=unplayed)


@dataclass(frozen=True, slots=True)
class BoardCorrection:
    """One more game, White first, between two who had none in that round."""

    evening: int
    number: int
    game: types.Game

    def on(self, snapshot: Snapshot, *, as_known: bool = False) -> Snapshot:
        """As in `Correction`; the game is known with its result or not at all."""
        return _with_corrected(snapshot, self.evening, self.number, self._corrected)

    def _corrected(self, round_: types.Round) -> types.Round:
        unplayed = _without(round_, {*self.game.players})
        return replace(round_, games=(*round_.games, self.game), unplayed=unplayed)


def _without(round_: types.Round, players: set[str]) -> dict[str, Unplayed]:
    """Who is without a game in a round, except some players."""
    return {player: kind for player, kind in round_.unplayed.items() if player not in players}


def _with_corrected(
    snapshot: Snapshot, evening: int, number: int, correct: Callable[[types.Round], types.Round]
) -> Snapshot:
    """The snapshot with a round corrected, or itself without that round or without a change."""
    try:
        round_ = snapshot.round_on_record(evening, number).round
    except KeyError:
        return snapshot
    corrected = correct(round_)
    return snapshot if corrected == round_ else with_round(snapshot, evening, number, corrected)
