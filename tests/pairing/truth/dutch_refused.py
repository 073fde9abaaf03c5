"""Are the reasons true why two are no pair, or somebody has no bye, in the FIDE (Dutch) System?

Each is a comparison: the group as it was made, and the best candidate, judged literally, of those
that have what was asked.
"""

from fractions import Fraction
from typing import NamedTuple

from pairing.reasons.dutch import (
    ByeHigher,
    ColourTooOften,
    FewestPoints,
    GoesFurtherDown,
    LargerDifference,
    MissedMore,
    MorePointsOver,
    NextGroupWorse,
)
from pairing.reasons.every_system import AlreadyPaired, RestNotPaired, TurnOfAnother
from pairing.reasons.swiss import (
    BothMust,
    BothWant,
    ComesAfter,
    FewerPairs,
    FloatsAgain,
    NeedsExchange,
    NobodyToPlay,
    OthersFirst,
    OthersWant,
)
from pairing.reasons.swiss_groups import ChangedHalves, NotAcross
from tests.pairing.dutch_reference import Bracket, Round
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.dutch import all_but, checkers, members, s1_of, s2_of
from tests.pairing.truth.walk import with_the_two

NAMES = [*(f"C{number}" for number in range(6, 22)), "place"]
#: Beyond so many players in a group not every candidate of it is made.
LARGEST = 12


class Case(NamedTuple):
    """A group, and the best of its candidates that have what was asked; None: there is none."""

    world: object
    group: Bracket
    wanted: object
    asked: tuple
    other: Bracket | None

    @property
    def first(self):
        """(criterion, made, other) of the first difference."""
        both = zip(NAMES, self.group.judged, self.other.judged, strict=True)
        return next(one for one in both if one[1] != one[2])

    @property
    def new_pairs(self):
        return [pair for pair in self.other.pairs if pair not in self.group.pairs]


def question(world, claim):
    """(group, what is wanted, the two places, if they should be a pair)."""
    if claim.within is not None and isinstance(claim.within.reason, ChangedHalves):
        down = world.place[claim.within.reason.down[0]]
        group = next(
            g
            for g in world.groups
            if down in members(g)
            and down not in g.mdps
            and g.pairs
            and down in s1_of(g)[1] + s2_of(g, False)
        )
        mixed = [pair for pair in group.pairs if pair[0] in group.mdps]

        def unexchanged(pairs, left):
            place = world.reference.place(group.mdps, group.residents, pairs)[2]
            return place[0] == 0 and [p for p in pairs if p[0] in group.mdps] == mixed

        return group, unexchanged, ()
    one, other = world.places((claim.player, claim.other))
    if claim.in_place:
        groups = [g for g in world.groups if one in g.downfloaters and other in members(g)]
        groups = [g for g in groups if other not in g.downfloaters]
        group = groups[-1 if is_of_bye(world, claim) else 0]
        return group, lambda pairs, left: other in left and one not in left, ()
    group = [g for g in world.groups if one in members(g) and other in members(g)][-1]
    pair = min(one, other), max(one, other)
    return group, lambda pairs, left: pair in pairs, pair


def is_of_bye(world, claim):
    """Whether somebody would have the bye in the place of who has it."""
    is_last = claim.group is None or claim.group.score == world.score_of(world.groups[-1])
    return claim.in_place and claim.player == world.bye and is_last


def can_part(round_, group, left):
    """Whether the rest can be paired without two of those who stay over meeting each other."""
    lower = round_.lower(group.residents)

    def complete(players):
        if not players:
            return True
        first, rest = players[0], players[1:]
        if len(players) % 2 and round_._may_have_bye(first) and complete(rest):
            return True
        return any(
            round_.allowed[first][other]
            and not (first in left and other in left)
            and complete(tuple(one for one in rest if one != other))
            for other in rest
        )

    return complete((*left, *lower))


def with_question(round_, group, wanted):
    """The best candidate of a group with what was asked; None: there is none."""
    return round_.best(
        group.mdps,
        group.residents,
        lambda pairs, left: wanted(pairs, left) and can_part(round_, group, left),
    )


def compares(*classes):
    """The checker of a claim about the best candidate with what was asked."""

    def register(check):
        @checkers(*classes)
        def checked(world, claim):
            claim = with_the_two(claim)
            group, wanted, asked = question(world, claim)
            if len(members(group)) > LARGEST:
                return UNCHECKED
            other = with_question(world.reference, group, wanted)
            case = Case(world, group, wanted, asked, other)
            return check(case, claim.reason) or f"{other and (case.first, other.pairs)}"

        return check

    return register


# Never, or not so that all can be paired ----------------------------------------------------------


@checkers(BothMust)
def both_must(world, claim):
    wishes = [world.wish(one) for one in (claim.player, claim.other)]
    top = [world.everybody[one].is_topscorer for one in (claim.player, claim.other)]
    return (wishes == [(claim.reason.colour.value, 3)] * 2 and not any(top)) or f"{wishes}, {top}"


@checkers(FewestPoints)
def fewest_points(world, claim):
    least = Fraction(world.reference.bye_score, 2)
    has_more = world.points(claim.other) > least
    return (claim.reason.score == least == world.points(world.bye) and has_more) or f"{least}"


def least_bye(world, claim):
    """The least score of a bye, beyond that of this round, with which it works; None: no such."""
    scores = sorted({score for score in world.reference.score if score > world.reference.bye_score})
    return next((score for score in scores if works(world, claim, score)), None)


def works(world, claim, bye_score):
    """Whether all who are left can be paired with what was asked, were the bye at this score."""
    group, wanted, asked = question(world, claim)
    trial = Round(world.position)
    trial.bye_score = bye_score
    if asked:
        left = set(members(group) + trial.lower(group.residents)) - set(asked)
        return trial.can_complete(sum(1 << place for place in left))
    if not trial.lower(group.residents):
        return with_question(trial, group, wanted) is not None
    return trial.best(group.mdps, group.residents, wanted) is not None


@checkers(RestNotPaired, ByeHigher)
def rest_not_paired(world, claim):
    round_, reason = world.reference, claim.reason
    if is_of_bye(world, claim):
        place = world.place[claim.other]
        if round_.score[place] < round_.bye_score:
            rest = (1 << round_.size) - 1 & ~(1 << place)
            fits = isinstance(reason, RestNotPaired) and not round_.can_complete(rest)
            return fits and all_but(world, rest, reason)
    if len(members(question(world, claim)[0])) > LARGEST:
        return UNCHECKED
    if works(world, claim, round_.bye_score):
        return "it can be paired"
    least = least_bye(world, claim) if round_.bye_score is not None else None
    group, _wanted, asked = question(world, claim)
    others = set(members(group) + round_.lower(group.residents)) - set(asked or ())
    if isinstance(reason, RestNotPaired):
        others -= {world.place[claim.other]} if is_of_bye(world, claim) else set()
        fits = all_but(world, sum(1 << place for place in others), reason)
        return (fits and least is None) or f"with a bye at {least}, {reason.left} of {others}"
    return (least is not None and reason.score == Fraction(least, 2)) or f"{least}"


@checkers(NobodyToPlay)
def nobody_to_play(world, claim):
    """Who stays over could meet nobody in the group but the one who would stay over instead."""
    group, place = question(world, claim)[0], world.place[claim.player]
    there = {*members(group)} - {place, world.place[claim.other]}
    could = [one for one in there if world.reference.allowed[place][one]]
    named = claim.reason.players == (claim.player,)
    return (claim.in_place and named and not could) or f"can meet {could}"


@checkers(NotAcross)
def not_across(world, claim):
    group, _wanted, _asked = question(world, claim)
    s1 = s1_of(group)[1]
    rest = sorted(s1 + s2_of(group, False))
    told = world.places(claim.reason.upper)
    can = {b for b in rest[len(s1) :] for a in told if world.reference.allowed[a][b]}
    return (set(told) <= set(rest[: len(s1)]) and len(can) < len(told)) or f"can meet {can}"


# What would be worse ------------------------------------------------------------------------------


@compares(FewerPairs)
def fewer_pairs(case, reason):
    is_none = case.other is None or case.first[0] == "C6"
    return is_none and reason.pairs == len(case.group.pairs)


@compares(MorePointsOver)
def more_points_over(case, reason):
    name, made, other = case.first
    if name != "C7":
        return False
    one, two = next(both for both in zip(made, other, strict=True) if both[0] != both[1])
    return (reason.made, reason.then) == (Fraction(one, 2), Fraction(two, 2)) and one < two


@compares(NextGroupWorse)
def next_group_worse(case, reason):
    name, made, other = case.first
    lower = case.world.reference.lower(case.group.residents)
    score = Fraction(case.world.half_points(lower[0]), 2)
    return name == "C8" and reason.is_fewer == (other[0] > made[0]) and reason.score == score


@compares(MissedMore)
def missed_more(case, reason):
    player = case.world.place[reason.player]
    told = "C9", reason.made, reason.then
    return case.first == told and case.other.downfloaters == [player]


@compares(ColourTooOften)
def colour_too_often(case, reason):
    """Whether the player gets it in a new pair."""
    world, player = case.world, case.world.place[reason.player]
    for pair in case.new_pairs:
        if player not in pair:
            continue
        states = [world.reference.players[place] for place in pair]
        white, _black = world.position.coloured(*states)
        state = world.reference.players[player]
        got = "white" if white is state else "black"
        after = [*state.colours, got]
        too_often = {
            "difference": abs(after.count("white") - after.count("black")) > 2,
            "row": after[-3:] == [got] * 3,
        }
        name = {"difference": "C10", "row": "C11"}[reason.how]
        is_top = any(one.is_topscorer for one in states)
        return (
            case.first[0] == name
            and too_often[reason.how]
            and is_top
            and (got == reason.colour.value)
        )
    return False


@compares(BothWant, OthersWant)
def both_want(case, reason):
    world = case.world
    pair = case.asked
    if isinstance(reason, OthersWant):
        pair, reason = tuple(sorted(world.places((reason.one, reason.other)))), reason.why
    told = ["C12", "C13"][reason.strength - 1], reason.made, reason.then
    wishes = [world.reference.players[place].preference for place in pair]
    alike = all(w[0] == reason.colour.value and w[1] >= reason.strength for w in wishes)
    return case.first == told and pair in case.new_pairs and alike


@compares(FloatsAgain)
def floats_again(case, reason):
    world, place = case.world, case.world.place[reason.player]
    state = world.reference.players[place]
    past = world.position.entrants[state.number].past[-reason.ago]
    name = f"C{(15 if reason.how == 'up' else 14) + 2 * (reason.ago - 1)}"
    if reason.how == "up":
        meets = [
            pair for pair in case.other.pairs if pair[1] == place and pair[0] in case.group.mdps
        ]
        before = [
            pair for pair in case.group.pairs if pair[1] == place and pair[0] in case.group.mdps
        ]
        fits = bool(meets) and not before and state.floats[-reason.ago] == "up"
        return case.first[0] == name and fits and not reason.unplayed
    leaves = place in case.other.downfloaters and place not in case.group.downfloaters
    is_last = not world.reference.lower(case.group.residents)
    fits = leaves and place in case.group.residents and state.floats[-reason.ago] == "down"
    is_told = reason.unplayed == (past.kind != "played") and is_last == (reason.how == "bye")
    return case.first[0] == name and fits and is_told


@compares(GoesFurtherDown)
def goes_further_down(case, reason):
    place = case.world.place[reason.player]
    name = {1: "C18", 2: "C20"}[reason.ago]
    leaves = place in case.other.downfloaters and place not in case.group.downfloaters
    floated = case.world.reference.players[place].floats[-reason.ago] == "down"
    return case.first[0] == name and leaves and floated and place in case.group.mdps


@compares(LargerDifference)
def larger_difference(case, reason):
    name, made, other = case.first
    if name != {1: "C19", 2: "C21"}[reason.ago]:
        return False
    one, two = next(both for both in zip(made, other, strict=True) if both[0] != both[1])
    return (reason.made, reason.then) == (Fraction(one, 2), Fraction(two, 2)) and one < two


# The order ----------------------------------------------------------------------------------------


def turns(case):
    """(part of the place that differs first, pairs made, pairs of the other), both by S1."""
    name, made, other = case.first
    if name != "place":
        return name, [], []
    at = next(at for at, (one, two) in enumerate(zip(made, other, strict=True)) if one != two)
    if at == 2 and made[2][:4] != other[2][:4]:
        return "exchange", [], []
    is_mdp = at < 2

    def part(group):
        return sorted(p for p in group.pairs if (p[0] in case.group.mdps) == is_mdp)

    return ("set", "turn", "turn")[at], part(case.group), part(case.other)


@compares(OthersFirst)
def others_first(case, reason):
    name, made, other = turns(case)
    before, after = {one for one, _ in made}, {one for one, _ in other}
    told = [set(case.world.places(one)) for one in (reason.made, reason.then)]
    return name == "set" and told == [before - after, after - before]


@compares(NeedsExchange)
def needs_exchange(case, reason):
    if turns(case)[0] != "exchange":
        return False

    def exchange(group):
        s1 = set(s1_of(group)[1])
        rest = sorted(s1.union(s2_of(group, False)))
        return set(rest[: len(s1)]) - s1, s1 - set(rest[: len(s1)])

    other = Bracket(case.group.mdps, case.group.residents, case.other.pairs)
    told = tuple(set(case.world.places(one)) for one in (reason.down, reason.up))
    return told == exchange(other) and reason.is_made == bool(exchange(case.group)[0])


@compares(ComesAfter, TurnOfAnother, AlreadyPaired)
def later_turn(case, reason):
    name, made, other = turns(case)
    if name != "turn":
        return False
    player, now, then = next(
        (a, b, c) for (a, b), (_, c) in zip(made, other, strict=True) if b != c
    )
    places = case.world.places
    if {player, then} == set(case.asked):
        return isinstance(reason, ComesAfter) and places((reason.made, reason.then)) == (now, then)
    if now in case.asked:
        told = isinstance(reason, AlreadyPaired)
        return told and places((reason.other, reason.opponent)) == (now, player)
    told = isinstance(reason, TurnOfAnother)
    return told and places((reason.player, reason.opponent, reason.instead)) == (player, now, then)
