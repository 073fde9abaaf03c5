"""Are the reasons true that the Swiss system on resistance points gives?

Here are those of pairs, byes and colours; why two are no pair is in `resistance_refused`.
"""

from pairing.reasons.every_system import GroupOf, NobodyElse, Plays, SamePoints
from pairing.reasons.resistance import (
    Apart,
    ByeByLot,
    ByeOf,
    FirstChoice,
    LastTwo,
    LeftOver,
    MetAllBetween,
    MetByLot,
    MetEquals,
    MustBeLeftOver,
    NoFewerLeftOver,
    OnlyOneForBye,
    OnlyPossible,
)
from pairing.reasons.resistance_colours import (
    BothMend,
    ColoursTurned,
    FirstNamed,
    HigherMends,
    HigherTurns,
    OneMends,
)
from tests.pairing.resistance_reference import asks, other
from tests.pairing.truth import resistance_refused
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.resistance_world import ResistanceWorld, TooLarge, checkers

__all__ = ["ResistanceWorld", "checkers", "resistance_refused"]


def unless_too_large(checker):
    """A checker that leaves groups out of which not all ways are made."""

    def checked(world, claim):
        try:
            return checker(world, claim)
        except TooLarge:
            return UNCHECKED

    return checked


def are_pair(world, one, two):
    """Whether two ids were paired; in a claim about a board they are that board."""
    return world.opponents.get(one) == two


def is_about(claim, *players):
    """Whether a claim about a board names its two players; a step is about no board."""
    return claim.about != "first" or {claim.player, claim.other} == set(players)


def is_one_of(claim, player):
    """Whether a claim about a board is about one of its two."""
    return claim.about != "first" or player in (claim.player, claim.other)


@checkers(SamePoints)
def same_points(world, claim):
    one, two, score = claim.reason.one, claim.reason.other, claim.reason.score
    return world.points(one) == world.points(two) == score and is_about(claim, one, two)


@checkers(Plays)
def plays(world, claim):
    return are_pair(world, claim.reason.player, claim.reason.opponent)


@checkers(GroupOf)
def group_of(world, claim):
    reason = claim.reason
    group = world.group_with(reason.score)
    own, came = (frozenset(map(world.number, ids)) for ids in (reason.own, reason.arrived))
    return ((group.own, group.came) == (own, came) and reason.size == len(own | came)) or f"{group}"


# Pairs --------------------------------------------------------------------------------------------


@checkers(MetByLot)
def met_by_lot(world, claim):
    reason, line = claim.reason, world.to_be_paired
    numbers = [line.index(world.number(one)) + 1 for one in (reason.player, reason.opponent)]
    low, high = sorted(numbers)
    if world.position.first_round == "5.1":
        meet = low + high == len(line) + (2 if len(line) % 2 else 1)
    else:
        meet = low % 2 == 1 and high == low + 1
    said = [reason.number, reason.opponent_number]
    right = world.position.is_first and meet and said == numbers
    return right and are_pair(world, reason.player, reason.opponent)


def turn_of(world, player):
    """The group in which a pair with this one was made, and its number there."""
    number = world.number(player)
    for group in world.groups:
        for index, pair in enumerate(group.made.pairs):
            if number in pair:
                return group, index
    raise LookupError(player)


@checkers(LastTwo)
def last_two(world, claim):
    one, two = claim.reason.one, claim.reason.other
    group, index = turn_of(world, one)
    is_last = index == len(group.made.pairs) - 1
    return (is_last and are_pair(world, one, two)) or f"{group.made.pairs}"


def possible_at(world, reason):
    """(all possible opponents, all others without one) when it was the turn of `player`; None: it
    was not, or another pair was made."""
    group, index = turn_of(world, reason.player)
    pair = (world.number(reason.player), world.number(reason.opponent))
    if group.made.pairs[index] != pair:
        return None
    left = frozenset(one for made in group.made.pairs[index:] for one in made)
    return set(world.possible(pair[0], left)), left - {pair[0]}


@checkers(FirstChoice)
def first_choice(world, claim):
    reason, found = claim.reason, possible_at(world, claim.reason)
    if found is None:
        return "it was not their turn"
    possible, _left = found
    opponent, position = world.number(reason.opponent), world.position
    rivals = possible - {opponent}
    wp, sb = position.resistance, position.sonneborn_berger
    value = {"WP": wp[opponent], "SB": sb[opponent], "lot": opponent}[reason.by]
    if not rivals or opponent not in possible or value != reason.value:
        return f"possible: {possible}, value {value}"
    if min(wp[one] for one in rivals) < wp[opponent]:
        return f"fewer WP: {[one for one in rivals if wp[one] < wp[opponent]]}"
    level = [one for one in rivals if wp[one] == wp[opponent]]
    if reason.by == "WP":
        return not level or f"as few: {level}"
    if not level or min(sb[one] for one in level) < sb[opponent]:
        return f"SB: {level}"
    level = [one for one in level if sb[one] == sb[opponent]]
    if reason.by == "SB":
        return not level or f"as much SB: {level}"
    prefers = all(world.lot * one < world.lot * opponent for one in level)
    return (bool(level) and prefers) or f"lot: {level}"


@checkers(OnlyPossible)
def only_possible(world, claim):
    found = possible_at(world, claim.reason)
    if found is None:
        return "it was not their turn"
    possible, left = found
    only = possible == {world.number(claim.reason.opponent)}
    return (only and len(left) > 1) or f"possible: {possible} of {left}"


@checkers(Apart)
def apart(world, claim):
    reason = claim.reason
    points = world.points(reason.player), world.points(reason.opponent)
    right = points == (reason.score, reason.opponent_score) and points[0] > points[1]
    return (right and is_about(claim, reason.player, reason.opponent)) or f"have {points}"


def between(world, reason):
    """Who is present and has at most the points of the one, and more than the other."""
    number = world.number(reason.player)
    points = world.position.points
    return [
        one
        for one in map(world.number, world.taking_part)
        if one != number and reason.opponent_score < points[one] <= reason.score
    ]


@checkers(MetAllBetween, MetEquals)
def met_all_between(world, claim):
    reason, number = claim.reason, world.number(claim.reason.player)
    others = set(between(world, reason))
    if not others:
        return "nobody is in between"
    if type(reason) is MetEquals and any(
        world.position.points[one] != reason.score for one in others
    ):
        return f"not all have as many: {others}"
    for group in world.groups:
        if number in group.made.out:
            others |= group.everybody - {number}
    not_met = [one for one in others if not world.has_met(number, one)]
    return f"not met: {not_met}" if not_met else apart(world, claim)


# Who is left over, and who has the bye ------------------------------------------------------------


def without(player):
    """That somebody is not left over."""
    return lambda out: player not in out


@checkers(MustBeLeftOver, LeftOver)
def left_over(world, claim):
    """Only who may meet somebody of the group could play there; what else is worse then, is a
    reason of its own."""
    group, number = world.group_with(claim.reason.score), world.number(claim.reason.player)
    if number not in group.made.out or not is_one_of(claim, claim.reason.player):
        return "is not left over"
    others = group.everybody - {number}
    could_play = any(world.position.may_meet(number, other) for other in others)
    return could_play is (type(claim.reason) is LeftOver) or f"could play: {could_play}"


@checkers(NoFewerLeftOver)
@unless_too_large
def no_fewer_left_over(world, claim):
    group, count = world.group_with(claim.reason.score), claim.reason.count
    fewer = world.first_way(group, lambda out: len(out) < count)
    return (len(group.made.out) == count >= 2 and fewer is None) or f"another way: {fewer}"


@checkers(ByeByLot)
def bye_by_lot(world, claim):
    line = world.to_be_paired
    number = line.index(world.number(claim.reason.player)) + 1
    right = number == (1 if world.position.first_round == "5.1" else len(line))
    has_it = claim.reason.player == world.bye and claim.reason.number == number
    return world.position.is_first and len(line) % 2 == 1 and right and has_it


@checkers(NobodyElse)
def nobody_else(world, claim):
    last = world.groups[-1]
    return world.bye == claim.reason.player and last.everybody == {world.number(world.bye)}


@checkers(OnlyOneForBye)
@unless_too_large
def only_one_for_bye(world, claim):
    last, number = world.groups[-1], world.number(claim.reason.player)
    way = world.first_way(last, without(number))
    right = claim.reason.player == world.bye and len(last.everybody) > 1
    return (right and way is None) or f"another way: {way}"


@checkers(ByeOf)
@unless_too_large
def bye_of(world, claim):
    way = world.first_way(world.groups[-1], without(world.number(claim.reason.player)))
    return (claim.reason.player == world.bye and way is not None) or "there is no way"


# Colours ------------------------------------------------------------------------------------------


def turned_in(world, one, two):
    """The last round (from 1) in which both played with different colours; 0: none."""
    rounds = zip(*(world.position.past[world.number(player)] for player in (one, two)), strict=True)
    differ = [
        number
        for number, (mine, theirs) in enumerate(rounds, start=1)
        if mine.kind == theirs.kind == "played" and mine.colour != theirs.colour
    ]
    return differ[-1] if differ else 0


def colour_rule(world, claim):
    """(class, its facts) by 6.1."""
    position, white, black = world.position, claim.player, claim.other
    asked = {player: asks(position.saldo(world.number(player))) for player in (white, black)}
    if asked[white] and asked[black] and asked[white] != asked[black]:
        return BothMend, {"white": white, "black": black}
    if bool(asked[white]) != bool(asked[black]):
        player = white if asked[white] else black
        return OneMends, {"player": player, "colour": asked[player]}
    round_ = turned_in(world, white, black)
    if round_:
        return ColoursTurned, {"white": white, "black": black, "round": round_}
    higher = min(white, black, key=lambda player: position.rank(world.number(player)))
    has = "white" if higher == white else "black"
    if asked[higher]:
        return HigherMends, {"player": higher, "colour": asked[higher]}
    played = [
        (number, one.colour)
        for number, one in enumerate(position.past[world.number(higher)], start=1)
        if one.kind == "played"
    ]
    if played:
        number, colour = played[-1]
        return HigherTurns, {"player": higher, "colour": other(colour), "round": number}
    first = world.snapshot.options.get("initial_colour", "black")
    return FirstNamed, {"player": higher, "colour": first if first == has else ""}


@checkers(BothMend, OneMends, ColoursTurned, HigherMends, HigherTurns, FirstNamed)
def colour(world, claim):
    """The rule is the one that decides, its facts are so, and the pair has these colours."""
    rule, facts = colour_rule(world, claim)
    said = {name: getattr(claim.reason, name) for name in facts}
    said = {name: getattr(value, "value", value) for name, value in said.items()}
    gets = {claim.player: "white", claim.other: "black"}
    as_said = "player" not in facts or gets[facts["player"]] == facts["colour"]
    if rule in (BothMend, ColoursTurned):
        as_said = facts["white"] == claim.player
    if rule is BothMend:
        as_said = asks(world.position.saldo(world.number(claim.player))) == "white"
    if rule is ColoursTurned:
        had = world.position.past[world.number(claim.player)][facts["round"] - 1].colour
        as_said = had == "black"
    right = rule is type(claim.reason) and said == facts and as_said
    return right or f"{rule.__name__} {facts}"
