"""The head of a TRF file: what a rating officer asks, by the lines of the definition."""

from dataclasses import replace

import pytest

from pairing.core.federations import Event
from pairing.core.types import Game, Result
from pairing.formats.trf import TrfError, read_trf
from pairing.formats.trf_event import encoded_time_control
from pairing.formats.trf_written import write_trf
from pairing.sentences import error
from tests.pairing.swiss_tournaments import Rates, Tournament
from tests.pairing.trf_texts import TEXT, spoil

EVENT = Event(
    place="Utrecht",
    federation="NED",
    start="2026-06-01",
    end="2026-06-29",
    chief_arbiter="IA Piet de Vries",
    arbiters=("FA Öz Demir", "Ann Smit"),
    time_control="90'+30\"",
)


def snapshot():
    """A competition whose rounds have been played but for the last."""
    read = read_trf(("132".ljust(91) + "26/06/05  26/06/12\n" + TEXT).encode()).snapshot
    return replace(read, event=EVENT)


def head(edition, purpose="pairing", **event):
    """The lines of a new file before those of the players."""
    given = snapshot()
    written = write_trf(replace(given, event=replace(EVENT, **event)), edition, purpose=purpose)
    lines = written.decode("latin-1").splitlines()
    return [line for line in lines if not line.startswith("001")]


def test_a_rating_report_of_2016_has_every_line_from_012_to_132():
    assert head("16", "rating") == [
        "012 Clubkampioenschap",
        "022 Utrecht",
        "032 NED",
        "042 2026/06/01",
        "052 2026/06/29",
        "062 4",
        "072 3",
        "082 0",
        "092 Individual: Swiss-System",
        "102 IA Piet de Vries",
        "112 FA Öz Demir",
        "112 Ann Smit",
        "122 90'+30\"",
        "132".ljust(91) + "26/06/05  26/06/12",
        "XXR 5",
        "XXC white1",
    ]


def test_who_has_a_rating_of_0_is_not_counted_as_rated():
    given = snapshot()
    players = [replace(player, rating=player.rating or 0) for player in given.players]
    written = write_trf(replace(given, players=players), "16", purpose="rating").decode("latin-1")
    assert "\n072 3\n" in written


def test_a_file_of_2026_says_the_codes_too():
    lines = head("26", "rating")
    assert lines[: lines.index("142 5")] == head("16", "rating")[:-2]
    assert lines[lines.index("142 5") :] == [
        "142 5",
        "152 W",
        "182 Clubcomp",
        "192 CUSTOM_SWISS",
        "212 PTS",
        "222 5400+30",
        "240 Z 003    4",
    ]


def test_what_nobody_said_has_no_line_and_the_days_are_those_of_the_rounds():
    nothing = dict.fromkeys(("place", "federation", "start", "end", "chief_arbiter"), "")
    lines = head("16", "rating", **nothing, arbiters=(), time_control="")
    tags = [line[:3] for line in lines]
    assert tags == ["012", "042", "052", "062", "072", "082", "092", "132", "XXR", "XXC"]
    assert lines[1:3] == ["042 2026/06/05", "052 2026/06/12"]


@pytest.mark.parametrize("edition", ["16", "26"])
def test_what_was_written_is_read_as_the_same_event(edition):
    written = write_trf(snapshot(), edition, purpose="rating")
    assert read_trf(written).snapshot.event == EVENT


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("90'+30\"", "5400+30"),
        ("90 min + 30 sec/move", "5400+30"),
        ("90 minuten + 30 seconden per zet", "5400+30"),
        ("25+10", "1500+10"),
        ("5 min", "300"),
        ("40/6000+30:900+30", "40/6000+30:900+30"),
        ("5400+30", "5400+30"),
        ("40 moves in 2 hours, then an hour", ""),
        ("", ""),
    ],
)
def test_a_time_control_has_its_code_where_it_is_plain(written, code):
    assert encoded_time_control(written) == code


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("042 2026/09/05", "2026-09-05"),
        ("042 2026-09-05", "2026-09-05"),
        ("042 05.09.2026", "2026-09-05"),
        ("042 5/9/2026", "2026-09-05"),
    ],
)
def test_a_day_may_be_written_in_several_ways(line, start):
    assert read_trf(f"{line}\n{TEXT}".encode()).snapshot.event.start == start


def test_a_day_that_is_none_is_told_and_left_out():
    told = []
    found = read_trf(f"042 31 June\n{TEXT}".encode(), warn=told.append).snapshot
    assert found.event == Event()
    assert [(one.line, one.code) for one in told] == [(1, "bad_event_date")]


def test_a_federation_is_three_letters_and_anything_else_is_told():
    told = []
    found = read_trf(f"032 Netherlands\n{TEXT}".encode(), warn=told.append).snapshot
    assert (found.event.federation, [one.code for one in told]) == ("", ["bad_federation"])
    assert read_trf(f"032 ned\n{TEXT}".encode()).snapshot.event.federation == "NED"


@pytest.mark.parametrize("days", ["042 2026/06/05\n052 2026/06/01\n", "052 26/06/01\n"])
def test_an_end_before_the_start_is_left_out(days):
    assert read_trf(f"{days}{TEXT}".encode()).snapshot.event.end == ""


def test_the_rank_is_that_of_the_competitions_own_tie_breaks():
    # Bört and Dirk have one point each; Bört's opponents have more.
    for tie_breaks, ranks in (("lot", "1243"), ("black_games", "1243"), ("wins", "1243")):
        options = {"rounds": 5, "tie_breaks": [tie_breaks]}
        lines = write_trf(replace(snapshot(), options=options)).decode("latin-1").splitlines()
        rows = [line for line in lines if line.startswith("001")]
        assert "".join(line[88] for line in rows) == ranks


def test_a_rating_report_is_refused_while_a_game_is_open_and_names_it():
    (first, *others) = (given := snapshot()).evenings
    game, other = first.rounds[0].games
    open_ = replace(first.rounds[0], games=(replace(game, result=Result.UNFINISHED), other))
    given = replace(given, evenings=(replace(first, rounds=(open_,)), *others))
    with pytest.raises(TrfError) as refused:
        write_trf(given, "26", purpose="rating")
    assert "round 1, Anna - Cem" in error(refused.value)
    assert b"   3 w =" in write_trf(given, "26")


def codes(snapshot):
    lines = write_trf(snapshot, "26").decode("latin-1").splitlines()
    return [line for line in lines if line[:3] in ("202", "212", "###")]


def test_a_tie_break_that_fide_counts_otherwise_is_not_called_by_its_name():
    tournament = Tournament(3, size=10, rounds=3, rates=Rates())
    *_, given = tournament.before_each_round()
    given = replace(given, evenings=given.evenings[:-1])
    names = ["resistance_points", "wins", "lot"]
    given = replace(given, options={**given.options, "tie_breaks": names})
    everybody = all(len(place.round.games) == 5 for place in given.record())
    played = all(
        not game.result.is_forfeit for place in given.record() for game in place.round.games
    )
    assert everybody
    assert played
    assert codes(given) == [
        "202 BH,WON",
        "212 PTS,BH,WON,TPN",
    ]
    (first, *others) = given.evenings
    (game, *rest) = first.rounds[0].games
    forfeit = Game(game.board, game.white, game.black, Result.WHITE_WINS_FORFEIT)
    round_ = replace(first.rounds[0], games=(forfeit, *rest))
    given = replace(given, evenings=(replace(first, rounds=(round_,)), *others))
    assert codes(given) == ["### Ties are broken by: resistance points, wins, lot"]


def test_a_file_without_a_head_has_only_what_it_needs():
    assert [line[:3] for line in TEXT.splitlines()][:3] == ["012", "XXR", "XXC"]
    read = read_trf(spoil().encode()).snapshot
    lines = write_trf(read).decode("latin-1").splitlines()
    assert [line[:3] for line in lines[:4]] == ["012", "XXR", "XXC", "001"]
