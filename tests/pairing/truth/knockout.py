"""Are the reasons of the cup true? By the cup as it is written a second time
(`knockout_reference`)."""

from functools import cached_property

from pairing.reasons import knockout as told
from tests.pairing.knockout_reference import NOBODY, Cup
from tests.pairing.truth import by_schedule
from tests.pairing.truth.by_schedule import ScheduledWorld
from tests.pairing.truth.checkers import Checkers

checkers = Checkers(by_schedule.checkers)


class KnockoutWorld(ScheduledWorld):
    """A round of the cup."""

    @cached_property
    def taking_part(self):
        """Everybody who has a tie to play now, there or not."""
        return {one for tie in self.cup.due for one in tie.seats}

    @cached_property
    def cup(self):
        return Cup(self.snapshot, len(self.snapshot.evenings))

    @property
    def boards(self):
        boards = []
        for tie in self.cup.due:
            one, other = tie.seats
            boards.append((one, other) if self.cup.white(tie) == one else (other, one))
        return boards

    def tie(self, *players):
        """The tie that these play now, or the only one of a step that names two of them."""
        found = [tie for tie in self.cup.due if {*players} <= {*tie.seats}]
        return found[0] if len(found) == 1 and players else None

    def number(self, player):
        return self.cup.ids.index(player) + 1

    def of_claim(self, claim):
        """The ties that a claim can be about: its board's, or (a step's) all."""
        return [self.tie(claim.player)] if claim.player else self.cup.due


def stage_is(world, stage, tie):
    last = world.cup.rounds_of(tie.part)
    return (stage.part.value, stage.round, stage.to_final) == (
        tie.part,
        tie.round,
        last - tie.round,
    )


@checkers(told.Stage)
def stage(world, claim):
    """A round that there is."""
    return any(stage_is(world, claim.reason, tie) for tie in world.cup.ties)


@checkers(told.MeetByNumber)
def meet_by_number(world, claim):
    it = claim.reason
    tie = world.tie(it.one, it.other)
    return (
        (tie.part, tie.round, tie.games) == ("cup", 1, [])
        and [it.one, it.other] == tie.seats
        and (it.number, it.against) == (world.number(it.one), world.number(it.other))
        and {claim.player, claim.other} - {""} <= {it.one, it.other}
    )


@checkers(told.CameThrough)
def came_through(world, claim):
    it = claim.reason
    tie = world.tie(it.one, it.other)
    is_later = tie.part in ("cup", "plate") and tie.round > 1 and not tie.games
    return is_later and [it.one, it.other] == tie.seats and stage_is(world, it.stage, tie)


@checkers(told.BothLostSemiFinal)
def both_lost_semi_final(world, claim):
    it = claim.reason
    semis = world.cup.cup[-2]
    losers = [tie.loser for tie in semis]
    return [it.one, it.other] == losers and world.tie(it.one, it.other).part == "third"


@checkers(told.BothLostFirst)
def both_lost_first(world, claim):
    """The first tie of the cup in which each had an opponent."""
    it = claim.reason
    for one in (it.one, it.other):
        ties = [tie for level in world.cup.cup for tie in level if one in tie.seats]
        first = next(tie for tie in ties if NOBODY not in tie.seats)
        if first.loser != one:
            return f"{one} did not lose {first.seats}"
    tie = world.tie(it.one, it.other)
    return (tie.part, tie.round) == ("plate", 1) and [it.one, it.other] == tie.seats


@checkers(told.FurtherGame)
def further_game(world, claim):
    it = claim.reason
    ties = world.of_claim(claim)
    return any((it.kind, it.played) == (tie.kind, len(tie.games)) and tie.games for tie in ties)


@checkers(told.Through)
def through(world, claim):
    it = claim.reason
    first = next(tie for tie in world.cup.cup[1] if it.player in tie.seats)
    alone = NOBODY in first.seats and not world.rounds
    return alone and it.number == world.number(it.player)


@checkers(told.HadWhiteLess)
def had_white_less(world, claim):
    it, whites = claim.reason, world.cup.whites
    tie = world.tie(claim.player, claim.other)
    two = (it.player, it.other) == (claim.player, claim.other)
    told = it.balance, it.other_balance
    is_less = told[0] < told[1] and told == (whites[it.player], whites[it.other])
    return two and not tie.games and is_less


@checkers(told.ByPlace)
def by_place(world, claim):
    it, whites = claim.reason, world.cup.whites
    tie = world.tie(claim.player, claim.other)
    is_equal = whites[claim.player] == whites[claim.other]
    white = tie.seats[0 if tie.number % 2 else 1]
    return is_equal and not tie.games and (it.player, it.tie) == (white, tie.number)


@checkers(told.OtherColours)
def other_colours(world, claim):
    tie = world.tie(claim.player, claim.other)
    return claim.reason.player == claim.player == tie.games[-1].black


@checkers(told.IsOut)
def is_out(world, claim):
    other = claim.reason.other
    return other in (claim.player, claim.other) and other not in world.cup.still_in


@checkers(told.PlaysInBracket)
def plays_in_bracket(world, claim):
    it = claim.reason
    is_asked = it.other in (claim.player, claim.other)
    return is_asked and {it.other, it.opponent} == {*world.tie(it.other).seats}


@checkers(told.Waits)
def waits(world, claim):
    other = claim.reason.other
    is_asked = other in (claim.player, claim.other)
    return is_asked and other in world.cup.still_in and world.tie(other) is None
