"""Who is there, for which games, and what that does to a pairing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposal import from_json
from clubcomp.flow.pairings.proposing import fix_board, name_bye, propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import add_guest
from clubcomp.models import Attendance, Round, TrailEntry
from pairing.core.unplayed import Unplayed
from tests import make

pytestmark = pytest.mark.django_db
Status = Attendance.Status


@pytest.fixture
def competition():
    return make.make_competition(6)


@pytest.fixture
def evening(competition):
    return make.make_evening(competition, "blitz", present=0)


def row_of(evening, key):
    return next(row for row in sheet(evening).rows if row.entry.key == key)


def players_in(round_):
    round_.refresh_from_db()
    proposal = from_json(round_.proposal)
    seated = {key for pair in proposal.pairs for key in (pair.white, pair.black)}
    return seated | ({proposal.bye} if proposal.bye else set())


def test_present_twice_is_present_once(competition, evening):
    adema = make.entry(competition, "adema")
    lines = competition.trail.count()
    mark_present(evening, adema, present=True, by=None)
    mark_present(evening, adema, present=True, by=None)
    assert competition.trail.count() == lines + 1
    assert row_of(evening, "adema").is_present_next


def test_taking_it_back_leaves_the_sheet_as_it_was(competition, evening):
    adema = make.entry(competition, "adema")
    before = sheet(evening).rows
    mark_present(evening, adema, present=True, by=None)
    mark_present(evening, adema, present=False, by=None)
    mark_present(evening, adema, present=False, by=None)
    assert sheet(evening).rows == before
    assert not Attendance.objects.exists()


def test_taking_it_back_keeps_what_was_announced(competition, evening):
    adema = make.entry(competition, "adema")
    plan_attendance(evening, adema, status=Status.EXPECTED, until_game=4, note="train", by=None)
    mark_present(evening, adema, present=True, by=None)
    mark_present(evening, adema, present=False, by=None)
    row = row_of(evening, "adema")
    assert (row.plan.status, row.plan.until_game, row.plan.note) == ("expected", 4, "train")


def test_one_who_comes_now_and_then_is_not_expected_until_he_says_so(competition, evening):
    adema = make.entry(competition, "adema")
    type(adema.player).objects.filter(pk=adema.player_id).update(is_occasional=True)
    adema.refresh_from_db()
    assert (row_of(evening, "adema").state, sheet(evening).expected_count) == ("occasional", 5)
    plan_attendance(evening, adema, status=Status.EXPECTED, by=None)
    assert (row_of(evening, "adema").state, sheet(evening).expected_count) == ("expected", 6)


def test_the_sheet_counts_and_names_who_would_be_free(competition, evening):
    for key in ("adema", "bakker", "cornelis"):
        mark_present(evening, make.entry(competition, key), present=True, by=None)
    plan_attendance(evening, make.entry(competition, "dekker"), status=Unplayed.EXTERNAL, by=None)
    seen = sheet(evening)
    assert (seen.next_game, seen.present_count, seen.expected_count) == (1, 3, 5)
    assert (seen.is_odd, str(seen.bye)) == (True, "Cornelis")
    assert publish_next(evening, after=0, by=None).unpaired.get(kind="bye").entry == seen.bye


def test_the_sheet_is_in_the_order_of_the_names_and_has_each_state_by_its_word(
    competition, evening
):
    wanted = {
        "adema": (Status.PRESENT, 1, None),
        "bakker": (Status.PRESENT, 3, None),
        "cornelis": (Unplayed.ABSENT, 1, None),
        "dekker": (Unplayed.NO_NOTICE, 1, None),
        "evers": (Unplayed.EXEMPT, 1, None),
    }
    for key, (status, first, last) in wanted.items():
        entry = make.entry(competition, key)
        plan_attendance(evening, entry, status=status, from_game=first, until_game=last, by=None)
    assert [(row.entry.key, row.state) for row in sheet(evening).rows] == [
        ("adema", "present"),
        ("bakker", "later"),
        ("cornelis", "absent"),
        ("dekker", "no_notice"),
        ("evers", "exempt"),
        ("faber", "expected"),
    ]


def test_who_walks_in_after_two_games_is_present_from_the_third(competition, evening):
    for key in ("adema", "bakker", "cornelis", "dekker"):
        mark_present(evening, make.entry(competition, key), present=True, by=None)
    make.play_game(evening)
    publish_next(evening, after=1, by=None)
    mark_present(evening, make.entry(competition, "evers"), present=True, by=None)
    row = row_of(evening, "evers")
    assert (row.plan.from_game, row.is_present_next) == (3, True)


def test_who_left_unannounced_is_present_until_the_game_he_played_and_may_come_back(
    competition, evening
):
    for entry in make.entries(competition):
        mark_present(evening, entry, present=True, by=None)
    make.play_game(evening)
    adema = make.entry(competition, "adema")
    plan_attendance(evening, adema, status=Status.PRESENT, until_game=1, by=None)
    assert row_of(evening, "adema").state == "left"
    round_ = propose_round(evening, by=None)
    assert "adema" not in players_in(round_)
    mark_present(evening, adema, present=True, by=None)
    assert "adema" in players_in(round_)


def test_nobody_leaves_a_game_that_he_is_playing(competition, evening):
    for entry in make.entries(competition):
        mark_present(evening, entry, present=True, by=None)
    round_ = publish_next(evening, after=0, by=None)
    adema = make.entry(competition, "adema")
    with pytest.raises(StepError, match="Adema is playing game 1, on board"):
        mark_present(evening, adema, present=False, by=None)
    with pytest.raises(StepError, match="is playing"):
        plan_attendance(evening, adema, status=Status.PRESENT, from_game=2, by=None)
    plan_attendance(evening, adema, status=Status.PRESENT, until_game=1, by=None)
    make.finish_round(round_)
    mark_present(evening, adema, present=False, by=None)


def test_the_first_and_the_last_game_are_games_of_the_evening(competition, evening):
    adema = make.entry(competition, "adema")
    for first, last in ((0, None), (8, None), (3, 2), (1, 8)):
        with pytest.raises(StepError, match="the evening has 7"):
            plan_attendance(
                evening, adema, status=Status.PRESENT, from_game=first, until_game=last, by=None
            )


def test_an_open_proposal_follows_who_is_there_and_lets_lapse_what_cannot_be(competition, evening):
    for entry in make.entries(competition)[:5]:
        mark_present(evening, entry, present=True, by=None)
    round_ = propose_round(evening, by=None)
    adema, evers, dekker = (make.entry(competition, key) for key in ("adema", "evers", "dekker"))
    fix_board(round_, white=adema, black=evers, reason="promised", by=None)
    name_bye(round_, player=dekker, by=None)
    mark_present(evening, make.entry(competition, "faber"), present=True, by=None)
    round_.refresh_from_db()
    assert round_.named_byes == []
    assert round_.fixed == [["adema", "evers", "promised"]]
    mark_present(evening, evers, present=False, by=None)
    round_.refresh_from_db()
    assert round_.fixed == []
    assert "evers" not in players_in(round_)
    lapsed = TrailEntry.objects.filter(facts__lapsed=True)
    assert {line.action for line in lapsed} == {"name_bye", "release_board"}


def test_a_proposal_of_nobody_says_so_and_comes_back_with_the_players(competition, evening):
    adema, bakker = make.entries(competition)[:2]
    for entry in (adema, bakker):
        mark_present(evening, entry, present=True, by=None)
    round_ = propose_round(evening, by=None)
    for entry in (adema, bakker):
        mark_present(evening, entry, present=False, by=None)
    round_.refresh_from_db()
    assert round_.proposal["cannot"]["code"] == "nobody_present"
    for entry in (adema, bakker):
        mark_present(evening, entry, present=True, by=None)
    assert players_in(round_) == {"adema", "bakker"}


def test_a_guest_gets_a_place_by_his_rating_and_is_paired(competition, evening):
    for entry in make.entries(competition)[:3]:
        mark_present(evening, entry, present=True, by=None)
    assert sheet(evening).bye is not None
    guest = add_guest(evening, name="Tom Vreemd", rating=1975, by=None)
    assert (guest.start, guest.guest, guest.player.is_member) == (4, True, False)
    assert list(make.entries(competition).values_list("start", flat=True)) == list(range(1, 8))
    assert sheet(evening).bye is None
    round_ = publish_next(evening, after=0, by=None)
    assert round_.games.count() == 2
    assert not round_.unpaired.exists()
    with pytest.raises(StepError, match="name"):
        add_guest(evening, name=" ", rating=1500, by=None)


def test_a_closed_evening_keeps_its_attendance(competition, evening):
    close_evening(evening, by=None)
    adema = make.entry(competition, "adema")
    with pytest.raises(StepError, match="closed"):
        mark_present(evening, adema, present=True, by=None)
    with pytest.raises(StepError, match="closed"):
        add_guest(evening, name="Tom", rating=None, by=None)


def test_who_does_not_belong_to_the_evening_is_not_on_the_sheet(competition, evening):
    late = make.entry(competition, "faber")
    type(late).objects.filter(pk=late.pk).update(joined=2)
    assert "faber" not in {row.entry.key for row in sheet(evening).rows}
    with pytest.raises(StepError, match="does not belong"):
        mark_present(evening, late, present=True, by=None)


def test_sixty_players_take_as_many_queries_as_ten():
    def queries(count, slug):
        club = make.make_club(slug, slug)
        competition = make.make_competition(count, club=club, slug=slug)
        evening = make.make_evening(competition, "blitz", present=count - 1)
        with CaptureQueriesContext(connection) as taken:
            sheet(evening)
        read = len(taken)
        propose_round(evening, by=None)
        adema = make.entry(competition, "adema")
        with CaptureQueriesContext(connection) as taken:
            plan_attendance(evening, adema, status=Unplayed.EXTERNAL, by=None)
        return read, len(taken)

    assert queries(10, "klein") == queries(60, "groot")
    assert Round.objects.count() == 2


def test_what_is_too_long_is_refused_in_words(competition, evening):
    with pytest.raises(StepError, match="200"):
        add_guest(evening, name="T" * 201, rating=1500, by=None)
    with pytest.raises(StepError, match="0 and 4000"):
        add_guest(evening, name="Tom", rating=4001, by=None)
    adema = make.entry(competition, "adema")
    with pytest.raises(StepError, match="200"):
        plan_attendance(evening, adema, status=Unplayed.ABSENT, note="n" * 201, by=None)
    mark_present(evening, adema, present=True, by=None)
    mark_present(evening, make.entry(competition, "bakker"), present=True, by=None)
    round_ = propose_round(evening, by=None)
    white, black = make.entries(competition)[:2]
    with pytest.raises(StepError, match="500"):
        fix_board(round_, white=white, black=black, reason="r" * 501, by=None)
