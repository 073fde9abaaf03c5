"""Are the reasons true that a club's own Keizer regulation gives?"""

from pairing.reasons import keizer as told
from pairing.reasons.attacalc import HighestChose, HighestThatFits, OnlyTwoLeft
from pairing.reasons.attacalc_refusals import (
    ChoseOther,
    HadMoreByes,
    MetWithin,
    WasChosenFromAbove,
)
from pairing.reasons.attacalc_steps import MatchMade
from pairing.reasons.every_system import NobodyElse, RestNotPaired, TurnOfAnother
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.keizer_colours import checkers as of_colours
from tests.pairing.truth.keizer_world import KeizerWorld

__all__ = ["KeizerWorld", "checkers"]

checkers = Checkers(of_colours)


# Who chose whom ---------------------------------------------------------------------------


def is_pair(claim):
    return {claim.reason.player, claim.reason.opponent} == {claim.player, claim.other}


@checkers(HighestChose)
def highest_chose(world, claim):
    match = world.match(claim.reason)
    if match is None or not is_pair(claim):
        return f"{world.matches}"
    return match.options[0] == match.opponent and len(match.left) > 2


@checkers(HighestThatFits)
def highest_that_fits(world, claim):
    match = world.match(claim.reason)
    return match is not None and is_pair(claim) and match.options[0] != match.opponent


@checkers(OnlyTwoLeft)
def only_two_left(world, claim):
    match = world.match(claim.reason)
    return match is not None and is_pair(claim) and len(match.left) == 2


# What gave way ----------------------------------------------------------------------------


def could_not_be_kept(world, claim, limit):
    """The two need the limit to give way, and nobody can be kept apart who needs it as much."""
    needed = world.least(limit, claim.player, claim.other)
    return is_pair(claim) and needed > 0 and not world.can_keep(limit, needed - 1)


@checkers(told.MetSoon)
def met_soon(world, claim):
    reason, rules = claim.reason, world.rules
    truth = world.between(claim.player, claim.other), rules.option("meeting", "gap")
    return (
        could_not_be_kept(world, claim, "gap") and (reason.between, reason.gap) == truth
    ) or f"{truth}"


@checkers(told.MetAgo)
def met_ago(world, claim):
    reason = claim.reason
    own = world.ago(reason.player, reason.opponent)
    truth = own, world.rules.option("meeting", "gap")
    return (
        could_not_be_kept(world, claim, "gap")
        and own <= world.ago(reason.opponent, reason.player)
        and (reason.ago, reason.gap) == truth
    ) or f"{truth}"


def times_met(world, claim, limit):
    """How often the two met, in the season or in this period."""
    met = world.rules.met(claim.player, claim.other)
    if limit == "times_in_period":
        met = [one for one in met if world.rules.period(one[1]) == world.rules.now]
    return len(met)


@checkers(told.MetTimes, told.MetTimesInPeriod)
def met_times(world, claim):
    limit = "times" if type(claim.reason) is told.MetTimes else "times_in_period"
    truth = times_met(world, claim, limit), world.rules.option("meeting", limit)
    return (
        could_not_be_kept(world, claim, limit) and (claim.reason.times, claim.reason.most) == truth
    ) or f"{truth}"


@checkers(told.MetEarly)
def met_early(world, claim):
    truth = world.rules.number, world.rules.option("meeting", "not_in_first")
    return (
        could_not_be_kept(world, claim, "not_in_first")
        and (claim.reason.number, claim.reason.first) == truth
    ) or f"{truth}"


@checkers(told.ColoursGaveWay)
def colours_gave_way(world, claim):
    return could_not_be_kept(world, claim, "colours")


# Why two are no pair ----------------------------------------------------------------------


def is_barred(world, claim, limit):
    """Whether the limit keeps the two apart in this round, and it is said of these two."""
    two = {claim.reason.one, claim.reason.other}
    allowed = world.rules.allows(limit, world.degrees[limit], claim.player, claim.other)
    return two == {claim.player, claim.other} and not allowed


@checkers(told.TooSoon)
def too_soon(world, claim):
    gap = world.rules.option("meeting", "gap")
    truth = world.between(claim.player, claim.other), gap - world.degrees["gap"]
    told_so = claim.reason.between, claim.reason.least
    return (is_barred(world, claim, "gap") and told_so == truth) or f"{truth}"


@checkers(MetWithin)
def met_within(world, claim):
    reason = claim.reason
    own, others = world.ago(reason.player, reason.other), world.ago(reason.other, reason.player)
    n = world.rules.option("meeting", "gap") - world.degrees["gap"]
    is_own = world.rules.option("meeting", "gap_counts") == "own"
    return (
        is_own
        and {reason.player, reason.other} == {claim.player, claim.other}
        and own == reason.ago <= others
        and own <= n == reason.n
    ) or f"{own} {others} {n}"


@checkers(told.MetOften, told.MetOftenInPeriod)
def met_often(world, claim):
    limit = "times" if type(claim.reason) is told.MetOften else "times_in_period"
    most = world.rules.option("meeting", limit)
    truth = times_met(world, claim, limit), most and most + world.degrees[limit]
    told_so = claim.reason.times, claim.reason.most
    return (is_barred(world, claim, limit) and told_so == truth) or f"{truth}"


@checkers(told.MetBefore)
def met_before(world, claim):
    first = world.rules.option("meeting", "not_in_first")
    return is_barred(world, claim, "not_in_first") and claim.reason.first == first


@checkers(told.NoColours)
def no_colours(world, claim):
    return is_barred(world, claim, "colours")


def first_of_two(world, claim):
    """The match of the first of the two who is paired."""
    two = {claim.player, claim.other}
    return next(match for match in world.matches if {match.player, match.opponent} & two)


def is_same_until(world, claim, match):
    """Whether the first complete pairing with the two begins with the matches before this one."""
    mates = world.with_pair(claim.player, claim.other)
    before = world.matches[: world.matches.index(match)]
    return mates is not None and all(mates[one.player] == one.opponent for one in before)


@checkers(ChoseOther)
def chose_other(world, claim):
    reason, match = claim.reason, first_of_two(world, claim)
    (other,) = {claim.player, claim.other} - {reason.player}
    return (
        (match.player, match.opponent) == (reason.player, reason.opponent)
        and world.may(claim.player, claim.other)
        and world.place(reason.opponent) < world.place(other)
        and is_same_until(world, claim, match)
    ) or f"{match}"


@checkers(WasChosenFromAbove)
def was_chosen(world, claim):
    reason, match = claim.reason, first_of_two(world, claim)
    two = {claim.player, claim.other}
    return (
        (match.player, match.opponent) == (reason.by, reason.player)
        and reason.player in two
        and world.may(claim.player, claim.other)
        and all(world.place(reason.by) < world.place(one) for one in two)
        and is_same_until(world, claim, match)
    ) or f"{match}"


@checkers(RestNotPaired)
def rest_not_paired(world, claim):
    if claim.player == world.bye:  # asked is why somebody else is not free
        left = {player for player in world.free if player != claim.other}

        def may_meet(a, b):
            return not world.is_forbidden(a, b)

        named = {*claim.reason.left}
        fits = named and named <= left and world.rules.exists([*left - named], may_meet)
        return (fits and not world.rules.exists([*left], may_meet)) or f"{named} of {left}"
    if not world.may(claim.player, claim.other):
        return "they may not meet"
    if claim.about == "step":
        match = next(one for one in world.matches if one.player == claim.player)
        left = [one for one in match.left if one not in (claim.player, claim.other)]
    else:
        left = [one for one in world.to_pair if one not in (claim.player, claim.other)]
    named, rest = claim.reason.left, [one for one in left if one not in claim.reason.left]
    if not named or len(rest) + len(named) < len(left) or not world.can_all_be_paired(rest):
        return f"{named} of {left}"
    if claim.about == "step":
        return not world.can_all_be_paired(left)
    return world.with_pair(claim.player, claim.other) is None


@checkers(TurnOfAnother)
def turn_of_another(world, claim):
    reason, mates = claim.reason, world.with_pair(claim.player, claim.other)
    if mates is None or not world.may(claim.player, claim.other):
        return f"{mates}"
    first = next(match for match in world.matches if mates[match.player] != match.opponent)
    three = (first.player, first.opponent, mates[first.player])
    return (
        three == (reason.player, reason.opponent, reason.instead)
        and not {claim.player, claim.other} & set(three)
        and world.place(reason.opponent) < world.place(reason.instead)
    ) or f"{three}"


# The bye ----------------------------------------------------------------------------------


def passed(world):
    """Who came first for the bye and cannot have it."""
    candidates = world.rules.bye_candidates(world.free)
    return candidates[: candidates.index(world.bye)]


@checkers(told.OwesBye)
def owes_bye(world, claim):
    is_first = world.rules.who_has_the_bye(world.free) == world.bye == claim.reason.player
    return is_first and world.claim_to_bye(world.bye)[0]


@checkers(told.FirstForBye)
def first_for_bye(world, claim):
    reason, option = claim.reason, world.rules.option
    is_first = world.rules.who_has_the_bye(world.free) == world.bye == reason.player
    truth = option("bye", "fewest"), option("bye", "who"), world.claim_to_bye(world.bye)[1]
    return (is_first and (reason.fewest, reason.who, reason.count) == truth) or f"{truth}"


@checkers(told.PassedForBye)
def passed_for_bye(world, claim):
    return [*claim.reason.passed] == passed(world) or f"{passed(world)}"


@checkers(NobodyElse)
def nobody_else(world, claim):
    return world.free == [claim.reason.player] == [world.bye]


def is_bye_asked(world, claim):
    """Whether it is asked why somebody left to be paired has no bye."""
    return claim.player == world.bye == claim.reason.bye and claim.other in world.free


@checkers(told.OwesNone)
def owes_none(world, claim):
    owes = world.claim_to_bye(world.bye)[0], world.claim_to_bye(claim.other)[0]
    return (is_bye_asked(world, claim) and owes == (True, False)) or f"{owes}"


@checkers(HadMoreByes, told.HadMore)
def had_more(world, claim):
    reason, how = claim.reason, world.rules.option("bye", "fewest")
    (owes, own), (bye_owes, fewest) = map(world.claim_to_bye, (claim.other, world.bye))
    told_so = (reason.byes if type(reason) is HadMoreByes else reason.count), reason.fewest
    return (
        is_bye_asked(world, claim)
        and not owes
        and not bye_owes
        and told_so == (own, fewest)
        and own > fewest
        and how == ("byes" if type(reason) is HadMoreByes else "unplayed")
    ) or f"{own} {fewest}"


@checkers(told.ComesLater)
def comes_later(world, claim):
    who = world.rules.option("bye", "who")
    stands_higher = world.place(claim.other) < world.place(world.bye)
    return (
        is_bye_asked(world, claim)
        and world.claim_to_bye(claim.other) == world.claim_to_bye(world.bye)
        and claim.reason.who == who
        and stands_higher == (who == "lowest")
    )


# Steps ------------------------------------------------------------------------------------


@checkers(told.LimitsKept)
def limits_kept(world, claim):
    return not any(world.degrees.values()) and claim.reason.players == len(world.to_pair)


@checkers(told.LimitGivesWay)
def limit_gives_way(world, claim):
    limit, degree = claim.reason.limit, claim.reason.degree
    return (degree == world.degrees[limit] > 0) or f"{world.degrees}"


@checkers(MatchMade)
def match_made(world, claim):
    reason, match = claim.reason, world.matches[claim.reason.number - 1]
    return (
        (match.player, match.opponent) == (reason.player, reason.opponent)
        and reason.choices == match.options[:6]
        and reason.size == len(match.options)
    ) or f"{match}"
