"""Are the reasons true why two of a Swiss round are no pair, or why somebody has no bye?

A checker of a comparison looks at one `Case` at a time: the pairing that was made, and the first
in the order of the regulation that has what was asked.
"""

from functools import wraps

from pairing.reasons.every_system import RestNotPaired, TurnOfAnother
from pairing.reasons.swiss import (
    BothMust,
    BothWant,
    ComesAfter,
    FewerCameDown,
    FewerPairs,
    FloatsAgain,
    MoreWantTheSame,
    NeedsExchange,
    NobodyToPlay,
    NoColours,
    OthersFirst,
    OthersWant,
)
from pairing.reasons.swiss_groups import NotAcross
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.swiss import checkers
from tests.pairing.truth.swiss_candidates import matchings
from tests.pairing.truth.swiss_cases import (
    HALVES,
    IN_PLACE,
    PAIR,
    cases_of,
    exchanged,
    halves,
    s1_of,
)
from tests.pairing.truth.walk import with_the_two


def compares(*classes):
    """The checker of one case, for all cases of a claim: it must hold in one."""

    def register(check):
        @checkers(*classes)
        @wraps(check)
        def of_any(world, claim):
            claim = with_the_two(claim)
            answers = [
                case if case is UNCHECKED else check(case, claim.reason)
                for case in cases_of(world, claim)
            ]
            if not answers:
                return "they were not in one group"
            return True if True in answers else UNCHECKED if UNCHECKED in answers else answers[-1]

        return check

    return register


def shown(case):
    """Both candidates as a text, for a claim that is false."""
    both = [one and (one.level, one.pairs, one.left) for one in (case.made, case.other)]
    return f"made {both[0]}, with what is asked {both[1]}"


# The absolute criteria ----------------------------------------------------------------------------


@checkers(BothMust)
def both_must(world, claim):
    wishes = [world.wish(one) for one in (claim.player, claim.other)]
    top = [world.position.is_topscorer(n) for n in world.numbers((claim.player, claim.other))]
    return (wishes == [(claim.reason.colour.value, 3)] * 2 and not any(top)) or f"{wishes}, {top}"


@checkers(NoColours)
def no_colours(world, claim):
    """Whoever has white: somebody who is no top scorer has a colour too many, or three alike."""

    def is_sound(number, colour):
        had = [*world.position.entrants[number].colours, colour]
        within = abs(had.count("white") - had.count("black")) <= 2
        return world.position.is_topscorer(number) or (within and had[-3:] != [colour] * 3)

    one, two = world.numbers((claim.player, claim.other))
    ways = [(one, two), (two, one)]
    return not any(is_sound(white, "white") and is_sound(black, "black") for white, black in ways)


# There is none ------------------------------------------------------------------------------------


def can_be_paired(case):
    """Whether the group could have as many pairs with what is asked, whoever is in S1."""
    world, group, question = case.world, case.group, case.question
    everybody = world.position.in_order(group.everybody)
    if question.kind == PAIR:
        two = {question.one, question.two}
        if not world.edition.may_meet(question.one, question.two):
            return False
        others, number = tuple(n for n in everybody if n not in two), len(group.pairs) - 1
    else:
        others, number = tuple(n for n in everybody if n != question.two), len(group.pairs)
    for pairs in matchings(others, number, world.edition.may_meet):
        left = set(others) - {n for pair in pairs for n in pair}
        if question.kind == IN_PLACE:
            if question.one in left:
                continue
            left |= {question.two}
        if world.edition.may_stay(tuple(left), group.is_last):
            return True
    return False


def all_but(case, reason):
    """Whether all others of the group could be paired, one with the bye where the number is odd."""
    world, group, question = case.world, case.group, case.question
    asked = {question.one, question.two} if question.kind == PAIR else {question.two}
    named, others = set(world.numbers(reason.left)), set(group.everybody) - asked
    rest = tuple(n for n in world.position.in_order(group.everybody) if n in others - named)
    return (
        bool(named)
        and named <= others
        and (len(others) % 2 == 1 or len(rest) % 2 == 0)
        and any(
            world.edition.may_stay(tuple(set(rest) - {n for pair in pairs for n in pair}), True)
            for pairs in matchings(rest, len(rest) // 2, world.edition.may_meet)
        )
    )


@compares(FewerPairs, RestNotPaired)
def fewer_pairs(case, reason):
    if case.question.kind == HALVES:
        is_named = isinstance(reason, FewerPairs) or bool(reason.left)
        return (is_named and case.other is None) or shown(case)
    facts = case.group.is_last == isinstance(reason, RestNotPaired)
    if facts and isinstance(reason, RestNotPaired) and not all_but(case, reason):
        return f"{reason.left} of {case.group}"
    if isinstance(reason, FewerPairs):
        facts = facts and reason.pairs == len(case.group.pairs)
    return (facts and not can_be_paired(case)) or f"{case.group}"


@compares(NobodyToPlay)
def nobody_to_play(case, reason):
    """Each can only stay over, and that is one too many, or not for them."""
    world, group, question = case.world, case.group, case.question
    named, asked = set(world.numbers(reason.players)), {question.two}
    pairs = len(group.pairs)
    if question.kind == PAIR:
        asked, pairs = {question.one, question.two}, pairs - 1
    others = set(group.everybody) - asked
    met = [n for n in named for m in others - {n} if world.edition.may_meet(n, m)]
    too_many = len(named) > len(others) - 2 * pairs
    must_play = question.kind == IN_PLACE and question.one in named
    barred = any(not world.edition.may_stay((n,), group.is_last) for n in named)
    fits = named <= others and not met and (too_many or must_play or barred)
    return (fits and not can_be_paired(case)) or f"{named} of {group}, could meet {met}"


@compares(FewerCameDown)
def fewer_came_down(case, reason):
    came = set(case.world.numbers(reason.players))
    facts = reason.number == case.group.first_paired and came == {*case.group.arrived}
    return (facts and case.other is None and can_be_paired(case)) or shown(case)


@compares(NotAcross)
def not_across(case, reason):
    """Of the halves without an exchange; nobody came down who is in S1."""
    if case.other is not None:
        return shown(case)
    world, group = case.world, case.group
    upper, lower = halves(world, group, case.made)
    everybody = world.position.in_order(upper + lower)
    s1, s2 = everybody[: len(upper)], everybody[len(upper) :]
    told = world.numbers(reason.upper)
    can = {n for n in s2 if any(world.edition.may_meet(one, n) for one in told)}
    return (set(told) <= set(s1) and len(can) < len(told)) or f"{told} can meet {can}"


# What would be worse ------------------------------------------------------------------------------


def first_worse(case):
    """(place in the level, made, other) of the first that differs; None: the order decides.

    In the older editions who those that came down meet comes before the floats of the remainder.
    """
    both = list(zip(case.made.level, case.other.level, strict=True))
    if case.world.is_classic and not is_same_first(case):
        both = both[:3]
    return next(((at, one, two) for at, (one, two) in enumerate(both) if one != two), None)


def is_same_first(case):
    """Whether those who came down meet the same opponents in both."""
    return case.made.pairs[: case.made.first] == case.other.pairs[: case.other.first]


def is_later(case):
    """Whether nothing is worse, and the order decides."""
    return case.other is not None and first_worse(case) is None and case.other.key > case.made.key


def clashing(case, candidate, strength):
    """How many pairs prefer one colour, both at least so strongly."""
    return sum(both_want(case.world, *pair, strength) is not None for pair in candidate.pairs)


def both_want(world, one, two, strength=1):
    """The colour that both prefer, at least so strongly; None: they do not."""
    (mine, my), (his, other) = world.preference(one), world.preference(two)
    return mine if mine and mine == his and min(my, other) >= strength else None


@compares(BothWant, OthersWant)
def more_want(case, reason):
    """The first that is worse is the criterion of that strength; the counts are so; and these are
    a pair that breaks it, which was not made."""
    world = case.world
    if isinstance(reason, BothWant):
        pair = case.question.one, case.question.two
    else:
        pair, reason = world.numbers((reason.one, reason.other)), reason.why
    if both_want(world, *pair, reason.strength) != reason.colour.value:
        return f"{pair} want {[world.preference(n) for n in pair]}"
    if case.other is None or not case.other.has(pair) or case.made.has(pair):
        return f"no such pair: {shown(case)}"
    counts = [clashing(case, one, reason.strength) for one in (case.made, case.other)]
    if counts != [reason.made, reason.then] or reason.made >= reason.then:
        return f"counts {counts}: {shown(case)}"
    if world.is_classic:
        return raises_x(case, pair)
    worse = first_worse(case)
    criterion = {3: 0, 2: 1 if world.position.is_odd else 3, 1: 2}[reason.strength]
    is_so = worse is not None and worse[0] == criterion and worse[1] < worse[2]
    return is_so or f"first worse is {worse}: {shown(case)}"


def raises_x(case, pair):
    """Older editions: x is raised more, in the part of the pairing that has the pair."""
    made, other = case.made.level[0], case.other.level[0]
    part = 0 if case.other.is_first(pair) else -1
    needed = case.world.edition.raised(case.group, case.other)[part]
    return made < other == needed or f"x is raised by {made}, {other}, there {needed}"


@compares(MoreWantTheSame)
def more_want_the_same(case, reason):
    """X is raised more, in that part; what it has more of was made, or it has no more."""
    raised = case.world.edition.raised(case.group, case.other)
    parts = ("first", "rest") if len(raised) > 1 else ("group",)
    if raised[parts.index(reason.part)] <= case.made.level[0]:
        return f"{shown(case)}: {raised}"
    made, then = (clashing(case, one, 1) for one in (case.made, case.other))
    new = [pair for pair in case.other.pairs if not case.made.has(pair)]
    clashes = [pair for pair in new if both_want(case.world, *pair)]
    return then <= made or not clashes or f"{clashes} of {then}, made {made}"


def again(case, candidate, direction, ago):
    """Who gets the float in a candidate that they had so many rounds ago."""
    world, position = case.world, case.world.position
    floating = list(candidate.left) if direction == "down" else []
    for pair in candidate.pairs:
        higher, lower = sorted(pair, key=world.edition.score, reverse=True)
        if world.edition.score(higher) > world.edition.score(lower):
            if direction == "up":
                floating.append(lower)
            elif world.is_classic:
                floating.append(higher)
    if world.is_classic:
        floating = [n for n in floating if not position.is_topscorer(n)]
    return {n for n in floating if position.float_of(n, ago) == direction}


@compares(FloatsAgain)
def floats_again(case, reason):
    world, player = case.world, case.world.number(reason.player)
    direction = "up" if reason.how == "up" else "down"
    if case.other is None:
        return shown(case)
    made, then = (again(case, one, direction, reason.ago) for one in (case.made, case.other))
    if player not in then or player in made:
        return f"again: {then}, made {made}, {shown(case)}"
    if (reason.how == "bye") != (case.group.is_last and player in case.other.left):
        return f"the bye is for {case.other.left}"
    past = world.position.entrants[player].past[world.position.round - 1 - reason.ago]
    plays_not = past.kind in ("bye", "requested") or (
        past.kind != "played" and not world.is_classic
    )
    if reason.unplayed != (plays_not and direction == "down"):
        return f"then: {past}"
    worse = first_worse(case)
    if worse is None or worse[1] >= worse[2]:
        return f"first worse is {worse}: {shown(case)}"
    if world.is_classic:
        places = [1] if direction == "up" else [2, 3]
        right = worse[0] in places and worse[2] == {1: 2, 2: 1}[reason.ago]
    else:
        right = worse[0] == {"down": 3, "up": 5}[direction] + reason.ago
    return right or f"first worse is {worse}: {shown(case)}"


# It comes later in the order ----------------------------------------------------------------------


def first_difference(case):
    """(player of S1, their opponent as made, and as asked): the first in the order of S1 who has
    another one; None, if S1 is not the same so far."""
    if not is_later(case):
        return None
    for (one, made), (two, then) in zip(case.made.pairs, case.other.pairs, strict=True):
        if one != two:
            return None
        if made != then:
            return one, made, then
    return None


def is_same_remainder(case):
    """Whether the halves that the difference lies in are the same in both."""
    if not is_same_first(case):
        return s1_of(case.made) == s1_of(case.other)
    both = [exchanged(case.world, case.group, one) for one in (case.made, case.other)]
    return both[0] == both[1]


@compares(ComesAfter, TurnOfAnother)
def comes_after(case, reason):
    difference = first_difference(case)
    if difference is None or not is_same_remainder(case):
        return shown(case)
    world = case.world
    player, made, then = difference
    told = world.numbers(
        (reason.opponent, reason.instead)
        if isinstance(reason, TurnOfAnother)
        else (reason.made, reason.then)
    )
    if told != (made, then) or not world.is_before(made, then):
        return f"{difference}: {shown(case)}"
    if isinstance(reason, TurnOfAnother):
        return world.number(reason.player) == player or f"{difference}"
    if case.question.kind == PAIR:
        return {player, then} == {case.question.one, case.question.two} or f"{difference}"
    return True


@compares(NeedsExchange)
def needs_exchange(case, reason):
    """The pairs of who came down are the same; its exchange is later in the order of D2."""
    world, made, other = case.world, case.made, case.other
    if not is_later(case) or not is_same_first(case):
        return shown(case)
    down, up = exchanged(world, case.group, other)
    told = sorted(world.numbers(reason.down)), sorted(world.numbers(reason.up))
    own = exchanged(world, case.group, made)
    if told != (sorted(down), sorted(up)) or own == (down, up):
        return f"exchanged {down} {up}, made {own}"
    return reason.is_made == bool(own[0]) or f"made {own}"


@compares(OthersFirst)
def others_first(case, reason):
    world, made, other = case.world, case.made, case.other
    if not is_later(case):
        return shown(case)
    sets = [s1_of(one) for one in (made, other)]
    told = [set(world.numbers(players)) for players in (reason.made, reason.then)]
    only = [sets[0] - sets[1], sets[1] - sets[0]]
    return (sets[0] != sets[1] and told in (sets, only)) or f"{sets}: {shown(case)}"
