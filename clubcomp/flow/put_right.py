"""What does a record look like once something in it is put right? Values only, nothing stored."""

from dataclasses import dataclass, replace
from typing import Protocol

from clubcomp.flow.pairings.publishing import UNPAIRED_LISTS
from clubcomp.models import Unpaired
from pairing.core import types
from pairing.core.types import Result, Snapshot


class Correction(Protocol):
    """Something to be put right in a record."""

    def on(self, snapshot: Snapshot, *, as_known: bool = False) -> Snapshot:
        """The snapshot with the correction in it; itself, when there is nothing to correct.

        With `as_known` what nobody knew at that moment stays unknown: a game that was not
        finished then stays so.
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
        round_ = round_in(snapshot, self.evening, self.number)
        if round_ is None:
            return snapshot
        games = tuple(
            self._corrected(game, as_known) if {game.white, game.black} == self.players else game
            for game in round_.games
        )
        if games == round_.games:
            return snapshot
        return with_round(snapshot, self.evening, self.number, replace(round_, games=games))

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
        """As in `Correction`; how one was away is known before the next round."""
        for number in self.numbers:
            round_ = round_in(snapshot, self.evening, number)
            if round_ is not None and self._corrected(round_) != round_:
                snapshot = with_round(snapshot, self.evening, number, self._corrected(round_))
        return snapshot

    def _corrected(self, round_: types.Round) -> types.Round:
        lists = {}
        for name, kind in UNPAIRED_LISTS.items():
            others = tuple(one for one in getattr(round_, name) if one != self.player)
            lists[name] = (*others, self.player) if kind == self.kind else others
        bye = None if round_.bye == self.player else round_.bye
        return replace(round_, **lists, bye=self.player if self.kind == Unpaired.Kind.BYE else bye)


@dataclass(frozen=True, slots=True)
class BoardCorrection:
    """One more game, White first, between two who had none in that round."""

    evening: int
    number: int
    game: types.Game

    def on(self, snapshot: Snapshot, *, as_known: bool = False) -> Snapshot:
        """As in `Correction`; the game is known with its result or not at all."""
        round_ = round_in(snapshot, self.evening, self.number)
        if round_ is None:
            return snapshot
        both = {self.game.white, self.game.black}
        lists = {
            name: tuple(one for one in getattr(round_, name) if one not in both)
            for name in UNPAIRED_LISTS
        }
        bye = None if round_.bye in both else round_.bye
        longer = replace(round_, games=(*round_.games, self.game), bye=bye, **lists)
        return with_round(snapshot, self.evening, self.number, longer)


def round_in(snapshot: Snapshot, evening: int, number: int) -> types.Round | None:
    """A round on record by its place; None when the snapshot does not reach so far."""
    for place in snapshot.record():
        if (place.evening, place.number) == (evening, number):
            return place.round
    return None


def with_round(snapshot: Snapshot, evening: int, number: int, round_: types.Round) -> Snapshot:
    """The snapshot with another round at a place."""
    of_evening = snapshot.evenings[evening - 1]
    rounds = (*of_evening.rounds[: number - 1], round_, *of_evening.rounds[number:])
    changed = replace(of_evening, rounds=rounds)
    evenings = (*snapshot.evenings[: evening - 1], changed, *snapshot.evenings[evening:])
    return replace(snapshot, evenings=evenings)
