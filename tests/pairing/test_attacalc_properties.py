"""What is true of every competition, whatever happened in it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.core.invariants import problems
from pairing.core.system import CannotPair, PairingSystem
from tests.pairing.snapshots import (
    SYSTEM,
    club,
    options_of,
    pair,
    points_of,
    standings,
    without_result_order,
)

RESULTS = ["1-0", "1/2-1/2", "0-1", "*", "1-0F", "0-1F", "0-0F"]
SCOPES = ["all", "long", "blitz"]
#: One seed is one competition; a failing one is printed.
competitions = st.integers(0, 10**9)
quick = settings(max_examples=60)


def competition(seed):
    """A competition of 2 to 9 players with a round to be paired, by seeded chance."""
    chance = Random(seed)
    ids = "ABCDEFGHI"[: chance.randint(2, 9)]
    rounds = chance.randint(0, 9)
    # Who joins late or has left is kept out of the rounds he does not belong to.
    joined = {player: chance.choice([1, 1, 1, 2, 3]) for player in ids}
    evenings = []
    for number in range(1, rounds + 1):
        there = [p for p in ids if joined[p] <= number and chance.random() < 0.8]
        chance.shuffle(there)
        evenings.append((chance.choice(["long", "blitz"]), _round(chance, there)))
    present = [player for player in ids if chance.random() < 0.9]
    evenings.append((chance.choice(["long", "blitz"]), {"present": present}))
    options = {
        "revaluation": chance.choice(["stable", "stable", "chained", "previous"]),
        "own_value_counts": chance.random() < 0.8,
        "loss": chance.choice([0, "1/6"]),
        "late_join": chance.choice(["absent", "none"]),
    }
    changes = {p: {"joined": joined[p], "guest": chance.random() < 0.1} for p in ids}
    forbidden = [chance.sample(ids, 2)] if chance.random() < 0.3 else []
    return club(ids, *evenings, options=options, forbidden=forbidden, **changes)


def _round(chance, there):
    """Games between those there, two by two; who is left has a bye or plays elsewhere."""
    round_ = {"games": []}
    if len(there) % 2:
        round_[chance.choice(["bye", "external", "no_notice", "exempt"])] = there.pop()
    for key in ("external", "no_notice", "exempt"):
        if key in round_:
            round_[key] = [round_[key]]
    for white, black in zip(there[::2], there[1::2], strict=True):
        round_["games"].append(f"{white}-{black} {chance.choice(RESULTS)}")
    return round_


def proposal_or_none(snapshot):
    """The proposal, or None where none is possible."""
    try:
        return pair(snapshot)
    except CannotPair:
        return None


@quick
@given(competitions)
def test_every_pairing_is_sound_and_every_board_has_its_reasons(seed):
    snapshot = competition(seed)
    proposal = proposal_or_none(snapshot)
    if proposal is None:
        assert snapshot.forbidden_pairs or not snapshot.to_pair().round.present
        return
    found = problems(snapshot, proposal, SYSTEM, options_of(snapshot))
    assert not [problem for problem in found if problem.severity == "error"]
    assert not [problem for problem in found if problem.code == "colours"]
    for made in proposal.pairs:
        articles = [reason.article for reason in made.reasons]
        assert "indeling.5" in articles
        assert sum(article.startswith("kleur.") for article in articles) == 1
    assert proposal.bye is None or proposal.bye.reasons


@quick
@given(competitions)
def test_a_warned_of_repeat_or_colour_is_told_as_a_relaxation(seed):
    snapshot = competition(seed)
    proposal = proposal_or_none(snapshot)
    if proposal is None:
        return
    found = problems(snapshot, proposal, SYSTEM, options_of(snapshot))
    warned = sum(problem.code in ("met_within", "colour_criterion") for problem in found)
    told = sum(
        reason.facts["matters"]
        for made in proposal.pairs
        for reason in made.reasons
        if reason.code in ("lowered", "lapsed")
    )
    assert warned == told


@quick
@given(competitions, st.sampled_from(SCOPES))
def test_every_statement_sums_to_the_points_of_the_standing(seed, scope):
    snapshot = competition(seed)
    for row in standings(snapshot, scope):
        told = SYSTEM.statement(snapshot, options_of(snapshot), row.player, scope)
        assert sum(line.points for line in told.lines) == row.points == told.points
        for line in told.lines:
            if line.entries:
                assert sum(entry.points for entry in line.entries) == line.points
            for entry in line.entries:
                full = entry.fraction * entry.worth * entry.weight
                assert entry.points == (full if entry.credited else 0)


@quick
@given(competitions, st.sampled_from(SCOPES))
def test_the_order_in_which_results_come_in_does_not_matter(seed, scope):
    snapshot = competition(seed)
    other = without_result_order(snapshot, Random(seed).shuffle)
    assert standings(snapshot, scope) == standings(other, scope)


@quick
@given(competitions, st.sampled_from(SCOPES))
def test_points_then_and_drift_and_what_came_since_are_the_points_now(seed, scope):
    snapshot = competition(seed)
    places = [(place.evening, place.number) for place in snapshot.record()]
    if not places:
        return
    since = Random(seed).choice(places)
    for player, points in points_of(snapshot, scope).items():
        drift = SYSTEM.drift(snapshot, options_of(snapshot), player, scope, since)
        assert drift.points == sum(line.points for line in drift.lines)
        assert drift.points_then == points_of(snapshot.after(*since), scope)[player]
        told = SYSTEM.statement(snapshot, options_of(snapshot), player, scope)
        if any(line.code == "averaged" for line in told.lines):
            continue
        earned_since = sum(
            entry.points
            for line in told.lines
            for entry in line.entries
            if (entry.evening, entry.number) > since
        )
        assert drift.points_then + drift.points + earned_since == points


@quick
@given(competitions, st.sampled_from(SCOPES))
def test_places_in_one_pass_are_those_of_each_shorter_record(seed, scope):
    snapshot = competition(seed)
    options = options_of(snapshot)
    one_by_one = PairingSystem.progress(SYSTEM, snapshot, options, scope)
    assert SYSTEM.progress(snapshot, options, scope) == one_by_one


@pytest.mark.parametrize("seed", range(20))
def test_pairing_the_same_snapshot_again_gives_the_same_proposal(seed):
    assert proposal_or_none(competition(seed)) == proposal_or_none(competition(seed))
