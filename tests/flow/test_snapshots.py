"""The database as a snapshot: everything comes along, in the same number of queries."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Attendance, Entry, Evening, Game, Round, Unpaired
from clubcomp.models.plans import statuses_in
from clubcomp.record.snapshots import round_to_pair, snapshot_of
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document
from tests.make import entries, entry, make_competition, make_evening, play_game

pytestmark = pytest.mark.django_db


def queries_of(competition, **kwargs):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        snapshot_of(competition, **kwargs)
    return len(captured)


def record_rounds(competition, count):
    """Closed evenings of one round each, straight into the tables: only the number matters."""
    players = list(entries(competition))
    tempo = competition.tempos.first()
    for number in range(1, count + 1):
        evening = Evening.objects.create(
            competition=competition,
            number=number,
            serial=number,
            tempo=tempo,
            status=Evening.Status.CLOSED,
        )
        round_ = Round.objects.create(evening=evening, number=1, status=Round.Status.FINISHED)
        for board, (white, black) in enumerate(
            zip(players[::2], players[1::2], strict=True), start=1
        ):
            Game.objects.create(round=round_, board=board, white=white, black=black, result="1-0")
    return competition


@pytest.mark.parametrize("with_proposal", [True, False])
def test_the_number_of_queries_is_the_same_for_few_and_many_players(with_proposal):
    few = record_rounds(make_competition(10), 2)
    many = record_rounds(make_competition(60, club=few.club, slug="many"), 2)
    queries = queries_of(few, with_proposal=with_proposal)
    assert queries == queries_of(many, with_proposal=with_proposal)
    assert queries <= 8


def test_the_number_of_queries_is_the_same_for_few_and_many_rounds():
    short = record_rounds(make_competition(10), 3)
    long = record_rounds(make_competition(10, club=short.club, slug="long"), 30)
    assert queries_of(short) == queries_of(long)


def test_a_published_round_is_on_record_with_everybody_in_his_kind():
    competition = make_competition(9)
    evening = make_evening(competition, present=5, date=date(2026, 9, 1))
    kinds = {"faber": "external", "gerritsen": "no_notice", "hoekstra": "exempt"}
    for key, status in kinds.items():
        plan_attendance(evening, entry(competition, key), status=status, by=None)
    publish_next(evening, after=0, by=None)
    snapshot = snapshot_of(competition)
    [place] = snapshot.record()
    assert (place.evening, place.number, place.tempo, place.date) == (1, 1, "long", "2026-09-01")
    assert len(place.round.games) == 2
    assert place.round.bye is not None
    assert place.round.of_kind(Unplayed.EXTERNAL) == ("faber",)
    assert place.round.of_kind(Unplayed.NO_NOTICE) == ("gerritsen",)
    assert place.round.of_kind(Unplayed.EXEMPT) == ("hoekstra",)
    assert place.round.paired_by == "system"
    assert place.round.present is None
    assert snapshot.to_pair() is None


def test_the_proposal_is_the_round_to_be_paired_and_can_be_left_out():
    competition = make_competition(6)
    evening = make_evening(competition, present=4)
    propose_round(evening, by=None)
    to_pair = snapshot_of(competition).to_pair()
    assert (to_pair.evening, to_pair.number) == (1, 1)
    assert set(to_pair.round.present) == {"adema", "bakker", "cornelis", "dekker"}
    assert snapshot_of(competition, with_proposal=False).to_pair() is None


def test_what_a_round_was_paired_from_can_be_read_back():
    competition = make_competition(6)
    evening = make_evening(competition)
    round_ = publish_next(evening, after=0, by=None)
    paired_from = read_document(round_.paired_from)
    assert paired_from.to_pair().round.taking_part() == {e.key for e in entries(competition)}


def test_players_come_in_the_order_they_were_entered_with_the_facts_of_the_competition():
    competition = make_competition(4)
    first = entry(competition, "adema")
    first.player.rating = 1234
    first.player.title = "FM"
    first.player.save()
    players = snapshot_of(competition).players
    assert [player.id for player in players] == ["adema", "bakker", "cornelis", "dekker"]
    assert (players[0].rating, players[0].title, players[0].name) == (2000, "FM", "Adema")


def test_forbidden_pairs_come_in_the_order_they_were_made():
    competition = make_competition(4)
    for one, other in (("dekker", "adema"), ("bakker", "cornelis")):
        forbid_pair(competition, entry(competition, one), entry(competition, other), by=None)
    forbidden = snapshot_of(competition).forbidden_pairs
    assert forbidden == (("dekker", "adema"), ("bakker", "cornelis"))


def test_the_bye_is_one_and_the_other_kinds_are_lists():
    competition = record_rounds(make_competition(4), 1)
    round_ = Round.objects.get()
    round_.games.all().delete()
    for player, kind in zip(entries(competition), ["bye", "external", "external"], strict=False):
        Unpaired.objects.create(round=round_, entry=player, kind=kind)
    [place] = snapshot_of(competition).record()
    assert place.round.bye == "adema"
    assert place.round.of_kind(Unplayed.EXTERNAL) == ("bakker", "cornelis")


def test_present_are_those_who_are_there_for_that_game_and_belong_to_the_evening():
    competition = make_competition(8)
    for _ in range(4):
        evening = make_evening(competition, "blitz", is_open=False)
    joined_and_left = {"gerritsen": (1, 3), "hoekstra": (5, None)}
    said = {
        "adema": ("present", 1, None),
        "bakker": ("present", 3, None),
        "cornelis": ("present", 1, 2),
        "dekker": ("expected", 1, None),
        "evers": ("absent", 1, None),
        "faber": ("external", 1, None),
        "gerritsen": ("present", 1, None),
        "hoekstra": ("present", 1, None),
    }
    for key, (status, first, last) in said.items():
        joined, left = joined_and_left.get(key, (1, None))
        one = entry(competition, key)
        Entry.objects.filter(pk=one.pk).update(joined=joined, left=left)
        Attendance.objects.create(
            evening=evening, entry=one, status=status, from_game=first, until_game=last
        )
    there = {1: ("adema", "cornelis"), 2: ("adema", "cornelis"), 3: ("adema", "bakker")}
    for game, present in there.items():
        round_ = round_to_pair(statuses_in(evening, game))
        assert (round_.present, round_.of_kind(Unplayed.EXTERNAL)) == (present, ("faber",))


def test_who_is_on_a_fixed_board_or_named_for_the_bye_is_named_only_there():
    statuses = [("whole", "present"), ("leaver", "present"), ("hoped", "expected")]
    round_ = round_to_pair(statuses, fixed=[["whole", "leaver", "agreed"]], byes=["hoped"])
    assert round_.present == ()
    assert round_.taking_part() == {"whole", "leaver", "hoped"}
    assert [(game.board, game.fixed) for game in round_.games] == [(1, "agreed")]


def test_a_season_played_on_does_not_change_what_was_before():
    competition = make_competition(6)
    play_game(make_evening(competition))
    before = snapshot_of(competition)
    evening = competition.evenings.get()
    evening.status = Evening.Status.CLOSED
    evening.save()
    play_game(make_evening(competition))
    assert snapshot_of(competition).after(1, 1) == before.after(1, 1)
