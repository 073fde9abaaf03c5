"""Has every code a sentence, in every language, for every reason that real pairings give?"""

import json
import re
from pathlib import Path

import pytest
from django.utils import translation

from pairing.core.invariants import problems
from pairing.core.system import CannotPair
from pairing.core.types import Pair, Proposal, Reason
from pairing.formats.document import read_document
from pairing.formats.errors import DIAGNOSES
from pairing.registry import get_system, make_options, system_keys
from pairing.sentences import Teller
from pairing.sentences.documents import DOCUMENTS
from pairing.sentences.words import capitalised
from pairing.systems.attacalc import reasons
from tests.pairing.random_competitions import random_document

CASES = sorted((Path(__file__).parent / "cases" / "attacalc").glob("[0-9][0-9].json"))
UNSAID = re.compile(r"%\(|\{\w+\}")


def everything_said(document: str) -> list[str]:
    """Every sentence, clause and candidate of the pairing of a document's last round."""
    snapshot = read_document(document)
    system = get_system("attacalc")
    proposal = system.pair(snapshot, make_options(system, snapshot.options))
    teller = Teller("attacalc", name=lambda player: f"<{player}>")
    said = []
    for one in (*proposal.pairs, *([proposal.bye] if proposal.bye else [])):
        said.append(teller.short(one.reasons))
        for reason in one.reasons:
            said.append(teller.say(reason))
            said += [teller.candidate(c) for c in reason.facts.get("candidates", [])]
    return said


@pytest.mark.parametrize("language", ["nl", "en", "tr"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_every_reason_of_a_golden_pairing_has_its_sentence(case, language):
    with translation.override(language):
        for sentence in everything_said(case.read_text()):
            assert sentence
            assert not UNSAID.search(sentence)


def test_every_reason_of_random_pairings_has_its_sentence():
    for seed in range(150):
        document = json.dumps(random_document(seed))
        try:
            said = everything_said(document)
        except CannotPair as problem:
            said = [Teller("attacalc").failure(problem)]
        assert all(said)


def test_every_code_in_the_engines_table_has_a_sentence():
    table = reasons.__doc__
    teller = Teller("attacalc").table
    for code in re.findall(r"^  \S+\*? +\*? *([a-z_]{3,}) {2,}", table, re.M):
        known = {**teller.REASONS, **teller.CANDIDATES, **teller.FAILURES, **teller.PROBLEMS}
        assert code in known, code


def test_a_problem_of_a_hand_made_pair_names_the_rule():
    snapshot = read_document(CASES[17].read_text())
    system = get_system("attacalc")
    options = make_options(system, snapshot.options)
    proposal = system.pair(snapshot, options)
    turned = Proposal(tuple(Pair(pair.black, pair.white) for pair in proposal.pairs), proposal.bye)
    teller = Teller("attacalc")
    found = [teller.problem(p) for p in problems(snapshot, turned, system, options)]
    assert len(found) == len(turned.pairs)
    assert all("kleur" not in sentence and len(sentence) > 60 for sentence in found)


def test_every_refusal_of_a_document_has_its_sentence():
    assert set(DOCUMENTS) == set(DIAGNOSES)


def test_every_article_of_a_system_can_be_titled():
    for key in system_keys():
        teller = Teller(key)
        for article in teller.table.ARTICLES:
            assert article in teller.article(article)


@pytest.mark.parametrize(
    ("language", "text", "line"),
    [("nl", "ijs", "Ijs"), ("en", "in game 3", "In game 3"), ("tr", "ilk", "İlk"), ("tr", "", "")],
)
def test_a_line_starts_with_a_capital_of_its_language(language, text, line):
    with translation.override(language):
        assert capitalised(text) == line


def test_half_a_line_about_a_bye_starts_with_a_capital():
    reason = Reason("indeling.1", "place", {"player": "a", "place": 3, "players": 3})
    with translation.override("en"):
        assert Teller("attacalc").short([reason]) == "Place 3"


def test_a_share_without_games_says_that_it_counts_as_a_half():
    facts = {"white": "Anna", "black": "Bert", "white_share": "1/2", "black_share": "3/4"}
    facts |= {"white_whites": 0, "white_games": 0, "black_whites": 3, "black_games": 4}
    with translation.override("en"):
        for code in ("tempo_share", "overall_share"):
            said = Teller("attacalc").say(Reason("kleur.2", code, facts)).replace("\u202f", " ")
            assert "Anna has no games yet, which counts as 50 %." in said
            assert "Bert had white in 3 of 4 games (75 %)." in said


def test_both_sides_of_the_limit_say_the_same_rule():
    met = {"games_ago": {"Anna": 7, "Bert": 8}, "n": 7, "date": "2026-11-03", "evening": 1}
    reason = Reason("indeling.n", "met", {"white": "Anna", "black": "Bert", **met})
    with translation.override("en"):
        teller = Teller("attacalc")
        said = teller.candidate({"code": "met", "facts": met})
        assert said == "met 7 games ago; not again within 7 games"
        assert "They may meet again after 7 other games." in teller.say(reason)


def test_the_places_of_a_pair_stand_in_the_order_of_its_row_white_first():
    reason = Reason("indeling.5", "places", {"white_place": 15, "black_place": 14})
    with translation.override("en"):
        assert Teller("attacalc").short([reason]) == "Places 15 and 14"
