"""A bye or an absence for one round changes nothing for the other rounds of the evening."""

import pytest

from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.left_out import who_is_not_paired
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Attendance
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed
from tests import make

pytestmark = pytest.mark.django_db
Status = Attendance.Status


@pytest.fixture
def competition():
    return make.make_swiss(6)


@pytest.fixture
def evening(competition):
    """Three rounds on one evening, everybody there."""
    return make.make_evening(competition, "standard", games=3)


def piet(competition):
    return make.entry(competition, "adema")


def in_round(round_):
    """Who has a board or the bye."""
    seated = {key for pair in round_.games.values_list("white__key", "black__key") for key in pair}
    return seated | set(round_.unpaired.filter(kind="bye").values_list("entry__key", flat=True))


def state_of(evening, key):
    return next(row for row in sheet(evening).rows if row.entry.key == key).state


@pytest.mark.parametrize("kind", [Unplayed.HALF_POINT_BYE, Unplayed.FULL_POINT_BYE])
def test_a_bye_for_one_round_leaves_the_player_in_the_others(competition, evening, kind):
    plan_attendance(evening, piet(competition), status=kind, from_game=2, until_game=2, by=None)
    assert state_of(evening, "adema") == "present"
    assert "adema" in in_round(make.play_game(evening))
    assert state_of(evening, "adema") == kind
    second = make.play_game(evening)
    assert second.unpaired.get(entry__key="adema").kind == kind
    assert state_of(evening, "adema") == "present"
    assert "adema" in in_round(make.play_game(evening))


def test_a_bye_asked_for_before_the_evening_leaves_the_player_expected(competition):
    evening = make.make_evening(competition, "standard", games=3, present=0)
    plan = {"status": Unplayed.HALF_POINT_BYE, "from_game": 2, "until_game": 2}
    plan_attendance(evening, piet(competition), **plan, by=None)
    assert state_of(evening, "adema") == "expected"
    for entry in make.entries(competition):
        mark_present(evening, entry, present=True, by=None)
    assert "adema" in in_round(make.play_game(evening))
    assert make.play_game(evening).unpaired.get(entry__key="adema").kind == "half_point_bye"
    assert "adema" in in_round(make.play_game(evening))


@pytest.mark.parametrize("status", ["absent", "external", "no_notice", "exempt"])
def test_who_is_away_for_one_round_is_there_in_the_others(competition, evening, status):
    plan = {"status": status, "from_game": 2, "until_game": 2}
    plan_attendance(evening, piet(competition), **plan, by=None)
    there = ["adema" in in_round(make.play_game(evening)) for _ in range(3)]
    assert there == [True, False, True]
    kept = evening.rounds.get(number=2).unpaired.filter(entry__key="adema")
    kinds = [] if status == "absent" else [status]
    assert list(kept.values_list("kind", flat=True)) == kinds


def test_a_tap_undone_before_the_round_keeps_the_bye_that_was_asked_for(competition, evening):
    plan = {"status": Unplayed.HALF_POINT_BYE, "from_game": 2, "until_game": 2}
    plan_attendance(evening, piet(competition), **plan, by=None)
    mark_present(evening, piet(competition), present=False, by=None)
    mark_present(evening, piet(competition), present=True, by=None)
    make.play_game(evening)
    assert make.play_game(evening).unpaired.get(entry__key="adema").kind == "half_point_bye"


def test_a_bye_for_every_round_of_the_evening_is_the_evenings(competition, evening):
    plan_attendance(evening, piet(competition), status=Unplayed.HALF_POINT_BYE, by=None)
    assert state_of(evening, "adema") == "half_point_bye"
    kinds = [make.play_game(evening).unpaired.get(entry__key="adema").kind for _ in range(3)]
    assert kinds == ["half_point_bye"] * 3


def test_a_bye_that_is_taken_back_is_gone(competition, evening):
    plan = {"status": Unplayed.HALF_POINT_BYE, "from_game": 2, "until_game": 2}
    plan_attendance(evening, piet(competition), **plan, by=None)
    plan_attendance(evening, piet(competition), status=Status.PRESENT, keep=(), by=None)
    there = ["adema" in in_round(make.play_game(evening)) for _ in range(3)]
    assert there == [True, True, True]


def test_the_proposal_names_everybody_of_the_start_list_who_is_not_paired_and_why(competition):
    evening = make.make_evening(competition, "standard", games=3)
    said = {
        "adema": {"status": "half_point_bye", "from_game": 1, "until_game": 1},
        "bakker": {"status": "absent"},
        "cornelis": {"status": "present", "from_game": 2},
        "dekker": {"status": "expected"},
    }
    for key, plan in said.items():
        plan_attendance(evening, make.entry(competition, key), **plan, by=None)
    round_ = propose_round(evening, by=None)
    found = {
        one.entry.key: (one.why, one.from_game)
        for one in who_is_not_paired(round_, Rows(round_.evening.competition))
    }
    assert found == {
        "adema": ("half_point_bye", None),
        "bakker": ("absent", None),
        "cornelis": ("later", 2),
        "dekker": ("expected", None),
    }


def test_who_was_there_a_round_ago_is_named_when_one_press_would_leave_them_out(
    competition, evening
):
    make.play_game(evening)
    mark_present(evening, piet(competition), present=False, by=None)
    with pytest.raises(StepError, match="Adema"):
        publish_next(evening, after=1, by=None)
    assert evening.rounds.count() == 1


@pytest.mark.parametrize(
    "plan",
    [
        {"status": "absent"},
        {"status": "absent", "from_game": 2, "until_game": 2},
        {"status": "half_point_bye", "from_game": 2, "until_game": 2},
        {"status": "present", "until_game": 1},
        {"status": "present", "from_game": 3},
    ],
)
def test_who_has_a_reason_for_this_round_may_be_left_out_with_one_press(competition, evening, plan):
    make.play_game(evening)
    plan_attendance(evening, piet(competition), **plan, by=None)
    round_ = publish_next(evening, after=1, by=None)
    assert "adema" not in in_round(round_)


def test_who_had_the_bye_a_round_ago_is_not_left_out_either(competition):
    evening = make.make_evening(competition, "standard", games=3, present=5)
    first = make.play_game(evening)
    free = first.unpaired.get(kind="bye").entry
    with pytest.raises(StepError, match=f"{free} has the bye in round 1. Say first what happened"):
        mark_present(evening, free, present=False, by=None)


def test_who_did_not_turn_up_for_their_game_may_be_left_out_without_a_reason(competition, evening):
    game = make.play_game(evening).games.order_by("board").first()
    record_result(game, result=Result.BLACK_WINS_FORFEIT, seen=game.result, by=None)
    mark_present(evening, game.white, present=False, by=None)
    assert game.white.key not in in_round(publish_next(evening, after=1, by=None))


def test_who_is_expected_for_a_later_round_is_not_missing_from_this_one(competition):
    evening = make.make_evening(competition, "standard", games=3)
    plan_attendance(evening, piet(competition), status=Status.EXPECTED, from_game=2, by=None)
    round_ = propose_round(evening, by=None)
    not_paired = who_is_not_paired(round_, Rows(competition))
    assert [(row.why, row.from_game, row.is_left_out) for row in not_paired] == [
        ("later", 2, False)
    ]


def test_who_was_expected_for_earlier_rounds_only_has_left(competition, evening):
    plan_attendance(evening, piet(competition), status=Status.EXPECTED, until_game=1, by=None)
    make.play_game(evening)
    round_ = propose_round(evening, by=None)
    assert [row.why for row in who_is_not_paired(round_, Rows(competition))] == ["left"]
