"""Does the engine of `knsb-rating` agree with the slow transcription of the regulation, always?

Random competitions, round by round, and single rounds after a past no system has made: some
1200 rounds by default, fifty thousand with EXHAUSTIVE=1. A difference names seed and round.
"""

import os
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from pairing.core.system import CannotPair
from pairing.core.types import Colour, Game
from pairing.registry import get_system, make_options
from tests.pairing.knsb_rating_reference import ReferenceCannotPair, reference_pair
from tests.pairing.knsb_rating_reference_position import Entrant, Past, Position
from tests.pairing.random_histories import round_after_any_history
from tests.pairing.swiss_tournaments import CALM, STORMY, Rates, Tournament

SYSTEM = get_system("knsb-rating")
IS_EXHAUSTIVE = os.environ.get("EXHAUSTIVE") == "1"
SMALL, LARGE, HISTORIES = (3600, 400, 25000) if IS_EXHAUSTIVE else (100, 25, 500)
BLOCK = 25
HALF, WHOLE = Fraction(1, 2), Fraction(1)
NO_PAIRING = "no pairing"

#: Hardly two players have played the same rounds.
WILD = Rates(
    absent=0.35, half_point_bye=0.15, forfeit=0.3, late=0.3, withdrawn=0.02, equal_rating=0.6
)


def small_competition(seed):
    """2 to 10 players, mostly 5 and more; often as many rounds as there can be."""
    size = 2 + seed % 3 if seed % 25 == 0 else 5 + seed % 6
    rounds = [size - 1, max(1, size // 2), 3 + seed % 9][seed // 7 % 3]
    return Tournament(seed, size, min(size - 1, rounds), [CALM, STORMY, WILD][seed // 3 % 3])


def large_competition(seed):
    """11 to 16 players."""
    size = 11 + seed % 6
    rounds = size - 1 if seed % 5 == 0 else 3 + seed % 9
    return Tournament(seed, size, rounds, [CALM, STORMY, WILD][seed // 6 % 3])


@pytest.mark.parametrize("first_seed", range(0, SMALL, BLOCK))
def test_every_round_of_a_small_competition_is_paired_as_by_the_reference(first_seed):
    seeds = range(first_seed, first_seed + BLOCK)
    found = [text for seed in seeds for text in differences(small_competition(seed))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("first_seed", range(0, LARGE, BLOCK))
def test_every_round_of_a_large_competition_is_paired_as_by_the_reference(first_seed):
    seeds = range(first_seed, first_seed + BLOCK)
    found = [text for seed in seeds for text in differences(large_competition(seed))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("first_seed", range(0, SMALL // 2, BLOCK))
def test_rounds_with_boards_byes_and_forbidden_pairs_by_hand_are_as_by_the_reference(first_seed):
    seeds = range(first_seed, first_seed + BLOCK)
    found = [text for seed in seeds for text in differences(small_competition(seed), by_hand)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("first_seed", range(0, HISTORIES, 10 * BLOCK))
def test_a_round_after_any_history_is_paired_as_by_the_reference(first_seed):
    found = []
    for seed in range(first_seed, first_seed + 10 * BLOCK):
        snapshot = round_after_any_history(seed, 12 if seed % 10 == 0 else 10)
        found += difference(by_hand(snapshot, seed) if seed % 4 == 0 else snapshot)
    assert not found, "\n".join(found)


def differences(competition, change=lambda snapshot, seed: snapshot):
    """Every round on which engine and reference do not agree.

    `change` makes another round of the one to be paired; the competition goes on without it.
    """
    return [
        text
        for snapshot in competition.before_each_round()
        for text in difference(change(snapshot, competition.seed))
    ]


def difference(snapshot):
    """What engine and reference answer, as a list of one text; [] if they agree."""
    engine, reference = engine_answer(snapshot), reference_answer(snapshot)
    if engine == reference:
        return []
    what = (
        f"{snapshot.name}, {len(snapshot.players)} players, "
        f"round {len(snapshot.evenings)} of {snapshot.options['rounds']}"
    )
    return [f"{what}:\n  engine    {engine}\n  reference {reference}"]


def engine_answer(snapshot):
    """Pairs by pairing number in the order of the boards, and the bye."""
    try:
        proposal = SYSTEM.pair(snapshot, make_options(SYSTEM, snapshot.options))
    except CannotPair:
        return NO_PAIRING
    number = {player.id: player.start for player in snapshot.players}
    pairs = [(number[pair.white], number[pair.black]) for pair in proposal.pairs]
    return pairs, proposal.bye and number[proposal.bye.player]


def reference_answer(snapshot):
    """The same by the reference."""
    try:
        return reference_pair(position_of(snapshot))
    except ReferenceCannotPair:
        return NO_PAIRING


def by_hand(snapshot, seed):
    """The same round with forbidden pairs, fixed boards and perhaps a bye that is named."""
    place = snapshot.to_pair()
    random = Random(f"{seed} {place.evening}")
    present = sorted(place.round.present)
    random.shuffle(present)
    left = iter(present)
    boards = random.choice([0, 0, 1, 1, 2]) if len(present) >= 4 else 0
    games = tuple(
        Game(board, white, black, fixed="by hand")
        for board, (white, black) in enumerate(islice(zip(left, left, strict=False), boards), 1)
    )
    is_odd = len(present) % 2 == 1
    bye = next(left, None) if is_odd and random.random() < 0.3 else None
    ids = [player.id for player in snapshot.players]
    forbidden = tuple(tuple(random.sample(ids, 2)) for _ in range(random.randint(0, 3)))
    round_ = replace(place.round, games=games, bye=bye)
    evening = replace(snapshot.evenings[-1], rounds=(round_,))
    return replace(snapshot, evenings=(*snapshot.evenings[:-1], evening), forbidden_pairs=forbidden)


def position_of(snapshot):
    """The snapshot's round to be paired as the reference wants it."""
    number = {player.id: player.start for player in snapshot.players}
    record = [past_of(snapshot, place.round, number) for place in snapshot.record()]
    to_pair = snapshot.to_pair().round
    return Position(
        entrants={
            player.start: Entrant(
                number=player.start,
                rating=player.rating or 0,
                title=player.title,
                name=player.name,
                past=tuple(past[player.id] for past in record),
            )
            for player in snapshot.players
        },
        seated=tuple(number[player] for player in to_pair.who_is_there()),
        round=len(record) + 1,
        rounds=snapshot.options["rounds"],
        lot=snapshot.options["initial_colour"],
        fixed=tuple((number[game.white], number[game.black]) for game in to_pair.games),
        named_bye=number.get(to_pair.bye),
        forbidden=frozenset(
            frozenset((number[one], number[two])) for one, two in snapshot.forbidden_pairs
        ),
    )


def past_of(snapshot, round_, number):
    """What a round on record was for every player; an unfinished game is half a point each (F9)."""
    past = {player.id: Past("absent") for player in snapshot.players}
    past |= {player: Past("bye", HALF) for player in round_.half_point_byes}
    past |= {player: Past("bye", WHOLE) for player in round_.full_point_byes}
    if round_.bye is not None:
        past[round_.bye] = Past("bye", Fraction(snapshot.options.get("bye", 1)))
    for game in round_.games:
        kind = "forfeit" if game.result.is_forfeit else "played"
        for player, colour in ((game.white, Colour.WHITE), (game.black, Colour.BLACK)):
            points = game.result.score(colour)
            opponent = number[game.opponent(player)]
            past[player] = Past(kind, HALF if points is None else points, opponent, colour.value)
    return past
