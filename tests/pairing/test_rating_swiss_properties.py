"""What must hold of every pairing of both older editions, over whole random competitions."""

import json
import os
import re
from dataclasses import replace

import pytest
from django.utils import translation

from pairing.core.invariants import problems
from pairing.core.matching import perfect_matching
from pairing.core.rating_swiss import reasons
from pairing.core.rating_swiss.field import read_field
from pairing.core.rating_swiss.position import read_position
from pairing.core.system import CannotPair
from pairing.core.types import Colour, Game, Pair, Proposal
from pairing.registry import get_system
from pairing.rules import regulation
from pairing.sentences import Teller
from tests.pairing.swiss_tournaments import STORMY, Tournament

SEEDS = 300 if os.environ.get("EXHAUSTIVE") else 30
WORDS = set(re.findall(r"\w+", reasons.__doc__))
UNSAID = re.compile(r"%\(|\{\w+\}")
KEYS = ("knsb-rating-1996", "fide-rating-1998")
EVERY = pytest.mark.parametrize(
    ("key", "seed"), [(key, seed) for key in KEYS for seed in range(SEEDS)]
)


def competition(key, seed):
    """A small stormy competition, often with as many rounds as there can be."""
    size = 5 + seed % 14
    return Tournament(seed, size, min(size - 1, 3 + seed % 11), STORMY, key)


def paired(key, seed):
    """(snapshot, options, proposal or the failure) of every round."""
    made = competition(key, seed)
    for snapshot in made.before_each_round():
        try:
            proposal = made.engine.pair(snapshot, made.options)
        except CannotPair as failure:
            proposal = failure
        yield snapshot, made.options, proposal


def sound(key, seed):
    """The rounds that can be paired."""
    return [one for one in paired(key, seed) if isinstance(one[2], Proposal)]


def can_be_paired(snapshot, options, edition):
    """Whether any pairing satisfies B1 and B2, by a matching of everybody there."""
    position = read_position(snapshot, options, edition)
    there = snapshot.to_pair().round.who_is_there()
    cards = [card for card in position.cards if card.id in there]
    field = read_field(cards, snapshot.forbidden_pairs, edition)
    graph = list(field.may_meet)
    if len(cards) % 2:
        graph = [
            row | (field.may_be_free >> seat & 1) << len(cards) for seat, row in enumerate(graph)
        ]
        graph.append(field.may_be_free)
    return not graph or perfect_matching(graph) is not None


@EVERY
def test_every_pairing_is_sound_and_there_is_none_only_when_there_can_be_none(key, seed):
    system = get_system(key)
    for snapshot, options, proposal in paired(key, seed):
        if isinstance(proposal, CannotPair):
            assert not can_be_paired(snapshot, options, system.edition)
            assert Teller(key).failure(proposal)
        else:
            assert problems(snapshot, proposal, system, options) == []


@EVERY
def test_b2_holds_for_all_but_top_scorers_and_every_float_and_denied_colour_is_told(key, seed):
    edition = get_system(key).edition
    for snapshot, options, proposal in sound(key, seed):
        cards = {card.id: card for card in read_position(snapshot, options, edition).cards}
        for pair in proposal.pairs:
            white, black = cards[pair.white], cards[pair.black]
            assert Colour.WHITE in white.may_have
            assert Colour.BLACK in black.may_have
            codes = [reason.code for reason in pair.reasons]
            assert ("floated" in codes) == (white.score != black.score)
            denied = [
                card.preference.colour not in (None, colour)
                for card, colour in ((white, Colour.WHITE), (black, Colour.BLACK))
            ]
            assert codes.count("denied") == sum(denied)


@EVERY
def test_every_reason_and_warning_is_in_the_table_and_has_its_sentence(key, seed):
    system, teller = get_system(key), Teller(key)
    anchors = set(regulation(key, "en").anchors())
    for snapshot, options, proposal in sound(key, seed):
        for one in (*proposal.pairs, *([proposal.bye] if proposal.bye else [])):
            assert one.reasons
            for reason in one.reasons:
                assert reason.code in WORDS
                assert reason.facts.keys() <= WORDS, reason.code
                assert json.loads(json.dumps(dict(reason.facts))) == dict(reason.facts)
                assert reason.article in teller.table.ARTICLES, reason
                assert reason.article in anchors
                assert not UNSAID.search(teller.say(reason))
            assert not UNSAID.search(teller.short(one.reasons))
        turned = Proposal(
            tuple(Pair(pair.black, pair.white, fixed="asked for") for pair in proposal.pairs)
        )
        for problem in problems(snapshot, turned, system, options):
            assert not UNSAID.search(teller.problem(problem))
            assert problem.article in {"", *teller.table.ARTICLES}


@pytest.mark.parametrize("language", ["nl", "en", "tr"])
@pytest.mark.parametrize("key", KEYS)
def test_every_code_of_the_table_has_a_sentence(key, language):
    table = Teller(key).table
    codes = re.findall(
        r"^  [A-F]\S*(?:, C1[0-9])* +\*? *([a-z_0-9]{3,}) {2,}", reasons.__doc__, re.M
    )
    assert len(codes) > 30
    with translation.override(language):
        assert set(codes) <= {*table.REASONS, *table.FAILURES, *table.PROBLEMS}


@EVERY
def test_the_order_of_the_record_and_of_the_players_does_not_matter(key, seed):
    system = get_system(key)
    for snapshot, options, proposal in sound(key, seed)[-2:]:
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
        assert system.pair(other, options) == proposal


@EVERY
def test_the_leaders_boards_bye_and_forbidden_pairs_are_kept(key, seed):
    system = get_system(key)
    for snapshot, options, proposal in sound(key, seed)[:3]:
        place = snapshot.to_pair()
        there = sorted(place.round.who_is_there(), key=int)
        if len(there) < 6:
            continue
        fixed = Game(1, there[1], there[-1], fixed="asked for")
        bye = there[0] if len(there) % 2 else None
        round_ = replace(place.round, games=(fixed,), bye=bye)
        evenings = (*snapshot.evenings[:-1], replace(snapshot.evenings[-1], rounds=(round_,)))
        pair = next(p for p in proposal.pairs if fixed.white not in (p.white, p.black))
        changed = replace(snapshot, evenings=evenings, forbidden_pairs=((pair.black, pair.white),))
        try:
            other = system.pair(changed, options)
        except CannotPair:
            continue
        assert [(p.white, p.black) for p in other.pairs if p.fixed] == [(there[1], there[-1])]
        assert (other.bye.player if other.bye else None) == bye
        found = problems(changed, other, system, options)
        assert [problem for problem in found if problem.severity == "error"] == []
