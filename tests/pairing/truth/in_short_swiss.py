"""Are the half sentences true that are said of Swiss systems? See `in_short`."""

from itertools import product

from pairing.sentences import in_short as texts
from tests.pairing.truth import dutch_refused, resistance_refused, swiss_cases, swiss_refused
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.dutch import members
from tests.pairing.truth.in_short import CHECKERS, WITHOUT_NAMES, all_said, is_true, says
from tests.pairing.truth.resistance import without
from tests.pairing.truth.swiss import EDITIONS
from tests.pairing.truth.swiss_told import who_came
from tests.pairing.truth.walk import REFUSED, Claim

__all__ = ["CHECKERS", "WITHOUT_NAMES", "all_said", "is_true"]

SWISS = (*EDITIONS, "fide-dutch")


@says(texts.WANTS_COLOUR, *SWISS)
def wants_colour(world, said):
    mine, his = world.wish(said.player)[0], world.wish(said.other)[0]
    return mine is not None and mine == his


@says(texts.NEEDS_COLOUR, *SWISS)
def must_have_colour(world, said):
    mine, his = world.wish(said.player), world.wish(said.other)
    return mine == his and mine[1] == 3


def case_of(said):
    """The question of a claim that these two are no pair, or of why somebody else is not free."""
    if len(said.two) == 1:
        return Claim(REFUSED, None, said.two[0], said.other, in_place=True)
    return Claim(REFUSED, None, said.player, said.other)


@says(texts.LEAVES, *EDITIONS)
@says(texts.NEEDED, *EDITIONS)
def rest_not_paired(world, said):
    """In the last group both were in, since it is the last that all have to be paired in."""
    claim = case_of(said)
    cases = [*swiss_cases.cases_of(world, claim)]
    if UNCHECKED in cases:
        return UNCHECKED
    return any(not swiss_refused.can_be_paired(case) for case in cases)


@says(texts.LEAVES, "fide-dutch")
@says(texts.NEEDED, "fide-dutch")
def rest_not_paired_by_fide(world, said):
    claim, round_ = case_of(said), world.reference
    if not world.groups:  # the score of the bye is known once they are made
        return False
    if dutch_refused.is_of_bye(world, claim):
        place = world.place[said.other]
        if world.half_points(place) < round_.bye_score:
            return not round_.can_complete((1 << round_.size) - 1 & ~(1 << place))
    if len(members(dutch_refused.question(world, claim)[0])) > dutch_refused.LARGEST:
        return UNCHECKED
    return not dutch_refused.works(world, claim, round_.bye_score)


def in_one_case(check):
    """The checker of one case, older editions: it must hold in one."""

    def of_any(world, said):
        cases = [*swiss_cases.cases_of(world, case_of(said))]
        held = [one if one is UNCHECKED else check(one) for one in cases]
        return True if True in held else UNCHECKED if UNCHECKED in held else False

    return of_any


@says(texts.FEWER, *EDITIONS)
@in_one_case
def fewer(case):
    return not case.group.is_last and not swiss_refused.can_be_paired(case)


@says(texts.OTHERS_WANT, *EDITIONS)
@says(texts.WANT_WITHOUT, *EDITIONS)
@in_one_case
def others_want(case):
    """Of some strength there are more such pairs than were made, a new one among them."""
    if case.other is None:
        return False
    new = [pair for pair in case.other.pairs if not case.made.has(pair)]
    if case.question.kind == swiss_cases.PAIR:
        asked = {case.question.one, case.question.two}
        new = [pair for pair in new if not asked & {*pair}]
    return any(
        swiss_refused.clashing(case, case.made, strength)
        < swiss_refused.clashing(case, case.other, strength)
        and any(swiss_refused.both_want(case.world, *pair, strength) for pair in new)
        for strength in (1, 2, 3)
    )


@says(texts.FLOATS_AGAIN, *EDITIONS)
@says(texts.FLOATS_WITHOUT, *EDITIONS)
@in_one_case
def floats_again(case):
    return case.other is not None and any(
        swiss_refused.again(case, case.other, *of) - swiss_refused.again(case, case.made, *of)
        for of in product(("down", "up"), (1, 2))
    )


@says(texts.LATER, *EDITIONS)
@says(texts.LATER_WITHOUT, *EDITIONS)
@in_one_case
def comes_later(case):
    return swiss_refused.is_later(case)


def in_the_case(check):
    """The checker of the best pairing with what is asked, by FIDE."""

    def checked(world, said):
        group, wanted, asked = dutch_refused.question(world, case_of(said))
        if len(members(group)) > dutch_refused.LARGEST:
            return UNCHECKED
        other = dutch_refused.with_question(world.reference, group, wanted)
        return check(dutch_refused.Case(world, group, wanted, asked, other))

    return checked


@says(texts.FEWER, "fide-dutch")
@in_the_case
def fewer_by_fide(case):
    return case.other is None or case.first[0] == "C6"


@says(texts.OTHERS_WANT, "fide-dutch")
@says(texts.WANT_WITHOUT, "fide-dutch")
@in_the_case
def others_want_by_fide(case):
    """The first criterion that is worse; a new pair beside the two goes against it."""
    criterion, made, then = case.first
    if criterion not in ("C12", "C13") or made >= then:
        return False
    strength = {"C12": 1, "C13": 2}[criterion]
    places = case.world.reference.players
    wishes = [
        [places[place].preference for place in pair]
        for pair in case.new_pairs
        if not {*pair} & {*case.asked}
    ]
    return any(
        one[0] == two[0] is not None and min(one[1], two[1]) >= strength for one, two in wishes
    )


@says(texts.FLOATS_AGAIN, "fide-dutch")
@says(texts.FLOATS_WITHOUT, "fide-dutch")
@in_the_case
def floats_again_by_fide(case):
    return case.first[0] in ("C14", "C15", "C16", "C17") and bool(
        floating_again(case, case.other) - floating_again(case, case.group)
    )


def floating_again(case, bracket):
    """(who, how, how long ago) of those in a bracket who float as they did."""
    up = [lower for higher, lower in bracket.pairs if higher in case.group.mdps]
    floating = [(one, "down") for one in bracket.downfloaters] + [(one, "up") for one in up]
    players = case.world.reference.players
    return {
        (one, how, ago)
        for one, how in floating
        for ago in (1, 2)
        if players[one].floats[-ago] == how
    }


@says(texts.LATER, "fide-dutch")
@says(texts.LATER_WITHOUT, "fide-dutch")
@in_the_case
def comes_later_by_fide(case):
    return case.other is not None and case.first[0] == "place" and case.first[1] < case.first[2]


@says(texts.NO_COLOURS, *EDITIONS)
def no_colours(world, said):
    return swiss_refused.no_colours(world, case_of(said))


@says(texts.LOWEST, *EDITIONS)
def lowest(world, said):
    return said.two == (world.bye,) and world.to_be_paired[-1] == world.number(world.bye)


@says(texts.LOWEST, "fide-dutch")
def lowest_by_fide(world, said):
    return said.two == (world.bye,) and world.place[world.bye] == world.reference.size - 1


@says(texts.WITHOUT_GAME, "fide-dutch")
def without_game(world, said):
    rounds = [world.everybody[player].unplayed for player in (said.other, world.bye)]
    return said.two == (world.bye,) and rounds[0] > rounds[1]


def group_of(world, said):
    """(its number, the group) in which the pair was made; numbers of both."""
    two = set(world.numbers(said.two))
    return next(
        (at, group)
        for at, group in enumerate(world.groups)
        if any(set(pair) == two for pair in group.pairs)
    )


def came_above(world, said):
    """By score, higher than that of their group: (whether it has a group, who came there)."""
    _at, here = group_of(world, said)
    least = world.score_of(here)
    for score in sorted({world.points(one) for one in world.players}):
        if score > least:
            yield from ((world.group_with(score), there) for there in who_came(world, score))


@says(texts.STAYED_OVER, *EDITIONS)
def stayed_over(world, said):
    number, (at, _here) = world.number(said.other), group_of(world, said)
    return said.other in said.two and (
        any(number in group.left for group in world.groups[:at])
        or any(group is None and number in there for group, there in came_above(world, said))
    )


@says(texts.NO_OPPONENT, *EDITIONS)
def no_opponent(world, said):
    number, may_meet = world.number(said.other), world.edition.may_meet
    return said.other in said.two and any(
        number in there and not any(may_meet(number, one) for one in there - {number})
        for _group, there in came_above(world, said)
    )


def groups_above(world, said):
    """Those that were paired before the one in which this pair was made."""
    two = set(world.places(said.two))
    at = next(
        at for at, group in enumerate(world.groups) if any(set(pair) == two for pair in group.pairs)
    )
    return world.groups[:at]


@says(texts.STAYED_OVER, "fide-dutch")
def stayed_over_by_fide(world, said):
    place = world.place[said.other]
    above = groups_above(world, said)
    return said.other in said.two and any(place in group.downfloaters for group in above)


@says(texts.NO_OPPONENT, "fide-dutch")
def no_opponent_by_fide(world, said):
    place, allowed = world.place[said.other], world.reference.allowed
    return said.other in said.two and any(
        place in members(group) and not any(allowed[place][one] for one in members(group))
        for group in groups_above(world, said)
    )


# Resistance points --------------------------------------------------------------------------------

RESISTANCE = "knsb-resistance"


@says(texts.STAYED_OVER, RESISTANCE)
def stayed_over_on_resistance(world, said):
    if len(said.two) == 1:
        return world.number(said.other) in world.groups[-1].came
    one, two = map(world.number, said.two)
    made = world.groups_of(one, two)[0]
    number, above = world.number(said.other), world.groups[: made.index]
    return said.other in said.two and any(number in group.made.out for group in above)


def other_ways(check):
    """The checker of another way of a group, on resistance points: it must hold in one."""

    def of_any(world, said):
        others = resistance_refused.others(world, case_of(said))
        return any(check(world, other) for other in others)

    return of_any


@says(texts.OVER_AGAIN, RESISTANCE)
@other_ways
def over_again(_world, other):
    then, now = resistance_refused.again(other) if other.way else ((), ())
    return len(then) > len(now)


@says(texts.MEET_AGAIN, RESISTANCE)
@says(texts.MEET_WITHOUT, RESISTANCE)
@other_ways
def meet_again(world, other):
    rest = world.below(other.group) - {*other.asked}
    return other.way is None and len(rest) == 2 and world.has_met(*rest)


@says(texts.LATER, RESISTANCE)
@other_ways
def later_on_resistance(_world, other):
    """The same are left over, and a pair without the two differs first."""
    made, then = (other.way and resistance_refused.first_difference(other)) or ((), ())
    return bool(made) and not {*made, *then} & {*other.pair}


@says(texts.LEAVES, RESISTANCE)
def leaves_on_resistance(world, said):
    pair = world.number(said.player), world.number(said.other)
    return world.first_way(world.groups_of(*pair)[0], pair=pair) is None


@says(texts.NEEDED, RESISTANCE)
def needed_on_resistance(world, said):
    number, instead = world.number(world.bye), world.number(said.other)
    last = world.groups[-1]
    return world.first_way(last, lambda out: instead in out and number not in out) is None


@says(texts.NOBODY_ELSE, RESISTANCE)
def alone_in_last_group(world, said):
    return world.groups[-1].everybody == {world.number(world.bye)}


@says(texts.ONLY_ONE, RESISTANCE)
def only_one(world, said):
    last = world.groups[-1]
    return said.two == (world.bye,) and not world.first_way(last, without(world.number(world.bye)))


@says(texts.BY_LOT, RESISTANCE)
def by_lot(world, said):
    """The first of round 1, or the last, as the option says."""
    line = world.to_be_paired
    end = 0 if world.position.first_round == "5.1" else -1
    is_odd = world.position.is_first and len(line) % 2 == 1
    return is_odd and said.two == (world.bye,) and world.number(world.bye) == line[end]
