"""What is asked about a Swiss group, and which of its pairings has it?"""

from dataclasses import dataclass, replace

from pairing.reasons.swiss import ForBelow
from pairing.reasons.swiss_groups import ChangedHalves
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.swiss import LARGEST

PAIR, IN_PLACE, HALVES = "pair", "in place", "halves"


@dataclass(frozen=True)
class Question:
    """Why are `one` and `two` no PAIR, why did not `two` stay over IN_PLACE of `one`, or why did
    players change HALVES in the group where both are, with the same pairs of those who came down?
    Pairing numbers.

    `helps`: it is about pairings that help the group below.
    """

    kind: str
    one: int
    two: int
    helps: bool = False

    def wanted(self, world, group):
        """Whether a candidate of the group has what is asked."""
        if self.kind == PAIR:
            return lambda one: one.has((self.one, self.two))
        if self.kind == IN_PLACE:
            return lambda one: self.two in one.left and self.one not in one.left
        first = group.pairs[: group.first_paired]
        return lambda one: one.pairs[: one.first] == first and not any(exchanged(world, group, one))


@dataclass(frozen=True)
class Case:
    """`made` and `other` are candidates of the group; `other` None: nothing has what is asked."""

    world: object
    group: object
    question: Question
    made: object
    other: object

    @property
    def wanted(self):
        """Whether a candidate has what is asked, whether it helps the group below or not."""
        return self.question.wanted(self.world, self.group)


def questions_of(world, claim):
    """What the claim can be an answer to; several, where it does not say which."""
    outer = claim.within
    if outer is not None and isinstance(outer.reason, ForBelow):
        yield from (replace(question, helps=True) for question in questions_of(world, outer))
    elif outer is not None and isinstance(outer.reason, ChangedHalves):
        one, two = world.numbers((outer.reason.down[0], outer.reason.up[0]))
        yield Question(HALVES, one, two)
    else:
        yield from _asked(world, claim)


def _asked(world, claim):
    if claim.player and claim.other:
        one, two = world.numbers((claim.player, claim.other))
        yield Question(IN_PLACE if claim.in_place else PAIR, one, two)


def cases_of(world, claim):
    """Every group that the question can be about."""
    for question in questions_of(world, claim):
        for group in world.groups:
            if {question.one, question.two} <= set(group.everybody):
                if question.kind == IN_PLACE and question.one not in group.left:
                    continue
                if len(group.everybody) > LARGEST:
                    yield UNCHECKED
                    continue
                yield _case(world, group, question)


def _case(world, group, question):
    wanted, opened = question.wanted(world, group), group.opened
    if question.helps and opened:
        other = world.edition.best(group, lambda one: wanted(one) and opened.accepts(one.left))
    else:
        other = world.edition.best(group, wanted)
    return Case(world, group, question, world.edition.made(group), other)


# Halves -------------------------------------------------------------------------------------------


def s1_of(candidate):
    """Those who came down that are in S1 of a heterogeneous group."""
    return {one for one, _ in candidate.pairs[: candidate.first]}


def halves(world, group, candidate):
    """(S1, S2) of the homogeneous part of a candidate: in A2 order, after the exchange."""
    first = {n for pair in candidate.pairs[: candidate.first] for n in pair}
    rest = [n for n in world.position.in_order(group.everybody) if n not in first]
    upper = [one for one, _ in candidate.pairs[candidate.first :]]
    return upper, [n for n in rest if n not in upper]


def exchanged(world, group, candidate):
    """(who went down from S1, who came up from S2) in the homogeneous part."""
    upper, lower = halves(world, group, candidate)
    before = world.position.in_order(upper + lower)[: len(upper)]
    return [n for n in before if n not in upper], [n for n in upper if n not in before]
