"""Is it true why two are no pair of AttaCalc's, or have no bye, and which steps were gone?"""

from pairing.reasons.attacalc_refusals import (
    ChoseLower,
    ChoseOther,
    HadMoreByes,
    MetWithin,
    SameColour,
    StandsHigher,
    WasChosen,
    WasChosenFromAbove,
)
from pairing.reasons.attacalc_steps import (
    Attempt,
    AttemptFailed,
    AttemptHopeless,
    AttemptMade,
    AttemptsHopeless,
    MatchMade,
    Window,
)
from pairing.reasons.every_system import NobodyElse, RestNotPaired, TurnOfAnother
from tests.pairing import attacalc_reference as rules
from tests.pairing.truth.attacalc_told import byes, can_go_on, colours_clash
from tests.pairing.truth.attacalc_told import checkers as told_checkers
from tests.pairing.truth.checkers import Checkers

checkers = Checkers(told_checkers)


@checkers(MetWithin)
def met_within(world, claim):
    reason = claim.reason
    ago, other_ago = world.ago(reason.player, reason.other), world.ago(reason.other, reason.player)
    return (
        {reason.player, reason.other} == {claim.player, claim.other}
        and reason.ago == ago <= other_ago
        and ago <= reason.n == world.info["n"]
    ) or f"{ago}, {other_ago}, {world.info}"


@checkers(SameColour)
def same_colour(world, claim):
    return (world.info["colour"] and colours_clash(world, claim)) or f"{world.info}"


def may_meet(world, claim):
    return claim.other in world.may[claim.player]


def first_of_two(world, claim):
    """(number, match) in which the first of the two who is paired has their opponent."""
    return next(
        (number, match)
        for number, match in enumerate(world.matches)
        if {match.player, match.opponent} & {claim.player, claim.other}
    )


def same_up_to(world, claim, number):
    """In a search: whether the first complete pairing with the two begins with so many matches."""
    if world.info["direction"] != "search":
        return True
    mates = world.with_pair(claim.player, claim.other)
    return mates is not None and all(
        mates[match.player] == match.opponent for match in world.matches[:number]
    )


@checkers(ChoseOther, ChoseLower)
def chose_other(world, claim):
    reason, (number, match) = claim.reason, first_of_two(world, claim)
    if reason.player not in (claim.player, claim.other) or not may_meet(world, claim):
        return "it is about others, or they may not meet"
    (other,) = {claim.player, claim.other} - {reason.player}
    is_higher = world.place(reason.opponent) < world.place(other)
    from_below = world.info["direction"] == "bottom"
    return (
        (match.player, match.opponent) == (reason.player, reason.opponent)
        and is_higher != from_below
        and from_below == (type(reason) is ChoseLower)
        and same_up_to(world, claim, number)
    ) or f"{match} {world.info}"


@checkers(WasChosen, WasChosenFromAbove)
def was_chosen(world, claim):
    reason, (number, match) = claim.reason, first_of_two(world, claim)
    two = {claim.player, claim.other}
    if reason.player not in two or reason.by in two or not may_meet(world, claim):
        return "it is about others, or they may not meet"
    stands_higher = all(world.place(reason.by) < world.place(one) for one in two)
    if type(reason) is WasChosenFromAbove:
        goes_first = stands_higher
    else:
        few = number > 0 and len(match.options) < 3
        goes_first = few or (world.info["direction"] == "bottom" and match.player == match.left[0])
    return (
        (match.player, match.opponent) == (reason.by, reason.player)
        and goes_first
        and same_up_to(world, claim, number)
    ) or f"{match} {world.info}"


@checkers(RestNotPaired)
def rest_not_paired(world, claim):
    is_search = world.info["direction"] == "search"
    mates, named = world.with_pair(claim.player, claim.other), claim.reason.left
    gone = {claim.player, claim.other, *named}
    rest = world.searched([one for one in world.to_pair if one not in gone])
    fits = is_search and may_meet(world, claim) and mates is None
    return (fits and named and rest is not None) or f"{world.info} {mates} {named}"


@checkers(TurnOfAnother)
def turn_of_another(world, claim):
    reason = claim.reason
    mates = world.with_pair(claim.player, claim.other)
    if world.info["direction"] != "search" or mates is None or not may_meet(world, claim):
        return f"{world.info} {mates}"
    first = next(match for match in world.matches if mates[match.player] != match.opponent)
    three = (first.player, first.opponent, mates[first.player])
    return (
        three == (reason.player, reason.opponent, reason.instead)
        and not {claim.player, claim.other} & set(three)
        and world.place(reason.opponent) < world.place(reason.instead)
    ) or f"{three}"


# The bye ----------------------------------------------------------------------------------


def is_bye_asked(world, claim):
    """Whether it is asked why somebody left to be paired has no bye."""
    return claim.player == world.bye == claim.reason.bye and claim.other in world.free


@checkers(HadMoreByes)
def had_more_byes(world, claim):
    truth = byes(world, claim.other), byes(world, world.bye)
    return (
        is_bye_asked(world, claim)
        and truth == (claim.reason.byes, claim.reason.fewest)
        and truth[0] > truth[1]
    ) or f"{truth}"


@checkers(StandsHigher)
def stands_higher(world, claim):
    return (
        is_bye_asked(world, claim)
        and byes(world, claim.other) == byes(world, world.bye)
        and world.place(claim.other) < world.place(world.bye)
    )


@checkers(NobodyElse)
def nobody_else(world, claim):
    return world.free == [claim.reason.player] == [world.bye] or f"{world.free}"


# Steps ------------------------------------------------------------------------------------


def attempts(world):
    """(direction, colour, n) of all attempts, in their order."""
    return [
        (direction, colour, n)
        for n in range(world.n0, -1, -1)
        for direction, colour in rules.ATTEMPTS
    ]


def is_attempt(world, reason):
    told = reason.attempt.direction, reason.attempt.colour, reason.attempt.n
    return attempts(world)[reason.number - 1] == told


@checkers(Window)
def window(world, claim):
    truth = len(world.to_pair), world.last_n, world.n0
    reason = claim.reason
    return (reason.players, reason.last_n, reason.n) == truth or f"{truth}"


@checkers(Attempt)
def attempt(world, claim):
    """It is a clause; whether it has this number is for what it stands in."""
    reason = claim.reason
    return (reason.direction, reason.colour, reason.n) in attempts(world)


@checkers(AttemptFailed)
def attempt_failed(world, claim):
    reason = claim.reason
    if not is_attempt(world, reason) or reason.attempt.direction == "search":
        return f"{attempts(world)}"
    how = reason.attempt
    matches, stuck = world.run(how.direction, how.n, how.colour)
    return (
        bool(stuck) and (len(matches), set(stuck)) == (reason.matches, set(reason.stuck))
    ) or f"{matches} {stuck}"


def is_hopeless(world, n, colour):
    return not rules.can_be_completed(world.to_pair, world.graph(n, colour))


@checkers(AttemptHopeless)
def attempt_hopeless(world, claim):
    how = claim.reason.attempt
    return is_attempt(world, claim.reason) and is_hopeless(world, how.n, how.colour)


@checkers(AttemptsHopeless)
def attempts_hopeless(world, claim):
    reason = claim.reason
    told = attempts(world)[reason.first - 1 : reason.last]
    ns = range(reason.most, reason.least - 1, -1)
    return (
        told == [(direction, colour, n) for n in ns for direction, colour in rules.ATTEMPTS]
        and all(is_hopeless(world, n, False) for n in ns)
    ) or f"{told}"


@checkers(AttemptMade)
def attempt_made(world, claim):
    number = claim.reason.number
    return (is_attempt(world, claim.reason) and number == world.info["attempt"]) or f"{world.info}"


@checkers(MatchMade)
def match_made(world, claim):
    reason = claim.reason
    match = world.matches[reason.number - 1]
    options = match.options
    if world.info["direction"] == "search":
        first = next(one for one in options if can_go_on(world, match, one))
    else:
        first = options[0]
    return (
        (match.player, first) == (reason.player, reason.opponent)
        and reason.choices == options[:6]
        and reason.size == len(options)
    ) or f"{match}"
