"""A competition in groups is, for its system, as many competitions as it has groups."""

import json
from dataclasses import replace

import pytest

from pairing.core.beside_games import GroupMove
from pairing.core.groups import groups_of, scope_in
from pairing.core.invariants import problems
from pairing.core.system import CannotPair
from pairing.core.types import (
    OVERALL,
    Evening,
    Game,
    Player,
    Result,
    Round,
    Snapshot,
    Tempo,
)
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from pairing.formats.errors import DocumentError
from pairing.formats.trf import read_trf
from pairing.formats.trf_written import write_trf
from pairing.registry import get_system, rules_of, system_keys
from pairing.sentences import Sentences
from tests.attempts import every

WON = Result.WHITE_WINS
#: A cup has one bracket.
SYSTEMS = [key for key in system_keys() if not get_system(key).abilities.knocks_out]


def competition(system, *sizes, present=None, **options):
    """Groups A, B, C of these sizes, rated downwards, with a first round to be paired."""
    names = [f"{'ABC'[at]}{n}" for at, size in enumerate(sizes) for n in range(1, size + 1)]
    players = tuple(
        Player(name, start, name, 2000 - start, group=name[0])
        for start, name in enumerate(names, start=1)
    )
    if get_system(system).abilities.needs_round_count:
        options = {"rounds": 5, **options}
    to_pair = Round(present=tuple(names if present is None else present))
    tempo = Tempo("t") if not get_system(system).abilities.uses_tempos else Tempo("t", "", 1, 1, 1)
    return Snapshot("Intern", system, (tempo,), players, (Evening("t", (to_pair,)),), (), options)


def alone(snapshot, group):
    """The players of a group as a competition that never heard of the others."""
    players = [one for one in snapshot.players if one.group == group]
    renumbered = [replace(one, group="", start=start) for start, one in enumerate(players, start=1)]
    keys = {one.id for one in players}
    evenings = tuple(
        replace(
            evening,
            rounds=tuple(
                replace(
                    one,
                    games=tuple(game for game in one.games if {*game.players} <= keys),
                    unplayed={key: how for key, how in one.unplayed.items() if key in keys},
                    present=one.present and tuple(key for key in one.present if key in keys),
                )
                for one in evening.rounds
            ),
        )
        for evening in snapshot.evenings
    )
    return replace(snapshot, players=tuple(renumbered), evenings=evenings)


def played(snapshot):
    """The round to be paired as it is proposed, with White winning, and a next one to be paired."""
    rules, to_pair = rules_of(snapshot), snapshot.to_pair().round
    proposal = rules.pair(snapshot)
    games = tuple(
        Game(board, pair.white, pair.black, WON)
        for board, pair in enumerate(proposal.pairs, start=1)
    )
    done = replace(to_pair, games=games, present=None).with_bye(*proposal.byes)
    *earlier, last = snapshot.evenings
    evenings = (*earlier, replace(last, rounds=(done,)), Evening("t", (to_pair,)))
    return replace(snapshot, evenings=evenings)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_pairs_ranks_and_explains_each_group_as_if_it_were_alone(system):
    snapshot = played(competition(system, 5, 4, 7))
    rules, whole = rules_of(snapshot), rules_of(snapshot).pair(snapshot)
    assert problems(snapshot, whole, rules) == [] or all(
        one.severity == "warning" for one in problems(snapshot, whole, rules)
    )
    pairs, byes, rows, ranks = [], [], [], []
    for group in "ABC":
        own = alone(snapshot, group)
        proposal = rules.pair(own)
        pairs += proposal.pairs
        byes += proposal.byes
        ranks += [len(rows) + row.rank for row in rules.standings(own, OVERALL)]
        rows += [(row.player, row.points) for row in rules.standings(own, OVERALL)]
        explained = rules.explain(snapshot).in_group_of(proposal.pairs[0].white)
        same = rules.explain(own)
        assert explained.answer(proposal.pairs[0]) == same.answer(proposal.pairs[0])
        of_group = rules.standings(snapshot, scope_in(OVERALL, group))
        assert [row.player for row in of_group] == [
            row.player for row in rules.standings(own, OVERALL)
        ]
        assert [row.rank for row in of_group] == [row.rank for row in rules.standings(own, OVERALL)]
    assert (list(whole.pairs), list(whole.byes)) == (pairs, byes)
    assert len(byes) == 2
    together = rules.standings(snapshot, OVERALL)
    assert [(row.player, row.points) for row in together] == rows
    assert [row.rank for row in together] == ranks


@pytest.mark.parametrize("system", SYSTEMS)
def test_its_document_comes_back_byte_for_byte(system):
    text = write_document(played(competition(system, 5, 5)))
    assert write_document(read_document(text)) == text


def refused(snapshot, change):
    document = json.loads(write_document(snapshot))
    change(document["evenings"][0]["rounds"][0])
    with pytest.raises(DocumentError) as error:
        read_document(json.dumps(document))
    return error.value.code


def test_a_second_bye_in_a_group_and_a_game_between_groups_are_refused_in_a_document():
    snapshot = played(competition("knsb-rating", 5, 5))

    def second_bye(round_):
        round_["bye"].append(round_["games"].pop(0)["white"])

    def between_groups(round_):
        first, *_others, last = round_["games"]
        first["black"], last["black"] = last["black"], first["black"]

    assert refused(snapshot, second_bye) == "second_bye"
    assert refused(snapshot, between_groups) == "other_group"


def test_a_group_without_anybody_present_sits_out():
    snapshot = competition("knsb-rating", 4, 4, present=["A1", "A2", "A3"])
    proposal = rules_of(snapshot).pair(snapshot)
    assert {key for seat in proposal.seats for key in seat} == {"A1", "A2", "A3"}


def test_no_pairing_in_one_group_names_the_group():
    snapshot = competition("knsb-rating", 4, 2)
    snapshot = replace(snapshot, forbidden_pairs=(("B1", "B2"),))
    with pytest.raises(CannotPair) as error:
        rules_of(snapshot).pair(snapshot)
    said = Sentences("knsb-rating").failure(error.value)
    assert said.startswith("In group B: ")


def test_two_of_different_groups_on_a_fixed_board_are_refused():
    snapshot = competition("knsb-rating", 4, 4, present=["A2", "A3", "B2", "B3"])
    (evening,) = snapshot.evenings
    fixed = replace(evening.rounds[0], games=(Game(1, "A1", "B1", fixed="why"),))
    snapshot = replace(snapshot, evenings=(replace(evening, rounds=(fixed,)),))
    with pytest.raises(CannotPair) as error:
        rules_of(snapshot).pair(snapshot)
    assert "different groups" in Sentences("knsb-rating").failure(error.value)


def test_a_group_of_berger_that_is_through_lets_the_others_play_on():
    snapshot = competition("berger", 4, 6)
    for _round in range(3):
        snapshot = played(snapshot)
    proposal = rules_of(snapshot).pair(snapshot)
    assert {key[0] for seat in proposal.seats for key in seat} == {"B"}
    snapshot = played(played(snapshot))
    with pytest.raises(CannotPair) as error:
        rules_of(snapshot).pair(snapshot)
    assert error.value.code == "no_round_left"
    numbers = [one.number for one in rules_of(snapshot).schedule(snapshot)]
    assert numbers == [1, 2, 3, 1, 2, 3, 4, 5]


def moved(snapshot, player, *, is_kept):
    """The player in group B since the second evening."""
    move = GroupMove("A", 1, is_kept)
    players = tuple(
        replace(one, group="B", moves=(move,)) if one.id == player else one
        for one in snapshot.players
    )
    return replace(snapshot, players=players)


@every("system", [key for key in SYSTEMS if get_system(key).has_reports])
def test_the_report_of_each_group_is_read_back_as_it_was_written(system):
    snapshot = played(competition(system, 5, 4))
    if get_system(system).abilities.needs_round_count:
        snapshot = moved(snapshot, "A2", is_kept=True)
    snapshot = played(snapshot)
    for group in rules_of(snapshot).groups(snapshot):
        for edition in ("16", "26"):
            report = write_trf(group.snapshot, edition)
            assert write_trf(read_trf(report, system).snapshot, edition) == report


def points_of(snapshot):
    rows = rules_of(snapshot).standings(snapshot, OVERALL)
    return {row.player: (row.group, row.points) for row in rows}


@pytest.mark.parametrize(("is_kept", "points"), [(True, 1), (False, 0)])
def test_who_moves_plays_on_there_with_the_points_or_without(is_kept, points):
    snapshot = played(competition("knsb-rating", 4, 5))
    winner = rules_of(snapshot).standings(snapshot, OVERALL)[0].player
    loser = next(
        game.opponent(winner)
        for game in snapshot.evenings[0].rounds[0].games
        if winner in game.players
    )
    snapshot = moved(snapshot, winner, is_kept=is_kept)
    standing = points_of(snapshot)
    assert standing[winner] == ("B", points)
    assert standing[loser] == ("A", 0)
    proposal = rules_of(snapshot).pair(snapshot)
    opponent = next(seat for seat in proposal.seats if winner in seat)
    assert {key[0] for key in opponent if key != winner} == {"B"}
    assert len(proposal.byes) == 1  # three in A, six in B
    assert write_document(read_document(write_document(snapshot))) == write_document(snapshot)


def test_a_bye_and_a_half_point_go_along_and_games_stay_with_their_group():
    snapshot = played(competition("knsb-rating", 5, 4))
    free = snapshot.evenings[0].rounds[0].bye
    snapshot = moved(snapshot, free, is_kept=True)
    a, b = groups_of(snapshot, drops_empty=False)
    assert b.snapshot.evenings[0].rounds[0].unplayed[free] is Unplayed.FULL_POINT_BYE
    assert a.snapshot.evenings[0].rounds[0].byes == (free,)
    assert free in b.members
    assert free not in a.members
