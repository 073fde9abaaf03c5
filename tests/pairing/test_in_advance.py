"""What of the next round stands, whatever the results of the open games? Against every document."""

import pytest

from pairing.core.in_advance import in_advance
from pairing.registry import rules_of
from tests.pairing.snapshots import snapshot_of

PLAYERS = "abcdefghij"


def document(system, first, second):
    """Five boards, of which the first and the last but one are open; ten players stay."""
    tempo = {"id": "t", "games_per_evening": 3, "last_n": 1, "absence_limit": 3}
    games = [
        {"white": "a", "black": "b", "result": first},
        {"white": "c", "black": "d", "result": "1-0"},
        {"white": "e", "black": "f", "result": "0-1"},
        {"white": "g", "black": "h", "result": second},
        {"white": "i", "black": "j", "result": "1/2-1/2"},
    ]
    players = [
        {"id": key, "name": key, "rating": 2000 - 10 * place} for place, key in enumerate(PLAYERS)
    ]
    return {
        "name": "golden",
        "system": system,
        "options": {"rounds": 5} if system == "knsb-rating" else {},
        "tempos": [tempo],
        "players": players,
        "evenings": [{"tempo": "t", "rounds": [{"games": games}, {"present": [*PLAYERS]}]}],
    }


def paired(snapshot):
    return rules_of(snapshot).pair(snapshot)


def literally(system):
    """The pairs of every combination, by writing nine documents."""
    found = []
    for first in ("1-0", "1/2-1/2", "0-1"):
        for second in ("1-0", "1/2-1/2", "0-1"):
            proposal = paired(snapshot_of(document(system, first, second)))
            found.append({(pair.white, pair.black) for pair in proposal.pairs})
    return found


@pytest.mark.parametrize("system", ["attacalc", "keizer", "knsb-rating"])
def test_it_is_fixed_what_all_nine_documents_have_and_the_others_may_change(system):
    snapshot = snapshot_of(document(system, "*", "*"))
    found = in_advance(snapshot, (1, 1), [1, 4], lambda many: [*map(paired, many)])
    every = literally(system)
    assert set(found.fixed) == set.intersection(*every)
    assert {*found.changing} == {*PLAYERS} - {key for pair in found.fixed for key in pair}
    assert (found.looked_at, found.of, found.is_complete) == (9, 9, True)
    assert len({frozenset(pairs) for pairs in every}) > 1


def test_nothing_is_called_fixed_before_all_were_looked_at():
    snapshot = snapshot_of(document("attacalc", "*", "*"))

    def eight(many):
        return [paired(one) for one, _number in zip(many, range(8), strict=False)]

    found = in_advance(snapshot, (1, 1), [1, 4], eight)
    assert (found.fixed, found.looked_at, found.is_complete) == ((), 8, False)
    assert found.changing


def test_one_combination_without_a_pairing_leaves_nothing_fixed():
    snapshot = snapshot_of(document("attacalc", "*", "*"))
    found = in_advance(snapshot, (1, 1), [1, 4], lambda many: [None, *map(paired, [*many][1:])])
    assert found.fixed == ()
    assert {*found.changing} == {*PLAYERS}


def test_by_a_schedule_one_pairing_is_enough():
    snapshot = snapshot_of(document("attacalc", "*", "*"))
    asked = []

    def one(many):
        asked.extend(many)
        return [*map(paired, asked)]

    found = in_advance(snapshot, (1, 1), [1, 4], one, by_schedule=True)
    assert len(asked) == 1
    assert len(found.fixed) == 5
    assert found.is_complete
