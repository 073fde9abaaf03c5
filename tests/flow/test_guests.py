"""A guest is tonight's: not expected later, not counted later, back when he comes again."""

from datetime import date, timedelta

import pytest
from django.db.models import Q

from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.corrections import preview_correction
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, plan_evening, remove_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import add_guest, earlier_guests, make_guest, make_member
from clubcomp.flow.results import correct_result, put_off
from clubcomp.flow.standings import progress_of, rounds_of, standings_of, statement_of
from clubcomp.models import Club, Competition, Entry, Evening
from clubcomp.pages.forecast import expected_count
from clubcomp.record.snapshots import snapshot_of
from pairing.core.types import OVERALL, Result
from tests import make

pytestmark = pytest.mark.django_db
DAY = date(2026, 12, 1)
WEEK = timedelta(weeks=1)


@pytest.fixture
def competition():
    """As one starts on the site."""
    return make.make_competition(6, guests="there")


def evening_with(competition, *, guest=False, week=0, again=None):
    """An evening of one game, played and closed."""
    evening = make.make_evening(competition, "long", present=6, date=DAY + week * WEEK)
    tom = None
    if guest:
        tom = add_guest(evening, name="Tom", rating=1995, by=None)
    if again:
        add_guest(evening, again=again, by=None)
    make.play_game(evening)
    close_evening(evening, by=None)
    return tom


def value_numbers(competition):
    return {row.entry.key: row.row.value_number for row in standings_of(competition, "long")}


def fresh(thing):
    return type(thing).objects.get(pk=thing.pk)


def test_a_guest_is_expected_on_no_other_evening(competition):
    tom = evening_with(competition, guest=True)
    assert (tom.joined, tom.left) == (1, 1)
    later = make.make_evening(competition, "long", present=0)
    assert tom.key not in {row.entry.key for row in sheet(later).rows}
    assert expected_count(later) == 6


def test_a_guest_counts_for_the_value_numbers_on_his_evening_only(competition):
    evening_with(competition)
    before = value_numbers(competition)
    assert max(before.values()) == 9
    tom = evening_with(competition, guest=True, week=1)
    assert max(value_numbers(competition).values()) == 10
    evening_with(competition, week=2)
    after = value_numbers(competition)
    members = {key: value for key, value in after.items() if key != tom.key}
    assert sorted(members.values(), reverse=True) == [9, 8, 7, 6, 5, 4]
    assert after[tom.key] in members.values()


def test_a_guest_changes_no_standing_of_an_evening_that_he_was_not_at(competition):
    evening_with(competition)
    first = standings_of(competition, "long")
    values = [(row.entry.key, row.row.points, row.row.value_number) for row in first]
    tom = evening_with(competition, guest=True, week=1)
    system_after = snapshot_of(Competition.objects.get()).after(1, 1)
    rows = competition_rows(system_after)
    assert [row for row in rows if row[0] != tom.key] == values


def competition_rows(snapshot):
    from pairing.registry import get_system, make_options

    system = get_system(snapshot.system)
    rows = system.standings(snapshot, make_options(system, snapshot.options), "long")
    return [(row.player, row.points, row.value_number) for row in rows]


@pytest.mark.parametrize("revaluation", ["stable", "chained", "previous"])
def test_standing_statement_places_and_preview_agree_once_another_tempo_has_gone_on(revaluation):
    competition = make.make_competition(7, revaluation=revaluation)
    evening = make.make_evening(competition, "long", present=7)
    tom = add_guest(evening, name="Tom", rating=1995, by=None)
    round_ = publish_next(evening, after=0, by=None)
    game = round_.games.get(Q(white=tom) | Q(black=tom))
    put_off(game, kind="adjourned", seen="*", by=None)
    make.finish_round(round_)
    close_evening(evening, by=None)
    make.play_game(make.make_evening(competition, "blitz", present=7))
    competition = fresh(competition)
    for scope in ("long", "all"):
        shown = shown_in(competition, scope)
        for entry in make.entries(competition):
            points = statement_of(competition, entry, scope).points
            progress = progress_of(competition, entry, scope)
            assert (points, [*progress.values()][-1] if progress else None) == shown[entry.key]
    long = shown_in(competition, "long")
    (preview, _overall) = preview_correction(fresh(game), result=Result.DRAW).scopes
    assert tom.key in {one.entry.key for one in preview.changes}
    now = {one.entry.key: (one.points_now, one.rank_now) for one in preview.changes}
    assert now == {key: long[key] for key in now}
    then = {one.entry.key: (one.points_then, one.rank_then) for one in preview.changes}
    correct_result(fresh(game), result=Result.DRAW, seen="*", reason="finished", by=None)
    assert long | then == shown_in(fresh(competition), "long")


def shown_in(competition, scope):
    """Points and place as the standing after the last round of a scope shows them."""
    last = rounds_of(competition, scope)[-1]
    lines = standings_of(competition, scope, (last.evening, last.number))
    return {line.entry.key: (line.row.points, line.place) for line in lines}


def test_a_guest_who_comes_again_is_not_missed_in_between(competition):
    tom = evening_with(competition, guest=True)
    evening_with(competition, week=1)
    between = competition.evenings.get(number=2)
    evening_with(competition, week=2, again=tom)
    tom = fresh(tom)
    assert (tom.joined, tom.left) == (1, 3)
    assert tom.key not in {row.entry.key for row in sheet(between).rows}
    row = next(one.row for one in standings_of(competition, "long") if one.entry == tom)
    assert (row.games, row.credits_used or 0) == (2, 0)


def test_only_guests_who_are_not_here_are_offered_again(competition):
    tom = evening_with(competition, guest=True)
    evening = make.make_evening(competition, "long", present=0)
    assert earlier_guests(evening) == [tom]
    add_guest(evening, again=tom, by=None)
    assert earlier_guests(evening) == []
    with pytest.raises(StepError, match="already"):
        add_guest(evening, again=tom, by=None)


def test_a_guest_whose_tap_is_undone_stays_on_the_sheet(competition):
    evening = make.make_evening(competition, "long", present=0)
    tom = add_guest(evening, name="Tom", rating=1500, by=None)
    mark_present(evening, tom, present=False, by=None)
    assert tom.key in {row.entry.key for row in sheet(evening).rows}


def test_a_guest_announced_for_an_evening_goes_with_it(competition):
    tempo = competition.tempos.get(key="long")
    coming = plan_evening(competition, tempo=tempo, date=DAY + WEEK, by=None)
    tom = add_guest(coming, name="Tom", rating=1500, by=None)
    earlier = plan_evening(competition, tempo=tempo, date=DAY, by=None)
    assert fresh(coming).number == 2
    assert (fresh(tom).joined, fresh(tom).left) == (2, 2)
    remove_evening(earlier, by=None)
    assert (fresh(tom).joined, fresh(tom).left) == (1, 1)


def test_a_guest_who_is_made_a_member_stays_and_it_can_be_undone(competition):
    tom = evening_with(competition, guest=True)
    make_member(tom, by=None)
    tom = Entry.objects.select_related("player").get(pk=tom.pk)
    assert (tom.guest, tom.left, tom.player.is_member) == (False, None, True)
    later = make.make_evening(competition, "long", present=0)
    assert tom.key in {row.entry.key for row in sheet(later).rows}
    make_guest(tom, by=None)
    tom = Entry.objects.select_related("player").get(pk=tom.pk)
    assert (tom.guest, tom.left, tom.player.is_member) == (True, 1, False)


def test_made_a_member_twice_is_once(competition):
    tom = evening_with(competition, guest=True)
    make_member(tom, by=None)
    lines = competition.trail.count()
    make_member(tom, by=None)
    assert competition.trail.count() == lines


def test_a_guest_signed_off_tonight_is_not_paired(competition):
    evening = make.make_evening(competition, "long", present=6)
    tom = add_guest(evening, name="Tom", rating=1995, by=None)
    plan_attendance(evening, tom, status="absent", by=None)
    round_ = make.play_game(evening)
    assert not round_.games.filter(white=tom).exists()
    assert not round_.games.filter(black=tom).exists()


def test_a_document_with_guests_comes_back_the_same_to_the_byte(competition):
    evening_with(competition)
    tom = evening_with(competition, guest=True, week=1)
    evening_with(competition, week=2)
    evening_with(competition, week=3, again=tom)
    written = export_document(competition).encode()
    club = Club.objects.create(name="De Toren", slug="terug", country="NL")
    back = make.import_file(club, written, name=competition.name, slug="terug")
    assert export_document(back).encode() == written


def test_a_guest_on_a_closed_evening_is_refused(competition):
    evening_with(competition)
    evening = Evening.objects.get()
    with pytest.raises(StepError, match="closed"):
        add_guest(evening, name="Tom", rating=1500, by=None)


def test_many_guests_of_one_evening_do_not_use_up_the_value_numbers():
    competition = make.make_competition(6, first_value=7, guests="there")
    for week in range(4):
        evening_with(competition, guest=True, week=week)
    values = value_numbers(competition)
    assert len(values) == 10
    assert min(values.values()) >= 0


def test_a_guest_stands_only_in_the_tables_of_tempos_that_they_played():
    competition = make.make_competition(5)
    blitz = make.make_evening(competition, "blitz", games=1)
    guest = add_guest(blitz, name="Tom", rating=1500, by=None)
    make.play_game(blitz)
    close_evening(blitz, by=None)
    make.play_game(make.make_evening(competition, "long"))
    competition.refresh_from_db()
    tables = {
        scope: [line.entry for line in standings_of(competition, scope)]
        for scope in ("blitz", "long", OVERALL)
    }
    assert guest in tables["blitz"]
    assert guest in tables[OVERALL]
    assert guest not in tables["long"]
    everybody = standings_of(competition, "long", everybody=True)
    assert guest in [line.entry for line in everybody]
