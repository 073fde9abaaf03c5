"""Is every half sentence beside a board true? Recomputed without the engine (`truth/in_short*.py`).

200 rounds of each system by default, 2,000 with EXHAUSTIVE=1, as `test_reasons_are_true.py` has.
"""

from dataclasses import replace

import pytest
from django.utils.translation import override

from pairing.core.reason import Plural
from pairing.reasons.swiss import FewerPairs
from pairing.sentences import in_short as texts
from tests.how_many import how_many
from tests.pairing.truth.checkers import UNCHECKED
from tests.pairing.truth.in_short_swiss import CHECKERS, WITHOUT_NAMES, all_said, is_true
from tests.pairing.truth.rounds import random_round
from tests.pairing.truth.verdict import SYSTEMS

ROUNDS, BLOCK = how_many(200, exhaustive=2000), 50
#: Of all that is said, at most one in so many may be beyond the checkers' means.
CHECKED_BUT_ONE_IN = 50
#: What a phone of 375 pixels has place for, twice over.
LONGEST = 60

#: Two who want one colour, or have met, are a pair where nothing better can be made.
TRUE_OF_WHO_WAS_CHOSEN = {texts.WANTS_COLOUR, texts.MET}

#: Rounds in which the rarer ones are said.
SAID_IN = {
    texts.FEWER: ("fide-dutch", 19),
    texts.OTHERS_WANT: ("knsb-rating", 10),
    texts.FLOATS_AGAIN: ("fide-rating-1998", 9),
    texts.OVER_AGAIN: ("knsb-resistance", 144),
    texts.MEET_AGAIN: ("knsb-resistance", 104),
    texts.LATER: ("keizer", 5),
    texts.WANT_WITHOUT: ("knsb-rating", 17),
    texts.FLOATS_WITHOUT: ("knsb-rating", 19),
    texts.MEET_WITHOUT: ("knsb-resistance", 25),
    texts.LATER_WITHOUT: ("fide-dutch", 201),
}

ALL_TEXTS = {name: text for name, text in vars(texts).items() if name.isupper() and name[0] != "_"}


def said_of(system, numbers):
    """(the round, its world, what is said) over these rounds."""
    for number in numbers:
        snapshot, rules = random_round(system, number)
        explanation = rules.explain(snapshot)
        world = SYSTEMS[system][0](snapshot, explanation.proposal)
        for said in all_said(explanation):
            yield snapshot.name, world, said


def test_every_text_has_a_checker():
    assert {*ALL_TEXTS.values()} == {text for _system, text in CHECKERS}


@pytest.mark.parametrize("first", range(0, ROUNDS, BLOCK))
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_half_sentence_about_random_rounds_is_true(system, first):
    answers = [
        (is_true(world, said), f"{name}: {said}")
        for name, world, said in said_of(system, range(first, first + BLOCK))
    ]
    false = [f"{said} - {answer}" for answer, said in answers if answer not in (True, UNCHECKED)]
    assert not false, "\n".join(false)
    unchecked = sum(answer is UNCHECKED for answer, _said in answers)
    assert unchecked * CHECKED_BUT_ONE_IN <= len(answers)


@pytest.mark.parametrize("system", [key for key in SYSTEMS if key not in ("berger", "knockout")])
def test_what_is_said_of_those_passed_over_is_not_so_of_who_was_chosen(system):
    """Nor what is said of one of a pair of somebody else: checkers that see nothing would pass."""
    tried, missed = 0, []
    for name, world, said in said_of(system, range(0, ROUNDS, 4)):
        if said.text in {*WITHOUT_NAMES, *TRUE_OF_WHO_WAS_CHOSEN}:
            continue
        elsewhere = sorted(world.taking_part - {*said.two})
        chosen = [one for one in said.two if one != said.player] or [*said.two]
        for other in elsewhere[:1] if said.other in said.two else chosen[:1]:
            tried += 1
            false = replace(said, other=other)
            if is_true(world, false) is True:
                missed.append(f"{name}: {false}")
    assert tried
    assert not missed, "\n".join(missed)


@pytest.mark.parametrize("text", SAID_IN)
def test_the_rarer_ones_are_said_of_a_round(text):
    system, number = SAID_IN[text]
    assert text in {said.text for _name, _world, said in said_of(system, [number])}


@pytest.mark.parametrize("system", ["fide-dutch", "knsb-rating"])
def test_the_bye_never_costs_the_group_a_pair(system):
    """It is in the last group, where that leaves somebody over: so there is no text for it."""
    refused = 0
    for number in range(ROUNDS):
        snapshot, rules = random_round(system, number)
        answer = rules.explain(snapshot).bye_answer()
        for one in answer.refused if answer else ():
            refused += 1
            assert not isinstance(one.why, FewerPairs), number
    assert refused


@pytest.mark.parametrize("language", ["en", "nl", "tr", "de"])
def test_each_is_half_a_line_of_a_phone(language):
    with override(language):
        for name, text in ALL_TEXTS.items():
            others = ("12", "13", "14") if isinstance(text, Plural) else ()
            said = texts.Short(text, "7", others).written(", ".join)
            assert len(said) <= LONGEST, (name, said)
