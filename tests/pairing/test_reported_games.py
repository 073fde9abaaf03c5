"""What a federation gets of a competition: the games of a tempo and a period, in its own form."""

from dataclasses import replace

import pytest

from pairing.core.federations import Identity
from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.formats.dsb import GermanEvent, write_german_table
from pairing.formats.ecf import EcfEvent, write_ecf
from pairing.formats.games_table import write_games_table
from pairing.formats.reported_games import Period, report_of
from pairing.formats.trf import read_trf
from pairing.formats.trf_written import write_trf

EVENT = EcfEvent("CLUB26", 2, "Ann Example", "ann@example.org", "Bob", "b@example.org", 75, 10)


def keizer():
    """Two evenings of a long and a blitz tempo; one game is open, one played a month later."""
    players = (
        Player("a", 1, "Ashby, Carol", sex="f", identities=(Identity("ECF", "100001A"),)),
        Player("b", 2, "Birch; Dan#", birth_date="2011-05-03", rating=1500),
        Player("c", 3, "Celt, Eva"),
        Player("d", 4, "Away, Never"),
    )
    first = Round(
        (Game(1, "b", "a", Result.WHITE_WINS),),
        {"c": Unplayed.BYE, "d": Unplayed.NO_NOTICE},
    )
    second = Round(
        (Game(1, "a", "c", Result.BLACK_WINS_FORFEIT), Game(2, "b", "d")), {}, "attacalc"
    )
    third = Round((Game(1, "c", "b", Result.DRAW, date="2026-10-12"),))
    return Snapshot(
        "Westhill internal",
        "attacalc",
        (Tempo("long"), Tempo("blitz")),
        players,
        (
            Evening("long", (first,), "2026-09-07"),
            Evening("blitz", (second,), "2026-09-14"),
            Evening("long", (third,), "2026-09-21"),
        ),
        options={"first_value": 30},
    )


def test_a_report_holds_the_finished_games_of_its_days_and_who_played_them():
    report = report_of(keizer(), Period())
    assert [game.key for game in report.games] == [(1, 1, 1), (2, 1, 1), (3, 1, 1)]
    assert [player.id for player in report.players] == ["a", "b", "c"]
    assert [game.key for game in report.open_games] == [(2, 1, 2)]
    assert report.days == ("2026-09-07", "2026-10-12")


@pytest.mark.parametrize(
    ("period", "keys"),
    [
        (Period("blitz"), [(2, 1, 1)]),
        (Period(first="2026-09-08"), [(2, 1, 1), (3, 1, 1)]),
        (Period("long", "2026-10-01", "2026-10-31"), [(3, 1, 1)]),
        (Period("long", last="2026-09-30"), [(1, 1, 1)]),
        (Period(first="2027-01-01"), []),
    ],
)
def test_a_game_lies_in_a_period_by_the_day_on_which_it_was_played(period, keys):
    assert [game.key for game in report_of(keizer(), period).games] == keys


def test_a_game_without_a_day_lies_in_no_period():
    snapshot = keizer()
    undated = replace(snapshot, evenings=(replace(snapshot.evenings[0], date=""),))
    assert len(report_of(undated, Period()).games) == 1
    report = report_of(undated, Period(first="2000-01-01"))
    assert (report.games, report.undated) == ((), 1)


def test_games_of_another_competition_are_left_out():
    report = report_of(keizer(), Period(), elsewhere={(1, 1, 1)})
    assert [game.key for game in report.games] == [(2, 1, 1), (3, 1, 1)]


@pytest.mark.parametrize("edition", ["16", "26"])
def test_a_trf_of_a_keizer_competition_has_plain_rounds_and_points(edition):
    report = report_of(keizer(), Period("long"))
    text = write_trf(report.snapshot, edition, purpose="rating")
    read = read_trf(text, "knsb-rating").snapshot
    games = [game for recorded in read.record() for game in recorded.round.games]
    assert [(game.white, game.black, game.result) for game in games] == [
        ("2", "1", Result.WHITE_WINS),
        ("3", "2", Result.DRAW),
    ]
    assert [evening.date for evening in read.evenings] == ["2026-09-07", "2026-10-12"]
    rows = [line for line in text.decode("latin-1").splitlines() if line.startswith("001")]
    assert [row[80:84].strip() for row in rows] == ["0.0", "1.5", "0.5"]


def test_the_english_file_has_every_field_in_order():
    report = report_of(keizer(), Period())
    assert write_ecf(report, EVENT).splitlines() == [
        "#EVENT DETAILS#EVENT CODE=CLUB26#SUBMISSION INDEX=2#EVENT NAME=Westhill internal"
        "#EVENT DATE=07/09/2026#FINAL RESULT DATE=12/10/2026",
        "#RESULTS OFFICER=Ann Example#RESULTS OFFICER ADDRESS=ann@example.org"
        "#TREASURER=Bob#TREASURER ADDRESS=b@example.org",
        "#MINUTES FOR GAME=75#SECONDS PER MOVE=10",
        "#PLAYER LIST",
        "#PIN=1#ECF CODE=100001A#NAME=Ashby, Carol#GENDER=F",
        "#PIN=2#NAME=Birch; Dan#DATE OF BIRTH=03/05/2011",
        "#PIN=3#NAME=Celt, Eva",
        "#SECTION RESULTS=Westhill internal",
        "#PIN1=2#SCORE=10#PIN2=1#ROUND=1#GAME DATE=07/09/2026#COLOUR=white",
        "#PIN1=1#SCORE=d1#PIN2=3#ROUND=2#GAME DATE=14/09/2026#COLOUR=white",
        "#PIN1=3#SCORE=55#PIN2=2#ROUND=3#GAME DATE=12/10/2026#COLOUR=white",
        "#FINISH#",
    ]


def test_the_english_file_wants_a_day_for_every_game():
    snapshot = keizer()
    undated = replace(snapshot, evenings=(replace(snapshot.evenings[0], date=""),))
    with pytest.raises(ValueError, match="no day"):
        write_ecf(report_of(undated, Period()), EVENT)


def test_the_german_table_has_each_result_on_both_sides():
    report = report_of(keizer(), Period())
    event = GermanEvent("Anna Muster, anna@example.org", "90 Min./Partie", "Keizer", "C0123")
    text = write_german_table(report, event).decode("utf-8-sig")
    assert text.split("\r\n")[:-1] == [
        "Turnier;Westhill internal;Ort;;Modus;Keizer",
        "Beginn;07.09.2026;Ende;12.10.2026;Bedenkzeit;90 Min./Partie"
        ";Melder;Anna Muster, anna@example.org",
        "Runde;1;07.09.2026;2;14.09.2026;3;12.10.2026",
        "Nr;Name;Vorname;Geburt;PKZ;ZPS;MglNr;FIDE-ID;Titel;R1;R2;R3;Punkte",
        "1;Ashby;Carol;;;C0123;;;;2s0;3-;-;0",
        "2;Birch, Dan#;;03.05.2011;;C0123;;;;1w1;-;3s½;1,5",
        "3;Celt;Eva;;;C0123;;;;-;1+;2w½;1,5",
        'Kampflos: "+" und "-" hinter der Nummer. Nicht gespielt: "-".',
    ]


def test_the_table_of_games_has_a_column_for_each_federation_that_gave_a_number():
    lines = write_games_table(report_of(keizer(), Period())).decode("utf-8-sig").splitlines()
    assert lines[0] == (
        "day,round,board,white_name,white_born,white_ECF,black_name,black_born,black_ECF"
        ",result,forfeit"
    )
    assert lines[2] == '2026-09-14,2,1,"Ashby, Carol",,100001A,"Celt, Eva",,,0-1,yes'
