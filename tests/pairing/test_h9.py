"""Is a European go tournament file read as it is meant, and written so that it reads the same?"""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.commands import run
from pairing.core.federations import Identity
from pairing.core.types import Game, Player, Result, Round
from pairing.formats.document import read_document, write_document
from pairing.formats.errors import TrfError
from pairing.formats.h9 import read_h9
from pairing.formats.h9_written import EgdEvent, write_h9
from pairing.registry import get_system
from pairing.sentences import error, trf_warning
from tests.attempts import every
from tests.how_many import examples
from tests.pairing.swiss_tournaments import STORMY, Tournament

TEXT = """\
; CL[B]
; EV[Najaarstoernooi]
; PC[NL,Amsterdam]
; DT[2026-11-07,2026-11-08]
; RO[4]
;
; Pl Name              Rk Co Club  Pt WP SB
   1 Bakker Anna       3k NL Adam  2  3½ 2    3+/b0  4=/w  2+!b  0=
   2 van_Beek Bört     1D NL xxxx  1  2  1.75 0+     3=/b3 1-!w  0-
   3 Çelik -           5k TR Adam  1½ 3  1    1-/w0  2=/w  4?/b  0= |12345678
   4 de Wit Dirk       -  NL Rott  -3 3  1    0-     1=/b  3?/w  0=
"""


#: What of the last text that was read is not used.
unused = []


def read(text, **asked):
    """The competition in a text, and what was passed over."""
    told = []
    snapshot = read_h9(text.encode(), warn=told.append, **asked)
    unused[:] = [one.facts["what"] for one in told if "not_used" in one.code]
    return snapshot, [one.code for one in told if "not_used" not in one.code]


def refused(text):
    """(line, column, code) of what is wrong."""
    with pytest.raises(TrfError) as refusal:
        read(text)
    assert error(refusal.value)
    return refusal.value.line, refusal.value.column, refusal.value.code


def test_players_rounds_and_heads_are_read():
    snapshot, told = read(TEXT)
    assert (snapshot.name, snapshot.game, snapshot.country) == ("Najaarstoernooi", "go", "NL")
    assert snapshot.options == {"rounds": 4}
    assert [evening.date for evening in snapshot.evenings] == ["2026-11-07", "", "", "2026-11-08"]
    assert snapshot.players[1] == Player("2", 2, "van Beek, Bört", grade="1d")
    assert snapshot.players[2] == Player(
        "3", 3, "Çelik", grade="5k", club="Adam", identities=(Identity("EGD", "12345678"),)
    )
    assert (snapshot.players[3].name, snapshot.players[3].grade) == ("de Wit, Dirk", "")
    rounds = [evening.rounds[0] for evening in snapshot.evenings]
    assert rounds[0] == Round(games=(Game(1, "3", "1", Result.BLACK_WINS),)).with_bye("2")
    assert rounds[1].games == (
        Game(1, "1", "4", Result.DRAW),
        Game(2, "3", "2", Result.DRAW),
    )
    assert rounds[2].games == (
        Game(1, "2", "1", Result.BLACK_WINS_FORFEIT),
        Game(2, "4", "3", Result.UNFINISHED),
    )
    assert rounds[3] == Round(present=("1", "3", "4"))
    assert told == ["handicap_ignored"]
    assert unused == ["CL[B]", "PC[NL,Amsterdam]", "MMS, SOS, SOSOS", "TR"]


def test_what_a_file_does_not_say_is_assumed_with_a_warning():
    text = "1 A - 1k NL xxxx 2+\n2 B - 2k NL xxxx 1-\n"
    snapshot, told = read(text)
    assert snapshot.evenings[0].rounds[0].games == (Game(1, "2", "1", Result.BLACK_WINS),)
    assert snapshot.to_pair().round.present == ("1", "2")
    assert told == ["colour_unknown", "rounds_assumed"]
    played, _ = read(text, needs_rounds=False)
    assert played.to_pair() is None
    half, told = read(text.replace("2+", "2+/w"))
    assert (half.evenings[0].rounds[0].games[0].white, told) == ("1", ["rounds_assumed"])


def test_who_shares_a_place_has_no_number_and_is_the_next():
    text = "   1 A - 1k NL xxxx 2+/b\n     B - 2k NL xxxx 1-/w\n   3 C - 2k NL xxxx 0+\n"
    snapshot, _ = read(text)
    assert [player.id for player in snapshot.players] == ["1", "2", "3"]
    assert snapshot.evenings[0].rounds[0].games == (Game(1, "2", "1", Result.BLACK_WINS),)
    assert refused("     A - 1k NL xxxx 2+/b\n")[2] == "not_a_number"


def test_columns_of_rounds_to_come_say_nothing():
    text = "; RO[5]\n1 A - 1k NL xxxx 2+/b 0= 0- 0-\n2 B - 2k NL xxxx 1-/w 0= 0- 0-\n"
    snapshot, _ = read(text)
    assert len(snapshot.evenings) == 2
    assert snapshot.to_pair().round.present == ("1", "2")


@every(
    "before, after, problem",
    [
        ("3+/b0", "3*/b0", (8, 47, "not_a_choice")),
        ("3+/b0", "9+/b0", (8, 47, "unknown_player")),
        ("3+/b0", "1+/b0", (8, 47, "against_himself")),
        ("3+/b0", "4+/b0", (8, 47, "opponents_disagree")),
        ("3+/b0", "3+/w0", (8, 50, "colours_disagree")),
        ("4=/w  2+", "4+/w  2+", (8, 55, "results_disagree")),
        ("4?/b ", "4?!b ", (10, 60, "not_a_choice")),
        ("0+     3", "0?     3", (9, 47, "result_without_opponent")),
        ("0-     1", "0+     1", (11, 47, "second_bye")),
        ("0-     1", "0=     1", (11, 47, "byes_on_request")),
        ("   2 van", "   4 van", (11, 4, "duplicate_number")),
        ("   2 van", "   x van", (9, 4, "not_a_number")),
        ("RO[4]", "RO[0]", (5, 6, "out_of_range")),
        ("RO[4]", "RO[2]", (8, 60, "too_many_rounds")),
        ("3k NL Adam  2", "NL Adam  2", (8, 0, "missing")),
        ("Bakker", "Bak\0er", (8, 9, "bad_character")),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(before, after, problem):
    assert before in TEXT
    line, column, code = refused(TEXT.replace(before, after, 1))
    assert (line, column if problem[1] else 0, code) == problem


def test_a_file_without_players_or_of_another_kind_of_system_is_refused():
    assert refused("; EV[nobody]\n") == (0, 0, "no_rows")
    with pytest.raises(TrfError) as refusal:
        read_h9(TEXT.encode(), "attacalc")
    assert refusal.value.code == "not_for_system"


@every("seed", range(40))
def test_what_is_written_reads_the_same_and_is_written_the_same(seed):
    made = Tournament(seed, 5 + seed % 14, 6, STORMY, "knsb-resistance")
    for snapshot in made.before_each_round():
        written = write_h9(snapshot)
        told = []
        again = read_h9(written, warn=told.append)
        assert write_h9(again) == written
        assert told == []
        rounds, before = ([e.rounds[0] for e in s.evenings] for s in (again, snapshot))
        assert [sorted_games(one) for one in rounds] == [sorted_games(one) for one in before]
        assert [(one.bye, one.present) for one in rounds] == [
            (one.bye, one.present) for one in before
        ]
        system = get_system("knsb-resistance")
        assert system.order(again, made.options) == system.order(snapshot, made.options)


def test_a_report_for_the_egd_has_class_time_town_countries_and_places():
    snapshot, _ = read(TEXT)
    away = {"Çelik": {"federation": "GER", "club": "Rotterdam Noord"}}
    players = tuple(replace(one, **away.get(one.name, {})) for one in snapshot.players)
    event = replace(snapshot.event, place="Amsterdam")
    written = write_h9(
        replace(snapshot, players=players, event=event), EgdEvent(minutes=40, seconds=30)
    )
    lines = written.decode().splitlines()
    heads = [line for line in lines if line.startswith("; ") and "[" in line]
    assert heads == [
        "; CL[B]",
        "; EV[Najaarstoernooi]",
        "; PC[NL, Amsterdam]",
        "; DT[2026-11-07,2026-11-08]",
        "; HA[h9]",
        "; TM[62.5]",
    ]
    rows = [line.split() for line in lines if not line.startswith(";")]
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    points = [float(row[6]) for row in rows]
    assert points == sorted(points, reverse=True)
    [celik] = [row for row in rows if row[1] == "Çelik"]
    assert celik[3:6] == ["5k", "DE", "Rott"]
    cells = {row[0]: row[9:12] for row in rows}
    for place, played in cells.items():
        for at, cell in enumerate(played):
            if (other := cell.rstrip("+-=!?/wb")) not in ("0", ""):
                assert cells[other][at].startswith(place), (place, cell)


@pytest.mark.parametrize(
    ("minutes", "seconds", "named"),
    [
        (90, 0, "A"),
        (60, 0, "B"),
        (45, 40, "A"),
        (40, 30, "B"),
        (30, 0, "C"),
        (25, 10, "C"),
        (10, 5, "X"),
    ],
)
def test_the_class_follows_from_the_time(minutes, seconds, named):
    assert EgdEvent(minutes, seconds).rating_class == named


def sorted_games(round_):
    return sorted((game.white, game.black, str(game.result)) for game in round_.games)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Karel van der Beek", "van_der_Beek Karel"),
        ("Jan Willem Jansen", "Jansen Jan_Willem"),
        ("Beek, Quinten van", "Beek Quinten_van"),
        ("Madonna", "Madonna -"),
        ("-", "7 -"),
        (" , Anna_ ", "Anna -"),
        ("A, B, C", "A B,_C"),
    ],
)
def test_a_name_is_two_words_and_stays_so(name, written):
    snapshot, _ = read(TEXT)
    one = replace(snapshot, players=(Player("7", 7, name),), evenings=())
    text = write_h9(one)
    assert f"   7 {written} ".encode() in text
    assert write_h9(read_h9(text, needs_rounds=False)) == text


#: White, so named last.
ANNA = ("Bakker,", "Anna")
WORDS = st.sampled_from(
    (
        "1 2 Anna - 3k 1d NL xxxx ½ -3 1.5 2+/b 1-/w 2+ 1- 2= 1=/b 2?/b 1? 0+ 0- 0= 2+!b 1-!w "
        "3+/b9 |12345678 0"
    ).split()
)
ROW = st.lists(WORDS, max_size=12).map(" ".join)
NEAR = st.lists(WORDS, max_size=6).map(lambda words: "1 A - 3k NL xxxx " + " ".join(words))
OTHER = st.lists(WORDS, max_size=6).map(lambda words: "2 B - 2k NL xxxx " + " ".join(words))
HEAD = st.sampled_from(
    ["; EV[x]", "; RO[3]", "; RO[x]", "; DT[2026-01-01]", "; DT[,]", "; PC[", ""]
)
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
FILES = st.lists(st.one_of(NEAR, OTHER, ROW, HEAD, ANYTHING), max_size=5).map("\n".join)


@examples(75)
@given(FILES.map(str.encode) | st.binary(max_size=60))
def test_whatever_is_fed_to_the_reader_is_a_competition_or_its_own_error(data):
    told = []
    try:
        snapshot = read_h9(data, warn=told.append)
    except TrfError as refusal:
        str(refusal).encode()
        error(refusal).encode()
        json.dumps(refusal.facts, ensure_ascii=False).encode()
        return
    finally:
        for warning in told:
            trf_warning(warning).encode()
    written = write_h9(snapshot)
    again = read_h9(written)
    assert [evening.rounds for evening in again.evenings] == [
        evening.rounds for evening in snapshot.evenings
    ] or again.players != snapshot.players
    assert write_h9(read_h9(write_h9(again))) == write_h9(again)


def test_the_commands_take_such_a_file(tmp_path, capsys):
    path = tmp_path / "club.h9"
    path.write_text(TEXT.replace("4=/w ", "0-   ").replace("1=/b ", "0-   "))
    run(["pair", "knsb-resistance", str(path)])
    assert capsys.readouterr().out == "2\n1 4\n3 0\n"
    run(["pair", "knsb-resistance", str(path), "--format", "board"])
    assert capsys.readouterr().out.splitlines()[1].split() == ["1", "de", "Wit,", "Dirk", *ANNA]
    run(["standings", str(path), "--format", "json"])
    assert json.loads(capsys.readouterr().out)[0]["name"] == "Bakker, Anna"
    assert run(["check_pairings", "knsb-resistance", str(path)]) == 6


@pytest.mark.parametrize("head", ["; EV[]\n", "; EV[  ]\n", ""])
def test_a_competition_without_a_name_has_a_document_that_is_read(head):
    text = TEXT.replace("; EV[Najaarstoernooi]\n", head)
    snapshot, _told = read(text)
    assert snapshot.name.strip() == ""
    assert read_document(write_document(snapshot)).players == snapshot.players
