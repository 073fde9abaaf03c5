"""Which refusals hold before anybody is paired? Of absent players, and what the leader settled."""

from dataclasses import dataclass
from typing import Any

from pairing.core.reason import Refusal
from pairing.core.types import LeftToPair, PlayerId, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.reasons.every_system import AnotherNamed, HasBye, NobodyHasBye, NotThere, OnFixedBoard


@dataclass(frozen=True, slots=True)
class Articles:
    """The articles on taking part, on the boards of the leader and on the bye."""

    away: str
    fixed: str
    bye: str


class TakingPart:
    """The players of the last round. `fixed`: by player, the opponent on a fixed board."""

    def __init__(self, snapshot: Snapshot, left: LeftToPair[Any], articles: Articles):
        self.snapshot = snapshot
        self.left = left
        self.articles = articles
        self.present = {state.id for state in left.present}
        self.fixed = {
            player: opponent
            for game in left.fixed
            for player, opponent in ((game.white, game.black), (game.black, game.white))
        }
        self.named = left.named_bye.id if left.named_bye else None

    def number_with(self, score: int) -> int:
        """How many of the players who take part have so many half points."""
        return sum(state.score == score for state in self.left.present)

    def aside(self, player: PlayerId) -> Refusal | None:
        """Why a player is not to be paired; None: the player is, or has the bye."""
        if player not in self.present:
            return NotThere(self.articles.away, player, self._away(player))
        if player in self.fixed:
            return OnFixedBoard(self.articles.fixed, player, self.fixed[player])
        return None

    def no_pair(self, player: PlayerId, opponent: PlayerId) -> Refusal | None:
        """What keeps two players apart before anybody is paired; the same for both."""
        for asked in sorted((player, opponent)):
            aside = self.aside(asked)
            if aside is not None:
                return aside
        named = self.named
        return HasBye(self.articles.bye, named) if named in (player, opponent) and named else None

    def no_bye(self, player: PlayerId) -> Refusal | None:
        """What keeps a player from the bye before anybody is paired."""
        aside = self.aside(player)
        if aside is not None:
            return aside
        if self.named is not None:
            return AnotherNamed(self.articles.bye, self.named)
        return None if len(self.left.players) % 2 else NobodyHasBye(self.articles.bye)

    def _away(self, player: PlayerId) -> str:
        """Why a player does not take part: "not_joined", "left", or the kind of absence."""
        person = next(each for each in self.snapshot.players if each.id == player)
        evening = len(self.snapshot.evenings)
        if evening < person.joined:
            return "not_joined"
        if person.left is not None and evening > person.left:
            return "left"
        round_ = self.snapshot.evenings[-1].rounds[-1]
        return str(round_.unplayed.get(player, Unplayed.ABSENT))
