"""Ties decided by hand in the competition document, and what is no tie."""

import json

import pytest

from pairing.formats.document import read_document, write_document
from pairing.formats.errors import DocumentError
from pairing.registry import rules_of

GIVEN = {"scope": "all", "evening": 1, "number": 1, "points": "1/2", "reason": "Play-off"}


def document():
    """A Swiss competition of four with one round of draws."""
    players = [{"id": name, "name": name.upper(), "start": at} for at, name in enumerate("abcd", 1)]
    games = [
        {"board": 1, "white": "a", "black": "c", "result": "1/2-1/2"},
        {"board": 2, "white": "d", "black": "b", "result": "1/2-1/2"},
    ]
    return {
        "format": "clubcomp-competition",
        "version": 2,
        "name": "T",
        "system": "fide-dutch",
        "options": {"rounds": 3},
        "tempos": [{"id": "long"}],
        "players": players,
        "ties": [GIVEN | {"players": ["d", "b", "a", "c"]}],
        "evenings": [{"tempo": "long", "rounds": [{"games": games}]}],
    }


def places(written):
    snapshot = read_document(json.dumps(written))
    rows = rules_of(snapshot).standings(snapshot, "all")
    return [(row.player, row.rank, row.decided) for row in rows]


def test_a_document_says_it_and_the_standing_follows():
    written = document()
    assert places(written) == [(name, at, "Play-off") for at, name in enumerate("dbac", 1)]
    snapshot = read_document(json.dumps(written))
    assert read_document(write_document(snapshot)) == snapshot
    assert places(written | {"ties": []}) == [(name, 1, "") for name in "abcd"]


@pytest.mark.parametrize("change", [{"points": 1}, {"players": ["d", "b"]}, {"points": 0}])
def test_what_is_no_tie_in_the_table_changes_nothing(change):
    written = document()
    written["ties"] = [written["ties"][0] | change]
    assert places(written) == [(name, 1, "") for name in "abcd"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"scope": "blitz"}, "unknown_tempo"),
        ({"players": ["a"]}, "tie_of_one"),
        ({"players": ["a", "a"]}, "tie_names_twice"),
        ({"players": ["a", "x"]}, "unknown_player"),
        ({"evening": 2}, "out_of_range"),
        ({"number": 2}, "out_of_range"),
        ({"reason": ""}, "empty"),
        ({"because": "x"}, "unknown_key"),
    ],
)
def test_a_tie_that_cannot_be_is_refused(change, code):
    written = document()
    written["ties"] = [written["ties"][0] | change]
    with pytest.raises(DocumentError) as refused:
        read_document(json.dumps(written))
    assert refused.value.code == code
    assert refused.value.path.startswith("ties[0]")
