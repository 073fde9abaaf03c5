"""Which refusals are so before anybody is paired? Who is away, and what the leader has settled."""

from dataclasses import dataclass
from typing import Any

from pairing.core.reason import Refusal
from pairing.core.types import LeftToPair, PlayerId, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.reasons.every_system import AnotherNamed, HasBye, NobodyHasBye, NotThere, OnFixedBoard


@dataclass(frozen=True, slots=True)
class Articles:
    """Who takes part, the boards of the leader, the bye."""

    away: str
    fixed: str
    bye: str


class TakingPart:
    """Who takes part in the snapshot's last round. `fixed`: by player the opponent that the leader
    gave them."""

    def __init__(self, snapshot: Snapshot, left: LeftToPair[Any], articles: Articles):
        self.snapshot = snapshot
        self.left = left
        self.articles = articles
        self.present = {state.id for state in left.present}
        self.fixed = {
            one: other
            for game in left.fixed
            for one, other in ((game.white, game.black), (game.black, game.white))
        }
        self.named = left.named_bye.id if left.named_bye else None

    def number_with(self, score: int) -> int:
        """How many of those who take part have so many half points."""
        return sum(state.score == score for state in self.left.present)

    def aside(self, player: PlayerId) -> Refusal | None:
        """Why somebody is not to be paired; None: they are, or have the bye."""
        if player not in self.present:
            return NotThere(self.articles.away, player, self._away(player))
        if player in self.fixed:
            return OnFixedBoard(self.articles.fixed, player, self.fixed[player])
        return None

    def no_pair(self, player: PlayerId, other: PlayerId) -> Refusal | None:
        """What keeps two apart before anybody is paired; the same for both."""
        for one in sorted((player, other)):
            aside = self.aside(one)
            if aside is not None:
                return aside
        named = self.named
        return HasBye(self.articles.bye, named) if named in (player, other) and named else None

    def no_bye(self, player: PlayerId) -> Refusal | None:
        """What keeps somebody from the bye before anybody is paired."""
        aside = self.aside(player)
        if aside is not None:
            return aside
        if self.named is not None:
            return AnotherNamed(self.articles.bye, self.named)
        return None if len(self.left.players) % 2 else NobodyHasBye(self.articles.bye)

    def _away(self, player: PlayerId) -> str:
        """How somebody does not take part."""
        person = next(one for one in self.snapshot.players if one.id == player)
        evening = len(self.snapshot.evenings)
        if evening < person.joined:
            return "not_joined"
        if person.left is not None and evening > person.left:
            return "left"
        round_ = self.snapshot.evenings[-1].rounds[-1]
        return str(round_.unplayed.get(player, Unplayed.ABSENT))
