"""What is the same in every system in which who meets whom does not depend on who is there?"""

from typing import Any

from pairing.core.system import PairingSystem
from pairing.core.types import PlayerId, Snapshot


class ScheduledSystem(PairingSystem):
    """A system with the ability `schedule_is_fixed`, whose `options.numbers` says where the start
    numbers come from: "lot", "rating", or the leader's own list."""

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
