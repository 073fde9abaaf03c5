"""One more board in a published pairing: for two who came late, or played on another day."""

from datetime import date

import pytest

from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.corrections import preview_added_board
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.adding import add_board, preview_board, take_board_back, without_game
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.pairings.reasons import against_game
from clubcomp.flow.results import record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Evening, Game, Round
from clubcomp.models.plans import plans_of
from clubcomp.pages.forecast import Forecast
from clubcomp.record.snapshots import snapshot_of
from clubcomp.words.attendance import attendance_words
from pairing.core.replay import replay
from pairing.core.types import OVERALL, Result
from pairing.core.unplayed import Unplayed
from pairing.registry import rules_of
from tests import make

pytestmark = pytest.mark.django_db

LATE = "came in after the pairing"


@pytest.fixture(params=["attacalc", "knsb-rating"])
def evening(request):
    """An open evening of one game with six of nine players; two came in after publishing."""
    if request.param == "attacalc":
        made = make.make_evening(make.make_competition(9), "long", present=6)
    else:
        made = make.make_evening(make.make_swiss(9), "standard", present=6)
    publish_next(made, after=0, by=None)
    for key in ("gerritsen", "hoekstra"):
        mark_present(made, make.entry(made.competition, key), present=True, by=None)
    return made


@pytest.fixture
def late(evening):
    return [make.entry(evening.competition, key) for key in ("gerritsen", "hoekstra")]


@pytest.fixture
def round_(evening):
    return evening.rounds.get()


def add(round_, late, **more):
    return add_board(round_, (late[0], late[1]), reason=LATE, by=None, **more)


def points_in(competition):
    return {line.entry.key: line.row.points for line in standings_of(competition, OVERALL)}


def paired_again(competition):
    """Every round on record as the system pairs it again, around what a hand made."""
    snapshot = snapshot_of(competition, with_proposal=False)
    return list(replay(snapshot, rules_of(snapshot)))


def pairs_of(round_):
    return list(round_.games.order_by("board").values_list("board", "white__key", "black__key"))


def test_two_who_come_in_after_publishing_are_found_without_a_game(round_, late):
    found = without_game(round_)
    assert (found.here, found.bye) == (late, None)
    assert found.are_two


def test_who_comes_late_and_gets_a_board_after_all_does_not_come_for_a_part():
    evening = make.make_evening(make.make_competition(6), "blitz", games=2, present=4)
    round_ = publish_next(evening, after=0, by=None)
    late = [make.entry(evening.competition, key) for key in ("evers", "faber")]
    for entry in late:
        mark_present(evening, entry, present=True, by=None)
    assert [row.entry for row in Forecast(sheet(evening)).in_part] == late
    add_board(round_, (late[0], late[1]), reason=LATE, by=None)
    assert Forecast(sheet(evening)).in_part == []
    rows = {row.entry: row for row in sheet(evening).rows}
    assert [attendance_words(rows[entry]) for entry in late] == ["", ""]


def test_who_gets_a_board_is_there_from_that_game_on_and_without_it_from_the_next():
    evening = make.make_evening(make.make_competition(6), "blitz", games=4, present=4)
    for number in range(3):
        round_ = publish_next(Evening.objects.get(), after=number, by=None)
        if number < 2:
            make.finish_round(round_)
    late = [make.entry(evening.competition, key) for key in ("evers", "faber")]
    for entry in late:
        mark_present(evening, entry, present=True, by=None)

    def said():
        rows = Forecast(sheet(Evening.objects.get())).in_part
        return {row.entry: attendance_words(row) for row in rows}

    assert said() == dict.fromkeys(late, "from game 4")
    game = add_board(round_, (late[0], late[1]), reason=LATE, by=None)
    assert said() == dict.fromkeys(late, "from game 3")
    take_board_back(game, by=None)
    assert said() == dict.fromkeys(late, "from game 4")


def test_on_an_evening_of_one_game_nobody_is_here_from_game_two(evening, late):
    rows = {row.entry: row for row in sheet(evening).rows}
    assert [(rows[one].plan.from_game, rows[one].state) for one in late] == [(1, "present")] * 2
    assert sheet(evening).present_count == 8


def test_two_latecomers_get_a_board_and_the_others_keep_theirs(round_, late):
    before = pairs_of(round_)
    record_result(round_.games.get(board=1), result=Result.DRAW, seen="*", by=None)
    looked_at = preview_board(round_, (late[0], late[1]))
    game = add(round_, late)
    assert pairs_of(round_)[:-1] == before
    assert (game.board, game.fixed, game.result) == (4, LATE, "*")
    assert (game.white, game.black) == (looked_at.white, looked_at.black)
    assert round_.games.get(board=1).result == "1/2-1/2"
    assert not without_game(round_).here


def test_the_system_says_who_has_white_unless_the_leader_does(round_, late):
    white = preview_board(round_, (late[0], late[1])).white
    other = next(one for one in late if one != white)
    assert add(round_, late, white=other).white == other


def test_a_finished_round_is_being_played_again_with_one_more_board(round_, late):
    make.finish_round(round_)
    assert round_.status == Round.Status.FINISHED
    game = add(round_, late)
    assert Round.objects.get().status == Round.Status.PUBLISHED
    record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    assert Round.objects.get().status == Round.Status.FINISHED


def test_the_round_paired_again_from_its_record_gives_the_same_with_the_added_board(
    evening, round_, late
):
    add(round_, late)
    (again,) = paired_again(evening.competition)
    assert not again.differs


def test_a_document_with_an_added_board_comes_back_byte_for_byte(evening, round_, late):
    add(round_, late, result=Result.BLACK_WINS)
    written = export_document(evening.competition)
    club = make.make_club("Terug", "terug")
    copy = make.import_file(club, written)
    assert export_document(copy).replace('"Terug"', '"De Toren"') == written


def test_who_has_the_bye_gets_a_game_instead_of_it(evening, late):
    competition = evening.competition
    withdraw_round(evening.rounds.get(), by=None)
    mark_present(evening, late[1], present=False, by=None)
    round_ = make.publish(evening.rounds.get())
    free = round_.unpaired.get(kind=Unplayed.BYE).entry
    other = make.entry(competition, "ibrahim")
    mark_present(evening, other, present=True, by=None)
    document = export_document(competition)
    found = without_game(round_)
    assert (found.here, found.bye) == ([other], free)
    looked_at = preview_board(round_, (free, other))
    assert [row.kind for row in looked_at.gives_up] == [Unplayed.BYE]
    game = add(round_, [free, other])
    assert not round_.unpaired.exists()
    assert not any(again.differs for again in paired_again(competition))
    take_board_back(game, by=None)
    assert round_.unpaired.get().entry == free
    assert export_document(competition) == document


def test_the_absence_of_the_two_goes_with_their_board_and_comes_back_without_it(evening, late):
    competition, one = evening.competition, late[0]
    withdraw_round(evening.rounds.get(), by=None)
    plan_attendance(evening, one, status=Unplayed.NO_NOTICE, by=None)
    round_ = make.publish(evening.rounds.get())
    before = export_document(competition)
    assert round_.unpaired.filter(entry=one, kind=Unplayed.NO_NOTICE).exists()
    other = make.entry(competition, "ibrahim")
    game = add(round_, [one, other])
    assert not round_.unpaired.filter(entry=one).exists()
    plans = plans_of(evening)
    assert [plans[player.pk].is_present_in(1) for player in (one, other)] == [True, True]
    take_board_back(game, by=None)
    assert export_document(competition) == before
    plans = plans_of(evening)
    assert plans[one.pk].in_game(1) == Unplayed.NO_NOTICE
    assert other.pk not in plans


def test_a_board_with_a_result_is_taken_back_with_a_reason_only(round_, late):
    game = add(round_, late, result=Result.DRAW)
    with pytest.raises(StepError, match="Say why"):
        take_board_back(game, by=None)
    take_board_back(game, reason="not played after all", by=None)
    assert round_.games.count() == 3


def test_a_board_of_the_pairing_itself_is_not_taken_back(round_):
    with pytest.raises(StepError, match="was not added afterwards"):
        take_board_back(round_.games.get(board=1), by=None)


def test_a_board_is_made_once(round_, late):
    add(round_, late)
    with pytest.raises(StepError, match="has a game in (game|round) 1 already: board 4"):
        add(round_, late)
    assert round_.games.count() == 4


def test_a_forbidden_pair_is_said_before_and_is_no_board(evening, round_, late):
    forbid_pair(evening.competition, *late, by=None)
    found = preview_board(round_, (late[0], late[1])).problems
    assert ("error", "forbidden") in {(one.severity, one.code) for one in found}
    with pytest.raises(StepError):
        add(round_, late)
    assert round_.games.count() == 3


def test_two_who_met_before_are_warned_about_and_may_play(evening, round_, late):
    add(round_, late, result=Result.DRAW)
    make.finish_round(round_)
    close_evening(evening, by=None)
    tempo = evening.tempo.key
    following = make.make_evening(evening.competition, tempo, present=6)
    again = publish_next(following, after=0, by=None)
    found = preview_board(again, (late[0], late[1])).problems
    assert {"met_before", "met_within"} & {one.code for one in found}
    assert add(again, late).board == 4


def test_two_who_met_two_games_ago_are_warned_about_as_their_why_page_warns(evening, round_, late):
    """What is too soon depends on how many play the round, not on the two alone."""
    add(round_, late, result=Result.DRAW)
    make.finish_round(round_)
    close_evening(evening, by=None)
    for present in (8, 6):
        following = make.make_evening(evening.competition, evening.tempo.key, present=present)
        again = publish_next(following, after=0, by=None)
        if present == 8:
            make.finish_round(again)
            close_evening(following, by=None)
    found = preview_board(again, (late[0], late[1])).problems
    assert {"met_before", "met_within"} & {one.code for one in found}
    assert [*found] == against_game(evening.competition, add(again, late))


def test_a_withdrawn_pairing_keeps_the_added_board_as_a_fixed_one(round_, late):
    add(round_, late, result=Result.WHITE_WINS)
    withdraw_round(round_, give_up_results=True, by=None)
    pair = tuple(one.key for one in late)
    proposed = {frozenset(seats) for seats in make.proposed_pairs(round_)}
    assert frozenset(pair) in proposed
    again = make.publish(round_)
    restored = Game.objects.get(round=again, white__in=late)
    assert (restored.fixed, restored.result) == (LATE, "1-0")


def test_a_withdrawn_pairing_gets_no_board(round_, late):
    withdraw_round(round_, by=None)
    with pytest.raises(StepError, match="has been withdrawn"):
        add(round_, late)


def test_a_closed_evening_gets_a_game_that_was_caught_up_with_its_result(evening, round_, late):
    make.finish_round(round_)
    close_evening(evening, by=None)
    points = points_in(evening.competition)
    with pytest.raises(StepError, match="how the game ended"):
        add(round_, late)
    preview = preview_added_board(round_, white=late[0], black=late[1], result=Result.WHITE_WINS)
    assert late[0] in {change.entry for change in preview.scopes[0].changes}
    caught_up = date(2031, 3, 4)
    game = add(round_, late, white=late[0], result=Result.WHITE_WINS, played_on=caught_up)
    assert (game.played_on, game.result) == (caught_up, "1-0")
    competition = type(evening.competition).objects.get()
    assert points_in(competition)["gerritsen"] > points["gerritsen"]
    assert '"date": "2031-03-04"' in export_document(competition)
    line = competition.trail.first()
    assert (line.action, line.reason) == ("add_board", LATE)
    take_board_back(game, reason="a mistake", by=None)
    assert round_.games.count() == 3


def test_an_open_proposal_follows_an_added_board(evening, late):
    competition = make.make_competition(8, club=make.make_club("Blitz", "blitz"))
    blitz = make.make_evening(competition, "blitz", present=6)
    first = publish_next(blitz, after=0, by=None)
    two = [make.entry(competition, key) for key in ("gerritsen", "hoekstra")]
    for one in two:
        mark_present(blitz, one, present=True, by=None)
    assert without_game(first).here == two
    proposed = propose_round(blitz, by=None)
    before = Round.objects.get(pk=proposed.pk).paired_from
    add(first, two)
    assert Round.objects.get(pk=proposed.pk).paired_from != before
