"""What is the same in every system in which who meets whom does not depend on who is there?

Anyone who is away has a board all the same, so a game can stand as not played.
"""

from abc import abstractmethod
from collections.abc import Collection
from typing import Any, Literal

from pairing.core.system import PairingSystem
from pairing.core.types import Game, Pair, PlayerId, Proposal, Result, Round, Snapshot
from pairing.core.unplayed import Unplayed

#: "notice": postponed, but forfeited by a player who gave no notice.
Away = Literal["notice", "postponed", "forfeited"]


class ScheduledSystem(PairingSystem):
    """A system with the ability `schedule_is_fixed`, whose `options.numbers` says where the start
    numbers come from: "lot", "rating", or the leader's own list."""

    games = frozenset({"chess", "draughts", "go"})

    @abstractmethod
    def decide(self, snapshot: Snapshot, options: Any) -> Any:
        """The round to be paired, with its `proposal` and all that decided it; CannotPair."""

    def pair(self, snapshot: Snapshot, options: Any) -> Proposal:
        """What is next in the schedule."""
        proposal: Proposal = self.decide(snapshot, options).proposal
        return proposal

    def bye(self, snapshot: Snapshot, options: Any) -> PlayerId | None:
        """Who has nobody to play in it."""
        return self.pair(snapshot, options).bye

    def numbered_by(self, options: Any) -> str:
        """1.1: by lot, or in an order that is known: by rating, or as the leader has them."""
        return "lot" if options.numbers == "lot" else "order"

    def order(self, snapshot: Snapshot, options: Any) -> list[PlayerId]:
        """By number; by rating before round 1, where that gives the numbers (1.1)."""
        by_rating = options.numbers == "rating" and not any(snapshot.record())
        in_order = sorted(
            snapshot.players,
            key=lambda player: (-(player.rating or 0) if by_rating else 0, player.start),
        )
        return [player.id for player in in_order]


def without_play(
    pair: Pair, round_: Round, away: Away, gone: frozenset[PlayerId] = frozenset()
) -> Result | None:
    """The result of a game of the round to be paired; None: both are there, so it is played.

    Players who are `gone` for good lose by forfeit, whatever the competition decided about `away`.
    """
    missing = {pair.white, pair.black} - round_.taking_part()
    if not missing:
        return None
    silent = {player for player in missing if round_.unplayed.get(player) is Unplayed.NO_NOTICE}
    by_option = {"notice": silent, "postponed": set[PlayerId](), "forfeited": missing}
    return forfeited(pair, missing & gone or by_option[away])


def forfeited(pair: Pair | Game, losers: Collection[PlayerId]) -> Result:
    """The result of a game that these players lose by forfeit; unfinished where nobody does."""
    if not losers:
        return Result.UNFINISHED
    if len(losers) == 2:
        return Result.BOTH_LOSE_FORFEIT
    return Result.BLACK_WINS_FORFEIT if pair.white in losers else Result.WHITE_WINS_FORFEIT
