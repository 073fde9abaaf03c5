"""What is true of all that an explanation of a round says, and how long are its texts?"""

from dataclasses import dataclass, field

from pairing.rules import regulation
from tests.pairing.truth import (
    attacalc,
    berger,
    dutch,
    dutch_refused,
    keizer,
    knockout,
    resistance,
    swiss,
    swiss_told,
)
from tests.pairing.truth.checkers import UNCHECKED, NoChecker
from tests.pairing.truth.drawings import badly_drawn
from tests.pairing.truth.texts import texts_of
from tests.pairing.truth.walk import REFUSED, WHY_NOT, WHY_NOT_BYE, claims_of

#: By system: the world, and the checkers.
SYSTEMS = {
    "attacalc": (attacalc.AttacalcWorld, attacalc.checkers),
    "berger": (berger.BergerWorld, berger.checkers),
    "fide-dutch": (dutch.DutchWorld, dutch_refused.checkers),
    "keizer": (keizer.KeizerWorld, keizer.checkers),
    "knockout": (knockout.KnockoutWorld, knockout.checkers),
    "knsb-resistance": (resistance.ResistanceWorld, resistance.checkers),
} | dict.fromkeys(swiss.EDITIONS, (swiss.SwissWorld, swiss_told.checkers))


@dataclass
class Verdict:
    """Of one round or of many: how much was said, what of it is false, how many words."""

    rounds: int = 0
    statements: int = 0
    unchecked: int = 0
    false: list = field(default_factory=list)
    words: list = field(default_factory=list)

    def add(self, other):
        """Another one with this one."""
        self.rounds += other.rounds
        self.statements += other.statements
        self.unchecked += other.unchecked
        self.false += other.false
        self.words += other.words


def verdict_on(snapshot, rules):
    """Of everything that is said about the round."""
    explanation = rules.explain(snapshot)
    of_world, checkers = SYSTEMS[snapshot.system]
    world = of_world(snapshot, explanation.proposal)
    verdict = Verdict(rounds=1)
    wrong = [*_badly_shaped(world, rules), *badly_drawn(world, explanation)]
    verdict.false += [f"{snapshot.name}: {one}" for one in wrong]
    given, articles = {}, {"", *regulation(snapshot.system, "en").anchors()}
    for claim in claims_of(explanation, snapshot):
        verdict.statements += 1
        if claim.reason.article not in articles:
            verdict.false.append(f"{snapshot.name}: {claim} - there is no such article")
        answer = judged(world, claim, checkers)
        if answer is UNCHECKED:
            verdict.unchecked += 1
        elif answer is not True:
            verdict.false.append(f"{snapshot.name}: {claim} - {answer}")
        if claim.about in (REFUSED, WHY_NOT, WHY_NOT_BYE) and claim.within is None:
            asked = claim.in_place, frozenset((claim.player, claim.other))
            if given.setdefault(asked, claim.reason) != claim.reason:
                verdict.false.append(f"{snapshot.name}: {claim} - and {given[asked]}")
    for where, count, wrong in texts_of(snapshot, explanation):
        verdict.words.append(count)
        verdict.false += [f"{snapshot.name}, {where}: {one}" for one in wrong]
    return verdict


def judged(world, claim, checkers):
    """True, UNCHECKED, or the truth as a text; without a checker its name is the text.

    A checker may stumble over what is false.
    """
    try:
        answer = checkers.of(claim.reason)(world, claim)
    except NoChecker as missing:
        return f"no checker for {missing}"
    except (ArithmeticError, AttributeError, LookupError, StopIteration, ValueError) as stumble:
        return f"the checker stumbles: {stumble!r}"
    return answer if answer in (True, UNCHECKED) else str(answer or "it is not so")


def _badly_shaped(world, rules):
    """What was explained is what was paired."""
    made, told = rules.pair(world.snapshot), world.proposal
    if _plain(made) != _plain(told):
        yield f"explains {_plain(told)}, paired was {_plain(made)}"


def _plain(proposal):
    pairs = [(pair.white, pair.black) for pair in proposal.pairs]
    return pairs, proposal.bye
