"""Documents that are refused: each says where, what and with which facts; nothing else escapes."""

import json

import pytest

from pairing.formats.document import DocumentError, read_document
from pairing.sentences.documents import DOCUMENTS
from tests.attempts import every
from tests.pairing.documents import AWAY, TEXT, spoil

GAME = ("evenings", 2, "rounds", 0, "games", 0)
ROUND = ("evenings", 2, "rounds", 0)
LAST = ("evenings", 3, "rounds", 0)
R = "evenings[2].rounds[0]"


def refused(text):
    with pytest.raises(DocumentError) as caught:
        read_document(text)
    error = caught.value
    assert error.code in DOCUMENTS
    assert str(error).startswith(error.path)
    str(error).encode()
    json.dumps(error.facts)
    return error


@every("place, value, at, code", [
        # what is not there, or not known
        (("format",), "other", "format", "not_a_competition_document"),
        (("format",), AWAY, "format", "not_a_competition_document"),
        (("version",), 3, "version", "unknown_version"),
        (("version",), AWAY, "version", "missing_key"),
        (("nmae",), "x", "nmae", "unknown_key"),
        (("players", 0, "nmae"), "x", "players[0].nmae", "unknown_key"),
        (("players", 0, "name"), AWAY, "players[0].name", "missing_key"),
        (("players", 0, "id"), AWAY, "players[0].id", "missing_key"),
        (("club", "town"), "x", "club.town", "unknown_key"),
        ((*GAME, "reslut"), "1-0", f"{R}.games[0].reslut", "unknown_key"),
        ((*GAME, "result"), AWAY, f"{R}.games[0].result", "missing_key"),
        ((*ROUND, "games"), AWAY, f"{R}.games", "missing_key"),
        (("evenings", 0, "tempo"), AWAY, "evenings[0].tempo", "missing_key"),
        (("evenings", 0, "tempo"), "fast", "evenings[0].tempo", "unknown_tempo"),
        ((*GAME, "result"), "1/2", f"{R}.games[0].result", "not_a_choice"),
        ((*GAME, "white"), "zoe", f"{R}.games[0].white", "unknown_player"),
        ((*ROUND, "bye"), "zoe", f"{R}.bye", "unknown_player"),
        ((*ROUND, "exempt", 0), "zoe", f"{R}.exempt[0]", "unknown_player"),
        ((*ROUND, "paired_by"), "magic", f"{R}.paired_by", "not_a_choice"),
        (("system",), "swiss", "system", "unknown_system"),
        (("game",), "bridge", "game", "not_a_choice"),
        (("options", "speed"), 1, "options.speed", "option_unknown"),
        (("options", "win"), 11, "options.win", "option_out_of_range"),
        (("options", "win"), "1.5", "options.win", "option_not_fraction"),
        (("options", "first_value"), "60", "options.first_value", "option_not_integer"),
        (("options", "own_value_counts"), 1, "options.own_value_counts", "option_not_boolean"),
        (("options", "late_join"), "maybe", "options.late_join", "option_not_a_choice"),
        (("options", "late_join"), {"a": 1}, "options.late_join", "wrong_type"),
        (("options", "late_join"), [[1]], "options.late_join[0]", "wrong_type"),
        # of the wrong kind
        (("players",), {}, "players", "wrong_type"),
        (("players", 0), "ann", "players[0]", "wrong_type"),
        (("players", 0, "id"), 7, "players[0].id", "wrong_type"),
        (("players", 0, "name"), None, "players[0].name", "wrong_type"),
        (("players", 0, "rating"), True, "players[0].rating", "wrong_type"),
        (("players", 0, "rating"), "1850", "players[0].rating", "wrong_type"),
        (("players", 0, "rating"), 1850.0, "players[0].rating", "decimal"),
        (("players", 0, "rating"), float("nan"), "players[0].rating", "decimal"),
        (("players", 0, "rating"), 10**30, "players[0].rating", "giant"),
        (("players", 0, "guest"), 1, "players[0].guest", "wrong_type"),
        ((*ROUND, "bye"), None, f"{R}.bye", "wrong_type"),
        ((*ROUND, "bye"), {"ann": 1}, f"{R}.bye", "wrong_type"),
        (("options", "draw"), 0.5, "options.draw", "decimal"),
        (("tempos", 0, "weight"), 0.5, "tempos[0].weight", "decimal"),
        (("tempos", 0, "weight"), "0.5", "tempos[0].weight", "bad_fraction"),
        (("tempos", 0, "weight"), "1/0", "tempos[0].weight", "bad_fraction"),
        (("tempos", 0, "weight"), "-1/2", "tempos[0].weight", "bad_fraction"),
        (("tempos", 0, "weight"), "٣/٤", "tempos[0].weight", "bad_fraction"),
        # negative or absurd
        (("players", 0, "rating"), -1, "players[0].rating", "out_of_range"),
        (("players", 0, "rating"), 4001, "players[0].rating", "out_of_range"),
        (("players", 0, "birth_year"), 88, "players[0].birth_year", "out_of_range"),
        (("players", 0, "start"), 0, "players[0].start", "out_of_range"),
        (("players", 0, "joined"), 0, "players[0].joined", "out_of_range"),
        (("tempos", 0, "games_per_evening"), 0, "tempos[0].games_per_evening", "out_of_range"),
        (("tempos", 0, "games_per_evening"), 21, "tempos[0].games_per_evening", "out_of_range"),
        (("tempos", 0, "last_n"), 100, "tempos[0].last_n", "out_of_range"),
        (("tempos", 0, "absence_limit"), -1, "tempos[0].absence_limit", "out_of_range"),
        (("tempos", 0, "weight"), 11, "tempos[0].weight", "out_of_range"),
        (("tempos", 0, "weight"), "21/2", "tempos[0].weight", "out_of_range"),
        ((*GAME, "board"), 0, f"{R}.games[0].board", "out_of_range"),
        # texts
        (("players", 0, "name"), "x" * 201, "players[0].name", "too_long"),
        (("players", 0, "name"), "x" * 3_000_000, "players[0].name", "too_long"),
        (("players", 0, "title"), "x" * 11, "players[0].title", "too_long"),
        ((*GAME, "fixed"), "x" * 501, f"{R}.games[0].fixed", "too_long"),
        (("players", 0, "name"), "a\0b", "players[0].name", "bad_character"),
        (("players", 0, "name"), "a\nb", "players[0].name", "bad_character"),
        (("players", 0, "name"), "a\ud800b", "players[0].name", "bad_character"),
        (("players", 0, "a\ud800\0"), "x", "players[0].a\ufffd\ufffd", "unknown_key"),
        (("options", "a\ud800"), 1, "options.a\ufffd", "option_unknown"),
        (("options", "late_join"), "a\ud800", "options.late_join", "bad_character"),
        (("system",), "a\ud800", "system", "bad_character"),
        (("players", 0, "id"), "a b", "players[0].id", "bad_id"),
        (("players", 0, "id"), "", "players[0].id", "bad_id"),
        (("players", 0, "id"), "x" * 41, "players[0].id", "bad_id"),
        (("players", 0, "id"), "ann\n", "players[0].id", "bad_id"),
        (("players", 0, "id"), "é", "players[0].id", "bad_id"),
        (("players", 0, "id"), "0", "players[0].id", "reserved_id"),
        (("tempos", 0, "id"), "all", "tempos[0].id", "reserved_id"),
        (("evenings", 0, "date"), "3-9-2026", "evenings[0].date", "bad_date"),
        (("evenings", 0, "date"), "20260903", "evenings[0].date", "bad_date"),
        (("evenings", 0, "date"), "2026-W36-4", "evenings[0].date", "bad_date"),
        (("evenings", 0, "date"), "2026-02-30", "evenings[0].date", "bad_date"),
        (("evenings", 0, "date"), "9999-12-31", "evenings[0].date", "out_of_range"),
        ((*GAME, "date"), "2026-9-3", f"{R}.games[0].date", "bad_date"),
        # tempos and players
        (("tempos",), [], "tempos", "no_tempo"),
        (("tempos", 1, "id"), "long", "tempos[1].id", "duplicate_id"),
        (("tempos", 0, "last_n"), AWAY, "tempos[0].last_n", "missing_key"),
        (("players", 1, "id"), "ann", "players[1].id", "duplicate_id"),
        (("players", 1, "start"), 3, "players[1].start", "duplicate_start"),
        (("players", 1, "start"), AWAY, "players[1].start", "start_for_some"),
        (("players", 1, "federation_id"), "7101234", "players[1].federation_id",
         "duplicate_federation_id"),
        (("players", 4, "left"), 1, "players[4].left", "left_before_joined"),
        (("forbidden_pairs", 0), ["ann"], "forbidden_pairs[0]", "not_two"),
        (("forbidden_pairs", 0), ["ann", "ann"], "forbidden_pairs[0]", "against_himself"),
        (("forbidden_pairs", 0, 1), "zoe", "forbidden_pairs[0][1]", "unknown_player"),
        (("forbidden_pairs", 2), ["bob", "ann"], "forbidden_pairs[2]", "duplicate_pair"),
        # the record
        ((*GAME, "black"), "ann", f"{R}.games[0].black", "against_himself"),
        ((*GAME, "black"), "eef", f"{R}.games[2].white", "named_twice"),
        ((*ROUND, "bye"), "ann", f"{R}.bye", "named_twice"),
        ((*ROUND, "bye"), ["ann"], f"{R}.bye[0]", "named_twice"),
        ((*ROUND, "exempt", 0), "gon", f"{R}.exempt[0]", "named_twice"),
        ((*ROUND, "exempt"), ["hil", "hil"], f"{R}.exempt[1]", "named_twice"),
        ((*ROUND, "games", 1, "board"), 1, f"{R}.games[1].board", "duplicate_board"),
        ((*ROUND, "games", 1, "board"), AWAY, f"{R}.games[1].board", "board_for_some"),
        ((*ROUND, "half_point_byes"), ["hil"], f"{R}.half_point_byes", "byes_on_request"),
        ((*ROUND, "full_point_byes"), ["hil"], f"{R}.full_point_byes", "byes_on_request"),
        (("evenings", 0, "rounds", 0, "bye"), "cas", "evenings[0].rounds[0].bye", "not_a_member"),
        ((*LAST, "present", 2), "bob", "evenings[3].rounds[0].present[2]", "not_a_member"),
        ((*LAST, "present", 2), "gon", "evenings[3].rounds[0].present[2]", "named_twice"),
        ((*ROUND, "present"), [], f"{R}.games[0].result", "result_before_pairing"),
        (("evenings", 3, "rounds", 1), {"games": []}, "evenings[3].rounds[0].present",
         "present_not_last"),
        (("evenings", 4, "rounds", 0), {"games": []}, "evenings[3].rounds[0].present",
         "present_not_last"),
        ((*LAST, "games", 0, "result"), "1-0", "evenings[3].rounds[0].games[0].result",
         "result_before_pairing"),
        ((*LAST, "games", 0, "fixed"), AWAY, "evenings[3].rounds[0].games[0].fixed",
         "reason_before_pairing"),
    ])  # fmt: skip
def test_it_is_refused_with_its_place(place, value, at, code):
    error = refused(spoil(place, value))
    assert (error.path, error.code) == (at, code)


@every(
    "data, code",
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"\xff\xfe{}", "not_utf8"),
        (TEXT.encode("utf-16"), "not_utf8"),
        (TEXT.encode("latin-1", "replace"), "not_utf8"),
        (b"[]", "wrong_type"),
        (b"null", "wrong_type"),
        (b"1e400", "decimal"),
        (b"9" * 5000, "giant"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
        (b" " * 20_000_001, "too_large"),
        ("é" * 10_000_001, "too_large"),
        ("\ud800", "not_json"),
    ],
)
def test_what_is_no_document_at_all_is_refused(data, code):
    assert refused(data).code == code


def test_a_key_that_stands_twice_is_refused_with_its_place():
    text = TEXT.replace('"start": 3,', '"start": 3, "start": 4,')
    error = refused(text)
    assert (error.path, error.code, error.facts) == (
        "players[0].start",
        "duplicate_key",
        {"key": "start"},
    )


def test_broken_json_names_line_and_column():
    error = refused(TEXT.replace('"version": 1,', '"version": 1'))
    assert (error.facts["line"], error.facts["column"]) == (4, 3)


def test_the_diagnosis_names_place_and_facts():
    error = refused(spoil((*GAME, "white"), "zoe"))
    assert str(error) == "evenings[2].rounds[0].games[0].white: unknown player (player: zoe)"


def test_what_stands_first_is_named_for_the_second():
    error = refused(spoil((*ROUND, "bye"), "ann"))
    assert error.facts == {"player": "ann", "first": "evenings[2].rounds[0].games[0].white"}
