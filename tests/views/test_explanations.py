"""Has every board of every golden position an explanation, in every language, with an article?"""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from django.conf import settings
from django.utils import translation

from clubcomp.pages.explanations import answers_of, line_of, that_matter, whole_answer
from pairing.core.invariants import problems
from pairing.core.system import Rules
from pairing.core.types import Pair, Proposal, Reason
from pairing.formats.document import read_document
from pairing.registry import get_system, make_options, system_keys
from pairing.rules import regulation
from pairing.sentences import Teller
from tests.attempts import attempts
from tests.pairing.snapshots import CASES
from tests.pairing.trf_cases import read_trf


def golden(system):
    """The positions of a system."""
    folder = CASES / system.replace("-", "_")
    return sorted([*folder.glob("[0-9][0-9].trf"), *folder.glob("[0-9][0-9].json")])


@cache
def paired(path):
    """A position, its system with options, and its proposal."""
    system = get_system(path.parent.name.replace("_", "-"))
    is_trf = path.suffix == ".trf"
    snapshot = read_trf(path) if is_trf else read_document(path.read_text())
    snapshot = replace(snapshot, system=system.key)
    options = make_options(system, snapshot.options)
    return snapshot, system, options, system.pair(snapshot, options)


FILES = [path for system in system_keys() for path in golden(system)]


def test_every_system_has_golden_positions():
    assert {path.parent.name.replace("_", "-") for path in FILES} == set(system_keys())


@pytest.mark.parametrize("system", system_keys())
def test_every_board_and_bye_is_explained_with_articles_that_stand_in_the_regulation(system):
    languages = [code for code, _name in settings.LANGUAGES]
    with attempts() as attempt:
        for path, language in product(golden(system), languages):
            anchors = set(regulation(system, language).anchors())
            proposal = paired(path)[-1]
            with attempt(path.stem, language), translation.override(language):
                tell = Teller(system)
                for one in (*proposal.pairs, *([proposal.bye] if proposal.bye else [])):
                    assert_explained(tell, one.reasons, anchors)


def assert_explained(tell, reasons, anchors):
    """In whole sentences, in answers and in one line, by articles that are there."""
    answer = whole_answer(tell, reasons)
    assert answer.sentences
    assert all(answer.sentences)
    assert answer.articles
    assert {article.anchor for article in answer.articles} <= anchors
    for asked in answers_of(tell, reasons).values():
        assert {article.anchor for article in asked.articles} <= anchors
    line = line_of(tell, reasons)
    assert line.text
    assert "\n" not in line.text
    assert line.article.anchor in anchors


@pytest.mark.parametrize("system", system_keys())
def test_what_is_said_against_a_pairing_stands_in_the_regulation(system):
    anchors = set(regulation(system, "en").anchors())
    with attempts() as attempt:
        for path in golden(system):
            snapshot, pairs_by, options, proposal = paired(path)
            turned = tuple(Pair(pair.black, pair.white) for pair in proposal.pairs)
            found = problems(snapshot, Proposal(turned, proposal.bye), Rules(pairs_by, options))
            with attempt(path.stem):
                assert {problem.article for problem in found if problem.article} <= anchors


def test_the_line_names_the_article_of_its_last_clause():
    tell = Teller("knsb-rating")
    bracket = Reason("C2", "bracket", {"score": "3", "s1": 2, "s2": 1})
    floated = Reason("A4", "floated", {"down": "Anna"})
    line = line_of(tell, [bracket, floated])
    said = "Group of 3: S1 place 2, S2 place 1; Anna floats down"
    assert (line.text, line.article.anchor) == (said, "A4")


def test_the_line_of_a_fixed_board_is_what_the_leader_said():
    tell = Teller("knsb-rating")
    reasons = [Reason("F6", "fixed", {"text": "They travel together"})]
    line = line_of(tell, reasons, "They travel together")
    assert (line.text, line.article.anchor) == ("They travel together", "F6")
    assert line_of(tell, reasons) is None


def test_what_did_not_matter_to_these_two_is_left_out():
    lowered = Reason("indeling.n", "lowered", {"from": 3, "to": 2, "matters": False})
    mattering = replace(lowered, facts={**lowered.facts, "matters": True})
    board = Reason("indeling.7", "board", {"board": 1, "place": 1})
    assert that_matter([lowered, mattering, board]) == [mattering, board]
    assert len(whole_answer(Teller("attacalc"), [mattering, board]).sentences) == 1
