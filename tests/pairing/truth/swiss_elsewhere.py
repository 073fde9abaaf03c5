"""Are the reasons true that look beyond a group of a Swiss round: below it, or at the bye?"""

from pairing.reasons.every_system import PlaysAbove
from pairing.reasons.swiss import (
    BelowUnpaired,
    FirstRoundLowest,
    ForBelow,
    NobodyBelow,
    OtherGroups,
)
from pairing.reasons.swiss_steps import BeforeOpened
from tests.pairing.truth.swiss import checkers
from tests.pairing.truth.swiss_refused import compares, first_worse, shown

__all__ = ["checkers"]

# Other groups -------------------------------------------------------------------------------------


@compares(BelowUnpaired)
def below_unpaired(case, reason):
    opened = case.group.opened
    if opened is None or (reason.score, reason.is_last) != (opened.score, opened.is_last):
        return f"opened for {opened}"
    comes_after = case.other is None or case.other.key > case.made.key
    if comes_after and (case.other is None or first_worse(case) is not None):
        return f"it is worse as it is: {shown(case)}"
    helping = case.world.edition.best(
        case.group, lambda one: case.wanted(one) and opened.accepts(one.left)
    )
    return helping is None or f"{helping} would do"


@compares(NobodyBelow)
def nobody_below(case, reason):
    """Those of that score are there then, and whoever moves on with them."""
    (number,) = case.world.numbers((reason.player,))
    groups = case.world.groups
    there = {n for group in groups for n in (*group.everybody, *group.alone)}
    same = [n for n in there if case.world.edition.score(n) == reason.score]
    with_them = {*case.group.alone, *(case.other.left if case.other else ())} - {number}
    met = [n for n in {*same, *with_them} if case.world.edition.may_meet(number, n)]
    if case.other is None or number not in case.other.left or not same or met:
        return f"{number} could meet {met} of {same}: {shown(case)}"
    opened = case.group.opened
    return below_unpaired(case, BelowUnpaired("", reason.score, opened and opened.is_last))


@compares(ForBelow)
def for_below(case, reason):
    """`why` is a claim of its own."""
    opened = case.group.opened
    if opened is None or reason.score != opened.score:
        return f"opened for {opened}"
    helping = case.world.edition.best(
        case.group, lambda one: case.wanted(one) and opened.accepts(one.left)
    )
    return (helping is not None and helping.key > case.made.key) or f"{helping}, {shown(case)}"


@checkers(OtherGroups)
def other_groups(world, claim):
    reason = claim.reason
    upper, lower = world.number(reason.upper), world.number(reason.lower)
    if {reason.upper, reason.lower} != {claim.player, claim.other} and not claim.within:
        return "somebody else was asked about"
    together = [group for group in world.groups if {upper, lower} <= set(group.everybody)]
    if together:
        return f"both were in {together}"
    one, two = world.group_with(reason.upper_score), world.group_with(reason.lower_score)
    is_so = one and two and upper in one.everybody and lower in two.everybody
    return (is_so and reason.upper_score > reason.lower_score) or f"in {world.groups}"


# The bye ------------------------------------------------------------------------------------------


@checkers(FirstRoundLowest)
def first_round_lowest(world, claim):
    lowest = world.to_be_paired[-1]
    is_first = world.position.round == 1
    return is_first and world.number(claim.reason.lowest) == lowest == world.number(world.bye)


@checkers(PlaysAbove)
def plays_above(world, claim):
    if claim.reason.player != claim.other:
        return "somebody else was asked about"
    player = world.number(claim.reason.player)
    group = next(one for one in world.groups if player in {n for pair in one.pairs for n in pair})
    is_above = group is not world.groups[-1] and world.groups[-1].left
    return (is_above and world.score_of(group) == claim.reason.score) or f"in {group}"


@checkers(BeforeOpened)
def before_opened(world, claim):
    """Nobody was paired in it, and the group above was paired anew for one below it."""
    here, score = claim.group.score, claim.reason.score
    if world.group_with(here) is not None:
        return "somebody is paired in it"
    between = [group for group in world.groups if here < world.score_of(group) < score]
    above = world.group_with(score)
    if score <= here or between or above is None or above.opened is None:
        return f"{above}, between {between}"
    return above.opened.score < here or f"opened for {above.opened.score}"
