"""Are the reasons of the round robin true? By the tables as they are made a second time
(`berger_reference`)."""

from functools import cached_property

from pairing.core.types import Colour
from pairing.reasons import berger as told
from tests.pairing.berger_reference import schedule
from tests.pairing.truth import by_schedule
from tests.pairing.truth.by_schedule import ScheduledWorld
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.walk import BYE

checkers = Checkers(by_schedule.checkers)


class BergerWorld(ScheduledWorld):
    """A round of the table."""

    @cached_property
    def taking_part(self):
        """Everybody of the round but somebody who is free and away."""
        return set(self.players) - ({self.free} - self.there)

    @cached_property
    def in_order(self):
        return sorted(self.players, key=lambda player: self.players[player].start)

    @cached_property
    def whole(self):
        options = self.snapshot.options
        swap = options.get("swap_last_two", True)
        return schedule(len(self.players), options.get("cycles", 1), swap)

    @cached_property
    def now(self):
        """The number of the round, from 1."""
        return len(self.rounds) + 1

    @property
    def row(self):
        return self.whole[self.now - 1][0]

    @property
    def boards(self):
        """(white, black) of the round, by player; None for the number that nobody has."""
        return self.boards_of(self.now)

    def boards_of(self, number):
        by_number = dict(enumerate(self.in_order, start=1))
        return [tuple(map(by_number.get, board)) for board in self.whole[number - 1][2]]

    @cached_property
    def free(self):
        return next((sum_of(board) for board in self.boards if None in board), None)

    def number(self, player):
        return self.in_order.index(player) + 1

    def rounds_of(self, one, other):
        """The rounds in which two meet."""
        return [
            number
            for number in range(1, len(self.whole) + 1)
            if any(set(board) == {one, other} for board in self.boards_of(number))
        ]


def sum_of(board):
    """Who of a board is somebody."""
    return next(one for one in board if one is not None)


@checkers(told.MeetByTable)
def meet_by_table(world, claim):
    it = claim.reason
    numbers = world.number(it.one), world.number(it.other)
    return (
        (it.one, it.other) in world.boards
        and (it.number, it.against, it.row) == (*numbers, world.row)
        and {it.one, it.other} >= {claim.player, claim.other} - {""}
    )


@checkers(told.FreeByTable)
def free_by_table(world, claim):
    it = claim.reason
    is_asked = claim.about != BYE or it.player == claim.player
    number = world.number(it.player)
    return is_asked and (it.player, it.number, it.row) == (world.free, number, world.row)


@checkers(told.LostByLeaving)
def lost_by_leaving(world, claim):
    _board, away = world.away(claim)
    return list(claim.reason.left) == [one for one in away if world.left(one)]


@checkers(told.LastNumber)
def last_number(world, claim):
    it, last = claim.reason, len(world.players)
    colour = Colour.WHITE if world.row % 2 == 0 else Colour.BLACK
    seat = (claim.player, claim.other)[it.colour is Colour.BLACK]
    is_last = last % 2 == 0 and world.number(it.player) == last
    return is_last and seat == it.player and (it.colour, it.row) == (colour, world.row)


@checkers(told.FirstInTable)
def first_in_table(world, claim):
    it = claim.reason
    boards = [board for board in world.boards if it.player in board]
    is_last = max(map(world.number, boards[0])) == len(world.players)
    return (
        boards[0] == (it.player, claim.other)
        and it.player == claim.player
        and (len(world.players) % 2 == 1 or not is_last)
    )


@checkers(told.TurnedRound)
def turned_round(world, claim):
    it = claim.reason
    rounds = world.rounds_of(claim.player, claim.other)
    first = (claim.other, it.white) in world.boards_of(rounds[0])
    return it.white == claim.player and first and [it.round, world.now] == rounds


@checkers(told.MeetInRound)
def meet_in_round(world, claim):
    rounds = world.rounds_of(claim.player, claim.other)
    later = [number for number in rounds if number > world.now]
    return claim.reason.round == [*later, rounds[-1]][0] and world.now not in rounds


@checkers(told.HasOpponent)
def has_opponent(world, claim):
    it = claim.reason
    is_board = any(set(board) == {it.other, it.opponent} for board in world.boards)
    return is_board and it.other == claim.other


@checkers(told.FreeAndAway)
def free_and_away(world, claim):
    other = claim.reason.other
    return other == world.free == claim.other and other not in world.there


@checkers(told.RowOfTable)
def row_of_table(world, claim):
    it, size = claim.reason, len(world.players) + len(world.players) % 2
    row, cycle, _boards = world.whole[world.now - 1]
    return (it.round, it.row, it.size, it.cycle) == (world.now, row, size, cycle)


@checkers(told.Pivot)
def pivot(world, claim):
    """The last number meets it."""
    it, size = claim.reason, len(world.players) + len(world.players) % 2
    boards = world.whole[world.now - 1][2]
    return it.last == size and any(set(board) == {it.pivot, size} for board in boards)
