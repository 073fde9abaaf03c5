"""The table in `pairing`'s docstring: what each thing in a round does with a player."""

from fractions import Fraction

import pytest

import pairing
from pairing.keizer.record import read_history, read_record
from tests.pairing.snapshots import SYSTEM, club, options_of, standings

#: The table's first column, and a round (with changes of player B) that does it to B.
ROUNDS = {
    "game, finished": ({"games": ["A-B 0-1"]}, {}),
    "game by forfeit": ({"games": ["A-B 0-1F"]}, {}),
    "game, unfinished": ({"games": ["A-B"]}, {}),
    "bye": ({"bye": "B"}, {}),
    "external": ({"external": ["B"]}, {}),
    "absent with notice": ({}, {}),
    "no notice": ({"no_notice": ["B"]}, {}),
    "exempt": ({"exempt": ["B"]}, {}),
    "before joining": ({}, {"joined": 2}),
    "after leaving": ({}, {"left": 0}),
}


def table():
    """{what is in the round: its cells} from the docstring."""
    rows = {}
    for line in pairing.__doc__.split("=\n")[2].splitlines():
        if not line.startswith("="):
            cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
            rows[cells[0]] = cells[1:]
    return rows


def test_the_table_has_a_row_for_each_thing_that_can_happen():
    assert list(table()) == list(ROUNDS)


@pytest.mark.parametrize("what", ROUNDS)
def test_a_row_of_the_table_is_what_happens(what):
    met, colour, worth, credit, _ = table()[what]
    round_, changes = ROUNDS[what]
    snapshot = club("AB", ("long", round_), ("long",), B=changes)
    options = options_of(snapshot)
    history = read_history(read_record(snapshot, options), tempo=0)
    assert bool(history.opponents[1]) == (met == "yes")
    assert bool(history.overall_games[1]) == (colour == "yes")

    (row,) = [row for row in standings(snapshot, "long") if row.player == "B"]
    assert (row.credits_used == 1) == (credit == "yes")
    value, opponents = row.value_number, {2: 3, 3: 2}[row.value_number]
    earned = {
        "nothing": 0,
        "nothing yet": 0,
        "2/3 of own value": Fraction(2, 3) * value,
        "1/3 of own, within limit": Fraction(1, 3) * value,
        "as absent (an option)": Fraction(1, 3) * value,
        "part of opponent's value": opponents,
        "as won or lost": opponents,
    }[worth]
    assert row.points == value + earned
    assert SYSTEM.statement(snapshot, options, "B", "long").points == row.points
