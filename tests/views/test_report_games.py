"""Reporting games of any competition to a federation, and remembering what was reported."""

import datetime
import hashlib
import re

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.flow.clubs import change_club
from clubcomp.flow.competitions.competition import change_tempo
from clubcomp.flow.documents.downloads import change_event
from clubcomp.flow.documents.federation_reports import (
    ReportChoice,
    facts_of,
    make_report,
    outlook,
    remove_report,
    with_pace,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.results import correct_result
from clubcomp.models import Game, Identity, Role, SentReport, TrailEntry
from pairing.core.federations import Event
from pairing.core.types import Result
from tests import make

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 9, 7)
ENGLISH = {
    "minutes": 75,
    "officer": "Ann O'Hara",
    "officer_address": "ann@example.org",
    "treasurer": "Bob",
    "treasurer_address": "bob@example.org",
    "event_code": "CLUB26",
}


@pytest.fixture
def competition():
    """A Keizer competition with one game round played."""
    competition = make.make_competition(4)
    make.play_game(make.make_evening(competition, "blitz", date=DAY))
    return competition


@pytest.fixture
def leader(competition):
    client = Client(headers={"accept-language": "en", "origin": "http://testserver"})
    user = make.make_user("Leader")
    make.make_membership(competition.club, user, Role.LEADER)
    client.force_login(user)
    return client


def page_of(competition):
    return reverse("report-games", args=[competition.club.slug, competition.slug])


def test_a_keizer_competition_is_reported_as_a_trf_and_downloaded(leader, competition):
    url = page_of(competition)
    page = leader.post(url, {"target": "trf26", "act": "make"}, follow=True).content.decode()
    report = SentReport.objects.get()
    assert report.name in page
    answer = leader.get(reverse("report-file", args=[*page_args(competition), report.pk]))
    assert answer.content == bytes(report.data)
    assert b"192 CUSTOM_SWISS" in answer.content
    assert report.digest == hashlib.sha256(answer.content).hexdigest()
    assert report.target == "trf26"
    assert [*report.games] == ["1.1.1", "1.1.2"]
    assert TrailEntry.objects.get(action="make_report").facts["file"] == report.name


def page_args(competition):
    return [competition.club.slug, competition.slug]


def test_looking_writes_nothing_and_names_who_has_no_number(leader, competition):
    entry = competition.entries.first()
    Identity.objects.create(
        player=entry.player, club=competition.club, issuer="ECF", number="100001A"
    )
    page = leader.post(page_of(competition), {"target": "ecf", "act": "look"}).content.decode()
    assert "3 players have no number there" in page
    assert "2 games" in page
    assert not SentReport.objects.exists()


def test_what_england_asks_and_was_not_filled_in_is_named(leader, competition):
    data = {"target": "ecf", "act": "make", "officer": "Ann", "event_code": "X"}
    page = leader.post(page_of(competition), data).content.decode()
    assert "Still to be filled in: an address of the results officer, the treasurer" in page
    assert 'value="Ann"' in page
    assert not SentReport.objects.exists()


def test_what_was_filled_in_stands_there_the_next_time(leader, competition):
    leader.post(page_of(competition), {"target": "ecf", "act": "make", **ENGLISH})
    again = leader.get(f"{page_of(competition)}?target=ecf").content.decode()
    assert 'value="Ann O&#x27;Hara"' in again
    leader.post(page_of(competition), {"target": "ecf", "act": "make", **ENGLISH})
    assert b"#SUBMISSION INDEX=2" in bytes(SentReport.objects.first().data)


def test_a_game_that_was_reported_is_known_and_so_is_what_changed_since(competition):
    choice = ReportChoice("table")
    make_report(competition, choice, by=None)
    assert (outlook(competition, choice).again, outlook(competition, choice).changed) == (2, 0)
    game = Game.objects.first()
    other = Result.BLACK_WINS if game.result != "0-1" else Result.WHITE_WINS
    correct_result(game, result=other, seen=game.result, reason="So", by=None)
    assert (outlook(competition, choice).again, outlook(competition, choice).changed) == (1, 1)
    assert outlook(competition, ReportChoice("dsb")).again == 0


def test_a_report_that_was_not_sent_is_crossed_out_once(competition):
    report = make_report(competition, ReportChoice("table"), by=None)
    remove_report(report, by=None)
    assert outlook(competition, ReportChoice("table")).again == 0
    with pytest.raises(StepError, match="already"):
        remove_report(report, by=None)


def test_of_each_federation_the_latest_file_is_kept(competition):
    first = make_report(competition, ReportChoice("table"), by=None)
    make_report(competition, ReportChoice("trf16"), by=None)
    make_report(competition, ReportChoice("table"), by=None)
    kept = SentReport.objects.exclude(data=None)
    assert sorted(kept.values_list("target", flat=True)) == ["table", "trf16"]
    first.refresh_from_db()
    assert (first.data, len(first.games)) == (None, 2)


def test_a_period_without_games_is_refused(competition):
    with pytest.raises(StepError, match="no finished game"):
        make_report(competition, ReportChoice("table", first=datetime.date(2027, 1, 1)), by=None)


def test_forgetting_somebody_takes_the_files_and_what_was_filled_in(competition):
    report = make_report(competition, ReportChoice("dsb", facts=facts_of(ENGLISH)), by=None)
    player = competition.entries.first().player
    forget_person(player, by=None)
    report.refresh_from_db()
    assert (report.data, report.facts) == (None, {})


def test_a_go_competition_goes_out_for_the_egd_or_as_a_table(leader, competition):
    type(competition).objects.filter(pk=competition.pk).update(game="go")
    page = leader.get(page_of(competition)).content.decode()
    assert "any other" in page
    assert "TRF26" not in page
    asked = leader.post(page_of(competition), {"target": "egd", "act": "make"}).content.decode()
    assert "Still to be filled in: the minutes for the game" in asked
    looked = leader.post(page_of(competition), {"target": "egd", "act": "look"}).content.decode()
    assert "4 players have no number there" in looked
    leader.post(page_of(competition), {"target": "egd", "act": "make", "minutes": "40"})
    report = SentReport.objects.get()
    assert report.name.endswith("-egd.h9")
    written = bytes(report.data).decode()
    assert written.startswith("; CL[C]\n; EV[")
    assert "; TM[40]" in written
    assert len([line for line in written.splitlines() if not line.startswith(";")]) == 4


def test_minutes_and_seconds_are_those_of_the_time_control(leader, competition):
    change_event(competition, Event(time_control="90'+30\""), by=None)
    page = leader.get(page_of(competition)).content.decode()
    assert 'name="minutes" value="90"' in page
    assert 'name="seconds" value="30"' in page
    leader.post(page_of(competition), {"target": "ecf", "act": "make", **ENGLISH})
    again = leader.get(f"{page_of(competition)}?target=ecf").content.decode()
    assert 'name="minutes" value="75"' in again


def test_what_the_arbiters_form_asks_stands_there_to_be_copied(leader, competition):
    swiss = make.make_swiss(4, rounds=3, club=competition.club, slug="zwitsers")
    make.play_game(make.make_evening(swiss, "standard", date=DAY))
    one, other = swiss.entries.select_related("player")[:2]
    type(one.player).objects.filter(pk=one.player_id).update(title="GM", federation="NED")
    type(one.player).objects.filter(pk=other.player_id).update(title="WFM", federation="GER")
    event = Event(place="Utrecht", federation="NED", chief_arbiter="IA Piet Smit 1000012")
    change_event(swiss, event, by=None)
    url = reverse("federations", args=[swiss.club.slug, swiss.slug])
    page = " ".join(leader.get(url).content.decode().split())
    assert "For the arbiter’s form (IT3)" in page
    for told in ("Utrecht", "IA Piet Smit 1000012", "2026-09-07", "Clubcomp"):
        assert told in page
    rows = re.findall(r'<th scope="row">([^<]*)</th> <td[^>]*>([^<]*)</td>', page)
    assert dict(rows)["Rounds"] == "3"
    assert dict(rows)["GM"] == "1 / 1 / 1 / 0"
    assert dict(rows)["WFM"] == "1 / 1 / 0 / 1"
    assert dict(rows)["IM"] == "0 / 0 / 0 / 0"


def test_the_pace_of_a_tempo_goes_into_its_report_where_none_is_filled_in(competition):
    tempo = change_tempo(competition.tempos.get(key="blitz"), minutes=5, increment=3, by=None)
    facts = facts_of(ENGLISH | {"minutes": None})
    for choice in (ReportChoice("ecf", "blitz", facts=facts), ReportChoice("ecf", facts=facts)):
        assert with_pace(competition, choice).facts.minutes == (5 if choice.tempo else None)
    assert (
        make_report(competition, ReportChoice("ecf", "blitz", facts=facts), by=None).facts[
            "minutes"
        ]
        == tempo.minutes
    )
    for other in competition.tempos.all():
        change_tempo(other, minutes=5, increment=3, by=None)
    assert with_pace(competition, ReportChoice("ecf", facts=facts)).facts.seconds == 3
    filled_in = ReportChoice("ecf", "blitz", facts=facts_of(ENGLISH))
    assert with_pace(competition, filled_in) == filled_in


def test_the_number_of_the_club_is_kept_for_its_federation_and_stands_in_the_reports(
    leader, competition
):
    club = competition.club
    change_club(club, name=club.name, slug=club.slug, numbers="kbsb 101\nDSB C0123", by=None)
    page = leader.get(f"{page_of(competition)}?target=dsb").content.decode()
    assert 'name="club_number" value="C0123"' in page
    leader.post(
        page_of(competition), {"target": "ecf", "act": "make", **ENGLISH, "club_number": "4ABC"}
    )
    assert b"#CLUB CODE=4ABC" in bytes(SentReport.objects.get().data)
    known = {row.issuer: row.number for row in club.numbers.all()}
    assert known == {"KBSB": "101", "DSB": "C0123", "ECF": "4ABC"}
    forget_person(competition.entries.first().player, by=None)
    again = leader.get(f"{page_of(competition)}?target=ecf").content.decode()
    assert 'name="club_number" value="4ABC"' in again
    table = bytes(make_report(competition, ReportChoice("table"), by=None).data).decode("utf-8-sig")
    assert "club_KBSB" in table.splitlines()[0]
    assert "101" in table.splitlines()[1].split(",")


@pytest.mark.parametrize(("numbers", "said"), [("XYZ 1", "no federation"), ("KBSB", "Say which")])
def test_a_number_of_nobody_and_no_number_are_refused(competition, numbers, said):
    club = competition.club
    with pytest.raises(StepError, match=said):
        change_club(club, name=club.name, slug=club.slug, numbers=numbers, by=None)
    assert not club.numbers.exists()
