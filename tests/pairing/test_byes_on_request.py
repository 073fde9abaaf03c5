"""Half-point byes on request: as many as the competition gives, and a warning beyond that."""

import pytest

from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.registry import get_system, make_rules

SYSTEMS = ["fide-dutch", "fide-rating-1998", "knsb-rating", "knsb-rating-1996"]
ROUNDS = [["23", "45", "67"], ["42", "36", "57"]]


def asked(system, played, **options):
    """The warnings about byes after so many rounds, in each of which 1 had asked for one."""
    players = tuple(Player(str(n), n, f"P{n}", 2000 - n) for n in range(1, 8))
    half = {"1": Unplayed.HALF_POINT_BYE}
    rounds = [
        Round(
            tuple(
                Game(board, white, black, Result.WHITE_WINS)
                for board, (white, black) in enumerate(pairs, start=1)
            ),
            half,
        )
        for pairs in ROUNDS[:played]
    ]
    rounds.append(Round(unplayed=half, present=tuple("234567")))
    evenings = tuple(Evening("standard", (round_,)) for round_ in rounds)
    rules = make_rules(get_system(system), {"rounds": 3, **options})
    tempos = (Tempo("standard"),)
    snapshot = Snapshot("Asked", system, tempos, players, evenings, options={"rounds": 3})
    found = rules.legality(snapshot, rules.pair(snapshot))
    return [(one.code, one.facts) for one in found if "half" in one.code]


@pytest.mark.parametrize("system", SYSTEMS)
def test_more_than_the_competition_gives_are_warned_of(system):
    assert asked(system, 1) == asked(system, 1, half_point_byes=2) == []
    once_more = {"player": "1", "most": 1, "count": 2}
    assert asked(system, 1, half_point_byes=1) == [("too_many_half", once_more)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_in_the_last_round_is_warned_of_where_none_is_given_there(system):
    assert asked(system, 2) == asked(system, 1, last_round_byes=False) == []
    assert asked(system, 2, last_round_byes=False) == [("half_in_last", {"player": "1"})]
