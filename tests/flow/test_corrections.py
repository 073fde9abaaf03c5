"""What would a correction change? Places, credits, and the pairings made since, which stand."""

from fractions import Fraction

import pytest

from clubcomp.flow import corrections
from clubcomp.flow.absences.notice import correct_notice
from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.corrections import preview_correction, preview_notice
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.pairings.swapping import swap_published
from clubcomp.flow.results import correct_result, record_result
from clubcomp.models import Competition, Game, Round
from pairing.core.types import Result
from tests import make

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


@pytest.fixture
def swiss():
    """Eight players after three rounds."""
    competition = make.make_swiss(8)
    for _ in range(3):
        make.play_swiss_round(competition, WHITE, DRAW, BLACK)
    return competition


def game_of(competition, evening, board=1):
    game = Game.objects.select_related("round__evening", "white__player", "black__player").get(
        round__evening__competition=competition, round__evening__number=evening, board=board
    )
    game.round.evening.competition = competition
    return game


def test_a_later_round_would_have_been_what_the_system_pairs_with_the_right_result(swiss):
    game = game_of(swiss, 1)
    before = list(Game.objects.order_by("pk").values_list("pk", "white", "black", "result"))
    preview = preview_correction(game, result=BLACK)
    assert list(Game.objects.order_by("pk").values_list("pk", "white", "black", "result")) == before
    second = next(one for one in preview.later.others if one.round.evening.number == 2)
    twin = make.make_swiss(8, club=make.make_club("Twin", "twin"))
    evening = make.make_evening(twin, "standard")
    round_ = publish_next(evening, after=0, by=None)
    for other, result in zip(
        round_.games.order_by("board"), [BLACK, DRAW, BLACK, WHITE], strict=True
    ):
        record_result(other, result=result, seen="*", by=None)
    close_evening(evening, by=None)
    _evening, would_be = make.play_swiss_round(twin, WHITE)
    pairs = {(str(one.white), str(one.black)) for one in would_be.games.all()}
    was = {
        (str(one.white), str(one.black))
        for one in Game.objects.filter(round__evening__competition=swiss, round__evening__number=2)
    }
    assert set(second.gone) == was - pairs
    assert set(second.instead) == pairs - was
    assert second.instead


def test_what_is_corrected_to_what_it_was_changes_nothing(swiss):
    preview = preview_correction(game_of(swiss, 1), result=WHITE)
    assert not any(scope.changes for scope in preview.scopes)
    assert (preview.later.same, preview.later.others) == (2, [])


def test_colours_the_wrong_way_round_change_pairings_and_no_points(swiss):
    game = game_of(swiss, 1, board=2)
    preview = preview_correction(game, result=DRAW, swap_colours=True)
    assert not any(scope.changes for scope in preview.scopes)
    assert preview.later.others


def test_a_game_that_was_not_finished_then_stays_a_draw_for_the_pairings_since():
    competition = make.make_swiss(8)
    make.play_swiss_round(competition, WHITE, adjourned=1)
    make.play_swiss_round(competition, WHITE)
    game = game_of(competition, 1)
    assert game.put_off
    preview = preview_correction(game, result=WHITE)
    assert any(scope.changes for scope in preview.scopes)
    assert (preview.later.same, preview.later.others) == (1, [])


def test_a_forfeit_is_told_too(swiss):
    preview = preview_correction(game_of(swiss, 1), result=Result.BOTH_LOSE_FORFEIT)
    assert preview.later.others
    assert not preview.scopes[0].ledgers


def test_no_more_rounds_are_looked_at_than_set(swiss, monkeypatch):
    monkeypatch.setattr(corrections, "MOST_PAIRED_AGAIN", 1)
    later = preview_correction(game_of(swiss, 1), result=BLACK).later
    assert (len(later.rounds), len(later.others) + later.same, later.left) == (2, 1, 1)


def test_a_round_that_came_in_is_paired_again_from_the_record(swiss):
    document = export_document(Competition.objects.get(pk=swiss.pk)).encode()
    own = preview_correction(game_of(swiss, 1), result=BLACK).later
    copy = make.import_file(make.make_club("Copy", "copy"), document)
    later = preview_correction(game_of(copy, 1), result=BLACK).later
    assert [(one.gone, one.instead) for one in later.others] == [
        (one.gone, one.instead) for one in own.others
    ]
    Round.objects.filter(evening__competition=copy).update(paired_by="elsewhere")
    later = preview_correction(game_of(copy, 1), result=BLACK).later
    assert (later.unknown, later.others, later.same) == (2, [], 0)


def test_a_round_changed_by_hand_is_compared_by_what_the_system_paired():
    competition = make.make_swiss(8)
    make.play_swiss_round(competition, WHITE, DRAW, BLACK)
    evening = make.make_evening(competition, "standard")
    round_ = publish_next(evening, after=0, by=None)
    one, other = round_.games.order_by("board")[:2]
    swap_published(round_, (one.white, other.white), reason="so", by=None)
    later = preview_correction(game_of(competition, 1), result=WHITE).later
    assert (later.same, later.others) == (1, [])


def paired():
    return {
        pk: (round_.proposal, round_.paired_from) for pk, round_ in Round.objects.in_bulk().items()
    }


def test_the_preview_is_what_the_correction_does(swiss):
    game = game_of(swiss, 1)
    preview = preview_correction(game, result=BLACK)
    then = {change.entry.key: change.rank_then for change in preview.scopes[0].changes}
    kept = paired()
    correct_result(game, result=BLACK, seen="1-0", reason="mixed up", by=None)
    after = preview_correction(game_of(swiss, 1), result=WHITE)
    now = {change.entry.key: change.rank_now for change in after.scopes[0].changes}
    assert then
    assert all(now[key] == place for key, place in then.items())
    assert paired() == kept


def test_under_attacalc_both_standings_and_the_pairings_since_are_told():
    competition = make.make_competition(8)
    evening = make.make_evening(competition, "blitz")
    mark_present(evening, make.entry(competition, "dekker"), present=False, by=None)
    first = make.play_game(evening, WHITE)
    for _ in range(3):
        make.play_game(evening, DRAW)
    game = first.games.select_related("white__player", "black__player").get(board=1)
    game.round = first
    preview = preview_correction(game, result=BLACK)
    assert [scope.scope for scope in preview.scopes] == ["blitz", "all"]
    assert all(scope.moved for scope in preview.scopes)
    assert preview.scopes[1].ledgers == []
    assert len(preview.later.rounds) == 3
    assert preview.later.others


def test_a_result_can_change_what_somebody_elses_absences_are_worth():
    competition = make.make_competition(8)
    evening = make.make_evening(competition, "blitz")
    mark_present(evening, make.entry(competition, "dekker"), present=False, by=None)
    rounds = [make.play_game(evening, WHITE) for _ in range(3)]
    ledgers = []
    for round_ in rounds:
        for game in round_.games.select_related("white__player", "black__player"):
            game.round = round_
            ledgers += preview_correction(game, result=BLACK).scopes[0].ledgers
    assert ledgers
    for ledger in ledgers:
        assert (ledger.entry.key, ledger.used_now, ledger.used_then) == ("dekker", 3, 3)
        assert ledger.worth_now != ledger.worth_then


# Who was away --------------------------------------------------------------------------------


def test_an_absence_without_notice_costs_points_and_gives_its_credit_back():
    competition = make.make_competition(6)
    evening = make.make_evening(competition, "blitz", present=4)
    make.play_game(evening)
    make.play_game(evening, DRAW)
    faber = make.entry(competition, "faber")
    preview = preview_notice(evening, faber, number=None, kind="no_notice")
    blitz, _overall = preview.scopes
    ledger = blitz.ledgers[0]
    assert (ledger.entry, ledger.limit, ledger.used_now, ledger.used_then) == (faber, 7, 2, 0)
    assert ledger.worth_now > ledger.worth_then == 0
    one = preview_notice(evening, faber, number=2, kind="external").scopes[0].ledgers[0]
    assert (one.entry, one.used_now, one.used_then) == (faber, 2, 1)
    preview = preview_notice(evening, faber, number=None, kind="absent")
    assert not any(scope.changes for scope in preview.scopes)
    assert not evening.rounds.filter(unpaired__entry=faber).exists()


def test_a_preview_of_an_absence_is_what_its_correction_does():
    competition = make.make_competition(6)
    evening = make.make_evening(competition, "blitz", present=4)
    make.play_game(evening)
    faber = make.entry(competition, "faber")
    preview = preview_notice(evening, faber, number=None, kind="no_notice")
    correct_notice(evening, faber, kind="no_notice", reason="never heard", by=None)
    back = preview_notice(evening, faber, number=None, kind="absent")
    then = {change.entry: change.points_then for change in preview.scopes[0].changes}
    assert then == {change.entry: change.points_now for change in back.scopes[0].changes}


def test_a_bye_goes_to_who_was_there_once_the_other_was_not_free():
    competition = make.make_swiss(8)
    evening = make.make_evening(competition, "standard", present=7)
    round_ = publish_next(evening, after=0, by=None)
    make.finish_round(round_)
    close_evening(evening, by=None)
    make.play_swiss_round(competition, WHITE)
    had_it = round_.unpaired.get(kind="bye").entry
    came = make.entry(competition, "hoekstra")
    with pytest.raises(StepError, match="has the bye. First correct"):
        correct_notice(evening, came, number=1, kind="bye", reason="so", by=None)
    with pytest.raises(StepError, match="Choose in which one"):
        correct_notice(evening, came, kind="bye", reason="so", by=None)
    preview = preview_notice(evening, had_it, number=1, kind="absent")
    (his,) = [change for change in preview.scopes[0].changes if change.entry == had_it]
    assert his.points_now - his.points_then == 1
    assert preview.later.others
    correct_notice(evening, had_it, number=1, kind="absent", reason="went home", by=None)
    correct_notice(evening, came, number=1, kind="bye", reason="was there", by=None)
    assert round_.unpaired.get(kind="bye").entry == came
    assert not round_.unpaired.filter(entry=had_it).exists()


def test_a_bye_on_request_counts_as_half_a_point_in_the_preview():
    competition = make.make_swiss(7)
    evening = make.make_evening(competition, "standard", present=6)
    make.play_game(evening)
    away = make.entry(competition, "gerritsen")
    preview = preview_notice(evening, away, number=None, kind="half_point_bye")
    (his,) = [change for change in preview.scopes[0].changes if change.entry == away]
    assert (his.points_now, his.points_then) == (0, Fraction(1, 2))
