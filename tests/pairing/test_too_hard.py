"""What if a pairing were too much work? It is given up, always at the same point, with a way out.

No known position comes near the budget, so it is made small here.
"""

from dataclasses import replace
from itertools import product

import pytest

from pairing.commands import run
from pairing.core.invariants import problems
from pairing.core.rules import Rules
from pairing.core.system import CannotPair
from pairing.core.types import Game
from pairing.formats.files import read_file
from pairing.matching import work
from pairing.registry import get_system, make_options
from pairing.sentences import Sentences
from tests.pairing.snapshots import CASES

HARD = sorted((CASES / "hard").glob("*.json"))
#: By position, a budget that is not enough.
TOO_LITTLE = {
    "failed_fide-dutch_big_families_200064_n188_r19": 100_000,
    "over_fide-rating-1998_alike_5030_n62_r6": 80_000,
    "over_knsb-rating-1996_bipartite_3581_n39_r10": 150_000,
    "over_knsb-rating-1996_level_1004_n98_r17": 500_000,
    "over_knsb-rating-1996_whitewins_4373_n51_r5": 100_000,
    "over_knsb-rating_big_families_3716_n59_r9": 100_000,
    "over_knsb-resistance_big_families_39_n120_r4": 5_000_000,
    "refused_fide-rating-1998_dense_forbidden_780004_n42_r11": 36_000,
    "slow_fide-dutch_whitewins_180063_n197_r11": 2_500_000,
    "slow_fide-dutch_whitewins_190008_n196_r5": 3_000_000,
    "slow_fide-rating-1998_dense_forbidden_170088_n148_r20": 3_000_000,
    "slow_fide-rating-1998_level_3145_n86_r11": 3_000_000,
    "slow_fide-rating-1998_level_9037_n76_r6": 200_000,
    "slow_fide-rating-1998_whitewins_961000_n86_r20": 40_000,
    "slow_knsb-rating-1996_alike_545_n194_r5": 700_000,
    "slow_knsb-rating-1996_level_3068_n76_r2": 60_000,
    "slow_knsb-rating-1996_whitewins_110_n171_r7": 1_800_000,
    "slow_knsb-rating-1996_whitewins_180046_n195_r5": 3_000_000,
    "slow_knsb-rating_alike_422334_n154_r23": 700_000,
    "slow_knsb-rating_dense_forbidden_386_n118_r20": 200_000,
    "slow_knsb-rating_dense_forbidden_422145_n79_r16": 280_000,
    "slow_knsb-rating_dense_forbidden_730554_n155_r23": 700_000,
    "slow_knsb-rating_dense_forbidden_785_n83_r16": 400_000,
    "slow_knsb-rating_whitewins_119_n199_r7": 2_500_000,
    "slow_knsb-rating_whitewins_585_n36_r22": 100_000,
    "slow_knsb-resistance_alike_369_n28_r19": 1_500_000,
    "slow_knsb-resistance_big_families_421652_n67_r14": 1_500_000,
    "slow_knsb-resistance_dense_forbidden_190011_n82_r17": 2_000_000,
    "slow_knsb-resistance_dense_forbidden_387_n160_r22": 15_000_000,
    "worst_knsb-resistance_families_19_19": 600_000,
}


def paired(snapshot, limit):
    system = get_system(snapshot.system)
    with work.counted(limit=limit):
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


def with_board(snapshot, one, other):
    """The snapshot with a board fixed in the round to be paired."""
    evening = snapshot.evenings[-1]
    round_ = evening.rounds[-1]
    game = Game(len(round_.games) + 1, one, other, fixed="too hard")
    present = tuple(player for player in round_.present if player not in (one, other))
    changed = replace(round_, games=(*round_.games, game), present=present)
    evening = replace(evening, rounds=(*evening.rounds[:-1], changed))
    return replace(snapshot, evenings=(*snapshot.evenings[:-1], evening))


@pytest.mark.parametrize("path", HARD, ids=lambda path: path.stem)
def test_a_pairing_over_its_budget_names_boards_and_each_leaves_a_pairing(path):
    snapshot, limit = read_file(path), TOO_LITTLE[path.stem]
    failure = refused(snapshot, limit)
    assert failure.code == "too_hard"
    assert 0 < len(failure.facts["boards"]) <= 8
    again = refused(snapshot, limit)
    assert (again.code, again.facts) == (failure.code, failure.facts)
    for one, other in failure.facts["boards"]:
        assert {one, other} <= set(failure.facts["players"])
    system = get_system(snapshot.system)
    options = make_options(system, snapshot.options)
    # All of them at once: they are of one legal pairing.
    for board in failure.facts["boards"]:
        snapshot = with_board(snapshot, *board)
    found = problems(snapshot, system.pair(snapshot, options), Rules(system, options))
    assert [one for one in found if one.severity == "error"] == []
    assert not {one.code for one in found} & {"met_before", "second_bye", "same_absolute"}


@pytest.mark.parametrize("path", HARD, ids=lambda path: path.stem)
def test_who_fixes_one_board_after_the_other_comes_to_a_pairing(path):
    snapshot, limit = read_file(path), TOO_LITTLE[path.stem]
    fixed = 0
    while (failure := outcome(snapshot, limit)) is not None:
        assert failure.code == "too_hard"
        snapshot = with_board(snapshot, *failure.facts["boards"][0])
        fixed += 1
    assert 0 < fixed < len(snapshot.players) // 2


def test_the_sentence_names_the_boards_and_says_what_to_do():
    path = HARD[0]
    snapshot = read_file(path)
    failure = refused(snapshot, TOO_LITTLE[path.stem])
    names = {player.id: player.name for player in snapshot.players}
    said = Sentences(snapshot.system, names.__getitem__).failure(failure)
    one, other = failure.facts["boards"][0]
    assert f"{names[one]} - {names[other]}" in said
    assert "Fix one of these boards by hand" in said


def test_the_command_line_says_it_and_ends_with_one(capsys):
    with work.counted(limit=TOO_LITTLE[HARD[0].stem]):
        assert run(["pair", read_file(HARD[0]).system, str(HARD[0])]) == 1
    written = capsys.readouterr()
    assert "too hard to finish" in written.out + written.err


def test_attacalc_is_given_up_like_the_others():
    path = sorted((CASES / "attacalc").glob("*.json"))[0]
    snapshot = read_file(path)
    with work.counted(limit=0), pytest.raises(CannotPair) as caught:
        get_system("attacalc").pair(
            snapshot, make_options(get_system("attacalc"), snapshot.options)
        )
    assert caught.value.code == "too_hard"
    assert caught.value.facts["boards"]


def test_what_has_no_pairing_at_all_is_not_called_too_hard():
    snapshot = read_file(CASES / "hard" / "worst_knsb-resistance_families_19_19.json")
    everybody = [player.id for player in snapshot.players]
    one = everybody[0]
    barred = tuple((one, other) for other in everybody[1:])
    snapshot = replace(snapshot, forbidden_pairs=(*snapshot.forbidden_pairs, *barred))
    assert refused(snapshot, 10).code == "no_pairing"


def test_only_a_search_is_bounded():
    with work.counted(limit=100) as done:
        work.spend(60)
        with work.uncounted():
            work.spend(1000)
        work.spend(60)
        assert done.steps == 120
        with work.bounded(), pytest.raises(work.TooMuchWork):
            work.spend(1)
        work.spend(1)
    assert done.steps == 122
    # Alone, a search has the limit that is usual.
    with work.bounded(), pytest.raises(work.TooMuchWork):
        work.spend(work.LIMIT + 1)


@pytest.mark.parametrize("path", HARD, ids=lambda path: path.stem)
def test_that_there_is_no_pairing_at_all_is_seen_at_once(path):
    """Two may meet nobody, of whom one at most can have the bye."""
    snapshot = read_file(path)
    everybody = snapshot.to_pair().round.present
    barred = tuple(tuple(pair) for pair in product(everybody[:2], everybody) if pair[0] != pair[1])
    snapshot = replace(snapshot, forbidden_pairs=(*snapshot.forbidden_pairs, *barred))
    system = get_system(snapshot.system)
    with work.counted() as done, pytest.raises(CannotPair) as caught:
        system.pair(snapshot, make_options(system, snapshot.options))
    assert caught.value.code == "no_pairing"
    assert done.weighted == 0, done
    assert done.branches <= 10, done
