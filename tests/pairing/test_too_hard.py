"""What if a pairing were too much work? It is given up, always at the same point, with ways out
that were walked.

Hardly a known position comes near the budget, so it is made small here.
"""

from dataclasses import replace
from itertools import product

import pytest

from pairing.commands import run
from pairing.core.invariants import problems
from pairing.core.system import CannotPair
from pairing.core.ways_out import BREAKS, ways_out, with_boards
from pairing.formats.files import read_file
from pairing.matching import budget
from pairing.registry import get_system, make_options, rules_of
from pairing.sentences import Sentences
from tests.pairing.snapshots import CASES

#: By position, a budget that is not enough.
TOO_LITTLE = {
    "failed_fide-dutch_big_families_200064_n188_r19": 86_000,
    "over_fide-rating-1998_alike_5030_n62_r6": 11_000,
    "over_knsb-rating-1996_bipartite_3581_n39_r10": 140_000,
    "over_knsb-rating-1996_level_1004_n98_r17": 410_000,
    "over_knsb-rating-1996_whitewins_4373_n51_r5": 77_000,
    "over_knsb-rating_big_families_3716_n59_r9": 65_000,
    "over_knsb-resistance_big_families_39_n120_r4": 2_600_000,
    "refused_fide-rating-1998_dense_forbidden_780004_n42_r11": 32_000,
    "slow_fide-dutch_whitewins_180063_n197_r11": 580_000,
    "slow_fide-dutch_whitewins_190008_n196_r5": 570_000,
    "slow_fide-rating-1998_dense_forbidden_170088_n148_r20": 840_000,
    "slow_fide-rating-1998_level_3145_n86_r11": 3_300_000,
    "slow_fide-rating-1998_level_9037_n76_r6": 100_000,
    "slow_fide-rating-1998_whitewins_961000_n86_r20": 22_000,
    "slow_knsb-rating-1996_alike_545_n194_r5": 540_000,
    "slow_knsb-rating-1996_level_3068_n76_r2": 76_000,
    "slow_knsb-rating-1996_whitewins_110_n171_r7": 530_000,
    "slow_knsb-rating-1996_whitewins_180046_n195_r5": 1_500_000,
    "slow_knsb-rating_alike_422334_n154_r23": 530_000,
    "slow_knsb-rating_dense_forbidden_386_n118_r20": 150_000,
    "slow_knsb-rating_dense_forbidden_422145_n79_r16": 150_000,
    "slow_knsb-rating_dense_forbidden_730554_n155_r23": 570_000,
    "slow_knsb-rating_dense_forbidden_785_n83_r16": 170_000,
    "slow_knsb-rating_whitewins_119_n199_r7": 610_000,
    "slow_knsb-rating_whitewins_585_n36_r22": 54_000,
    "slow_knsb-resistance_alike_369_n28_r19": 1_500_000,
    "slow_knsb-resistance_big_families_421652_n67_r14": 3_500_000,
    "slow_knsb-resistance_dense_forbidden_190011_n82_r17": 2_800_000,
    "slow_knsb-resistance_dense_forbidden_387_n160_r22": 3_300_000,
    "worst_knsb-resistance_families_19_19": 180_000,
}


def paired(snapshot, limit):
    system = get_system(snapshot.system)
    with budget.counted(limit=limit):
        return system.pair(snapshot, make_options(system, snapshot.options))


def outcome(snapshot, limit):
    """Why it cannot be paired; None: it can."""
    try:
        paired(snapshot, limit)
    except CannotPair as failure:
        return failure
    return None


def refused(snapshot, limit):
    failure = outcome(snapshot, limit)
    assert failure is not None
    return failure


HARD = [CASES / "hard" / f"{name}.json" for name in TOO_LITTLE]


@pytest.mark.parametrize("path", HARD, ids=lambda path: path.stem)
def test_a_pairing_over_its_budget_has_ways_out_that_were_walked(path):
    snapshot, limit = read_file(path), TOO_LITTLE[path.stem]
    rules = rules_of(snapshot)
    failure = refused(snapshot, limit)
    assert failure.code == "too_hard"
    ways = ways_out(snapshot, rules, failure)
    assert ways == ways_out(snapshot, rules, refused(snapshot, limit))
    assert ways[0].unproven == failure.article
    for way in ways:
        made = with_boards(snapshot, way.boards, way.bye, "-")
        proposal = rules.pair(made)
        assert proposal == way.proposal
        found = problems(made, proposal, rules)
        assert [one for one in found if one.severity == "error"] == []
        assert not BREAKS & {one.code for one in found}
    # Around a single board the rest is proven.
    assert all(len(way.boards) == 1 and not way.unproven for way in ways[1:])


@pytest.mark.parametrize("limit", [0, 20_000])
def test_also_with_hardly_any_budget_for_the_ways_out_the_round_is_paired(monkeypatch, limit):
    monkeypatch.setattr(budget, "WAYS_OUT", limit)
    for path in HARD:
        snapshot = read_file(path)
        rules = rules_of(snapshot)
        way, *_ = ways_out(snapshot, rules, refused(snapshot, TOO_LITTLE[path.stem]))
        made = with_boards(snapshot, way.boards, way.bye, "-")
        found = problems(made, way.proposal, rules)
        assert [one for one in found if one.severity == "error"] == []
        assert not BREAKS & {one.code for one in found}


def test_the_sentence_says_what_to_do():
    path = HARD[0]
    snapshot = read_file(path)
    failure = refused(snapshot, TOO_LITTLE[path.stem])
    say = Sentences(snapshot.system)
    assert "can take the best pairing that was found" in say.failure(failure)
    assert say.unproven("C12") == "not proven to be the first (C12)"


def test_the_command_line_writes_the_best_pairing_says_what_is_not_proven_and_ends_with_seven(
    capsys, tmp_path
):
    path = HARD[0]
    snapshot = read_file(path)
    with budget.counted(limit=TOO_LITTLE[path.stem]):
        assert run(["pair", snapshot.system, str(path)]) == 7
    written = capsys.readouterr()
    number, *pairs = written.out.splitlines()
    assert int(number) == len(pairs) == (len(snapshot.to_pair().round.present) + 1) // 2
    assert "the search was given up. not proven to be the first (" in written.err
    with budget.counted(limit=TOO_LITTLE[path.stem]):
        assert run(["pair", snapshot.system, str(path), "--format", "json"]) == 7
    assert '"fixed": "not proven to be the first (' in capsys.readouterr().out
    with budget.counted(limit=TOO_LITTLE[path.stem]):
        assert run(["pair", snapshot.system, str(path), "--output", str(tmp_path)]) == 7
    assert (tmp_path / f"{path.stem}.pairs").read_text() == written.out


def test_attacalc_is_given_up_like_the_others():
    path = sorted((CASES / "attacalc").glob("*.json"))[0]
    snapshot = read_file(path)
    rules = rules_of(snapshot)
    failure = refused(snapshot, 0)
    assert failure.code == "too_hard"
    way, *_ = ways_out(snapshot, rules, failure)
    assert way.unproven == "indeling.5"
    made = with_boards(snapshot, way.boards, way.bye, "-")
    assert not [one for one in problems(made, way.proposal, rules) if one.severity == "error"]


def test_what_has_no_pairing_at_all_is_not_called_too_hard():
    snapshot = read_file(CASES / "hard" / "worst_knsb-resistance_families_19_19.json")
    everybody = [player.id for player in snapshot.players]
    one = everybody[0]
    barred = tuple((one, other) for other in everybody[1:])
    snapshot = replace(snapshot, forbidden_pairs=(*snapshot.forbidden_pairs, *barred))
    assert refused(snapshot, 10).code == "no_pairing"


def test_only_a_search_is_bounded():
    with budget.counted(limit=100) as done:
        budget.spend(60)
        with budget.uncounted():
            budget.spend(1000)
        budget.spend(60)
        assert done.steps == 120
        with budget.bounded(), pytest.raises(budget.TooMuchWork):
            budget.spend(1)
        budget.spend(1)
    assert done.steps == 122
    # Alone, a search has the limit that is usual.
    with budget.bounded(), pytest.raises(budget.TooMuchWork):
        budget.spend(budget.LIMIT + 1)


@pytest.mark.parametrize("path", HARD, ids=lambda path: path.stem)
def test_that_there_is_no_pairing_at_all_is_seen_at_once(path):
    """Two may meet nobody, of whom one at most can have the bye."""
    snapshot = read_file(path)
    everybody = snapshot.to_pair().round.present
    barred = tuple(tuple(pair) for pair in product(everybody[:2], everybody) if pair[0] != pair[1])
    snapshot = replace(snapshot, forbidden_pairs=(*snapshot.forbidden_pairs, *barred))
    system = get_system(snapshot.system)
    with budget.counted() as done, pytest.raises(CannotPair) as caught:
        system.pair(snapshot, make_options(system, snapshot.options))
    assert caught.value.code == "no_pairing"
    assert done.weighted == 0, done
    assert done.branches <= 10, done


# One budget for a round -------------------------------------------------------------------


@pytest.mark.parametrize(("each", "is_found"), [(budget.LIMIT // 2, True), (budget.LIMIT, False)])
def test_the_groups_of_a_round_have_one_budget_together(monkeypatch, each, is_found):
    snapshot = read_file(sorted((CASES / "attacalc").glob("*.json"))[0])
    half = len(snapshot.players) // 4 * 2
    snapshot = replace(
        snapshot,
        players=tuple(
            replace(player, group="A" if at < half else "B")
            for at, player in enumerate(snapshot.players)
        ),
    )
    rules = rules_of(snapshot)
    engine = rules.system.pair

    def costly(group, options):
        with budget.bounded():
            try:
                budget.spend(each)
            except budget.TooMuchWork:
                raise CannotPair("too_hard", "", {"players": []}) from None
        with budget.uncounted():
            return engine(group, options)

    monkeypatch.setattr(rules.system, "pair", costly, raising=False)
    if is_found:
        assert rules.pair(snapshot).pairs
        return
    with pytest.raises(CannotPair) as caught:
        rules.pair(snapshot)
    assert (caught.value.code, caught.value.facts["group"]) == ("too_hard", "B")


def test_keeping_apart_has_a_budget_beside_the_round_itself(monkeypatch):
    """Whom it no longer keeps apart may meet; the round is paired in any case."""
    snapshot = read_file(CASES / "hard" / "slow_knsb-rating_whitewins_585_n36_r22.json")
    rules = rules_of(snapshot)
    with budget.counted() as alone:
        plain = rules.pair(snapshot)
    meet = next((pair.white, pair.black) for pair in plain.pairs if not pair.fixed)
    wanted = replace(snapshot, apart=(meet,))
    with budget.counted() as tried:
        other = rules.pair(wanted)
    assert {*meet} not in [{pair.white, pair.black} for pair in other.pairs]
    # A smaller limit on everything never makes another pairing of it: it is too hard then.
    with budget.counted(limit=alone.steps + (tried.steps - alone.steps) // 2):
        with pytest.raises(CannotPair) as caught:
            rules.pair(wanted)
        assert caught.value.code == "too_hard"
    monkeypatch.setattr(budget, "APART", (tried.steps - alone.steps) // 2)
    assert rules.pair(wanted) == plain
