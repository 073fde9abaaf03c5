"""Has every reason, warning and failure of `knsb-rating` a sentence?"""

import re
from itertools import islice

import pytest
from django.utils import translation

from pairing.core.system import BadOptions, Rules
from pairing.core.types import Proposal, Reason
from pairing.registry import get_system, make_options, options_to_document
from pairing.sentences import Teller, error
from pairing.sentences.swiss import colour_words
from tests.pairing.snapshots import CASES
from tests.pairing.swiss_tournaments import STORMY, Rates, Tournament
from tests.pairing.trf_cases import read_trf

SYSTEM = get_system("knsb-rating")
FILES = sorted((CASES / "knsb_rating").glob("*.trf"))
TELLER = Teller("knsb-rating", name=lambda player: f"<{player}>")
UNSAID = re.compile(r"%\(|\{\w+\}")


def test_a_list_of_tie_breaks_is_read_and_written_and_a_wrong_one_refused():
    chosen = ["resistance_points", "sonneborn_berger"]
    options = make_options(SYSTEM, {"rounds": 7, "bye": "1/2", "tie_breaks": chosen})
    assert options.tie_breaks == tuple(chosen)
    written = {"rounds": 7, "bye": "1/2", "tie_breaks": chosen}
    assert options_to_document(Rules(SYSTEM, options)) == written
    for wrong, code in (
        ("wins", "not_a_list"),
        (["wins", "wins"], "twice"),
        (["luck"], "not_a_choice"),
    ):
        with pytest.raises(BadOptions) as refused:
            make_options(SYSTEM, {"rounds": 7, "tie_breaks": wrong})
        assert refused.value.code == code
        assert error(refused.value)
    with pytest.raises(BadOptions) as refused:
        make_options(SYSTEM, {"rounds": 7, "bye": True})
    assert refused.value.code == "not_a_choice"


def test_numbers_of_one_are_said_in_the_singular():
    facts = {"requirement": "X", "from": 0, "to": 1, "pairs": 1, "opened": False}
    assert TELLER.say(Reason("C10e", "lowered", facts)).startswith("Made into 1 pair, ")
    least = {"least": 1}
    one, two = (
        TELLER.say(Reason("A8", "least_colours", {**least, "requirement": name})) for name in "XZ"
    )
    assert "strong" not in one
    assert "strong" in two
    assert "1 pair is" in TELLER.say(Reason("C14a", "fewer_pairs", {"pairs": 1, "most": 2}))


def test_colours_so_far_are_words_that_can_be_read_aloud():
    with translation.override("en"):
        assert colour_words("wwb-") == "white, white, black, –"


def test_the_lowest_of_round_1_is_free_for_one_reason():
    made = Tournament(1, 7, 5, Rates())
    bye = SYSTEM.pair(next(made.before_each_round()), made.options).bye
    assert [reason.code for reason in bye.reasons] == ["place", "lowest"]


def not_nearer(number):
    """Who came before, and why not he, by player of S1 in a golden position."""
    snapshot = read_trf(CASES / "knsb_rating" / f"{number:02}.trf")
    proposal = SYSTEM.pair(snapshot, make_options(SYSTEM, snapshot.options))
    return {
        reason.facts["player"]: told_of(Proposal((pair,)))
        for pair in proposal.pairs
        for reason in pair.reasons
        if reason.code == "not_nearer"
    }


def told_of(proposal):
    """Everybody of whom it is told why he is not the opponent, and what is told."""
    return [
        (one["player"], TELLER.candidate(one))
        for pair in proposal.pairs
        for reason in pair.reasons
        for one in reason.facts.get("candidates", ())
    ]


def test_it_is_said_why_nobody_who_came_before_is_the_opponent():
    assert not_nearer(5) == {
        "2": [("4", "they met in round 1"), ("5", "they met in round 2")],
        "4": [("1", "that would deny a colour or repeat a float")],
        "5": [("3", "already paired, against <4>")],
    }
    assert not_nearer(12)["2"] == [("4", "<3> was higher in S2 and available")]


def test_a_pair_that_only_the_absolute_colours_forbid_is_told_as_such():
    made = Tournament(4, 12, 7, STORMY)
    *_, snapshot = islice(made.before_each_round(), 6)
    found = {text for _, text in told_of(SYSTEM.pair(snapshot, made.options))}
    assert found & {"both must have white", "both must have black"}
