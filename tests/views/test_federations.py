"""The page for federations: what the report says, what it lacks, and the files themselves."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.entries import change_entry
from clubcomp.flow.documents.downloads import change_event
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Event, Game, Identity, Role, TrailEntry
from pairing.commands import run
from pairing.core import federations, types
from pairing.core.types import Result
from tests import make
from tests.pairing import gacrux_reading as gacrux
from tests.views.public import season, words
from tests.views.swiss import make_swiss
from tests.views.visitor import Visitor

pytestmark = pytest.mark.django_db

EVENT = {
    "place": "Utrecht",
    "federation": "ned",
    "start": "2026-11-01",
    "end": "2026-12-01",
    "chief_arbiter": "IA Piet Smit",
    "arbiters": "Öz Demir\n\n Ann Bos \n",
    "time_control": "90'+30\"",
    "type": "",
}


@pytest.fixture
def competition() -> Competition:
    return make_swiss()


@pytest.fixture
def leader(competition) -> Visitor:
    return Visitor(club=competition.club)


def page(leader, competition):
    return words(leader.see("federations", competition.slug))


def finish(competition):
    """Every game has a result."""
    Game.objects.filter(round__evening__competition=competition, result="*").update(
        result="1/2-1/2", put_off=Game.PutOff.NO
    )


def head(leader, competition, **query):
    """The lines of a file by their first three letters, but those of the players."""
    answer = leader.see("trf", competition.slug, **query)
    assert answer.status_code == 200
    charset = answer["Content-Type"].partition("charset=")[2]
    return [line for line in answer.content.decode(charset).splitlines() if line[:3] != "001"]


def test_what_is_filled_in_stands_in_both_reports(leader, competition):
    finish(competition)
    assert leader.fill_in("federations", competition.slug, **EVENT).status_code == 302
    for edition in ("16", "26"):
        lines = head(leader, competition, edition=edition, **{"for": "rating"})
        for line in (
            "022 Utrecht",
            "032 NED",
            "042 2026/11/01",
            "052 2026/12/01",
            f"062 {competition.entries.count()}",
            "092 Individual: Swiss-System",
            "102 IA Piet Smit",
            "112 Öz Demir",
            "112 Ann Bos",
            "122 90'+30\"",
        ):
            assert line in lines
        assert ("222 5400+30" in lines) is (edition == "26")


def test_the_form_shows_what_was_said_and_the_trail_what_changed(leader, competition):
    leader.fill_in("federations", competition.slug, **EVENT)
    shown = leader.see("federations", competition.slug).context["form"]
    assert shown["arbiters"].value() == "Öz Demir\nAnn Bos"
    leader.fill_in("federations", competition.slug, **EVENT, then="again")
    assert TrailEntry.objects.filter(action="change_event").count() == 1
    said = words(leader.see("trail"))
    assert "The report for federations was changed (place: – → Utrecht" in said
    assert "federation: – → NED" in said
    assert "first day: – → Sunday 1 November 2026" in said


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"federation": "Nederland"}, "At most 3"),
        ({"federation": "N3"}, "A federation has three letters"),
        ({"end": "2026-10-01"}, "The last day cannot come before the first."),
        ({"start": "soon"}, "This is no date"),
        ({"place": "x" * 201}, "At most 200"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_kept(leader, competition, wrong, said):
    answer = leader.fill_in("federations", competition.slug, **(EVENT | wrong))
    assert said in words(answer)
    assert not Event.objects.exists()


def test_the_days_are_those_of_the_evenings_where_nobody_says_them(leader, competition):
    dates = sorted(filter(None, competition.evenings.values_list("date", flat=True)))
    lines = head(leader, competition, edition="26")
    assert f"042 {dates[0]:%Y/%m/%d}" in lines
    assert f"052 {dates[-1]:%Y/%m/%d}" in lines


def test_a_rating_report_waits_for_the_last_game_and_names_it(leader, competition):
    finish(competition)
    assert "Rating report of 2026 (TRF26)" in page(leader, competition)
    game = Game.objects.order_by("-pk").first()
    Game.objects.filter(pk=game.pk).update(result="*")
    said = page(leader, competition)
    assert "There is no rating report yet: one game is still open." in said
    assert f"{game.white} – {game.black}" in said
    assert "Rating report of 2026 (TRF26)" not in said
    refused = leader.see("trf", competition.slug, edition="26", **{"for": "rating"})
    assert refused.status_code == 302
    assert "A rating report cannot have open games" in words(leader.client.get(refused.url))
    assert leader.see("trf", competition.slug, edition="26").status_code == 200


def test_the_page_says_what_the_report_lacks(leader, competition):
    said = page(leader, competition)
    for missing in ("the place", "the federation", "the chief arbiter", "the time control"):
        assert f"{missing} is missing" in said
    assert f"{competition.entries.count()} players have no FIDE number" in said
    for number, entry in enumerate(competition.entries.all()):
        Identity.objects.create(
            player=entry.player, club=competition.club, issuer="FIDE", number=str(1000 + number)
        )
    event = federations.Event("Utrecht", "NED", "", "", "Piet", (), "90'", "")
    change_event(competition, event, by=None)
    assert "not complete yet" not in page(leader, competition)


def test_the_page_says_what_a_reader_of_the_report_takes_otherwise(leader):
    berger = make.make_berger(4, club=leader.club)
    make.play_swiss_round(berger, Result.WHITE_WINS)
    assert "has left" not in words(leader.see("federations", berger.slug))
    change_entry(berger.entries.get(key="adema"), left=1, by=None)
    assert "That Adema has left is left out" in words(leader.see("federations", berger.slug))


def test_the_ranks_are_those_of_the_table_and_gacrux_reads_them(leader, competition):
    finish(competition)
    content = leader.see("trf", competition.slug, edition="26", **{"for": "rating"}).content
    ranks = {number: line.rank for number, line in gacrux.lines(content).items()}
    table = standings_of(competition, types.OVERALL)
    assert ranks == {line.entry.start: line.row.rank for line in table}
    assert len(ranks) == competition.entries.count()


def test_the_page_names_the_encoding_and_what_nobody_endorsed(leader, competition):
    said = page(leader, competition)
    assert "A new file is in Latin-1 (ISO 8859-1)." in said
    assert said.count("endorsed") == 1
    assert "This program is not endorsed by FIDE" in said
    player = competition.entries.first().player
    player.name = "Şule Ölmez"
    player.save()
    assert "A new file is in UTF-8, since a name has letters" in page(leader, competition)
    answer = leader.see("trf", competition.slug)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "Şule Ölmez" in answer.content.decode()


def test_only_chess_has_a_rating_report_of_fide():
    go = make_swiss(game="go")
    leader = Visitor(club=go.club)
    said = page(leader, go)
    assert "Rating report" not in said
    assert "For another pairing program" in said
    assert leader.see("trf", go.slug, **{"for": "rating"}).status_code == 302
    assert leader.see("trf", go.slug, **{"for": "fun"}).status_code == 404


def test_a_competition_with_tempos_says_why_there_is_none():
    competition = season()
    said = page(Visitor(club=competition.club), competition)
    assert "for which it has no place" in said
    assert "What the report says" not in said


def test_the_page_is_for_who_leads(competition):
    member = Visitor(Role.MEMBER, club=competition.club, name="member")
    assert member.see("federations", competition.slug).status_code == 403


@pytest.mark.parametrize("edition", ["16", "26"])
def test_the_check_of_pairings_reads_what_the_site_writes(
    leader, competition, edition, tmp_path, capsys
):
    file = tmp_path / "najaar.trf"
    file.write_bytes(leader.see("trf", competition.slug, edition=edition).content)
    run(["check_pairings", competition.system, str(file)])
    assert capsys.readouterr().out == f"{file}: ok\n"


@pytest.mark.parametrize("name", ["federations", "trf"])
def test_few_and_many_players_and_open_games_take_the_same_queries(name):
    asked = []
    for count in (7, 21):
        competition = make_swiss(count, rounds=2, slug=f"club{count}")
        Game.objects.filter(round__evening__competition=competition).update(result="*")
        leader = Visitor(club=competition.club, name=f"Leader{count}")
        leader.see(name, competition.slug)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert leader.see(name, competition.slug).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_there_is_a_report_before_the_first_round():
    club = make.make_club()
    competition = start_competition(
        club,
        name="Zomer",
        slug="zomer",
        system="knsb-rating",
        options={"rounds": 5},
        tempos=[{"key": "standard"}],
        players=make.make_players(club, 3),
        by=None,
    )
    leader = Visitor(club=competition.club)
    assert "Rating report of 2026" in page(leader, competition)
    assert leader.see("trf", competition.slug, **{"for": "rating"}).status_code == 200
