"""A game of a cup counts in the internal competition too: entered once, or it is said why."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError

from clubcomp.flow.archives.reading import import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.competitions.competition import change_competition, remove_competition
from clubcomp.flow.competitions.next_season import start_next_season
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, open_evening
from clubcomp.flow.pairings.adding import take_board_back
from clubcomp.flow.pairings.counting import board_of_cup, let_count, why_not
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.results import clear_result, correct_result, date_game, record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Game, Player
from clubcomp.models.plans import plans_of
from clubcomp.pages.boards import board_of
from clubcomp.pages.counting import with_counting
from clubcomp.record.snapshots import snapshot_of
from pairing.core.types import Result
from tests.make import (
    entries,
    make_berger,
    make_competition,
    make_cup,
    make_evening,
    make_keizer,
    make_swiss,
)

pytestmark = pytest.mark.django_db
DAY = date(2026, 10, 8)
WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def counting_cup(internal, count=4, **options):
    """A cup of the first players of the internal competition, whose games count there."""
    cup = make_cup(count, club=internal.club, **options)
    players = Player.objects.filter(entries__competition=internal).order_by("-rating")
    for one, player in zip(entries(cup), players, strict=False):
        one.player, own = player, one.player
        one.save()
        own.delete()
    names = {"name": cup.name, "slug": cup.slug}
    return change_competition(cup, **names, counts_in=internal, by=None)


@pytest.fixture
def club():
    """An internal competition of eight, four of whom play for the cup on one evening."""
    internal = make_competition(8)
    cup = counting_cup(internal)
    evening = make_evening(internal, date=DAY)
    return internal, cup, evening, make_evening(cup, "standard", date=DAY, games=2)


def both_paired(club):
    """Round 1 of the cup and of the internal competition; the cup's games."""
    _internal, _cup, evening, cup_evening = club
    round_ = publish_next(cup_evening, after=0, by=None)
    publish_next(evening, after=0, by=None)
    return list(round_.games.order_by("board"))


def enter(game, result):
    game.refresh_from_db()
    return record_result(game, result=result, seen=game.result, by=None)


def seats(board):
    return board.white.key, board.black.key, board.result


def test_a_result_entered_once_moves_both_standings(club):
    internal, cup, evening, _ = club
    game = both_paired(club)[0]
    # Whoever plays for the cup is not paired, and the attendance says why.
    assert evening.rounds.get().games.count() == 2
    notes = {plan.note for plan in plans_of(evening).values()}
    assert notes == {"", "Beker"}
    versions = Competition.objects.in_bulk([internal.pk, cup.pk])
    enter(game, WHITE)
    board = board_of_cup(game)
    assert (board.white.player, board.black.player) == (game.white.player, game.black.player)
    assert (board.result, board.fixed, board.board) == ("1-0", "Beker", 3)
    won = [row.entry.player for row in standings_of(internal, "long") if row.row.points]
    assert game.white.player in won
    assert standings_of(cup, "standard")[0].entry.player in (game.white.player, won[0])
    for one in (internal, cup):
        assert Competition.objects.get(pk=one.pk).version > versions[one.pk].version


def test_correcting_clearing_and_entering_again_follow(club):
    game = both_paired(club)[0]
    enter(game, WHITE)
    board = board_of_cup(game)
    enter(game, BLACK)
    board.refresh_from_db()
    assert board.result == "0-1"
    game = Game.objects.get(pk=game.pk)
    swapped = correct_result(game, result=DRAW, swap_colours=True, seen="0-1", by=None)
    board = board_of_cup(swapped)
    assert (board.white.player, board.result) == (swapped.white.player, "1/2-1/2")
    before = plans_of(club[2])
    clear_result(swapped, seen="1/2-1/2", by=None)
    assert board_of_cup(game) is None
    assert not Game.objects.filter(pk=board.pk).exists()
    assert before != plans_of(club[2])
    enter(swapped, WHITE)
    assert board_of_cup(game) is not None


def test_a_forfeit_and_a_game_that_decides_a_tie_do_not_count(club):
    games = both_paired(club)
    enter(games[0], Result.WHITE_WINS_FORFEIT)
    enter(games[1], DRAW)
    assert board_of_cup(games[0]) is None
    assert board_of_cup(games[1]) is not None
    rapid = publish_next(club[3], after=1, by=None).games.get()
    enter(rapid, WHITE)
    assert board_of_cup(rapid) is None
    with pytest.raises(StepError, match="counts in its own competition only"):
        let_count(rapid, by=None)


def test_of_a_tie_of_two_games_both_count_and_what_decides_it_does_not():
    internal = make_competition(8)
    cup = counting_cup(internal, 2, games=2, rapid=1)
    counted = []
    for days in (0, 7, 14):
        there = make_evening(internal, date=DAY + timedelta(days))
        of_cup = make_evening(cup, "standard", date=DAY + timedelta(days))
        game = publish_next(of_cup, after=0, by=None).games.get()
        publish_next(there, after=0, by=None)
        enter(game, DRAW)
        counted.append(board_of_cup(game) is not None)
        for board in there.rounds.get().games.filter(result="*"):
            enter(board, DRAW)
        for evening in (of_cup, there):
            close_evening(evening, by=None)
    assert counted == [True, True, False]


def test_what_is_not_ready_there_keeps_no_result_out_and_counts_later(club):
    internal, _cup, evening, cup_evening = club
    game = publish_next(cup_evening, after=0, by=None).games.get(board=1)
    enter(game, WHITE)
    assert Game.objects.get(pk=game.pk).result == "1-0"
    assert "is not published yet" in why_not(game)
    with pytest.raises(StepError, match="is not published yet"):
        let_count(game, by=None)
    publish_next(evening, after=0, by=None)
    assert why_not(game) == ""
    assert let_count(game, by=None) == game
    let_count(game, by=None)  # a second press
    assert Game.objects.filter(counted_from=game).count() == 1
    assert internal.club.trail.filter(action="let_count").count() == 1


def test_every_reason_why_not_is_said(club):
    internal, cup, evening, cup_evening = club
    cup_evening.rounds.all().delete()
    elsewhere = make_evening(cup, "standard", date=date(2026, 10, 9), is_open=False)
    assert elsewhere.date != evening.date
    game = both_paired(club)[0]
    player = game.white.player
    close = Game.objects.filter(round__evening=evening)
    for one in close:
        enter(one, DRAW)
    close_evening(evening, by=None)
    enter(game, WHITE)
    assert "is closed" in why_not(Game.objects.get(pk=game.pk))
    game = Game.objects.get(pk=game.pk)
    game.played_on = date(2026, 10, 9)
    assert "has no evening on that day" in why_not(game)
    Competition.objects.filter(pk=internal.pk).update(stage="finished")
    assert "is finished" in why_not(game)
    Competition.objects.filter(pk=internal.pk).update(stage="running")
    evening.status = "open"
    evening.save()
    row = entry_of(internal, player)
    free = Player.objects.create(club=internal.club, name="Vreemd")
    row.player = free
    row.save()
    assert "does not play in" in why_not(Game.objects.get(pk=game.pk))


def entry_of(competition, player):
    return competition.entries.get(player=player)


def test_who_has_a_board_there_already_is_named(club):
    _internal, _cup, evening, cup_evening = club
    publish_next(evening, after=0, by=None)  # the cup was paired too late
    game = publish_next(cup_evening, after=0, by=None).games.get(board=1)
    enter(game, WHITE)
    assert "has a game in game 1 already" in why_not(game)
    assert board_of_cup(game) is None


def test_what_is_closed_there_is_not_changed_from_the_cup(club):
    _internal, _cup, evening, _ = club
    game = both_paired(club)[0]
    enter(game, WHITE)
    for one in Game.objects.filter(round__evening=evening, result="*"):
        enter(one, DRAW)
    close_evening(evening, by=None)
    with pytest.raises(StepError, match="evening 1 there is closed. Reopen that evening first"):
        clear_result(game, seen="1-0", by=None)
    assert Game.objects.get(pk=game.pk).result == "1-0"
    assert board_of_cup(game).result == "1-0"


def test_the_board_there_is_changed_in_the_cup_only(club):
    _internal, _cup, evening, cup_evening = club
    game = both_paired(club)[0]
    enter(game, WHITE)
    board = board_of_cup(game)
    said = "was entered in “Beker”"
    with pytest.raises(StepError, match=said):
        record_result(board, result=DRAW, seen="1-0", by=None)
    with pytest.raises(StepError, match=said):
        take_board_back(board, reason="toch niet", by=None)
    with pytest.raises(StepError, match="is a game of “Beker”"):
        withdraw_round(board.round, give_up_results=True, by=None)
    withdraw_round(game.round, give_up_results=True, by=None)
    assert not Game.objects.filter(pk=board.pk).exists()
    assert {plan.note for plan in plans_of(evening).values()} == {""}
    # Published again the result comes back, and counts again.
    again = publish_next(cup_evening, after=0, by=None).games.get(result="1-0")
    assert board_of_cup(again).result == "1-0"


def test_a_game_of_another_day_counts_on_that_day(club):
    game = both_paired(club)[0]
    enter(game, WHITE)
    date_game(Game.objects.get(pk=game.pk), played_on=date(2026, 10, 20), by=None)
    assert board_of_cup(game) is None
    date_game(Game.objects.get(pk=game.pk), played_on=None, by=None)
    assert board_of_cup(game) is not None


def test_who_plays_for_the_cup_is_free_also_on_an_evening_that_is_opened_later():
    internal = make_competition(8)
    cup = counting_cup(internal)
    evening = make_evening(internal, date=DAY, is_open=False)
    publish_next(make_evening(cup, "standard", date=DAY), after=0, by=None)
    open_evening(evening, by=None)
    plans = plans_of(evening)
    assert [plan.note for plan in plans.values()] == ["Beker"] * 4


def test_the_database_lets_no_game_count_twice(club):
    games = both_paired(club)
    enter(games[0], WHITE)
    enter(games[1], WHITE)
    with pytest.raises(IntegrityError):
        Game.objects.filter(counted_from=games[1]).update(counted_from=games[0])


def test_where_it_counts_is_chosen_before_round_1_and_only_where_it_can(club):
    internal, cup, *_ = club
    names = {"name": cup.name, "slug": cup.slug, "by": None}
    with pytest.raises(StepError, match="under its system a round is paired as a whole"):
        change_competition(cup, **names, counts_in=make_swiss(4, club=internal.club))
    with pytest.raises(StepError, match="Only games of a cup"):
        change_competition(internal, name="Intern", slug="intern", counts_in=cup, by=None)
    other = make_competition(2, club=internal.club, slug="oud")
    Competition.objects.filter(pk=other.pk).update(stage="finished")
    other.refresh_from_db()
    with pytest.raises(StepError, match="is not running here"):
        change_competition(cup, **names, counts_in=other)
    both_paired(club)
    with pytest.raises(StepError, match="Round 1 is paired"):
        change_competition(cup, **names, counts_in=None)
    new = start_next_season(cup, name="Beker 2030", players=[], by=None)
    assert new.counts_in is None


def test_a_competition_that_goes_takes_no_board_of_the_other_with_it(club):
    internal, cup, *_ = club
    game = both_paired(club)[0]
    enter(game, WHITE)
    board = board_of_cup(game)
    remove_competition(cup, by=None)
    board.refresh_from_db()
    assert (board.result, board.counted_from) == ("1-0", None)
    remove_competition(internal, by=None)


def test_an_archive_knows_what_counts_where(club):
    internal, cup, *_ = club
    enter(both_paired(club)[0], WHITE)
    other = import_club(export_club(internal.club), slug="elders", by=None)
    came = other.competitions.get(slug="beker")
    assert came.counts_in == other.competitions.get(slug="intern")
    board = Game.objects.get(counted_from__round__evening__competition=came)
    assert board.round.evening.competition == came.counts_in
    assert snapshot_of(came) == snapshot_of(cup)


def test_nobody_is_proposed_who_plays_for_the_cup(club):
    _internal, _cup, evening, cup_evening = club
    round_ = propose_round(evening, by=None)
    publish_next(cup_evening, after=0, by=None)
    round_.refresh_from_db()
    assert len(round_.proposal["pairs"]) == 2


def test_who_plays_for_the_cup_is_free_when_a_pairing_of_before_is_withdrawn(club):
    _internal, _cup, evening, cup_evening = club
    round_ = publish_next(evening, after=0, by=None)
    publish_next(cup_evening, after=0, by=None)
    withdraw_round(round_, by=None)
    round_.refresh_from_db()
    assert len(round_.proposal["pairs"]) == 2


def test_a_game_of_a_champions_group_counts_in_a_keizer_by_own_rules():
    """A round robin inside the Keizer: entered once, with the reason on both sides."""
    internal = make_keizer(8)
    group = make_berger(4, club=internal.club)
    players = Player.objects.filter(entries__competition=internal).order_by("-rating")
    for one, player in zip(entries(group), players, strict=False):
        one.player, own = player, one.player
        one.save()
        own.delete()
    names = {"name": group.name, "slug": group.slug}
    group = change_competition(group, **names, counts_in=internal, by=None)
    evening = make_evening(internal, "standard", date=DAY)
    of_group = make_evening(group, "standard", date=DAY)
    games = list(publish_next(of_group, after=0, by=None).games.order_by("board"))
    assert {plan.note for plan in plans_of(evening).values()} == {"", "Groep"}
    publish_next(evening, after=0, by=None)
    assert evening.rounds.get().games.count() == 2
    enter(games[0], WHITE)
    board = board_of_cup(games[0])
    assert (board.white.player, board.result) == (games[0].white.player, "1-0")
    assert board.fixed == "Groep"
    page = with_counting(internal, games[0].round, [board_of(games[0], "chess")])
    assert page[0].counts == "counts in Keizer"
    rows = {row.entry.player: row.row for row in standings_of(internal, "standard")}
    assert rows[games[0].white.player].wins == 1
    enter(games[1], Result.BLACK_WINS_FORFEIT)
    assert board_of_cup(games[1]) is None
    clear_result(Game.objects.get(pk=games[0].pk), seen="1-0", by=None)
    assert not Game.objects.filter(pk=board.pk).exists()


def test_a_swiss_lends_no_games():
    internal = make_keizer(4)
    swiss = make_swiss(4, club=internal.club)
    with pytest.raises(StepError, match="Only games of a cup or a round robin"):
        change_competition(swiss, name="Z", slug="zwitsers", counts_in=internal, by=None)
