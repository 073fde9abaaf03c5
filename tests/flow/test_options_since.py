"""Other options hold from an evening on; what was published before stays as it was."""

from datetime import date as Date

import pytest

from clubcomp.flow.competitions.competition import change_options, start_competition
from clubcomp.flow.corrections import preview_correction, preview_options
from clubcomp.flow.evenings import close_evening, remove_evening
from clubcomp.flow.pairings.reasons import paired_from
from clubcomp.flow.pairings.seals import document_of
from clubcomp.flow.standings import drift_of, places_after, standings_of, statement_of
from clubcomp.flow.tables.place_changes import changes_of
from clubcomp.models import Game, Round, TrailEntry
from clubcomp.words.trail import trail_text
from pairing.core.types import OVERALL, Result
from tests.make import make_club, make_evening, make_players, play_game

pytestmark = pytest.mark.django_db

#: Who is away earns all of the own value, in place of a third of it.
DEARER = {"absences": {"kinds": [{"key": "absent", "tiers": [{"times": None, "amount": 1}]}]}}


@pytest.fixture(params=["keizer", "attacalc"])
def system(request):
    return request.param


@pytest.fixture
def dearer(system):
    return DEARER if system == "keizer" else {"absent": 1}


@pytest.fixture
def competition(system):
    club = make_club()
    competition = start_competition(
        club,
        name="Eigen",
        slug="eigen",
        system=system,
        options={},
        tempos=[{"key": "long", "name": "Lang", "last_n": 1, "absence_limit": 3}],
        players=make_players(club, 7),
        by=None,
    )
    evening(competition, Date(2026, 9, 1))
    evening(competition, Date(2026, 9, 8))
    return fresh(competition)


def evening(competition, date):
    made = make_evening(fresh(competition), date=date, present=4)
    play_game(made)
    close_evening(made, by=None)
    return made


def fresh(competition):
    return type(competition).objects.get(pk=competition.pk)


def points(competition, after=None):
    return {
        line.entry.key: (line.row.points, line.place)
        for line in standings_of(competition, OVERALL, after)
    }


def published(competition):
    """All that pages said of the two evenings."""
    entries = competition.entries.all()
    return [
        [points(competition, after) for after in ((1, 1), (2, 1))],
        [
            statement_of(competition, entry, OVERALL, after)
            for entry in entries
            for after in ((1, 1), (2, 1))
        ],
        [after.ranks for after in places_after(competition, OVERALL)][:2],
        changes_of(competition, OVERALL, (2, 1)),
    ]


def test_what_was_published_stays_and_the_next_evening_goes_by_the_new_options(competition, dearer):
    before = published(competition)
    change_options(competition, options=dearer, since=3, by=None)
    competition = fresh(competition)
    assert published(competition) == before
    assert points(competition) == before[0][1]
    evening(competition, Date(2026, 9, 15))
    competition = fresh(competition)
    assert published(competition) == before
    then = points(competition)
    change_options(competition, options={}, by=None)
    assert points(fresh(competition)) != then
    assert published(fresh(competition)) == before


def test_from_the_first_evening_on_all_is_made_anew(competition, dearer):
    before = published(competition)
    change_options(competition, options=dearer, by=None)
    assert published(fresh(competition))[0] != before[0]
    assert fresh(competition).earlier_options == []


def test_from_an_evening_in_between(competition, dearer):
    before = published(competition)
    change_options(competition, options=dearer, since=2, by=None)
    after = published(fresh(competition))
    assert after[0][0] == before[0][0]
    assert after[0][1] != before[0][1]
    assert after[1][::2] == before[1][::2]


def test_changes_one_after_the_other_each_hold_from_their_evening_on(competition, dearer):
    change_options(competition, options=dearer, since=3, by=None)
    other = {"bye": {"amount": "1/4"}} if "absences" in dearer else {"bye": "1/4"}
    change_options(fresh(competition), options=other, since=5, by=None)
    now = fresh(competition)
    stored = now.options_on(4)
    assert [now.options_on(number) == {} for number in (1, 2, 3, 4)] == [True, True, False, False]
    assert now.options_on(5) == now.options_on(40) == now.options
    # From an earlier evening on: what was to come between is gone.
    change_options(now, options={}, since=4, by=None)
    now = fresh(competition)
    assert now.options_on(3) == stored
    assert now.options_on(4) == {}
    change_options(now, options={}, since=1, by=None)
    assert fresh(competition).earlier_options == []


def test_a_pairing_goes_by_the_options_of_its_evening(competition, dearer):
    evening(competition, Date(2026, 9, 15))
    change_options(fresh(competition), options=dearer, since=4, by=None)
    evening(competition, Date(2026, 9, 22))
    rounds = Round.objects.filter(evening__competition=competition).order_by("evening__number")
    stored = fresh(competition).options
    for round_ in rounds:
        round_.evening.competition = fresh(competition)
        wanted = stored if round_.evening.number == 4 else {}
        assert paired_from(round_)[0].options == wanted
        assert ("absent" in document_of(round_).partition("players")[0]) == bool(wanted)


def test_a_drift_is_not_told_across_a_change(competition, dearer):
    entry = competition.entries.first()
    assert drift_of(competition, entry, OVERALL) is not None
    change_options(competition, options=dearer, since=3, by=None)
    evening(competition, Date(2026, 9, 15))
    assert drift_of(fresh(competition), entry, OVERALL) is None


def test_a_preview_compares_with_the_table_as_it_was_published(competition, dearer):
    change_options(competition, options=dearer, since=3, by=None)
    competition = fresh(competition)
    now = {
        change.entry.key: change.points_now
        for change in preview_options(competition, options=dearer).affected
    }
    shown = points(competition)
    assert now
    assert all(shown[key][0] == value for key, value in now.items())
    game = Game.objects.filter(round__evening__competition=competition).first()
    game.round.evening.competition = competition
    [scope, *_] = preview_correction(game, result=Result.BLACK_WINS).scopes
    assert all(shown[one.entry.key][0] == one.points_now for one in scope.changes)


def test_the_log_says_from_when_on(competition, dearer):
    change_options(competition, options=dearer, since=3, by=None)
    line = TrailEntry.objects.filter(action="change_options").latest("pk")
    assert line.after["since"] == 3
    assert "from evening: – → 3" in trail_text(line)


def test_evenings_to_come_may_come_and_go(competition, dearer):
    before = points(competition)
    change_options(competition, options=dearer, since=3, by=None)
    extra = make_evening(competition, date=Date(2026, 9, 15), present=0, is_open=False)
    remove_evening(extra, by=None)
    evening(competition, Date(2026, 9, 22))
    now = fresh(competition)
    assert now.options_on(2) == {}
    assert now.options_on(3) == now.options
    assert points(now, (2, 1)) == before
