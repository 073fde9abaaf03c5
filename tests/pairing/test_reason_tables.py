"""Does an engine's table list every reason that it gives? Sentences are written from it."""

import re

import pytest

from pairing.keizer import reasons as attacalc
from pairing.resistance import reasons as resistance
from pairing.sentences import Teller, soundness
from pairing.swiss import reasons as rating
from tests.pairing.swiss_tournaments import decisions, proposals_of


def table_without(edition):
    """The table of the systems on rating without the reasons of one edition only."""
    entries = re.split(r"\n(?=  [A-F]\d?)", rating.__doc__)
    return "\n".join(entry for entry in entries if edition not in entry.splitlines()[-1])


TABLES = {
    "attacalc": attacalc.__doc__,
    "fide-rating-1998": table_without("LATER"),
    "knsb-rating": table_without("OLDER"),
    "knsb-rating-1996": table_without("LATER"),
    "knsb-resistance": resistance.__doc__,
}
of_every_system = pytest.mark.parametrize("key", TABLES)


@of_every_system
def test_every_reason_stands_in_the_table_with_its_facts(key):
    words = set(re.findall(r"\w+", TABLES[key])) | {"games_ago"}
    for _snapshot, _rules, proposal in proposals_of(key):
        for decision in decisions(proposal):
            for reason in decision.reasons:
                assert {reason.code, *reason.facts} <= words, reason


@of_every_system
def test_every_code_of_the_table_has_a_sentence(key):
    table = Teller(key).table
    codes = re.findall(
        r"^  [A-Za-z\d]\S*?(?:, \S+)*\*? +\*? *([a-z_0-9]{3,}) {2,}", TABLES[key], re.M
    )
    assert len(codes) > 25
    candidates = getattr(table, "CANDIDATES", {})
    problems = {*table.PROBLEMS, *soundness.PROBLEMS}
    assert set(codes) <= {*table.REASONS, *candidates, *table.FAILURES, *problems}
