"""Are the reasons true that stand beside a board of somebody who is away?"""

from functools import cached_property

from pairing.reasons.every_system import LostByForfeit, Postponed
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system
from tests.pairing.truth.world import World

checkers = Checkers(every_system)


class ScheduledWorld(World):
    """A round in which who meets whom does not depend on who is there."""

    @cached_property
    def there(self):
        """Who takes part; whoever is away has a board all the same."""
        return World.taking_part.func(self)

    @property
    def boards(self):
        """(white, black) of the round; None for nobody."""
        raise NotImplementedError

    def away(self, claim):
        """Who of the board that a claim is about is not there."""
        boards = [board for board in self.boards if None not in board]
        if claim.player:
            boards = [board for board in boards if claim.player in board]
        else:
            named = {*getattr(claim.reason, "away", ()), *getattr(claim.reason, "left", ())}
            boards = [board for board in boards if named & set(board)]
        (board,) = boards
        return board, [one for one in board if one not in self.there]

    def left(self, player):
        last = self.players[player].left
        return last is not None and last < len(self.snapshot.evenings)


@checkers(Postponed)
def postponed(world, claim):
    _board, away = world.away(claim)
    return list(claim.reason.away) == away and not any(map(world.left, away))


@checkers(LostByForfeit)
def lost_by_forfeit(world, claim):
    """By the option: all who are away, or those without notice; nobody of them has left."""
    _board, away = world.away(claim)
    if world.snapshot.options.get("away", "notice") == "notice":
        kinds = world.round.unplayed
        away = [one for one in away if one in kinds and kinds[one].value == "no_notice"]
    return list(claim.reason.away) == away and not any(map(world.left, away))
