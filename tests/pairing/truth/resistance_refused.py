"""Is it true why two are no pair on resistance points, or why somebody else is not left over?

Each reason is compared with the first way in which it would be so.
"""

from typing import NamedTuple

from pairing.reasons.every_system import AlreadyPaired, PlaysAbove, RestNotPaired, TurnOfAnother
from pairing.reasons.resistance import ByeOf, LeftOver
from pairing.reasons.resistance_refused import (
    ByeInsteadOf,
    CameFirst,
    InsteadOf,
    LeftOverAgain,
    MeetAgain,
    MoreAgainInNext,
    MoreLeftOver,
    NobodyLeftFor,
    SecondFreePoint,
)
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.resistance_world import LARGEST, Group, TooLarge, Way, checkers


class Other(NamedTuple):
    """The other way of a group (None: there is none), who is asked about, the pair if the question
    is one, and else who would not be left over; all by lot number."""

    group: Group
    way: Way | None
    asked: tuple[int, ...]
    pair: tuple[int, ...] = ()
    plays: int | None = None

    def may_meet(self, world, one, two):
        """Who plays in the group meets one of it, who does not have to be left over instead."""
        if self.plays in (one, two) and not world.is_last(self.group):
            here = self.group.everybody - {*self.asked} | {self.plays}
            return {one, two} <= here and world.position.may_meet(one, two)
        return world.position.may_meet(one, two)


def others(world, claim):
    """What the reason can be compared with: mostly one other way."""
    within = claim.within.reason if claim.within else None
    if isinstance(within, LeftOver):
        number, group = world.number(within.player), world.group_with(within.score)
        way = world.first_way(group, lambda out: number not in out)
        yield Other(group, way, (number,), plays=number)
    elif isinstance(within, ByeOf):
        number, group = world.number(within.player), world.groups[-1]
        yield Other(group, world.first_way(group, lambda out: number not in out), (number,))
    elif not claim.in_place:
        pair = (world.number(claim.player), world.number(claim.other))
        for group in world.groups_of(*pair)[:1]:
            yield Other(group, world.first_way(group, pair=pair), pair, pair)
    else:
        number, instead = world.number(claim.player), world.number(claim.other)
        for group in world.groups_of(number, instead):
            if number in group.made.out and instead not in group.made.out:
                way = world.first_way(group, lambda out: instead in out and number not in out)
                yield Other(group, way, (instead,), plays=number)


def compared(*classes):
    """A checker that is asked for each way to compare with; one must bear it out."""

    def register(checker):
        def checked(world, claim):
            answers = []
            try:
                for other in others(world, claim):
                    answers.append(checker(world, claim.reason, other))
                    if answers[-1] is True:
                        return True
            except TooLarge:
                return UNCHECKED
            return answers[0] if answers else "there is nothing to compare with"

        checkers(*classes)(checked)
        return checker

    return register


def with_another_way(checker):
    """It needs another way."""

    def checked(world, reason, other):
        if other.way is None:
            return "there is no other way"
        return checker(world, reason, other) or f"other: {other.way}, made: {other.group.made}"

    return checked


@checkers(PlaysAbove)
def plays_above(world, claim):
    reason, number = claim.reason, world.number(claim.reason.player)
    group = world.group_with(reason.score)
    paired = group is not None and any(number in pair for pair in group.made.pairs)
    (rest,) = {claim.player, claim.other} - {reason.player}
    if claim.in_place:
        return (paired and rest == world.bye and not world.is_last(group)) or f"{group}"
    lower = world.number(rest) in world.to_be_paired and world.points(rest) < reason.score
    return (paired and lower) or f"{rest} has {world.points(rest)}, {group}"


@compared(MoreLeftOver)
@with_another_way
def more_left_over(world, reason, other):
    counts = len(other.way.out), len(other.group.made.out)
    return counts == (reason.count, reason.least) and counts[0] > counts[1]


def again(other):
    """(in the other way, in the one made): who was left over before and is again."""
    return other.way.out & other.group.came, other.group.made.out & other.group.came


def as_many(other):
    """Whether as many are left over."""
    return len(other.way.out) == len(other.group.made.out)


def in_next(world, other):
    """4.4b of the other way and of the one made."""
    index = other.group.index
    return tuple(world.arbiter.again(index, way.out) for way in (other.way, other.group.made))


@compared(LeftOverAgain)
@with_another_way
def left_over_again(world, reason, other):
    then, now = again(other)
    number = world.number(reason.player)
    return as_many(other) and len(then) > len(now) and number in then and number not in now


@compared(MoreAgainInNext)
@with_another_way
def more_again_in_next(world, reason, other):
    then, now = again(other)
    counts = in_next(world, other)
    level = as_many(other) and len(then) == len(now)
    return level and counts == (reason.count, reason.least) and counts[0] > counts[1]


def decided(world, by, first, second, worth, second_worth):
    """Whether, of two by lot number, the first has more: of WP, of SB, or the lot prefers them;
    and whether that is what they have of it."""
    wp, sb = world.position.resistance, world.position.sonneborn_berger
    keys = {
        "WP": (wp[first], wp[second]),
        "SB": (sb[first], sb[second]),
        "lot": (first, second),
    }
    level = wp[first] == wp[second] if by != "WP" else True
    level = level and (sb[first] == sb[second] if by == "lot" else True)
    more = first * world.lot < second * world.lot if by == "lot" else keys[by][0] > keys[by][1]
    return level and more and keys[by] == (worth, second_worth)


@compared(ByeInsteadOf, InsteadOf)
@with_another_way
def instead_of(world, reason, other):
    then, now = again(other)
    counts = in_next(world, other)
    if not as_many(other) or len(then) != len(now) or counts[0] != counts[1]:
        return False
    if world.is_last(other.group) != isinstance(reason, ByeInsteadOf):
        return False
    made, way = other.group.made.out, other.way.out
    one, two = min(made - way, key=world.place), min(way - made, key=world.place)
    if (one, two) != (world.number(reason.player), world.number(reason.instead)):
        return False
    return decided(world, reason.by, one, two, reason.worth, reason.instead_worth)


def first_difference(other):
    """(the pair made, the other one) of the same turn; None where others are left over."""
    if other.way.out != other.group.made.out or not other.pair:
        return None
    pairs = zip(other.group.made.pairs, other.way.pairs, strict=True)
    return next((two for two in pairs if two[0] != two[1]), None)


@compared(CameFirst)
@with_another_way
def came_first(world, reason, other):
    player, opponent = world.number(reason.player), world.number(reason.opponent)
    difference = first_difference(other)
    if difference is None or player not in other.pair:
        return False
    (rest,) = set(other.pair) - {player}
    points = world.position.points
    # Of the opponent the less is the better.
    return (
        difference == ((player, opponent), (player, rest))
        and points[opponent] == points[rest]
        and decided(world, reason.by, rest, opponent, reason.other_worth, reason.worth)
    )


@compared(TurnOfAnother)
@with_another_way
def turn_of_another(world, reason, other):
    player, opponent, instead = map(world.number, (reason.player, reason.opponent, reason.instead))
    made, then = first_difference(other) or (None, None)
    right = (made, then) == ((player, opponent), (player, instead))
    return right and not {player, opponent, instead}.intersection(other.pair)


@compared(AlreadyPaired)
@with_another_way
def already_paired(world, reason, other):
    """In the way that is compared with, that turn is the first to differ."""
    made, _then = first_difference(other) or (None, None)
    number, opponent = world.number(reason.other), world.number(reason.opponent)
    return made == (opponent, number) and number in other.pair and opponent not in other.pair


@compared(RestNotPaired)
def rest_not_paired(world, reason, other):
    others = world.below(other.group)
    if other.pair or world.is_last(other.group):
        others -= set(other.asked)
    named = set(map(world.number, reason.left))
    if not (named and named <= others and all_but(world, other, others, named)):
        return f"{named} of {others}"
    return other.way is None or f"another way: {other.way}"


def all_but(world, other, others, named):
    """Whether all of these can be paired but those who are named; of an odd number one has the
    bye."""
    rest = others - named
    if len(rest) > LARGEST:
        raise TooLarge

    def can(left):
        if not left:
            return True
        one = min(left)
        return any(
            other.may_meet(world, one, two) and can(left - {one, two}) for two in left - {one}
        )

    if len(rest) % 2 == 0:
        return can(frozenset(rest))
    free = [one for one in rest - {other.plays} if world.position.may_have_bye(one)]
    return len(others) % 2 == 1 and any(can(frozenset(rest - {one})) for one in free)


@compared(NobodyLeftFor)
def nobody_left_for(world, reason, other):
    player, everybody = world.number(reason.player), world.below(other.group)
    rest = everybody - set(other.asked) - {player}
    if other.way is not None or not rest:
        return f"another way: {other.way}, others: {rest}"
    not_met = [one for one in rest if not world.has_met(player, one)]
    somebody_else = not other.pair and world.is_last(other.group)
    may_be_free = (
        len(everybody) % 2 == 1 and not somebody_else and world.position.may_have_bye(player)
    )
    if player not in everybody or player in other.asked[2:]:
        return "is not there"
    return (not not_met and not may_be_free) or f"not met: {not_met}, free: {may_be_free}"


@compared(MeetAgain)
def meet_again(world, reason, other):
    two = {world.number(reason.one), world.number(reason.other)}
    rest = world.below(other.group) - set(other.asked)
    right = other.way is None and rest == two and len(two) == 2
    return (right and world.has_met(*two)) or f"another way: {other.way}, {rest}"


@compared(SecondFreePoint)
def second_free_point(world, reason, other):
    player = world.number(reason.player)
    rest = world.below(other.group) - set(other.asked)
    right = other.way is None and rest == {player}
    return (
        right and not world.position.may_have_bye(player)
    ) or f"another way: {other.way}, {rest}"
