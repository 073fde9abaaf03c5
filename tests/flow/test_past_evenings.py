"""Evenings that were played before the club used this program, pasted as a table of games."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.absences.notice import correct_notice
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, plan_evening
from clubcomp.flow.incoming.past_evenings import add_past_evenings
from clubcomp.flow.incoming.past_games import read_past_games
from clubcomp.flow.pairings.ahead import play_ahead
from clubcomp.flow.standings import standings_of
from clubcomp.models import Attendance, Game, Message, Round, Unpaired
from pairing.core.types import OVERALL, Result
from pairing.formats.programs.game_words import result_in
from tests.make import (
    TEMPOS,
    entry,
    make_berger,
    make_club,
    make_competition,
    make_evening,
    make_player,
    make_swiss,
    play_game,
    play_swiss_round,
)

pytestmark = pytest.mark.django_db

TWO_EVENINGS = """Clubcompetitie 2019/2020

Datum\tBord\tWit\tZwart\tUitslag
5-9-2019\t1\tAdema\tBakker\t1-0
\t2\tCornelis\tDekker\t½-½
\t3\tFaber\tvrij\t
12-9-2019\t1\tBakker\tCornelis\t0–1
\t2\tDekker\tAdema\t0,5-0,5
\t3\tEvers\tzonder bericht\t"""


def games_of(competition):
    games = Game.objects.filter(round__evening__competition=competition)
    return list(
        games.order_by("round__evening__number", "board").values_list(
            "round__evening__date", "white__key", "black__key", "result"
        )
    )


def start_with_everybody(club):
    return start_competition(
        club,
        name="Nieuw",
        slug="nieuw",
        system="attacalc",
        options={},
        tempos=TEMPOS[:1],
        players=club.players.order_by("pk"),
        by=None,
    )


def tempo_of(competition):
    return competition.tempos.first()


def test_a_pasted_table_of_games_becomes_evenings_that_were_played():
    competition = make_competition(6)
    add_past_evenings(tempo_of(competition), TWO_EVENINGS, by=None)
    assert games_of(competition) == [
        (date(2019, 9, 5), "adema", "bakker", "1-0"),
        (date(2019, 9, 5), "cornelis", "dekker", "1/2-1/2"),
        (date(2019, 9, 12), "bakker", "cornelis", "0-1"),
        (date(2019, 9, 12), "dekker", "adema", "1/2-1/2"),
    ]
    assert set(competition.evenings.values_list("status", flat=True)) == {"closed"}
    kinds = Unpaired.objects.order_by("round__evening__number", "entry__start")
    assert list(kinds.values_list("entry__key", "kind")) == [
        ("faber", "bye"),
        ("evers", "no_notice"),
    ]
    assert not Message.objects.exists()
    assert competition.trail.filter(action="add_past_evenings").count() == 2


def test_what_was_pasted_counts_as_if_it_had_been_played_here():
    club = make_club()
    played = make_competition(6, club=club, slug="gespeeld")
    for day in (5, 12):
        evening = make_evening(played, date=date(2019, 9, day))
        play_game(evening)
        close_evening(evening, by=None)
    lines = [f"{day}\t{white}\t{black}\t{result}" for day, white, black, result in games_of(played)]
    pasted = start_with_everybody(club)
    add_past_evenings(tempo_of(pasted), "\n".join(lines), by=None)
    assert points_in(pasted) == points_in(played)


def pairs_of(round_):
    return round_.games.values_list("white__key", "black__key")


def points_in(competition):
    return [(line.entry.player, line.row.points) for line in standings_of(competition, OVERALL)]


@pytest.mark.parametrize(
    ("text", "chess", "draughts"),
    [
        ("1-0", "1-0", "1-0"),
        ("0 – 1", "0-1", "0-1"),
        ("½", "1/2-1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2", "1/2-1/2"),
        ("1/2-1/2", "1/2-1/2", "1/2-1/2"),
        ("2-0", None, "1-0"),
        ("1-1", None, "1/2-1/2"),
        ("0-2", None, "0-1"),
        ("1-jan", None, "1/2-1/2"),  # what a spreadsheet makes of 1-1
        ("01-01-2026", None, "1/2-1/2"),
        ("2-feb", None, None),
        ("1-0R", "1-0F", "1-0F"),
        ("0-2 (regl.)", None, "0-1F"),
        ("0-0 r", "0-0F", "0-0F"),
        ("0-0", None, None),
        ("1", None, None),
        ("2", None, None),
        ("3-0", None, None),
        ("remise?", None, None),
        ("", None, None),
    ],
)
def test_a_result_is_read_as_the_players_of_the_game_write_it(text, chess, draughts):
    read = (result_in(text, "chess"), result_in(text, "draughts"))
    assert tuple(result and result.value for result in read) == (chess, draughts)


def test_in_go_black_stands_first_and_headings_say_it_otherwise():
    competition = make_competition(4)
    competition.game = "go"
    line = "5-9-2019\tAdema\tBakker\t1-0\n\tCornelis\tDekker\tjigo"
    for heads, first in (("", "black"), ("Datum\tWit\tZwart\tUitslag\n", "white")):
        won, drawn = read_past_games(tempo_of(competition), heads + line).evenings[0].lines
        assert getattr(won, first).key == "adema"
        assert won.result is (Result.WHITE_WINS if first == "white" else Result.BLACK_WINS)
        assert drawn.result is Result.DRAW


def test_a_table_that_names_an_evening_by_its_number_and_then_its_date_means_one_evening():
    competition = make_competition(4)
    tempo = tempo_of(competition)
    plan_evening(competition, tempo=tempo, date=date(2019, 9, 5), by=None)
    text = """Ronde;Datum;Wit;Zwart;Uitslag
1;;Adema;Bakker;1-0
;5-9-2019;Cornelis;Dekker;1-0"""
    add_past_evenings(tempo, text, by=None)
    assert Round.objects.get().games.count() == 2


def test_who_came_later_has_no_game_on_an_evening_before_that():
    competition = make_competition(4)
    competition.entries.filter(key="bakker").update(joined=2)
    with pytest.raises(StepError, match="Bakker does not belong to the competition"):
        add_past_evenings(tempo_of(competition), "5-9-2019\tAdema\tBakker\t1-0", by=None)


def test_players_of_two_groups_did_not_meet():
    competition = make_competition(4)
    competition.entries.filter(key="bakker").update(group="B")
    with pytest.raises(StepError, match="so the two are not paired"):
        add_past_evenings(tempo_of(competition), "5-9-2019\tAdema\tBakker\t1-0", by=None)


def test_a_game_more_asks_the_database_nothing_more():
    club, counts = make_club(), []
    lines = ["5-9-2019\tAdema\tBakker\t1-0", "\tCornelis\tDekker\t1-0"]
    for games in (1, 2):
        competition = make_swiss(6, rounds=5, club=club, slug=f"met-{games}")
        with CaptureQueriesContext(connection) as queries:
            add_past_evenings(tempo_of(competition), "\n".join(lines[:games]), by=None)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("5-9-2019\tAdema\tBaker\t1-0", "Is it Bakker?"),
        ("5-9-2019\tAdema\tZwart\t1-0", "“Zwart” is not in this competition."),
        ("5-9-2019\tAdema\tBakker\t1-1", "“1-1” is not a result"),
        ("5-9-2019\tAdema\tAdema\t1-0", "Adema stands here twice."),
        ("31-9-2019\tAdema\tBakker\t1-0", "“31-9-2019” is not a date"),
        ("5-9-2149\tAdema\tBakker\t1-0", "has yet to come"),
        ("\tAdema\tBakker\t1-0", "no date"),
        ("5-9-2019\tCornelis\tAdema\t1-0\n\tAdema\tBakker\t1-0", "on two lines of this round"),
    ],
)
def test_nothing_is_written_while_a_line_is_not_understood(line, words):
    competition = make_competition(4)
    with pytest.raises(StepError, match=words.replace("?", r"\?").replace(".", r"\.")):
        add_past_evenings(tempo_of(competition), line, by=None)
    assert not competition.evenings.exists()


def test_a_name_may_be_shortened_while_it_is_clear_who_is_meant():
    club = make_club()
    for name in ("Hof, Anneke van 't", "Jansen, Piet", "Jansen, Klaas", "Zoë D'Hondt"):
        make_player(club, name)
    competition = start_with_everybody(club)
    text = "5-9-2019\tVan ’t Hof\tD'HONDT\t1-0\n\tP. Jansen\tJansen, K.\t1-0"
    past = read_past_games(tempo_of(competition), text)
    assert [str(player) for game in past.evenings[0].lines for player in game.players] == [
        *("Anneke van ’t Hof", "Zoë D’Hondt", "Piet Jansen", "Klaas Jansen")
    ]
    [line] = read_past_games(tempo_of(competition), "5-9-2019\tJansen\tHof\t1-0").broken
    assert "may be Klaas Jansen or Piet Jansen" in line.problem


def test_each_round_may_have_a_table_of_its_own_under_its_number_or_its_date():
    club = make_club()
    competitions = [make_competition(4, club=club, slug=slug) for slug in ("a", "b")]
    table = """Clubcompetitie
{}
Wit;Zwart;Uitslag
Adema;Bakker;1-0
{};;
Wit;Zwart;Uitslag
Bakker;Cornelis;0-1"""
    by_date = read_past_games(tempo_of(competitions[0]), table.format("5-9-2019", "12-9-2019"))
    assert [(past.date, len(past.lines)) for past in by_date.evenings] == [
        (date(2019, 9, 5), 1),
        (date(2019, 9, 12), 1),
    ]
    for day in (5, 12):
        tempo = tempo_of(competitions[1])
        plan_evening(competitions[1], tempo=tempo, date=date(2019, 9, day), by=None)
    by_number = read_past_games(tempo_of(competitions[1]), table.format("Ronde 1", "2. Tur"))
    assert [past.date for past in by_number.evenings] == [past.date for past in by_date.evenings]
    assert by_date.broken == by_number.broken == []


def test_two_who_are_called_white_and_black_are_no_headings():
    club = make_club()
    for name in ("Wit", "Zwart", "Jansen, Piet", "Pietersen, Jan"):
        make_player(club, name)
    text = "5-9-2019\tJansen\tPietersen\t1-0\n\tWit\tZwart\t0-1"
    past = read_past_games(tempo_of(start_with_everybody(club)), text)
    assert (past.count, past.broken) == (2, [])


def test_evenings_that_stand_in_the_calendar_are_filled_by_date_or_by_number():
    competition = make_competition(4)
    for day in (5, 12, 19):
        plan_evening(competition, tempo=tempo_of(competition), date=date(2019, 9, day), by=None)
    add_past_evenings(tempo_of(competition), "12-9-2019\tAdema\tBakker\t1-0", by=None)
    text = "Ronde\tWit\tZwart\tUitslag\n3\tBakker\tAdema\t1-0"
    add_past_evenings(tempo_of(competition), text, by=None)
    evenings = competition.evenings.order_by("number")
    assert list(evenings.values_list("status", flat=True)) == ["planned", "closed", "closed"]
    again = "19-9-2019\tAdema\tBakker\t1-0"
    assert len(read_past_games(tempo_of(competition), f"{again}\n{again}").broken) == 2
    with pytest.raises(StepError, match="has games already"):
        add_past_evenings(tempo_of(competition), again, by=None)
    with pytest.raises(StepError, match="later evening has been played"):
        add_past_evenings(tempo_of(competition), again.replace("19", "5", 1), by=None)


def test_several_games_of_an_evening_are_told_apart_by_their_numbers():
    competition = make_competition(4)
    blitz = competition.tempos.get(key="blitz")
    text = """Datum;Partij;Wit;Zwart;Uitslag
5-9-2019;1;Adema;Bakker;1-0
5-9-2019;2;Bakker;Adema;1-0"""
    add_past_evenings(blitz, text, by=None)
    evening = competition.evenings.get()
    assert (evening.tempo, evening.games) == (blitz, 2)
    rounds = evening.rounds.order_by("number")
    assert list(rounds.values_list("number", "games__white__key")) == [(1, "adema"), (2, "bakker")]


def test_the_rounds_of_a_swiss_tournament_come_in_and_it_goes_on_from_there():
    competition = make_swiss(6, rounds=5)
    text = """5-9-2019\tAdema\tDekker\t1-0
\tEvers\tBakker\t0-1
\tCornelis\tFaber\t½-½
12-9-2019\tBakker\tAdema\t½-½
\tDekker\tCornelis\t0-1
\tFaber\tEvers\t1-0"""
    add_past_evenings(tempo_of(competition), text, by=None)
    _evening, third = play_swiss_round(competition, Result.WHITE_WINS)
    assert not {frozenset(pair) for pair in pairs_of(third)} & {
        frozenset(pair)
        for before in Round.objects.exclude(pk=third.pk)
        for pair in pairs_of(before)
    }


def test_where_nobody_meets_anybody_twice_a_second_game_is_refused():
    competition = make_swiss(4, rounds=3)
    met = "5-9-2019\tAdema\tBakker\t1-0\n12-9-2019\tBakker\tAdema\t1-0"
    with pytest.raises(StepError, match="Bakker and Adema have met before"):
        add_past_evenings(tempo_of(competition), met, by=None)
    assert not competition.evenings.exists()


def test_where_a_schedule_says_who_plays_whom_nothing_is_pasted():
    with pytest.raises(StepError, match="schedule"):
        add_past_evenings(tempo_of(make_berger(4)), "5-9-2019\tAdema\tBakker\t1-0", by=None)


def test_an_evening_with_a_game_ahead_is_not_filled_past_it():
    competition = make_competition(4)
    evening = plan_evening(competition, tempo=tempo_of(competition), date=date(2019, 9, 5), by=None)
    two = competition.entries.get(key="adema"), competition.entries.get(key="bakker")
    day = date(2019, 9, 1)
    play_ahead(
        evening, two, number=1, result=Result.DRAW, played_on=day, reason="Vakantie", by=None
    )
    with pytest.raises(StepError, match="Played ahead and in no pairing yet"):
        add_past_evenings(tempo_of(competition), "5-9-2019\tCornelis\tDekker\t1-0", by=None)


def test_what_was_expected_of_an_evening_gives_way_to_what_was_played():
    competition = make_competition(6)
    tempo = tempo_of(competition)
    evening = plan_evening(competition, tempo=tempo, date=date(2019, 9, 12), by=None)
    said = Attendance.Status.PRESENT
    Attendance.objects.create(evening=evening, entry=entry(competition, "evers"), status=said)
    add_past_evenings(tempo, TWO_EVENINGS, by=None)
    assert not Attendance.objects.exists()


def test_how_somebody_was_away_can_be_corrected_as_on_any_evening():
    competition = make_competition(6)
    add_past_evenings(tempo_of(competition), TWO_EVENINGS, by=None)
    second = competition.evenings.last()
    for kind in ("no_notice", "external", "absent"):
        correct_notice(second, entry(competition, "faber"), kind=kind, reason="Zo was het", by=None)
        of_faber = Unpaired.objects.filter(round__evening=second, entry__key="faber")
        assert [row.kind for row in of_faber] == [kind] * (kind != "absent")


def test_a_paste_can_say_who_has_left_and_who_was_not_yet_a_member():
    competition = make_competition(6)
    text = """5-9-2019;Adema;Bakker;1-0
5-9-2019;Cornelis;Dekker;1-0
Nog geen lid: Evers
12-9-2019;Adema;Evers;1-0
12-9-2019;Bakker;Cornelis;1-0
12-9-2019;Dekker;gestopt"""
    add_past_evenings(tempo_of(competition), text, by=None)
    stay = dict(competition.entries.values_list("key", "left"))
    came = dict(competition.entries.values_list("key", "joined"))
    assert (stay["dekker"], stay["adema"]) == (1, None)
    assert (came["evers"], came["adema"]) == (2, 1)


def test_a_game_without_a_result_under_headings_is_still_to_be_played():
    competition = make_competition(4)
    text = "Datum;Wit;Zwart;Uitslag\n5-9-2019;Adema;Bakker;1-0\n5-9-2019;Cornelis;Dekker;"
    add_past_evenings(tempo_of(competition), text, by=None)
    assert [line[3] for line in games_of(competition)] == ["1-0", "*"]
