"""Has every code a sentence, in every language, for every reason that real pairings give?"""

import ast
import re
from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext

import pairing
from pairing import reasons
from pairing.core.invariants import problems
from pairing.core.reason import Plural, Reason
from pairing.core.rules import Rules
from pairing.core.system import CannotPair
from pairing.core.types import Pair, Problem, Proposal
from pairing.formats.document import read_document
from pairing.formats.programs.recognised import WAYS_OUT
from pairing.reasons.swiss import FloatsAgain
from pairing.reasons.swiss_groups import ChangedHalves
from pairing.registry import get_system, make_options
from pairing.sentences import Sentences
from pairing.sentences.documents import DOCUMENTS
from pairing.sentences.reasons import sentence
from pairing.sentences.trf import REFUSALS, WARNINGS
from pairing.sentences.words import Words

CASES = sorted((Path(__file__).parent / "cases" / "attacalc").glob("[0-9][0-9].json"))
PROGRAM = Path(pairing.__file__).parent
#: Who refuses something with a code.
REFUSING = {"refuse", "_refuse", "DocumentError", "TrfError", "Once", "Refused"}
UNSAID = re.compile(r"%\(|\{\w+\}")


def test_a_problem_of_a_hand_made_pair_names_the_rule():
    snapshot = read_document(CASES[17].read_text())
    system = get_system("attacalc")
    options = make_options(system, snapshot.options)
    proposal = system.pair(snapshot, options)
    turned = Proposal(tuple(Pair(pair.black, pair.white) for pair in proposal.pairs), proposal.bye)
    teller = Sentences("attacalc")
    found = [teller.problem(p) for p in problems(snapshot, turned, Rules(system, options))]
    assert len(found) == len(turned.pairs)
    assert all("kleur" not in sentence and len(sentence) > 60 for sentence in found)


@pytest.mark.parametrize(
    ("facts", "ways_out"),
    [
        ({"forbidden": [["a", "b"]], "may_have_bye": []}, "Allow a forbidden pair, fix a board by"),
        ({"forbidden": [["a", "b"]]}, "Allow a forbidden pair, or fix a board by hand."),
        ({"forbidden": [], "may_have_bye": ["a"]}, "Fix a board by hand, or name a bye."),
        ({"forbidden": []}, "Fix a board by hand: two of them may meet again."),
    ],
)
def test_where_nothing_can_be_paired_only_ways_out_are_named_that_there_are(facts, ways_out):
    failure = CannotPair("no_pairing", facts={"players": ["a", "b"], **facts})
    with translation.override("en"):
        said = Sentences("fide-dutch").failure(failure)
    assert ways_out in said
    assert "bye." in said or "may_have_bye" not in facts


@pytest.mark.parametrize(
    ("facts", "ways_out"),
    [
        ({"fixed": [["c", "d"]], "may_have_bye": ["a"]}, "pair, release a fixed board, or name a"),
        ({"fixed": [["c", "d"]]}, "Allow a forbidden pair, or release a fixed board."),
        ({"may_have_bye": ["a"]}, "Allow a forbidden pair, or name a bye."),
        ({}, "Allow a forbidden pair."),
    ],
)
def test_attacalc_names_a_bye_and_fixed_boards_only_where_there_can_be_one(facts, ways_out):
    facts |= {"players": ["a", "b"], "forbidden": [["a", "b"]], "stuck": ["a", "b"]}
    with translation.override("en"):
        said = Sentences("attacalc").failure(CannotPair("no_pairing", facts=facts))
    assert ways_out in said
    assert ("bye" in said, "board" in said) == ("may_have_bye" in facts, "fixed" in facts)


@pytest.mark.parametrize(
    ("language", "both"),
    [
        ("en", "Not there, and so lost by forfeit: Ann and Bob."),
        ("nl", "Niet aanwezig, en daarom reglementair verloren: Ann en Bob."),
        ("tr", "Orada olmadığı için hükmen kaybeden: Ann ve Bob."),
        ("de", "Nicht da und deshalb kampflos verloren: Ann und Bob."),
    ],
)
def test_a_game_that_both_are_away_for_is_forfeited_in_words_for_one_and_for_two(language, both):
    with translation.override(language):
        found = Problem("warning", "forfeited", {"away": ["Ann", "Bob"]}, "3.1")
        assert Sentences("berger").problem(found) == both


def test_every_refusal_and_warning_has_its_sentence_and_no_sentence_is_left_over():
    refused, warned = set(), set()
    for path in PROGRAM.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = called(call)
            if name in REFUSING:
                refused |= codes_in(call)
            elif name in ("TrfWarning", "tell", "warn"):
                warned |= codes_in(call)
    said = {*DOCUMENTS, *REFUSALS}
    refused |= WAYS_OUT
    assert refused <= said
    assert {code for code in said - refused if not code.startswith("option_")} == set()
    # The two that `EventLines.read` answers.
    assert set(WARNINGS) - warned == {"bad_event_date", "bad_federation"}
    assert warned <= set(WARNINGS)


def called(node):
    """What a call calls, by its last name; None: it is no call."""
    function = getattr(node, "func", None)
    return getattr(function, "attr", getattr(function, "id", None))


def codes_in(call):
    """The codes among the arguments of a call; the first of a DocumentError is its place."""
    codes = call.args[1:] if called(call) == "DocumentError" else call.args
    texts = (arg.value for arg in codes if isinstance(arg, ast.Constant))
    return {text for text in texts if isinstance(text, str) and re.fullmatch(r"[a-z_]+\w*", text)}


def test_no_two_texts_in_two_numbers_have_the_same_singular():
    """A translation is found by its singular, so one plural would be said for the other."""
    plurals = {}
    for path in PROGRAM.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = called(call)
            if name in ("ngettext", "ngettext_lazy") and isinstance(call.args[0], ast.Constant):
                plurals.setdefault(call.args[0].value, set()).add(call.args[1].value)
    assert len(plurals) > 15
    assert {one: many for one, many in plurals.items() if len(many) > 1} == {}


def texts_of_reasons():
    """Each class of reasons with each of its texts, translated."""
    for found in iter_modules(reasons.__path__):
        module = import_module(f"{reasons.__name__}.{found.name}")
        for cls in vars(module).values():
            if isinstance(cls, type) and issubclass(cls, Reason) and hasattr(cls, "text"):
                table = cls.text if isinstance(cls.text, Mapping) else {"": cls.text}
                for text in table.values():
                    if isinstance(text, Plural):
                        yield from ((cls, ngettext(*text[:2], number)) for number in (1, 2))
                    else:
                        yield cls, gettext(text)


@pytest.mark.parametrize("language", ["en", "nl", "tr", "de"])
def test_only_a_reader_whom_a_reason_names_has_other_words(language):
    with translation.override(language):
        texts = list(texts_of_reasons())
    assert sum("|" in text for _, text in texts) > 90
    for cls, text in texts:
        known = {field.name for field in fields(cls)}
        for anybody, instead in re.findall(r"\[([^][|]*)\|([^][]*)\]", text):
            for option in instead.split("|"):
                to = re.match(r"([\w,]+):(?! )", option)
                named = to[1].split(",") if to else re.findall(r"%\((\w+)\)", anybody)
                assert named, f"{option!r} of {text!r} is for nobody"
                assert set(named) <= known, text
        assert not re.search(r"[][|]", Reason.said_to(cls, "", text)), text


def test_a_reader_who_is_named_is_you_of_several_only_where_nobody_else_is_named():
    again, words = FloatsAgain("B5", "Anna", "down", 1, False), Words()
    assert sentence(again, words, "Anna").startswith("then you would be paired down again")
    assert sentence(again, words, "Bert").startswith("then Anna would be paired down again")
    changed = ChangedHalves("D2", ("Anna",), ("Bert", "Carla"), again)
    for reader, who in {
        "Anna": "Bert and Carla changed halves with you; if not, then you would",
        "Bert": "Bert and Carla changed halves with Anna; if not, then Anna would",
    }.items():
        assert sentence(changed, words, reader).startswith(who)
