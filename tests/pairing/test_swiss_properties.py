"""What must hold of every pairing of a Swiss system, by its regulation?

What must hold of every system is asked in `test_every_system`.
"""

from dataclasses import replace

import pytest

from pairing.core.system import CannotPair
from pairing.core.types import Colour
from pairing.dutch import roster as dutch_roster
from pairing.matching.perfect import perfect_matching
from pairing.registry import get_system, rules_of, system_keys
from pairing.resistance import roster as resistance_roster
from pairing.swiss.roster import read_roster
from pairing.swiss.system import RatingSwiss
from tests.pairing.swiss_tournaments import Tournament, proposals_of, rounds_of

RATING = [key for key in system_keys() if isinstance(get_system(key), RatingSwiss)]
SWISS = [*RATING, "fide-dutch", "knsb-resistance"]
of_every_swiss = pytest.mark.parametrize("key", SWISS)
of_every_rating = pytest.mark.parametrize("key", RATING)


def position_of(snapshot, rules):
    """Everybody's state before the round, as the engine reads it."""
    return rules.system.position(snapshot, rules.options)


def can_be_paired(snapshot, rules):
    """Whether there is any pairing within the absolute rules, by a matching of all present."""
    position, forbidden = position_of(snapshot, rules), snapshot.forbidden_pairs
    present = snapshot.to_pair().round.taking_part()
    players = [player for player in position.players if player.id in present]
    if rules.system.key == "knsb-resistance":
        roster = resistance_roster.read_roster(players, forbidden, opens_by_twos=False)
        seats = (1 << len(players)) - 1 | roster.nobody
        return bool(players) and perfect_matching(roster.graph, seats) is not None
    if rules.system.key == "fide-dutch":
        roster = dutch_roster.read_roster(position, players, forbidden)
        return len(players) > 1 and perfect_matching(roster.may_meet) is not None
    if len(players) < 2 and not position.edition.pairs_one:
        return False
    graph = read_roster(position, players, forbidden).with_bye()
    return not graph or perfect_matching(graph) is not None


@of_every_swiss
def test_there_is_no_pairing_only_where_there_can_be_none(key):
    for snapshot, rules, paired in rounds_of(key):
        if isinstance(paired, CannotPair):
            assert not can_be_paired(snapshot, rules)


@of_every_rating
def test_colours_never_go_beyond_b2_but_for_topscorers(key):
    for snapshot, rules, proposal in proposals_of(key):
        position = position_of(snapshot, rules)
        for pair in proposal.pairs:
            white, black = position.state(pair.white), position.state(pair.black)
            if not (white.is_top_scorer or black.is_top_scorer):
                assert Colour.WHITE in white.may_have
                assert Colour.BLACK in black.may_have


@of_every_swiss
def test_boards_come_in_the_order_of_the_regulation(key):
    """F1: by the higher score, then both scores, then the higher ranked; else by the last alone."""
    for snapshot, rules, proposal in proposals_of(key):
        position = position_of(snapshot, rules)
        keys = []
        for pair in proposal.pairs:
            higher, lower = sorted((pair.white, pair.black), key=position.rank.__getitem__)
            score = position.state(higher).score
            both = score + position.state(lower).score
            by_score = (-score, -both) if key != "knsb-resistance" else ()
            keys.append((*by_score, position.rank[higher]))
        assert keys == sorted(keys)


def test_floaters_of_one_group_never_meet():
    """They would have been paired where they came from, with a smaller waiting room."""
    for snapshot, rules, _proposal in proposals_of("knsb-resistance"):
        for group in rules.explain(snapshot).decision.groups:
            for choice in group.choices:
                floaters = group.moved_down
                assert not (floaters >> choice.player & floaters >> choice.opponent & 1)


def test_wp_and_sb_are_those_of_the_tie_breaks():
    for snapshot, rules, _ in rounds_of("knsb-resistance"):
        games = [game for place in snapshot.record() for game in place.round.games]
        if not all(game.result.is_finished for game in games):
            continue
        rows = {row.player: row for row in rules.standings(snapshot, "all")}
        for state in position_of(snapshot, rules).players:
            row = rows[state.id]
            assert 2 * row.points == state.score
            assert 2 * row.tiebreaks["resistance_points"] == state.wp
            assert 4 * row.tiebreaks["sonneborn_berger"] == state.sb


def test_a_forbidden_pair_is_as_if_they_had_met_but_not_for_colours():
    for snapshot in Tournament(7, 8, 5, system="knsb-resistance").before_each_round():
        rules = rules_of(snapshot)
        first = rules.pair(snapshot).pairs[0]
        forbidden = replace(snapshot, forbidden_pairs=((first.white, first.black),))
        other = rules.pair(forbidden)
        assert {first.white, first.black} not in [{p.white, p.black} for p in other.pairs]
        coloured = rules.colours(forbidden, first.white, first.black)
        assert (coloured.white, coloured.black) == (first.white, first.black)
