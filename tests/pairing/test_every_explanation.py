"""What must hold of every system's explanations, over the random competitions that it pairs itself.

Whether what they say is true, `test_reasons_are_true.py` asks.
"""

import json

from pairing.rules import regulation
from pairing.sentences.reasons import sentence
from tests.pairing.swiss_tournaments import proposals_of
from tests.pairing.test_every_system import assert_said, of_every_system, turned_round


def explained(key):
    """A third of the rounds, each with what it answers and its explanation."""
    for snapshot, rules, proposal in proposals_of(key)[::3]:
        yield snapshot, rules, proposal, rules.explain(snapshot)


def answers_of(explanation):
    """The answers to every pair and to the bye."""
    bye = explanation.bye_answer()
    return [*map(explanation.answer, explanation.proposal.pairs), *([bye] if bye else [])]


def seats(proposal):
    """Who plays whom with which colours, and who has the bye."""
    return [(pair.white, pair.black) for pair in proposal.pairs], proposal.bye


@of_every_system
def test_an_explanation_pairs_the_same_and_has_an_answer_to_every_board_and_the_bye(key):
    for snapshot, _rules, proposal, explanation in explained(key):
        before = repr(snapshot)
        again, answers = explanation.proposal, answers_of(explanation)
        assert seats(again)[0] == seats(proposal)[0]
        assert len(answers) == len(proposal.pairs) + (proposal.bye is not None)
        assert all(answer.first for answer in answers)
        drawings = explanation.drawings()
        assert all(answer.drawing is None or drawings[answer.drawing] for answer in answers)
        assert repr(snapshot) == before


@of_every_system
def test_the_same_is_answered_again_and_whatever_the_order_of_the_record(key):
    for snapshot, rules, _proposal, explanation in explained(key):
        told = answers_of(explanation), list(explanation.steps()), list(explanation.drawings())
        for other in (snapshot, turned_round(snapshot)):
            again = rules.explain(other)
            steps, drawings = list(again.steps()), list(again.drawings())
            assert (answers_of(again), steps, drawings) == told


@of_every_system
def test_who_was_refused_is_refused_for_one_reason_wherever_it_is_told(key):
    for _snapshot, _rules, _proposal, explanation in explained(key):
        for refused in (one for answer in answers_of(explanation) for one in answer.refused):
            if not refused.in_place:
                assert explanation.why_not(refused.player, refused.other) == refused.why
        for pair in explanation.proposal.pairs:
            assert explanation.why_not(pair.white, pair.black) is None


@of_every_system
def test_every_reason_has_an_article_of_the_regulation_and_a_sentence(key):
    anchors = set(regulation(key, "en").anchors())
    different = {}
    for *_round, explanation in explained(key):
        answers = answers_of(explanation)
        reasons = [one for answer in answers for one in (*answer.first, answer.colour) if one]
        reasons += [refused.why for answer in answers for refused in answer.refused]
        steps = [step for group in explanation.steps() for step in group.steps]
        reasons += [getattr(step, "why", step) for step in steps]
        different |= {(one.code, one.article): one for one in reasons}
    assert different
    for reason in different.values():
        assert not reason.article or reason.article in anchors, reason
        assert json.loads(json.dumps(reason.as_fact())) == reason.as_fact()
        assert_said(key, lambda teller, reason=reason: sentence(reason, teller.words))
