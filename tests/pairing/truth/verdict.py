"""What is true of all that an explanation of a round says, and how long are its texts?"""

import re
from dataclasses import dataclass, field

from pairing.core.reason import Refusal
from pairing.sentences.reasons import sentence
from pairing.sentences.words import Words
from tests.pairing.truth import attacalc, resistance, swiss, swiss_told
from tests.pairing.truth.checkers import UNCHECKED, NoChecker
from tests.pairing.truth.drawings import badly_drawn
from tests.pairing.truth.walk import REFUSED, WHY_NOT, WHY_NOT_BYE, answers_of, claims_of

#: By system: the world, and the checkers.
SYSTEMS = {
    "attacalc": (attacalc.AttacalcWorld, attacalc.checkers),
    "knsb-resistance": (resistance.ResistanceWorld, resistance.checkers),
} | dict.fromkeys(swiss.EDITIONS, (swiss.SwissWorld, swiss_told.checkers))

#: What a page may not say to a member.
JARGON = re.compile(r"\b(S1|S2|score \d|bracket|requirement|float|transposition|attempt)", re.I)
#: Words of `Answer.first`, and of the answer with its colours: the most.
MOST_FIRST, MOST_TOLD = 35, 60


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
    given = {}
    for claim in claims_of(explanation, snapshot):
        verdict.statements += 1
        answer = judged(world, claim, checkers)
        if answer is UNCHECKED:
            verdict.unchecked += 1
        elif answer is not True:
            verdict.false.append(f"{snapshot.name}: {claim} - {answer}")
        if claim.about in (REFUSED, WHY_NOT, WHY_NOT_BYE) and claim.within is None:
            asked = claim.in_place, frozenset((claim.player, claim.other))
            if given.setdefault(asked, claim.reason) != claim.reason:
                verdict.false.append(f"{snapshot.name}: {claim} - and {given[asked]}")
    _read(snapshot, explanation, verdict)
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
    return pairs, proposal.bye and proposal.bye.player


def _read(snapshot, explanation, verdict):
    """The texts a member reads: without jargon, and short."""
    names = {player.id: player.name for player in snapshot.players}
    words = Words(names.__getitem__, str, snapshot.game)
    answers = [(f"{white}-{black}", answer) for white, black, answer in answers_of(explanation)]
    bye = explanation.bye_answer()
    for where, answer in [*answers, ("bye", bye)] if bye else answers:
        first = " ".join(sentence(reason, words) for reason in answer.first)
        colour = sentence(answer.colour, words) if answer.colour else ""
        told, clauses = f"{first} {colour}", [sentence(one.why, words) for one in answer.refused]
        count = len(told.split())
        verdict.words.append(count)
        wrong = [f"jargon in {text!r}" for text in (told, *clauses) if JARGON.search(text)]
        if not first:
            wrong.append("nothing said")
        if len(first.split()) > MOST_FIRST or count > MOST_TOLD:
            wrong.append(f"{len(first.split())}, {count} words: {told!r}")
        given = {one.other: one.why for one in answer.refused}
        for reason in answer.first:
            other, why = getattr(reason, "other", None), getattr(reason, "why", None)
            if why is not None and given.get(other, why) != why:
                wrong.append(f"two reasons about {other}: {why}, {given[other]}")
        if any(not isinstance(one.why, Refusal) for one in answer.refused):
            wrong.append("a refusal that is no Refusal")
        verdict.false += [f"{snapshot.name}, {where}: {one}" for one in wrong]
