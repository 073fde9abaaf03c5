"""The competition document: what is read, and that it is written again byte for byte."""

import json
from fractions import Fraction
from pathlib import Path

from pairing.core.federations import Identity
from pairing.core.types import Evening, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from tests.attempts import every
from tests.pairing.documents import FULL, TEXT, document

CASES = Path(__file__).parent / "cases"
GOLDEN = sorted((CASES / "attacalc").glob("[0-9][0-9].json"))


def test_a_canonical_document_comes_back_byte_for_byte():
    assert write_document(read_document(FULL.read_bytes())).encode() == FULL.read_bytes()


@every("path", GOLDEN)
def test_what_is_written_says_what_was_read(path):
    snapshot = read_document(path.read_bytes())
    written = write_document(snapshot)
    assert read_document(written) == snapshot
    assert write_document(read_document(written)) == written


def test_every_key_arrives():
    snapshot = read_document(TEXT)
    assert (snapshot.club, snapshot.country, snapshot.game) == (
        "Schaakclub De Toren",
        "NL",
        "chess",
    )
    assert snapshot.tempos[1] == Tempo("blitz", "", 7, 7, 0, Fraction(1, 7))
    assert snapshot.players[0] == Player(
        "ann",
        3,
        "Ann Ağaoğlu",
        1850,
        "WFM",
        "1 dan",
        identities=(Identity("", "7101234"),),
        birth_year=1988,
        sex="f",
    )
    assert snapshot.players[3].guest
    assert (snapshot.players[4].joined, snapshot.players[4].left) == (2, 4)
    assert snapshot.forbidden_pairs == (("ann", "bob"), ("gon", "cas"))
    first = snapshot.evenings[0].rounds[0]
    assert (first.games[0].date, first.games[0].fixed) == ("2026-09-05", "vader en dochter")
    assert first.games[1].result is Result.BOTH_LOSE_FORFEIT
    assert first.unplayed == {"gon": Unplayed.EXTERNAL, "hil": Unplayed.NO_NOTICE}
    assert first.paired_by == "system"
    assert snapshot.evenings[1] == Evening("blitz")
    assert snapshot.evenings[2].rounds[0].of_kind(Unplayed.EXEMPT) == ("hil",)
    assert snapshot.evenings[2].rounds[1].paired_by == "elsewhere"
    assert snapshot.to_pair().round.present == ("cas", "ann")


def test_what_may_be_left_out_has_its_default():
    least = {key: document()[key] for key in ("format", "version", "name", "system", "tempos")}
    snapshot = read_document(json.dumps(least | {"players": []}))
    assert (snapshot.club, snapshot.game, snapshot.options, snapshot.evenings) == (
        "",
        "chess",
        {},
        (),
    )
    assert read_document(write_document(snapshot)) == snapshot


def test_without_start_numbers_the_places_in_the_list_count():
    data = document()
    for player in data["players"]:
        del player["start"]
    assert [player.start for player in read_document(json.dumps(data)).players] == [*range(1, 9)]


def test_without_boards_the_games_are_in_board_order():
    data = document()
    for game in data["evenings"][2]["rounds"][0]["games"]:
        del game["board"]
    games = read_document(json.dumps(data)).evenings[2].rounds[0].games
    assert [(game.board, game.white) for game in games] == [(1, "ann"), (2, "D.i-k_4"), (3, "eef")]


def test_games_are_put_in_board_order():
    data = document()
    data["evenings"][2]["rounds"][0]["games"].reverse()
    assert write_document(read_document(json.dumps(data))) == TEXT


def test_keys_may_come_in_any_order():
    data = document()
    assert write_document(read_document(json.dumps(dict(reversed(data.items()))))) == TEXT


def test_defaults_that_are_written_are_left_out_again():
    data = document()
    data["options"] |= {"win": 1, "bye": "4/6", "value_step": 1, "revaluation": "stable"}
    data["tempos"][0]["weight"] = 1
    data["tempos"][1]["weight"] = "2/14"
    data["players"][1] |= {"joined": 1, "title": "", "guest": False}
    data["evenings"][0]["rounds"][0] |= {"exempt": [], "half_point_byes": []}
    data["evenings"][2]["rounds"][1]["paired_by"] = "elsewhere"
    assert write_document(read_document(json.dumps(data))) == TEXT


def test_an_option_without_a_value_may_be_null():
    data = document()
    data["options"] = {"first_value": None}
    assert read_document(json.dumps(data)).options == {}


def test_a_byte_order_mark_is_let_pass():
    assert read_document(b"\xef\xbb\xbf" + FULL.read_bytes()) == read_document(TEXT)


def test_a_snapshot_made_by_hand_is_written_as_it_is_read():
    snapshot = Snapshot(
        "Blitz",
        "attacalc",
        (Tempo("blitz", games_per_evening=7, last_n=7, absence_limit=7),),
        (Player("a", 1, "A"), Player("b", 2, "B", left=1)),
        (Evening("blitz", (Round(present=("a", "b")),)),),
        club="Club",
    )
    assert read_document(write_document(snapshot)) == snapshot
