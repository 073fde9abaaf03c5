"""What the program writes it reads again: the same rounds, the next pairing, the standing.

Competitions are made by any hand. What a form has no place for it says, and nothing else is lost.
"""

from dataclasses import replace

import pytest

from pairing.core.system import CannotPair
from pairing.core.types import OVERALL, Evening, Result, Round
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from pairing.formats.h9 import read_h9
from pairing.formats.h9_written import write_h9
from pairing.formats.trf import read_trf
from pairing.formats.trf_people import NAME_LIMIT
from pairing.formats.trf_report import numbers_of
from pairing.formats.trf_written import write_trf
from pairing.registry import get_system, rules_of, system_keys
from tests.attempts import every
from tests.how_many import how_many
from tests.pairing.by_any_hand import competition_by_any_hand

SEEDS = range(how_many(25, exhaustive=1000))
REPORTED = [key for key in system_keys() if get_system(key).has_reports]
SWISS = [key for key in REPORTED if not get_system(key).reported]
#: Options that a report says, or shows by its rounds; its reader is asked for the others.
SAID = {"rounds", "bye", "initial_colour", "acceleration", "cycles", "swap_last_two"}


@pytest.mark.parametrize("system", system_keys())
@every("seed", SEEDS)
def test_a_document_is_read_as_the_same_competition(system, seed):
    snapshot = competition_by_any_hand(system, seed)
    text = write_document(snapshot)
    again = read_document(text)
    assert again == snapshot
    assert write_document(again) == text


@pytest.mark.parametrize("edition", ["16", "26"])
@pytest.mark.parametrize("system", REPORTED)
@every("seed", SEEDS)
def test_a_report_is_read_as_the_same_competition_but_for_what_it_tells(system, edition, seed):
    snapshot = competition_by_any_hand(system, seed)
    told = []
    data = write_trf(snapshot, edition, warn=told.append)
    again = read_trf(data, system).snapshot
    told_of = as_told(snapshot, {warning.code for warning in told})
    assert names_of(again) == names_of(told_of)
    assert_same(again, told_of)


@every("seed", SEEDS)
def test_a_go_file_is_read_as_the_same_competition(seed):
    snapshot = competition_by_any_hand("knsb-resistance", seed)
    # It holds neither forbidden pairs nor why somebody was away; its numbers are the lots.
    snapshot = as_told(replace(snapshot, forbidden_pairs=()), {"kinds_left_out"})
    assert_same(read_h9(write_h9(snapshot)), snapshot, by_lot)


@pytest.mark.parametrize("system", SWISS)
@every("seed", SEEDS)
def test_a_go_file_under_another_system_has_the_same_games_and_points(system, seed):
    snapshot = competition_by_any_hand(system, seed)
    again = read_h9(write_h9(snapshot), system)
    games = [[games for games, _ in rounds_of(one, by_lot)] for one in (again, snapshot)]
    assert games[0] == games[1]
    if str(snapshot.options.get("bye")) != "1/2":
        points = [
            {(row[0], row[2]) for row in standing_of(one, by_lot)} for one in (again, snapshot)
        ]
        assert points[0] == points[1]


def as_told(snapshot, codes):
    """The competition with what its report says that it leaves out or changes."""
    options = dict(snapshot.options)
    if "order_left_out" in codes:
        options.pop("swap_last_two")
    evenings = snapshot.evenings
    if "rounds_open" in codes:
        played = [number for number, one in enumerate(evenings, 1) if has_result(one)]
        present = tuple(player.id for player in snapshot.players)
        to_come = Evening("long", (Round(present=present),))
        evenings = (*evenings[: max(played, default=0)], to_come)
    players = snapshot.players
    if "name_cut" in codes:
        players = tuple(replace(player, name=player.name[:NAME_LIMIT]) for player in players)
    if "leaving_left_out" in codes:
        players = tuple(replace(player, left=None) for player in players)
    evenings = tuple(
        replace(evening, rounds=tuple(_as_told(round_, codes) for round_ in evening.rounds))
        for evening in evenings
    )
    return replace(snapshot, options=options, players=players, evenings=evenings)


def has_result(evening):
    return any(game.result.is_finished for round_ in evening.rounds for game in round_.games)


def _as_told(round_, codes):
    games, unplayed = round_.games, round_.unplayed
    if "unfinished_as_draw" in codes:
        ends = [game.result if game.result.is_finished else Result.DRAW for game in games]
        games = tuple(replace(game, result=end) for game, end in zip(games, ends, strict=True))
    if "kinds_left_out" in codes or round_.present is not None:
        unplayed = {player: kind for player, kind in unplayed.items() if kind.is_bye}
    return replace(round_, games=games, unplayed=unplayed)


def names_of(snapshot):
    """Who is who, by pairing number."""
    number = numbers_of(snapshot)
    return {
        number[one.id]: (one.start, one.name, one.rating, one.title, one.federation, one.birth_year)
        for one in snapshot.players
    }


def assert_same(again, snapshot, numbers=numbers_of):
    """Rounds, pairing and standing, by pairing number."""
    options = {name: value for name, value in snapshot.options.items() if name not in SAID}
    again = replace(again, options=options | dict(again.options))
    assert rounds_of(again, numbers) == rounds_of(snapshot, numbers)
    assert pairing_of(again, numbers) == pairing_of(snapshot, numbers)
    assert standing_of(again, numbers) == standing_of(snapshot, numbers)


def by_lot(snapshot):
    return {player.id: player.start for player in snapshot.players}


def rounds_of(snapshot, numbers):
    """What every round on record says."""
    number, of_table = numbers(snapshot), get_system(snapshot.system).reported
    return [
        (
            {(number[game.white], number[game.black], game.result) for game in played.round.games},
            # By a table whoever has nobody to play has the bye, there or not; it is worth nothing.
            {
                (number[player], kind)
                for player, kind in played.round.unplayed.items()
                if not (of_table and kind is Unplayed.BYE)
            },
        )
        for played in snapshot.record()
    ]


def pairing_of(snapshot, numbers):
    """The next round; why there is none."""
    number = numbers(snapshot)
    if snapshot.to_pair() is None:
        return "no_round_left"
    try:
        proposal = rules_of(snapshot).pair(snapshot)
    except CannotPair as failure:
        return failure.code
    return [[number[player] for player in seat] for seat in proposal.seats]


def standing_of(snapshot, numbers):
    number = numbers(snapshot)
    return [
        (number[row.player], row.rank, row.points, [one.value for one in row.workings.values()])
        for row in rules_of(snapshot).standings(snapshot, OVERALL)
    ]
