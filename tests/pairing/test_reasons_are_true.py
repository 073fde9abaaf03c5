"""Is every statement of an explanation true? Recomputed without the engine (`truth`).

200 rounds of each system by default, 2,000 with EXHAUSTIVE=1. What is false names its round:
`random_round(system, number)` makes it again, unless the seed had to be replaced.
"""

from random import Random
from statistics import median
from types import SimpleNamespace

import pytest

from pairing.core.explanation import Answer, Explanation
from pairing.core.reason import Refusal
from pairing.reasons.every_system import Met, NotThere
from pairing.registry import rules_of, system_keys
from tests.how_many import how_many
from tests.pairing.random_histories import round_after_any_history
from tests.pairing.snapshots import club, pair
from tests.pairing.swiss_tournaments import golden_files, golden_position
from tests.pairing.truth.falsified import falsified
from tests.pairing.truth.rounds import random_round, seen_by_groups
from tests.pairing.truth.texts import texts_of
from tests.pairing.truth.verdict import SYSTEMS, Verdict, judged, verdict_on
from tests.pairing.truth.walk import WHY_NOT, claims_of

ROUNDS, BLOCK = how_many(200, exhaustive=2000), 50
#: Rounds of which every statement is made false.
FALSIFIED = how_many(20, exhaustive=200)
#: Seeds of rounds after any history, of which together everything is said that the FIDE (Dutch)
#: System says of four thousand: also what few show, C10, C11 and C17 to C21.
EVERY_DUTCH_CRITERION = (
    *(31962, 31706, 31468, 30889, 33821, 33669, 33571, 31665, 33381, 30815, 30673, 32731, 33391),
    *(31778, 30374, 32158, 33281, 33177, 30320, 31893, 30039, 30136, 30370, 30774, 33723, 31294),
    *(33932, 30100),
)
#: Of all statements, at most one in so many may be beyond the checkers' means.
CHECKED_BUT_ONE_IN = 50


def test_every_system_has_a_world_and_checkers():
    assert SYSTEMS.keys() == {*system_keys()}, "a line of SYSTEMS in truth/verdict.py names them"


@pytest.mark.parametrize("first", range(0, ROUNDS, BLOCK))
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_statement_about_random_rounds_is_true(system, first):
    verdict = Verdict()
    for number in range(first, first + BLOCK):
        verdict.add(verdict_on(*random_round(system, number)))
    assert not verdict.false, "\n".join(verdict.false)
    assert verdict.unchecked * CHECKED_BUT_ONE_IN <= verdict.statements


@pytest.mark.parametrize("system", SYSTEMS)
def test_half_of_the_answers_have_at_most_thirty_words(system):
    words = []
    for number in range(0, ROUNDS, 4):
        snapshot, rules = random_round(system, number)
        words += [count for _, count, _ in texts_of(snapshot, rules.explain(snapshot))]
    assert median(words) <= 30


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_statement_about_a_golden_position_is_true(system):
    """Positions that were chosen because something rare happens in them."""
    files = (*golden_files(system), *golden_files(f"{system}-readings"))
    paired = (path for path in files if path.with_suffix(".pairs").read_text())
    snapshots = [golden_position(system, path) for path in paired]
    views = [view for one in snapshots for view in seen_by_groups(one, rules_of(one))]
    false = [wrong for one in views for wrong in verdict_on(one, rules_of(one)).false]
    assert not false, "\n".join(false)


def test_every_statement_about_rounds_with_every_dutch_criterion_is_true():
    verdict, articles = Verdict(), set()
    for seed in EVERY_DUTCH_CRITERION:
        snapshot = round_after_any_history(seed, 10, "fide-dutch")
        rules = rules_of(snapshot)
        verdict.add(verdict_on(snapshot, rules))
        claims = claims_of(rules.explain(snapshot), snapshot)
        articles |= {claim.reason.article for claim in claims if claim.about == WHY_NOT}
    assert not verdict.false, "\n".join(verdict.false)
    assert articles >= {f"C{number}" for number in range(3, 22)}


# Would it be seen? ------------------------------------------------------------------------


class Unheard(Refusal):
    """A class that nobody has written a checker for."""

    text = "nobody knows why"


class Says(Explanation):
    """Explains the pairing of a round with one reason for everything that is asked."""

    def __init__(self, proposal, reason):
        self.proposal = proposal
        self.reason = reason

    def answer(self, pair):
        return Answer((self.reason,))

    def bye_answer(self):
        return None

    def why_not(self, player, other):
        return self.reason

    def why_not_bye(self, other):
        return None

    def drawings(self):
        return ()

    def steps(self, score=None):
        return ()


def said_false(reason):
    """What is found false of one round: a met b and c met d in round 1, and now neither does."""
    snapshot = club(
        "abcd", ("long", {"games": ["a-b 1-0", "c-d 1-0"]}), ("long", {"present": "abcd"})
    )
    explanation = Says(pair(snapshot), reason)
    return verdict_on(snapshot, SimpleNamespace(pair=pair, explain=lambda _: explanation)).false


def test_a_false_statement_is_found():
    assert [one for one in said_false(Met("5", 99)) if "met in [1]" in one]
    assert [one for one in said_false(NotThere("5", "a", "absent")) if "takes part" in one]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_statement_with_one_fact_changed_is_found(system):
    """Nearly always: at times what was changed is true as well."""
    tried, missed = 0, []
    for number in range(FALSIFIED):
        snapshot, rules = random_round(system, number)
        explanation = rules.explain(snapshot)
        of_world, checkers = SYSTEMS[system]
        world = of_world(snapshot, explanation.proposal)
        for claim in claims_of(explanation, snapshot):
            if judged(world, claim, checkers) is True:
                for _name, false in falsified(claim, world, Random(number)):
                    tried += 1
                    if judged(world, false, checkers) is True:
                        missed.append(f"{snapshot.name}: {false}")
    assert len(missed) * 40 <= tried, "\n".join(missed)


def test_a_true_statement_is_not_found():
    assert not [one for one in said_false(Met("indeling.5", 1)) if "why not a/b" in one]


def test_a_class_without_a_checker_is_named():
    assert [one for one in said_false(Unheard("5")) if "no checker for" in one and "Unheard" in one]
