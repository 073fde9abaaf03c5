"""Are the half sentences of `pairing.sentences.in_short` true? From the world alone: which reason
one was made of is not looked at.

A checker says of one text what its comment there says, of a system or of all. Here are those of all
systems and of the Keizer systems; `in_short_swiss` has the others.
"""

from dataclasses import dataclass

from pairing.sentences import in_short as texts
from pairing.sentences.in_short import of_bye, of_pair, passed_over
from tests.pairing import attacalc_reference
from tests.pairing.truth.attacalc_told import byes
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.resistance_world import TooLarge
from tests.pairing.truth.walk import answers_of

#: By (system, text); without a system for all.
CHECKERS = {}


@dataclass(frozen=True)
class Said:
    """One half sentence about one of its `others`; "" where it has none. `two` are the pair, or the
    one who has the bye; `player` as in `Short`."""

    text: object
    two: tuple
    player: str = ""
    other: str = ""


def all_said(explanation):
    """What is said in short of all boards and byes of a round."""
    for white, black, answer in answers_of(explanation):
        for short in (*of_pair(answer), *passed_over(answer)):
            yield from _each(short, (white, black))
    answer, free = explanation.bye_answer(), explanation.proposal.bye
    for short in of_bye(answer, free) if answer else ():
        yield from _each(short, (free,))


def _each(short, two):
    for other in short.others if short.text not in WITHOUT_NAMES else ("",):
        yield Said(short.text, two, short.player, other)


#: Texts that name nobody.
WITHOUT_NAMES = {text for text in vars(texts).values() if isinstance(text, str)}


def is_true(world, said):
    """True, UNCHECKED, or something else: it is not so, or nobody checks it."""
    system = world.snapshot.system
    checker = CHECKERS.get((system, said.text)) or CHECKERS.get(("", said.text))
    if checker is None:
        return "no checker"
    try:
        return checker(world, said)
    except TooLarge:
        return UNCHECKED
    except (LookupError, ValueError, StopIteration) as stumble:
        return f"the checker stumbles: {stumble!r}"


def says(text, *systems):
    """The checker of a text, in these systems; without any in all."""

    def register(checker):
        for system in systems or ("",):
            CHECKERS[system, text] = checker
        return checker

    return register


# In every system ----------------------------------------------------------------------------------


@says(texts.MET)
def has_met(world, said):
    return bool(world.met_in(said.player, said.other))


@says(texts.NEVER)
def never_plays(world, said):
    return world.is_forbidden(said.player, said.other)


@says(texts.FIXED)
def is_fixed(world, said):
    return said.other in world.fixed and world.fixed[said.other] not in said.two


@says(texts.HAS_BYE)
def has_bye(world, said):
    return said.other == world.bye


def with_points_of(world, player):
    return {one for one in world.taking_part if world.points(one) == world.points(player)}


@says(texts.ONLY_TWO_WITH)
def only_two_with(world, said):
    return with_points_of(world, said.two[0]) == set(said.two)


@says(texts.ALONE_WITH)
def alone_with(world, said):
    return said.other in said.two and with_points_of(world, said.other) == {said.other}


@says(texts.HAD_POINTS)
def had_points(world, said):
    return said.two == (world.bye,) and not world.may_have_bye(said.other)


@says(texts.BY_TABLE, "berger")
def by_table(world, said):
    return said.two == (world.free,)


# Keizer and AttaCalc ------------------------------------------------------------------------------

CHOSEN = "attacalc", "keizer"


def turn_of(world, player):
    """The number of the match in which somebody is paired."""
    return next(n for n, one in enumerate(world.matches) if player in (one.player, one.opponent))


@says(texts.ONLY_TWO_LEFT, *CHOSEN)
def only_two_left(world, said):
    return set(world.matches[-1].left) == set(said.two)


@says(texts.EARLIER, *CHOSEN)
def was_earlier(world, said):
    return said.player in said.two and turn_of(world, said.other) < turn_of(world, said.player)


@says(texts.LEAVES, *CHOSEN)
def leaves_somebody(world, said):
    return world.with_pair(said.player, said.other) is None


@says(texts.LATER, *CHOSEN)
def comes_later(world, said):
    """Up to the first match that differs all is as made; there an opponent lower down is met."""
    mates = world.with_pair(said.player, said.other)
    match = next(one for one in world.matches if mates[one.player] != one.opponent)
    three = match.player, match.opponent, mates[match.player]
    is_later = world.place(three[1]) < world.place(three[2])
    return is_later and not {said.player, said.other} & {*three}


@says(texts.NOBODY_ELSE, *CHOSEN)
def nobody_else(world, said):
    return world.free == [world.bye] == [*said.two]


def agos(world, one, other):
    return [ago for ago in (world.ago(one, other), world.ago(other, one)) if ago is not None]


@says(texts.MET_LATELY, "attacalc")
def met_lately(world, said):
    return any(ago <= world.info["n"] for ago in agos(world, said.player, said.other))


@says(texts.NEEDS_COLOUR, "attacalc")
def needs_colour(world, said):
    shares = world.share(said.player), world.share(said.other)
    return world.info["colour"] and not attacalc_reference.colours_allow(*shares)


@says(texts.GAVE_WAY, "attacalc")
def gave_way(world, said):
    return any(world.info["n"] < ago <= world.n0 for ago in agos(world, *said.two))


@says(texts.LAST_FEWEST, "attacalc")
def last_with_fewest(world, said):
    least = min(byes(world, one) for one in world.free)
    return said.two == (world.bye,) == (world.free[-1],) and byes(world, world.bye) == least


@says(texts.MORE_BYES, "attacalc")
def more_byes(world, said):
    is_lower = world.place(said.other) > world.place(world.bye)
    return is_lower and byes(world, said.other) > byes(world, world.bye)


def allows(world, limit, said):
    return world.rules.allows(limit, world.degrees[limit], said.player, said.other)


@says(texts.MET_LATELY, "keizer")
def met_lately_by_own_rules(world, said):
    return not allows(world, "gap", said)


@says(texts.MET_OFTEN, "keizer")
def met_often(world, said):
    return not (allows(world, "times", said) and allows(world, "times_in_period", said))


@says(texts.NO_COLOURS, "keizer")
def no_colours(world, said):
    return not allows(world, "colours", said)


@says(texts.GAVE_WAY, "keizer")
def gave_way_by_own_rules(world, said):
    limits = "gap", "times", "times_in_period", "not_in_first"
    return any(0 < world.least(one, *said.two) <= world.degrees[one] for one in limits)


@says(texts.OWES, "keizer")
def owes_bye(world, said):
    return said.two == (world.bye,) and world.claim_to_bye(world.bye)[0]


def can_spare(world, player):
    """Whether all others on no fixed board can be paired, but for forbidden pairs."""
    left = [one for one in world.free if one != player]
    return world.rules.exists(left, lambda a, b: not world.is_forbidden(a, b))


@says(texts.NEEDED, "keizer")
def is_needed(world, said):
    return said.other in world.free and not can_spare(world, said.other)


def who_could(world, said, counted):
    """Those without whom the others can be paired, in order, with the fewest where it counts."""
    could = [player for player in world.free if can_spare(world, player)]
    if counted != world.rules.option("bye", "fewest") or said.two != (world.bye,):
        return [None]
    if counted != "none":
        least = min(map(world.rules.fewest, could))
        could = [player for player in could if world.rules.fewest(player) == least]
    return could


@says(texts.LAST_OF_FEWEST_BYES, "keizer")
def last_of_fewest_byes(world, said):
    return who_could(world, said, "byes")[-1] == world.bye


@says(texts.FIRST_OF_FEWEST_BYES, "keizer")
def first_of_fewest_byes(world, said):
    return who_could(world, said, "byes")[0] == world.bye


@says(texts.LAST_OF_FEWEST_MISSED, "keizer")
def last_of_fewest_missed(world, said):
    return who_could(world, said, "unplayed")[-1] == world.bye


@says(texts.FIRST_OF_FEWEST_MISSED, "keizer")
def first_of_fewest_missed(world, said):
    return who_could(world, said, "unplayed")[0] == world.bye


@says(texts.LAST_WHO_COULD, "keizer")
def last_who_could(world, said):
    return who_could(world, said, "none")[-1] == world.bye


@says(texts.FIRST_WHO_COULD, "keizer")
def first_who_could(world, said):
    return who_could(world, said, "none")[0] == world.bye


def had_more(world, said, counted):
    is_lower = world.place(said.other) > world.place(world.bye)
    more = world.rules.fewest(said.other) > world.rules.fewest(world.bye)
    return world.rules.option("bye", "fewest") == counted and is_lower and more


@says(texts.MORE_BYES, "keizer")
def had_more_byes(world, said):
    return had_more(world, said, "byes")


@says(texts.MISSED_MORE, "keizer")
def missed_more(world, said):
    return had_more(world, said, "unplayed")
