"""What must hold of every pairing of `knsb-rating`, over whole random competitions."""

import json
import os
import re
from dataclasses import replace

import pytest

from pairing.core.colours import Strength
from pairing.core.invariants import problems
from pairing.core.matching import perfect_matching
from pairing.core.system import CannotPair
from pairing.core.types import Colour, Game
from pairing.registry import get_system
from pairing.systems.knsb_rating import reasons
from pairing.systems.knsb_rating.field import read_field
from pairing.systems.knsb_rating.position import read_position
from tests.pairing.swiss_tournaments import STORMY, Tournament

SYSTEM = get_system("knsb-rating")
SEEDS = 600 if os.environ.get("EXHAUSTIVE") else 60
WORDS = set(re.findall(r"\w+", reasons.__doc__))


def competition(seed):
    """A small stormy competition, often with as many rounds as there can be."""
    size = 5 + seed % 14
    return Tournament(seed, size, min(size - 1, 3 + seed % 11), STORMY)


def paired(seed):
    """(snapshot, options, proposal or None) of every round."""
    made = competition(seed)
    for snapshot in made.before_each_round():
        try:
            proposal = SYSTEM.pair(snapshot, made.options)
        except CannotPair:
            proposal = None
        yield snapshot, made.options, proposal


def can_be_paired(snapshot, options):
    """Whether any pairing satisfies B1 and B2, by a matching of everybody there."""
    position = read_position(snapshot, options)
    there = snapshot.to_pair().round.who_is_there()
    cards = [card for card in position.cards if card.id in there]
    if len(cards) < 2:
        return False
    field = read_field(position, cards, snapshot.forbidden_pairs)
    graph = list(field.may_meet)
    if len(cards) % 2:
        graph = [
            row | (field.may_be_free >> seat & 1) << len(cards) for seat, row in enumerate(graph)
        ]
        graph.append(field.may_be_free)
    return perfect_matching(graph) is not None


@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_pairing_is_sound_and_there_is_none_only_when_there_can_be_none(seed):
    for snapshot, options, proposal in paired(seed):
        if proposal is None:
            assert not can_be_paired(snapshot, options)
        else:
            assert problems(snapshot, proposal, SYSTEM, options) == []


@pytest.mark.parametrize("seed", range(0, SEEDS, 3))
def test_colours_never_go_beyond_b2_but_for_topscorers(seed):
    for snapshot, options, proposal in paired(seed):
        if proposal is None:
            continue
        position = read_position(snapshot, options)
        cards = {card.id: card for card in position.cards}
        for pair in proposal.pairs:
            both = ((cards[pair.white], Colour.WHITE), (cards[pair.black], Colour.BLACK))
            if any(position.is_topscorer(card) for card, _ in both):
                continue
            for card, colour in both:
                if card.preference.strength is Strength.ABSOLUTE:
                    assert card.preference.colour is colour


@pytest.mark.parametrize("seed", range(0, SEEDS, 3))
def test_boards_come_in_the_order_of_f1(seed):
    for snapshot, options, proposal in paired(seed):
        if proposal is None:
            continue
        position = read_position(snapshot, options)
        keys = []
        for pair in proposal.pairs:
            places = sorted((position.place[pair.white], position.place[pair.black]))
            higher, lower = (position.cards[place].score for place in places)
            keys.append((-higher, -higher - lower, places[0]))
        assert keys == sorted(keys)


@pytest.mark.parametrize("seed", range(0, SEEDS, 3))
def test_the_order_of_the_record_and_of_the_players_does_not_matter(seed):
    for snapshot, options, proposal in paired(seed):
        if proposal is None:
            continue
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
def test_every_reason_stands_in_the_table_with_its_facts(seed):
    for _, _, proposal in paired(seed):
        if proposal is None:
            continue
        for one in (*proposal.pairs, *([proposal.bye] if proposal.bye else [])):
            assert one.reasons
            for reason in one.reasons:
                assert reason.code in WORDS
                assert reason.facts.keys() <= WORDS, reason.code
                assert json.loads(json.dumps(dict(reason.facts))) == dict(reason.facts)


@pytest.mark.parametrize("seed", range(0, SEEDS, 2))
def test_every_float_and_every_denied_colour_has_its_own_reason(seed):
    for snapshot, options, proposal in paired(seed):
        if proposal is None:
            continue
        cards = {card.id: card for card in read_position(snapshot, options).cards}
        for pair in proposal.pairs:
            white, black = cards[pair.white], cards[pair.black]
            codes = [reason.code for reason in pair.reasons]
            assert ("floated" in codes) == (white.score != black.score)
            denied = [
                card.preference.colour not in (None, colour)
                for card, colour in ((white, Colour.WHITE), (black, Colour.BLACK))
            ]
            assert codes.count("denied") == sum(denied)


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


def test_a_forbidden_pair_is_as_if_they_had_met():
    made = Tournament(7, 8, 5)
    for snapshot in made.before_each_round():
        proposal = SYSTEM.pair(snapshot, made.options)
        first = proposal.pairs[0]
        forbidden = replace(snapshot, forbidden_pairs=((first.white, first.black),))
        other = SYSTEM.pair(forbidden, made.options)
        assert {first.white, first.black} not in [{p.white, p.black} for p in other.pairs]


def test_the_round_after_the_last_cannot_be_paired():
    made = Tournament(3, 8, 2)
    *_, last = made.before_each_round()
    options = replace(made.options, rounds=1)
    with pytest.raises(CannotPair) as failure:
        SYSTEM.pair(last, options)
    assert failure.value.code == "no_round_left"
