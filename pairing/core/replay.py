"""What would a system have paired in the rounds on record? Round by round, with what was known.

Every round is paired as it was before it was played: the same players were there, and boards
that the leader fixed stay fixed. Ratings are those of today.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pairing.core.system import CannotPair, PairingSystem
from pairing.core.types import Bye, Game, Pair, PlayerId, Proposal, Result, RoundOnRecord, Snapshot


@dataclass(frozen=True, slots=True)
class Replay:
    """A round on record, its number of all rounds (from 1), and what the system makes of it.

    `failure`, not `proposal`, when it finds no pairing at all.
    """

    number: int
    place: RoundOnRecord
    proposal: Proposal | None = None
    failure: CannotPair | None = None

    @property
    def played_only(self) -> list[Game]:
        """The games on record that the system does not propose."""
        proposed = {(pair.white, pair.black) for pair in self._pairs}
        games = self.place.round.games
        return [game for game in games if (game.white, game.black) not in proposed]

    @property
    def proposed_only(self) -> list[Pair]:
        """The pairs that the system proposes and that are not on record."""
        games = {(game.white, game.black) for game in self.place.round.games}
        return [pair for pair in self._pairs if (pair.white, pair.black) not in games]

    @property
    def bye_proposed(self) -> Bye | None:
        """The bye that the system proposes."""
        return self.proposal.bye if self.proposal else None

    @property
    def has_other_bye(self) -> bool:
        """Whether the system gives the bye to somebody else, or to nobody."""
        bye = self.bye_proposed
        return (bye.player if bye else None) != self.place.round.bye

    @property
    def differs(self) -> bool:
        """Whether anything is different."""
        return bool(self.failure or self.played_only or self.proposed_only or self.has_other_bye)

    @property
    def _pairs(self) -> tuple[Pair, ...]:
        return self.proposal.pairs if self.proposal else ()


def replay(snapshot: Snapshot, system: PairingSystem, options: Any) -> Iterator[Replay]:
    """Every round on record in order of play, paired again by `system`."""
    for number, place in enumerate(snapshot.record(), start=1):
        try:
            proposal = system.pair(before(snapshot, place), options)
        except CannotPair as failure:
            yield Replay(number, place, failure=failure)
        else:
            yield Replay(number, place, proposal)


def before(snapshot: Snapshot, place: RoundOnRecord) -> Snapshot:
    """The snapshot as it was when the round was to be paired."""
    round_ = place.round
    fixed = tuple(replace(game, result=Result.UNFINISHED) for game in round_.games if game.fixed)
    seated = {player for game in fixed for player in (game.white, game.black)}
    there: list[PlayerId] = [
        player
        for game in round_.games
        for player in (game.white, game.black)
        if player not in seated
    ]
    if round_.bye is not None:
        there.append(round_.bye)
    to_pair = replace(round_, games=fixed, bye=None, present=tuple(there))
    earlier = snapshot.after(place.evening, place.number - 1)
    evening = replace(earlier.evenings[-1], rounds=(*earlier.evenings[-1].rounds, to_pair))
    return replace(earlier, evenings=(*earlier.evenings[:-1], evening))
