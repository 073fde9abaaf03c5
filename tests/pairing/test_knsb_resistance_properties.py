"""What must hold of every pairing of `knsb-resistance`, over whole random competitions."""

import json
import os
import re
from dataclasses import replace

import pytest

from pairing.core.invariants import problems
from pairing.core.matching import perfect_matching
from pairing.core.system import CannotPair
from pairing.core.types import Game, Pair, Proposal
from pairing.registry import get_system
from pairing.sentences import Teller
from pairing.systems.knsb_resistance import reasons
from pairing.systems.knsb_resistance.field import read_field
from pairing.systems.knsb_resistance.position import read_position
from tests.pairing.swiss_tournaments import STORMY, Tournament

SYSTEM = get_system("knsb-resistance")
SEEDS = 600 if os.environ.get("EXHAUSTIVE") else 60
WORDS = set(re.findall(r"\w+", reasons.__doc__))
TELLER = Teller(SYSTEM.key, name=lambda player: f"<{player}>")
UNSAID = re.compile(r"%\(|\{\w+\}")


def competition(seed):
    """A small stormy competition, often with as many rounds as there can be."""
    size = 5 + seed % 14
    return Tournament(seed, size, min(size - 1, 3 + seed % 11), STORMY, SYSTEM.key)


def paired(seed):
    """(snapshot, options, proposal or the failure) of every round."""
    made = competition(seed)
    for snapshot in made.before_each_round():
        try:
            proposal = SYSTEM.pair(snapshot, made.options)
        except CannotPair as failure:
            proposal = failure
        yield snapshot, made.options, proposal


def proposals(seed):
    """(snapshot, options, proposal) of every round that can be paired."""
    return [one for one in paired(seed) if isinstance(one[2], Proposal)]


def decisions(proposal):
    """Every pair and the bye."""
    return (*proposal.pairs, *([proposal.bye] if proposal.bye else []))


def can_be_paired(snapshot, options):
    """Whether any pairing satisfies 3.1 and 3.2, by a matching of everybody there."""
    position = read_position(snapshot, options)
    there = snapshot.to_pair().round.who_is_there()
    cards = [card for card in position.cards if card.id in there]
    field = read_field(cards, snapshot.forbidden_pairs, opens_by_twos=False)
    everybody = (1 << len(cards)) - 1
    return bool(cards) and perfect_matching(field.graph, everybody | field.nobody) is not None


@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_pairing_is_sound_and_there_is_none_only_when_there_can_be_none(seed):
    for snapshot, options, proposal in paired(seed):
        if isinstance(proposal, CannotPair):
            assert not can_be_paired(snapshot, options)
            assert not UNSAID.search(TELLER.failure(proposal))
        else:
            assert problems(snapshot, proposal, SYSTEM, options) == []


@pytest.mark.parametrize("seed", range(0, SEEDS, 3))
def test_floaters_of_one_group_never_meet(seed):
    """They would have been paired where they came from, with a smaller waiting room."""
    for _, _, proposal in proposals(seed):
        for pair in proposal.pairs:
            waited = [r.facts["player"] for r in pair.reasons if r.code == "waited"]
            assert len(set(waited)) < 2


@pytest.mark.parametrize("seed", range(0, SEEDS, 3))
def test_boards_come_in_order_of_the_place_of_the_higher(seed):
    for snapshot, options, proposal in proposals(seed):
        place = {player: n for n, player in enumerate(SYSTEM.order(snapshot, options))}
        higher = [min(place[pair.white], place[pair.black]) for pair in proposal.pairs]
        assert higher == sorted(higher)


@pytest.mark.parametrize("seed", range(0, SEEDS, 3))
def test_wp_and_sb_are_those_of_the_tie_breaks(seed):
    for snapshot, options, _ in paired(seed):
        finished = all(
            game.result.is_finished for place in snapshot.record() for game in place.round.games
        )
        if not finished:
            continue
        position = read_position(snapshot, options)
        rows = {row.player: row for row in SYSTEM.standings(snapshot, options, "all")}
        for card in position.cards:
            row = rows[card.id]
            assert 2 * row.points == card.score
            assert 2 * row.tiebreaks["resistance_points"] == card.wp
            assert 4 * row.tiebreaks["sonneborn_berger"] == card.sb


@pytest.mark.parametrize("seed", range(0, SEEDS, 3))
def test_the_order_of_the_record_and_of_the_players_does_not_matter(seed):
    for snapshot, options, proposal in proposals(seed):
        evenings = tuple(
            replace(
                evening,
                rounds=tuple(
                    replace(
                        round_,
                        games=tuple(reversed(round_.games)),
                        present=round_.present and tuple(reversed(round_.present)),
                    )
                    for round_ in evening.rounds
                ),
            )
            for evening in snapshot.evenings
        )
        other = replace(snapshot, evenings=evenings, players=tuple(reversed(snapshot.players)))
        assert SYSTEM.pair(other, options) == proposal


@pytest.mark.parametrize("seed", range(0, SEEDS, 2))
def test_every_reason_stands_in_the_table_with_its_facts_and_has_a_sentence(seed):
    for snapshot, options, proposal in proposals(seed):
        for one in decisions(proposal):
            assert one.reasons
            assert TELLER.short(one.reasons)
            for reason in one.reasons:
                assert reason.code in WORDS
                assert reason.facts.keys() <= WORDS, reason.code
                assert json.loads(json.dumps(dict(reason.facts))) == dict(reason.facts)
                assert reason.article in TELLER.table.ARTICLES
                assert not UNSAID.search(TELLER.say(reason))
                for candidate in reason.facts.get("candidates", ()):
                    assert candidate["code"] in WORDS
                    assert not UNSAID.search(TELLER.candidate(candidate))
        turned = Proposal(tuple(Pair(pair.black, pair.white) for pair in proposal.pairs))
        for problem in problems(snapshot, turned, SYSTEM, options):
            assert not UNSAID.search(TELLER.problem(problem))


def test_every_code_in_the_engines_table_has_a_sentence():
    table = TELLER.table
    known = {*table.REASONS, *table.FAILURES, *table.PROBLEMS}
    codes = re.findall(r"^  \d\S*(?:, \S+)* +\*? *([a-z_0-9]{3,}) {2,}", reasons.__doc__, re.M)
    assert len(codes) > 25
    assert set(codes) <= known


@pytest.mark.parametrize("seed", range(0, SEEDS, 2))
def test_every_difference_in_points_has_its_own_reason(seed):
    for snapshot, options, proposal in proposals(seed):
        cards = {card.id: card for card in read_position(snapshot, options).cards}
        for pair in proposal.pairs:
            codes = [reason.code for reason in pair.reasons]
            differs = cards[pair.white].score != cards[pair.black].score
            assert ("floated" in codes) == differs
            assert ("waited" in codes) == differs


@pytest.mark.parametrize("seed", range(0, SEEDS, 6))
def test_the_leaders_boards_and_bye_come_out_first_and_the_rest_is_paired(seed):
    for snapshot, options, _ in paired(seed):
        place = snapshot.to_pair()
        there = sorted(place.round.who_is_there(), key=int)
        if len(there) < 6:
            continue
        fixed = Game(1, there[1], there[-1], fixed="asked for")
        bye = there[0] if len(there) % 2 else None
        round_ = replace(place.round, games=(fixed,), bye=bye)
        evenings = (*snapshot.evenings[:-1], replace(snapshot.evenings[-1], rounds=(round_,)))
        changed = replace(snapshot, evenings=evenings)
        try:
            proposal = SYSTEM.pair(changed, options)
        except CannotPair:
            continue
        assert [(p.white, p.black) for p in proposal.pairs if p.fixed] == [(there[1], there[-1])]
        assert (proposal.bye.player if proposal.bye else None) == bye
        found = problems(changed, proposal, SYSTEM, options)
        assert [problem for problem in found if problem.severity == "error"] == []


def test_a_forbidden_pair_is_as_if_they_had_met_but_not_for_colours():
    made = Tournament(7, 8, 5, system=SYSTEM.key)
    for snapshot in made.before_each_round():
        proposal = SYSTEM.pair(snapshot, made.options)
        first = proposal.pairs[0]
        forbidden = replace(snapshot, forbidden_pairs=((first.white, first.black),))
        other = SYSTEM.pair(forbidden, made.options)
        assert {first.white, first.black} not in [{p.white, p.black} for p in other.pairs]
        coloured = SYSTEM.colours(forbidden, made.options, first.white, first.black)
        assert (coloured.white, coloured.black) == (first.white, first.black)


def test_the_round_after_the_last_cannot_be_paired_nor_a_round_of_nobody():
    made = Tournament(3, 8, 2, system=SYSTEM.key)
    first, last = made.before_each_round()
    with pytest.raises(CannotPair) as failure:
        SYSTEM.pair(last, replace(made.options, rounds=1))
    assert failure.value.code == "no_round_left"
    round_ = replace(first.to_pair().round, present=())
    empty = replace(first, evenings=(replace(first.evenings[0], rounds=(round_,)),))
    with pytest.raises(CannotPair) as failure:
        SYSTEM.pair(empty, made.options)
    assert failure.value.code == "nobody_present"
    assert TELLER.failure(failure.value)
