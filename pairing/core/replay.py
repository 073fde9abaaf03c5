"""What would a system have paired in the rounds on record, with what was known then?

Every round is paired as it was before it was played: the same players were there, and boards
that the leader fixed stay fixed. Ratings are those of today.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pairing.core.rules import Rules
from pairing.core.system import CannotPair
from pairing.core.types import (
    Game,
    Pair,
    PlayerId,
    Proposal,
    Result,
    RoundOnRecord,
    Snapshot,
)
from pairing.core.unplayed import Unplayed


@dataclass(frozen=True, slots=True)
class Replay:
    """A round on record, its number of all rounds (from 1), and what the system makes of it.

    The proposal is empty when there is a `failure`: the system finds no pairing at all.
    """

    number: int
    recorded: RoundOnRecord
    proposal: Proposal = Proposal(())  # noqa: RUF009 -- it is frozen
    failure: CannotPair | None = None

    @property
    def played_only(self) -> list[Game]:
        """The games on record that the system does not propose."""
        proposed = {(pair.white, pair.black) for pair in self.proposal.pairs}
        games = self.recorded.round.games
        return [game for game in games if game.players not in proposed]

    @property
    def proposed_only(self) -> list[Pair]:
        """The pairs that the system proposes and that are not on record."""
        games = {game.players for game in self.recorded.round.games}
        return [pair for pair in self.proposal.pairs if (pair.white, pair.black) not in games]

    @property
    def has_other_bye(self) -> bool:
        """Whether the system gives the bye to somebody else, or to nobody."""
        return {*self.proposal.byes} != {*self.recorded.round.byes}

    @property
    def is_of_another_system(self) -> bool:
        """Whether more than half of the boards differ, and not by the lot for the colours alone.

        Where the system finds no pairing at all, nobody can tell.
        """
        if self.failure or len(self.played_only) * 2 <= len(self.recorded.round.games):
            return False
        proposed = {frozenset((pair.white, pair.black)) for pair in self.proposed_only}
        return any(frozenset(game.players) not in proposed for game in self.played_only)

    @property
    def differs(self) -> bool:
        """Whether anything is different."""
        return bool(self.failure or self.played_only or self.proposed_only or self.has_other_bye)


def replay(snapshot: Snapshot, rules: Rules) -> Iterator[Replay]:
    """Every round on record in order of play, paired again by these rules."""
    for number, recorded in enumerate(snapshot.record(), start=1):
        try:
            proposal = rules.pair(before(snapshot, recorded))
        except CannotPair as failure:
            yield Replay(number, recorded, failure=failure)
        else:
            yield Replay(number, recorded, proposal)


def before(snapshot: Snapshot, recorded: RoundOnRecord) -> Snapshot:
    """The snapshot as it was when the round was to be paired."""
    played = recorded.round
    fixed = tuple(replace(game, result=Result.UNFINISHED) for game in played.games if game.fixed)
    present = [player for game in played.games if not game.fixed for player in game.players]
    present += played.of_kind(Unplayed.BYE)
    to_pair = replace(played.with_bye(None), games=fixed, present=tuple(present))
    earlier = snapshot.after(recorded.evening, recorded.number - 1)
    return earlier.with_round(recorded.evening, recorded.number, to_pair)


def rearranged(
    snapshot: Snapshot, boards: Iterable[tuple[PlayerId, PlayerId, str]], *byes: PlayerId | None
) -> Snapshot:
    """The snapshot with other fixed boards (white, black, reason) and other named byes in the
    round to be paired, of the same players. ValueError when there is no such round."""
    recorded = snapshot.must_pair()
    games = tuple(
        Game(board, white, black, fixed=reason)
        for board, (white, black, reason) in enumerate(boards, start=1)
    )
    changed = replace(recorded.round.with_bye(*byes), games=games)
    waiting = recorded.round.taking_part() - changed.seated() - {*byes}
    present = tuple(player.id for player in snapshot.players if player.id in waiting)
    changed = replace(changed, present=present)
    return snapshot.with_round(recorded.evening, recorded.number, changed)


def is_of_before(snapshot: Snapshot, day: str) -> bool:
    """Whether all that was played, as far as days are known, was before a day (ISO 8601)."""
    days = [evening.date for evening in snapshot.evenings if evening.date]
    return bool(day and days) and max(days) < day
