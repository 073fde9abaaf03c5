"""TRF files that contradict themselves are refused, with the place and what is wrong."""

import pytest

from pairing.formats.trf import TrfError, read_trf
from pairing.sentences import error
from tests.attempts import every
from tests.pairing.trf_texts import TEXT, spoil

ROUND_1, ROUND_2, ROUND_3, ROUND_4 = 92, 102, 112, 122


def refused(text, system="knsb-rating"):
    with pytest.raises(TrfError) as caught:
        read_trf(text.encode(), system)
    said = error(caught.value)
    assert "%(" not in said
    assert "{" not in str(caught.value)
    return caught.value.line, caught.value.column, caught.value.code


@every(
    "changes, place",
    [
        ([(7, 5, "   1")], (7, 5, "duplicate_number")),
        ([(5, 5, "   0")], (5, 8, "out_of_range")),
        ([(5, 5, "  -1")], (5, 7, "not_a_number")),
        ([(5, 5, "    ")], (5, 5, "missing")),
        ([(5, 5, "   ٢")], (5, 8, "not_a_number")),
        ([(4, ROUND_1, "   9")], (4, ROUND_1, "unknown_player")),
        ([(4, ROUND_1, "   1")], (4, ROUND_1, "against_himself")),
        ([(4, ROUND_1, "   2")], (4, ROUND_1, "opponents_disagree")),
        ([(6, ROUND_1, "0000 - Z")], (4, ROUND_1, "opponents_disagree")),
        ([(6, ROUND_1 + 5, "w")], (4, ROUND_1 + 5, "colours_disagree")),
        ([(4, ROUND_1 + 5, "-")], (4, ROUND_1 + 5, "no_colour")),
        ([(5, ROUND_1 + 5, " ")], (5, ROUND_1 + 5, "no_colour")),
        ([(4, ROUND_1 + 5, "x")], (4, ROUND_1 + 5, "not_a_choice")),
        ([(4, ROUND_1 + 7, "+")], (4, ROUND_1 + 7, "results_disagree")),
        ([(6, ROUND_1 + 7, "1")], (4, ROUND_1 + 7, "results_disagree")),
        ([(6, ROUND_1 + 7, "=")], (4, ROUND_1 + 7, "results_disagree")),
        # An arbiter may have given neither a point, but then the points are others.
        ([(4, ROUND_1 + 7, "0")], (4, 81, "wrong_points")),
        ([(4, ROUND_1 + 7, "x")], (4, ROUND_1 + 7, "not_a_choice")),
        ([(4, ROUND_1 + 7, " ")], (4, ROUND_1 + 7, "no_result")),
        ([(4, ROUND_1 + 7, "U")], (4, ROUND_1 + 7, "bye_with_opponent")),
        ([(6, ROUND_2 + 5, "w")], (6, ROUND_2 + 5, "bye_with_colour")),
        ([(6, ROUND_2 + 7, "1")], (6, ROUND_2 + 7, "result_without_opponent")),
        ([(6, ROUND_2 + 7, "U"), (6, 81, " 1.0")], (7, ROUND_2, "second_bye")),
        ([(7, ROUND_3 + 7, "U"), (6, ROUND_3, "0000 - U")], (7, ROUND_3, "second_bye")),
        ([(4, ROUND_4, "0000 - Z")], (4, ROUND_4, "after_next_round")),
        ([(2, 5, "1")], (4, ROUND_2, "too_many_rounds")),
        ([(2, 5, "2")], (7, ROUND_3, "too_many_rounds")),
        ([(2, 1, "###")], (0, 0, "rounds_missing")),
        ([(2, 5, "0")], (2, 5, "out_of_range")),
        ([(2, 4, "  ")], (2, 5, "missing")),
        ([(4, 81, " 3.0")], (4, 81, "wrong_points")),
        ([(4, 81, " 2½ ")], (4, 82, "not_points")),
        ([(3, 5, "green1")], (3, 5, "not_a_choice")),
        ([(4, 49, "fast")], (4, 49, "not_a_number")),
        ([(4, 49, "9999")], (4, 49, "out_of_range")),
        ([(4, 10, "x")], (4, 10, "not_a_choice")),
        ([(4, 48, "x")], (4, 48, "not_blank")),
        ([(4, ROUND_1 + 4, "x")], (4, ROUND_1 + 4, "not_blank")),
        ([(4, ROUND_1 + 9, "x")], (4, ROUND_1 + 9, "not_blank")),
        ([(4, 16, "\x00")], (4, 16, "bad_character")),
    ],
)
def test_a_changed_place_is_refused_there(changes, place):
    assert refused(spoil(*changes)) == place


@every(
    "line, column, code",
    [
        ("XXR 6", 5, "said_otherwise"),
        ("142 6", 5, "said_otherwise"),
        ("XXC black1", 5, "said_otherwise"),
        ("152 B", 5, "said_otherwise"),
        ("152", 5, "missing"),
        ("012 Another name", 5, "said_otherwise"),
        ("XXZ 9", 5, "unknown_player"),
        ("XXZ one", 5, "not_a_number"),
        ("XXP 1", 5, "not_two"),
        ("XXP 1 9", 7, "unknown_player"),
        ("XXP 1 1", 7, "against_himself"),
        ("260 001 003    1", 5, "not_two"),
        ("260 0x1 003    1    2", 5, "not_a_number"),
        ("240 H 002    1", 14, "bye_disagrees"),
        ("240 H 003    4", 14, "bye_disagrees"),
        ("240 H 003    9", 14, "unknown_player"),
        ("240 H 006    1", 14, "too_many_rounds"),
        ("240 U 003    1", 5, "not_a_choice"),
        ("240 H", 5, "missing"),
        ("BBW  3.0", 6, "win_worth"),
        ("BBD  1.0", 6, "points_not_kept"),
        ("BBU  2.0", 6, "bye_worth"),
        ("BBU", 5, "missing"),
        ("BBU  ten", 6, "not_points"),
        ("162  W 3.0    D 1.0", 8, "win_worth"),
        ("162  Q 3.0", 6, "not_a_choice"),
        ("162  W 1.0 what", 12, "not_blank"),
        ("XXS W=3", 7, "win_worth"),
        ("XXS W", 7, "not_points"),
        ("299 W        3.0  001    1", 14, "win_worth"),
        ("299 W   2.0", 9, "points_not_kept"),
        ("299         -1.0  001    1", 13, "points_not_kept"),
    ],
)
def test_a_line_too_many_is_refused(line, column, code):
    assert refused(f"{TEXT}{line}\n") == (8, column, code)


TEAMS = "310   1 Utrecht                          UTR     1800    2.0    4.0   1     1    2"


@pytest.mark.parametrize("line", [TEAMS, "192 FIDE_TEAM_MP", "013 A   1   2\n082 2", "352 WB"])
def test_a_competition_of_teams_is_refused_before_anything_else_is(line):
    wrong = spoil((4, ROUND_1, "0000 - *"))
    with pytest.raises(TrfError) as caught:
        read_trf(f"{wrong}{line}\n".encode())
    assert caught.value.code == "team_competition"
    assert error(caught.value).startswith("this is a competition of teams; only competitions of")


def test_clubs_of_single_players_are_no_teams():
    told = []
    read_trf(f"{TEXT}013 Utrecht   1   2\n082 0\n".encode(), warn=told.append)
    assert [one.code for one in told] == ["line_ignored"]


@pytest.mark.parametrize("line", ["", "162  W 3.0    D 1.0\n", "XXS W=3 D=1\n", "BBW  3.0\n"])
def test_three_points_for_a_win_are_named_in_the_first_words(line):
    points = [(4, 81, " 6.0"), (5, 81, " 3.0"), (6, 81, " 1.0"), (7, 81, " 3.0")]
    with pytest.raises(TrfError) as caught:
        read_trf(f"{line}{spoil(*points)}".encode())
    assert caught.value.code == "win_worth"
    assert error(caught.value).startswith("this competition counts 3 points for a win; here")


def test_the_named_bye_cannot_be_away():
    text = spoil((7, ROUND_3, "0000 - U")) + "XXZ 4\n"
    assert refused(text) == (8, 5, "bye_disagrees")


def test_two_values_of_the_bye_contradict():
    assert refused(TEXT + "BBU  1.0\n162  P 0.5\n")[2] == "said_otherwise"


@pytest.mark.parametrize("text", ["", "\n", "012 A name\n", "%PDF-1.4", "{}"])
def test_a_file_without_players_is_no_trf_file(text):
    assert refused(text) == (0, 0, "no_players")


def test_what_is_no_trf_file_is_not_told_line_by_line():
    told = []
    with pytest.raises(TrfError):
        read_trf("001 Anna\nwhat is this?\n".encode("utf-16"), warn=told.append)
    assert told == []


def test_points_that_are_wrong_are_said_as_the_file_writes_them():
    with pytest.raises(TrfError) as caught:
        read_trf(spoil((4, 81, " 3.5")).encode())
    assert "has 3.5 points; the results make 2.0" in error(caught.value)


def test_a_giant_is_refused():
    assert refused("#" * 20_000_001) == (0, 0, "too_large")


def test_a_system_with_tempos_reads_no_trf_file():
    assert refused(TEXT, "attacalc") == (0, 0, "not_for_system")


def test_the_place_is_said():
    with pytest.raises(TrfError) as caught:
        read_trf(spoil((4, ROUND_1, "   9")).encode())
    assert str(caught.value) == "line 4, column 92: unknown player (player: 9)"
    assert "92" in error(caught.value)
