"""Are the reasons true that tell how a Swiss group was paired, who left it, and who has the bye?"""

from pairing.reasons.every_system import Plays
from pairing.reasons.swiss_groups import (
    CameBefore,
    CameFirst,
    ChangedHalves,
    ComesToPlayBest,
    LowestFirstRound,
    LowestStayedOver,
    LowestStaysOver,
    Merged,
    NoOpponentThere,
    PlaysBest,
    StandsLower,
    StayedOver,
    StayedOverNot,
    StaysOverLast,
)
from pairing.reasons.swiss_steps import (
    AsOneGroup,
    Broken,
    BrokenFor,
    Criterion,
    FewerForLast,
    FewerInS1,
    GoesAgainst,
    MayReverse,
    NoMorePairs,
    Opened,
    OpenedInVain,
    TheHalves,
)
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.swiss import LARGEST
from tests.pairing.truth.swiss_candidates import heterogeneous, homogeneous, sets_of
from tests.pairing.truth.swiss_cases import exchanged
from tests.pairing.truth.swiss_elsewhere import checkers
from tests.pairing.truth.swiss_refused import again, clashing


def group_of_pair(world, one, two):
    """The group that two are a pair of."""
    return next(g for g in world.groups if (one, two) in g.pairs or (two, one) in g.pairs)


def board_of(world, claim):
    """(group, player of S1, opponent, who could have been chosen still, in A2 order)."""
    one, two = world.numbers((claim.player, claim.other))
    group = group_of_pair(world, one, two)
    at = next(at for at, pair in enumerate(group.pairs) if set(pair) == {one, two})
    player, opponent = group.pairs[at]
    if at < group.first_paired:
        s1 = {higher for higher, _ in group.pairs[: group.first_paired]}
        others = [n for n in world.position.in_order(group.everybody) if n not in s1]
        earlier = group.pairs[:at]
    else:
        others = halves_made(world, group)[1]
        earlier = group.pairs[group.first_paired : at]
    taken = {lower for _, lower in earlier}
    return group, player, opponent, [n for n in others if n not in taken]


def halves_made(world, group):
    """(S1, S2) of what was behind those who came down, after the exchange."""
    first = {n for pair in group.pairs[: group.first_paired] for n in pair}
    rest = [n for n in world.position.in_order(group.everybody) if n not in first]
    upper = [one for one, _ in group.pairs[group.first_paired :]]
    return upper, [n for n in rest if n not in upper]


# Why two are a pair -------------------------------------------------------------------------------


@checkers(PlaysBest, ComesToPlayBest)
def plays_best(world, claim):
    reason = claim.reason
    group, player, opponent, free = board_of(world, claim)
    told = world.numbers((reason.player, reason.opponent)), reason.score, reason.is_above
    score = world.score_of(group)
    if told != ((player, opponent), score, world.points(reason.opponent) > score):
        return f"{player} of S1 plays {opponent} in {group}"
    if free[0] != opponent:
        return f"free were {free}"
    is_first = group.pairs.index((player, opponent)) < group.first_paired
    if isinstance(reason, ComesToPlayBest):
        return (is_first and player in group.arrived) or f"{group}"
    return not is_first or f"{group}"


@checkers(CameFirst)
def came_first(world, claim):
    other = world.number(claim.reason.other)
    _group, player, opponent, free = board_of(world, claim)
    if world.number(claim.reason.player) != player:
        return f"it was for {player}"
    return (other in free and world.is_before(other, opponent)) or f"{opponent} of {free}"


@checkers(StandsLower)
def stands_lower(world, claim):
    other = world.number(claim.reason.other)
    paired = {n for group in world.groups for pair in group.pairs for n in pair}
    return other in paired and world.is_before(world.number(world.bye), other)


@checkers(CameBefore)
def came_before(world, claim):
    _group, _player, opponent, free = board_of(world, claim)
    before = free.index(opponent)
    is_right = world.number(claim.reason.opponent) == opponent
    return (is_right and claim.reason.number == before > 0) or f"{free}"


# Who left a group ---------------------------------------------------------------------------------


def who_came(world, score):
    """For each time that the group of a score was to be paired: everybody in it."""
    group = world.group_with(score)
    now = [{*group.everybody, *group.alone}] if group else []
    return now + world.edition.arbiter.came.get(score, [])


@checkers(NoOpponentThere)
def no_opponent_there(world, claim):
    if claim.group is None and claim.reason.player not in (claim.player, claim.other):
        return "somebody else was asked about"
    if claim.group is not None and claim.group.score != claim.reason.score:
        return "another group is told about"
    player, told = world.number(claim.reason.player), []
    for there in who_came(world, claim.reason.score):
        can = {n for n in there - {player} if world.edition.may_meet(player, n)}
        if player in there and not can:
            return True
        told.append((there, can))
    return f"(there, can meet): {told}"


@checkers(StayedOver, LowestStayedOver)
def stayed_over(world, claim):
    player, group = world.number(claim.reason.player), world.group_with(claim.reason.score)
    if group is None:
        return any(player in there for there in who_came(world, claim.reason.score))
    were_there = {*group.everybody, *group.alone}
    is_lowest = world.position.in_order(were_there)[-1] == player
    is_said = is_lowest or not isinstance(claim.reason, LowestStayedOver)
    return (player in group.left and is_said) or f"{group}"


@checkers(StayedOverNot)
def stayed_over_not(world, claim):
    """`why` is a claim of its own."""
    reason = claim.reason
    player, other = world.numbers((reason.player, reason.other))
    group = world.group_with(reason.score)
    if group is None or player not in group.left:
        return f"{group}"
    paired = {n for pair in group.pairs for n in pair}
    lower = [n for n in world.position.in_order(paired) if world.is_before(player, n)]
    return lower[-1:] == [other] or f"lower and paired: {lower}"


# The bye ------------------------------------------------------------------------------------------


@checkers(LowestFirstRound, LowestStaysOver, StaysOverLast)
def who_has_bye(world, claim):
    player = world.number(claim.reason.player)
    if claim.reason.player != world.bye:
        return f"{world.bye} has it"
    is_lowest = world.to_be_paired[-1] == player
    if isinstance(claim.reason, LowestFirstRound):
        return is_lowest and world.position.round == 1
    is_over = world.groups[-1].is_last and world.groups[-1].left == (player,)
    is_said = is_lowest or isinstance(claim.reason, StaysOverLast)
    return (is_over and is_said) or f"{world.groups}"


# How a group was paired ---------------------------------------------------------------------------


def group_here(world, claim):
    """The group of a step, or of the board."""
    if claim.group is None:
        return group_of_pair(world, *world.numbers((claim.player, claim.other)))
    return world.group_with(claim.group.score)


@checkers(TheHalves)
def the_halves(world, claim):
    group = group_here(world, claim)
    told = [list(world.numbers(one)) for one in (claim.reason.upper, claim.reason.lower)]
    order = world.position.in_order
    s1 = [higher for higher, _ in group.pairs[: group.first_paired]]
    first = [list(order(s1)), [n for n in order(group.everybody) if n not in s1]]
    behind = [list(order(one)) for one in halves_made(world, group)]
    return (told == behind or (bool(s1) and told == first)) or f"{first}, {behind}"


@checkers(Plays)
def plays(world, claim):
    pair = world.numbers((claim.reason.player, claim.reason.opponent))
    return pair in group_here(world, claim).pairs or f"{group_here(world, claim)}"


@checkers(ChangedHalves)
def changed_halves(world, claim):
    """`why` is a claim of its own."""
    group = group_here(world, claim)
    if len(group.everybody) > LARGEST:
        return UNCHECKED
    made = [sorted(one) for one in exchanged(world, group, world.edition.made(group))]
    told = [sorted(world.numbers(one)) for one in (claim.reason.down, claim.reason.up)]
    return (told == made and made != [[], []]) or f"exchanged {made}"


def pairings_with(world, group, first, number):
    """(pairs, left) of the group with so many of who came down in S1, and so many pairs."""
    order = world.position.in_order
    everybody, arrived = order(group.everybody), order(group.arrived)
    if first:
        sets = [arrived[:first]] if world.is_classic else sets_of(arrived, first)
        made = heterogeneous(everybody, sets, number, world.edition.may_meet)
    else:
        made = homogeneous(everybody, number, world.edition.may_meet)
    return (
        (pairs, left) for _order, pairs, left in made if world.edition.may_stay(left, group.is_last)
    )


@checkers(FewerInS1)
def fewer_in_s1(world, claim):
    group = group_here(world, claim)
    came = len(group.arrived)
    if (claim.reason.number, claim.reason.came) != (group.first_paired, came):
        return f"{group.first_paired} of {came}"
    for more in range(group.first_paired + 1, min(came, len(group.pairs)) + 1):
        for found in pairings_with(world, group, more, len(group.pairs)):
            return f"{found}"
    return group.first_paired < came


@checkers(NoMorePairs)
def no_more_pairs(world, claim):
    group = group_here(world, claim)
    if claim.reason.pairs != len(group.pairs):
        return f"{group}"
    found = next(pairings_with(world, group, group.first_paired, len(group.pairs) + 1), None)
    return found is None or f"{found}"


@checkers(FewerForLast)
def fewer_for_last(world, claim):
    group, reason = group_here(world, claim), claim.reason
    if reason.pairs != len(group.pairs) or group.opened is None or not group.opened.is_last:
        return f"{group}"
    if next(pairings_with(world, group, reason.first, reason.could), None) is None:
        return f"{reason.could} are not possible"
    for number in range(reason.pairs + 1, reason.could + 1):
        for pairs, left in pairings_with(world, group, min(reason.first, number), number):
            if group.opened.accepts(left):
                return f"{pairs} would do"
    return reason.could > reason.pairs


@checkers(Opened)
def opened(world, claim):
    """The first pairing as it would have been, and who is left over now."""
    group, reason = group_here(world, claim), claim.reason
    if group.opened is None or group.opened.score != reason.score:
        return f"opened for {group.opened}"
    if len(group.everybody) > LARGEST:
        return UNCHECKED
    first = world.edition.best(group)
    told = [set(world.numbers(players)) for players in (reason.then, reason.now)]
    if told != [set(first.left), set(group.left)]:
        return f"first {first.left}, now {group.left}"
    return not group.opened.accepts(first.left) or f"{first.left} would do"


@checkers(OpenedInVain)
def opened_in_vain(world, claim):
    group = group_here(world, claim)
    at = world.groups.index(group)
    if not world.is_classic or at == 0:
        return "there is no group above"
    above = world.groups[at - 1]
    if len(above.everybody) > LARGEST:
        return UNCHECKED
    natives = tuple(
        n for n in (*group.everybody, *group.alone) if n not in above.left + above.alone
    )
    fits = world.edition.arbiter.is_fully_pairable
    for one in world.edition.listed(above):
        if set(one.left) != set(above.left) and fits(natives, above.alone + one.left):
            return f"{one.pairs} would do"
    return True


@checkers(Merged)
def merged(world, claim):
    """Who had that score and has no opponent further up is in the last group; of a pair it is told
    for the points of one of the two."""
    last, score = world.groups[-1], claim.reason.score
    up = {n for group in world.groups[:-1] for pair in group.pairs for n in pair}
    own = {n for n in world.to_be_paired if world.edition.score(n) == score} - up
    about = [one for one in (claim.player, claim.other) if one and claim.group is None]
    if about and score not in map(world.points, about):
        return f"{about} have other points"
    is_there = own <= set(last.everybody) and world.group_with(score) is None
    return (bool(own) and is_there and score > world.score_of(last)) or f"{world.groups}"


@checkers(AsOneGroup)
def as_one_group(world, claim):
    group = world.groups[-1]
    is_one = len(world.groups) == 1 and group.arrived and not group.first_paired
    return (is_one and claim.reason.size == len(group.everybody)) or f"{world.groups}"


# What was given up --------------------------------------------------------------------------------


class Counted:
    """How often candidates of a group go against each criterion, the heaviest first."""

    def __init__(self, world, group):
        self.world = world
        self.group = group
        self.made = world.edition.made(group)

    #: Both kinds of editions weigh colours before floats; upfloats are given up last in the list.
    later = ("B2", "A7d", "X", "Z", "B5 down", "B6 down", "B5 up", "B6 up")
    classic = ("X", "B5 up", "B6 up", "B5 down", "B6 down")

    @property
    def order(self):
        """The criteria of the edition."""
        return self.classic if self.world.is_classic else self.later

    def count(self, candidate, criterion):
        """Pairs or players that go against it."""
        if criterion[:2] in ("B5", "B6"):
            ago = 1 if criterion[:2] == "B5" else 2
            return len(again(self, candidate, criterion[3:], ago))
        if self.world.is_classic:
            return clashing(self, candidate, 1)
        price = dict(zip(self.later, self.world.edition.prices, strict=True))[criterion]
        return sum(self.world.edition.priced.price[pair] // price % 256 for pair in candidate.pairs)

    def others(self):
        """All candidates; those that help the group below, if it was opened for them and is paired
        otherwise than at first."""
        edition, opened = self.world.edition, self.group.opened
        is_other = edition.best(self.group, lambda one: True).key != self.made.key
        accepts = opened.accepts if opened and is_other else lambda left: True
        return (one for one in edition.listed(self.group) if accepts(one.left))


@checkers(Criterion)
def criterion(world, claim):
    """It claims nothing, but its name is one."""
    return claim.reason.name in ("X", "Z", "A7d", "B2") or claim.reason.name[:2] in ("B5", "B6")


@checkers(Broken, BrokenFor, GoesAgainst)
def broken(world, claim):
    """`number` go against it; nothing has fewer, or the best of those with the fewest goes more
    often against the heavier one, and as often against what goes before that."""
    group, reason = group_here(world, claim), claim.reason
    if len(group.everybody) > LARGEST:
        return UNCHECKED
    counted = Counted(world, group)
    made = counted.count(counted.made, reason.criterion.name)
    if made != reason.number or not made:
        return f"{made} go against {reason.criterion.name}"
    if type(reason) is GoesAgainst:
        return True
    others = list(counted.others())
    least = min(counted.count(one, reason.criterion.name) for one in others)
    is_least = not isinstance(reason, BrokenFor)
    if is_least or least == made:
        return is_least == (least == made) or f"{least} is possible"
    best = next(one for one in others if counted.count(one, reason.criterion.name) == least)
    heavier = counted.order[: counted.order.index(reason.criterion.name)]
    both = [(c, counted.count(counted.made, c), counted.count(best, c)) for c in heavier]
    first = next((c for c, mine, then in both if mine != then), None)
    return first == reason.heavier.name or f"{best.pairs}: {both}"


@checkers(MayReverse)
def may_reverse(world, claim):
    group = group_here(world, claim)
    _x, f, majority = world.position.colour_count(group.everybody)
    told = claim.reason.number, claim.reason.colour.value
    return (world.position.edition == "K" and told == (f, majority)) or f"{f} of {majority}"
