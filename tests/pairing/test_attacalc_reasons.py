"""Does the table of reasons list everything that is said? Sentences are written from it."""

import re

import pytest

from pairing.keizer import reasons
from tests.pairing.snapshots import CASES, club, pair, read_case
from tests.pairing.swiss_tournaments import decisions, proposals_of

TABLE = reasons.__doc__.replace("*", " ")
WORDS = set(re.findall(r"\w+", TABLE))


def lines_of(article):
    """The lines of the table that begin with an article."""
    return [line for line in TABLE.splitlines() if line.split()[:1] == [article]]


def said(proposal):
    """(article, code, facts) of every reason of a proposal, candidates included."""
    for part in decisions(proposal):
        for reason in part.reasons:
            yield reason.article, reason.code, reason.facts
            for candidate in reason.facts.get("candidates", ()):
                yield candidate["article"], candidate["code"], candidate["facts"]


def proposals():
    """Proposals with common and rare steps."""
    for path in sorted((CASES / "attacalc").glob("[0-9]*[0-9].json")):
        yield pair(read_case(path))
    for _snapshot, _rules, proposal in proposals_of("attacalc"):
        yield proposal
    fixed = {"white": "A", "black": "D", "fixed": "asked for"}
    yield pair(club("ABCDE", ("long", {"present": "BCE", "games": [fixed], "bye": "C"})))
    yield pair(club("ABCD", ("long", {"present": "ABCD", "bye": "C"})))


def test_everything_said_stands_in_the_table():
    seen = set()
    for proposal in proposals():
        for article, code, facts in said(proposal):
            seen.add(code)
            assert any(code in re.findall(r"\w+", line) for line in lines_of(article)), (
                article,
                code,
            )
            assert facts.keys() - {"games_ago"} <= WORDS, code
    assert {"chosen_few", "searched", "from_below", "lapsed", "lowered", "met"} <= seen
    assert {"fixed", "bye_lapsed", "rest_impossible", "taken", "later_in_list"} <= seen


@pytest.mark.parametrize("article", ["kleur.1", "kleur.2", "kleur.3", "kleur.4"])
def test_each_colour_rule_is_in_the_table(article):
    assert lines_of(article)
