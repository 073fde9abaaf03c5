"""Points by hand on the site: the page of a leader, and what everybody reads of it."""

from fractions import Fraction

import pytest

from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import remove_evening
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, GivenPoints, Role, TrailEntry
from clubcomp.record.snapshots import snapshot_of
from clubcomp.words.trail import trail_text
from pairing.formats.document import write_document
from tests.make import make_players
from tests.views.own_rules import own_rules_competition
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

WHY = "Problem of the month solved."


@pytest.fixture
def leader():
    return Visitor(Role.OWNER)


@pytest.fixture
def competition(leader):
    return own_rules_competition(leader.club, make_players(leader.club, 7))


def fresh(competition):
    return Competition.objects.get(pk=competition.pk)


def points_of(competition, key):
    lines = standings_of(fresh(competition), "standard")
    return next(line.row.points for line in lines if line.entry.key == key)


def give(visitor, **more):
    data = {"act": "give", "player": "bakker", "points": "2,5", "evening": "1", "reason": WHY}
    return visitor.fill_in("points-by-hand", "eigen", **data | more)


def test_a_leader_gives_points_and_everybody_reads_why(leader, competition):
    before = points_of(competition, "bakker")
    settings = text(leader.see("competition-settings", "eigen"))
    assert leader.address("points-by-hand", "eigen") in settings
    assert give(leader).status_code == 302
    # Who earns more may get another value number, so the points rise by these at least.
    assert points_of(competition, "bakker") - before >= Fraction(5, 2)
    assert WHY in text(leader.see("points-by-hand", "eigen"))
    stranger = Visitor("", club=leader.club)
    address = competition.entries.get(key="bakker").address
    assert WHY in text(stranger.see("player", "eigen", address))
    line = TrailEntry.objects.filter(action="give_points").get()
    assert "as if earned on evening 1: 5/2" in trail_text(line)


def test_points_are_taken_back(leader, competition):
    before = points_of(competition, "bakker")
    give(leader, points="-1")
    assert points_of(competition, "bakker") < before
    given = GivenPoints.objects.get()
    leader.fill_in("points-by-hand", "eigen", act="undo", given=given.pk)
    assert points_of(competition, "bakker") == before
    assert not GivenPoints.objects.exists()
    again = leader.fill_in("points-by-hand", "eigen", act="undo", given=given.pk)
    assert again.status_code == 404
    line = TrailEntry.objects.filter(action="take_points_back").get()
    assert "were taken back: -1" in trail_text(line)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"points": points} for points in ("0", "x", "-", "1000", "1/20000")),
        *({"reason": " "}, {"player": "nobody"}, {"evening": "9"}),
    ],
)
def test_what_is_not_right_gives_nothing(leader, competition, wrong):
    assert "Something is not right yet" in text(give(leader, **wrong))
    assert not GivenPoints.objects.exists()


def test_a_member_gives_nothing_and_other_systems_know_no_such_points(leader, competition):
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert give(member).status_code == 403


def test_who_has_points_by_hand_and_such_an_evening_stay(leader, competition):
    later = competition.evenings.get(number=2)
    give(leader, evening="2")
    with pytest.raises(StepError, match="Take them back first"):
        remove_evening(later, by=None)


def test_start_points_are_for_the_pairing_alone(leader, competition):
    before = points_of(competition, "bakker")
    data = {"start-player": "bakker", "start-points": "20", "start-until": "2"}
    leader.fill_in("points-by-hand", "eigen", act="start", **data)
    assert points_of(competition, "bakker") == before
    document = write_document(snapshot_of(fresh(competition)))
    assert '"start_points": {\n        "points": 20,\n        "until": 2\n' in document
    assert "20 points" in text(leader.see("points-by-hand", "eigen"))
    line = TrailEntry.objects.filter(action="set_start_points").get()
    assert "start points: – → 20; until evening: – → 2" in trail_text(line)
    data["start-points"] = ""
    leader.fill_in("points-by-hand", "eigen", act="start", **data)
    assert not competition.entries.get(key="bakker").start_points
