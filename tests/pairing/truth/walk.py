"""What does an explanation claim? It is asked everything that a page can ask."""

from dataclasses import dataclass, fields, replace
from itertools import combinations
from random import Random

from pairing.core.explanation import Refused
from pairing.core.reason import Reason, Refusal
from pairing.core.types import PlayerId
from pairing.reasons.swiss import BothWant, OthersWant
from pairing.reasons.swiss_groups import CameFirst

#: In larger fields not every two are asked about, but so many drawn.
SMALL, DRAWN = 8, 12

FIRST, COLOUR, REFUSED, BYE, STEP = "first", "colour", "refused", "bye", "step"
WHY_NOT, WHY_NOT_BYE = "why not", "why not bye"


@dataclass(frozen=True)
class Claim:
    """One statement and the question it answers.

    `about` says what was asked. `player`, `other`: of FIRST and COLOUR white and black, of REFUSED
    those of the `Refused`, of BYE and WHY_NOT_BYE who has it (or "") and who has it not.
    `in_place`: asked is why `other` is not in the place of `player`, not why they are no pair.
    `group`: the `Steps` that a STEP is one of. `within`: the claim that this one is a part of.
    """

    about: str
    reason: Reason
    player: PlayerId = ""
    other: PlayerId = ""
    in_place: bool = False
    group: object = None
    within: object = None

    def __str__(self):
        place = " in place" if self.in_place else ""
        inside = f", within {self.within.reason.code}" if self.within else ""
        return f"{self.about} {self.player}/{self.other}{place}{inside}: {self.reason}"


def with_the_two(claim):
    """What two others want is a claim only together with who they are."""
    around = claim.within
    if isinstance(claim.reason, BothWant) and around and isinstance(around.reason, OthersWant):
        return replace(around, reason=replace(around.reason, why=claim.reason))
    return claim


def claims_of(explanation, snapshot):
    """Every claim, those inside a reason too."""
    for claim in _asked(explanation, snapshot):
        yield claim
        yield from _inside(explanation, claim)


def answers_of(explanation):
    """(white, black, answer) of every board but those the leader fixed."""
    for pair in explanation.proposal.pairs:
        yield pair.white, pair.black, explanation.answer(pair)


def _asked(explanation, snapshot):
    for white, black, answer in answers_of(explanation):
        yield from (Claim(FIRST, reason, white, black) for reason in answer.first)
        if answer.colour is not None:
            yield Claim(COLOUR, answer.colour, white, black)
        for one in answer.refused:
            yield Claim(REFUSED, one.why, one.player, one.other, one.in_place)
    bye = explanation.bye_answer()
    free = explanation.proposal.bye or ""
    if bye is not None:
        yield from (Claim(BYE, reason, free, in_place=True) for reason in bye.first)
        for one in bye.refused:
            yield Claim(REFUSED, one.why, one.player, one.other, one.in_place)
    for one, other in asked_about(snapshot):
        reason = explanation.why_not(one, other)
        if reason is not None:
            yield Claim(WHY_NOT, reason, one, other)
    for player in snapshot.players:
        reason = explanation.why_not_bye(player.id)
        if reason is not None:
            yield Claim(WHY_NOT_BYE, reason, free, player.id, in_place=True)
    for group in explanation.steps():
        for step in group.steps:
            if isinstance(step, Refused):
                yield Claim(STEP, step.why, step.player, step.other, step.in_place, group)
            else:
                yield Claim(STEP, step, group=group)


def asked_about(snapshot):
    """Every two of a small field; of a larger one some, drawn."""
    pairs = list(combinations(sorted(player.id for player in snapshot.players), 2))
    if len(snapshot.players) <= SMALL:
        return pairs
    return Random(snapshot.name).sample(pairs, DRAWN)


def _inside(explanation, claim):
    """The claims of the reasons that are part of one."""
    for field in fields(claim.reason):
        value = getattr(claim.reason, field.name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Reason):
                player, other, in_place = _asked_inside(explanation, claim, one)
                inner = replace(
                    claim, reason=one, player=player, other=other, in_place=in_place, within=claim
                )
                yield inner
                yield from _inside(explanation, inner)


def _asked_inside(explanation, claim, why):
    """(player, other, in place) that a part of a reason is about: somebody `other`, if it names
    one, and of a board's two the one for whom this is the reason."""
    other = getattr(claim.reason, "other", None)
    if other is None or isinstance(claim.reason, Refusal):
        return claim.player, claim.other, claim.in_place
    if hasattr(claim.reason, "player"):
        return claim.reason.player, other, not isinstance(claim.reason, CameFirst)
    if claim.in_place:
        return claim.player, other, True
    here = (claim.player, claim.other)
    asked = [player for player in here if explanation.why_not(player, other) == why]
    return (*asked, claim.player)[0], other, False
