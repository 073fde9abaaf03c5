"""A round robin by its steps: the table, who is away, who leaves, who cannot enter any more."""

from collections import Counter

import pytest

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.competitions.competition import change_options, start_competition
from clubcomp.flow.competitions.entries import add_entry, change_entry, forbid_pair, remove_entry
from clubcomp.flow.competitions.groups import by_rating, in_groups, set_groups
from clubcomp.flow.competitions.next_season import start_next_season
from clubcomp.flow.competitions.start_order import draw_lots, number_players
from clubcomp.flow.errors import NeedsConfirmation, StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposing import fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.pairings.seals import seal_of
from clubcomp.flow.pairings.swapping import preview_bye, preview_pair, preview_swap
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import correct_result, record_result
from clubcomp.flow.rounds import number_of_rounds
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Game, Player, Round, Unpaired
from clubcomp.record.snapshots import snapshot_of
from pairing.berger.lot import last_meetings
from pairing.core.types import Result
from pairing.formats.document import read_document, write_document
from tests.make import (
    entries,
    entry,
    finish_round,
    make_berger,
    make_club,
    make_evening,
    make_players,
    play_game,
    proposed_pairs,
    publish,
)

pytestmark = pytest.mark.django_db
#: Six players by number.
SIX = ("adema", "bakker", "cornelis", "dekker", "evers", "faber")


def boards(round_):
    games = round_.games.order_by("board").select_related("white", "black")
    return [(SIX.index(g.white.key) + 1, SIX.index(g.black.key) + 1) for g in games]


def states(round_):
    return {
        (game.white.key, game.black.key): (game.result, game.put_off)
        for game in round_.games.select_related("white", "black")
    }


def evening_with(competition, *away):
    evening = make_evening(competition, "standard")
    evening.attendance.filter(entry__key__in=away).delete()
    return evening


def points(competition):
    return {row.entry.key: row.row.points for row in standings_of(competition, "standard")}


# Rounds ----------------------------------------------------------------------------------


def test_every_evening_plays_its_round_of_the_table():
    competition = make_berger(6)
    assert number_of_rounds(competition) == 5
    played = []
    for _ in range(5):
        evening = make_evening(competition, "standard")
        round_ = play_game(evening)
        played.append(boards(round_))
        close_evening(evening, by=None)
    assert played[0] == [(1, 6), (2, 5), (3, 4)]
    assert played[4] == [(3, 6), (4, 2), (5, 1)]
    with pytest.raises(StepError, match="5 rounds and all have been paired"):
        propose_round(make_evening(competition, "standard"), by=None)
    text = write_document(snapshot_of(competition))
    assert write_document(read_document(text)) == text


def test_who_is_free_has_a_bye_without_points():
    competition = make_berger(5)
    round_ = play_game(make_evening(competition, "standard"))
    assert boards(round_) == [(2, 5), (3, 4)]
    assert [one.entry.key for one in round_.unpaired.all()] == ["adema"]
    assert points(competition)["adema"] == 0


# Away ------------------------------------------------------------------------------------


def test_the_game_of_who_is_away_is_postponed_and_played_on_a_later_evening():
    competition = make_berger(6)
    evening = evening_with(competition, "faber")
    round_ = publish_next(evening, after=0, by=None)
    assert states(round_)["adema", "faber"] == ("*", "postponed")
    assert not Unpaired.objects.exists()
    finish_round(round_)
    assert round_.status == Round.Status.FINISHED
    close_evening(evening, by=None)
    second = make_evening(competition, "standard")
    assert boards(play_game(second)) == [(6, 4), (5, 3), (1, 2)]
    game = round_.games.get(put_off="postponed")
    correct_result(game, result=Result.DRAW, played_on=None, reason="Ingehaald", seen="*", by=None)
    assert points(competition)["faber"] == 1.5  # 6-4 was won with white


def test_without_notice_or_by_the_option_the_game_is_forfeited():
    competition = make_berger(6, away="forfeited")
    round_ = publish_next(evening_with(competition, "faber", "bakker"), after=0, by=None)
    assert states(round_)["adema", "faber"] == ("1-0F", "")
    assert states(round_)["bakker", "evers"] == ("0-1F", "")


def test_a_proposal_says_who_is_away_and_follows_who_comes_in():
    competition = make_berger(6)
    evening = evening_with(competition, "faber")
    round_ = propose_round(evening, by=None)
    problems = [(one["code"], one["facts"]["away"]) for one in round_.proposal["problems"]]
    assert problems == [("postponed", ["faber"])]
    mark_present(evening, entry(competition, "faber"), present=True, by=None)
    round_.refresh_from_db()
    assert round_.proposal["problems"] == []
    assert states(publish(round_))["adema", "faber"] == ("*", "")


def test_what_was_only_postponed_is_no_result_to_give_up():
    competition = make_berger(6)
    evening = evening_with(competition, "faber")
    round_ = publish_next(evening, after=0, by=None)
    withdraw_round(round_, by=None)
    mark_present(evening, entry(competition, "faber"), present=True, by=None)
    round_ = publish(round_)
    assert states(round_)["adema", "faber"] == ("*", "")
    game = round_.games.get(board=1)
    record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    with pytest.raises(NeedsConfirmation):
        withdraw_round(round_, by=None)


def test_the_round_is_what_its_system_pairs_whoever_was_away():
    competition = make_berger(6)
    round_ = publish_next(evening_with(competition, "faber"), after=0, by=None)
    assert not seal_of(round_).differs


def test_fewer_than_two_players_play_no_round():
    competition = make_berger(4)
    evening = evening_with(competition, "adema", "bakker", "cornelis")
    with pytest.raises(StepError, match="Fewer than two players are there"):
        propose_round(evening, by=None)
    assert not Round.objects.exists()


def test_a_board_of_another_round_is_not_fixed():
    competition = make_berger(6)
    round_ = propose_round(make_evening(competition, "standard"), by=None)
    one, other = entry(competition, "adema"), entry(competition, "bakker")
    with pytest.raises(StepError, match="meet in round 2, not in this one"):
        fix_board(round_, white=one, black=other, reason="Zo", by=None)
    fix_board(round_, white=entry(competition, "faber"), black=one, reason="Zo", by=None)
    assert proposed_pairs(round_)[0] == ("faber", "adema")


# Leaving, entering -----------------------------------------------------------------------


def played_evenings(competition, count):
    for _ in range(count):
        evening = make_evening(competition, "standard")
        play_game(evening)
        close_evening(evening, by=None)


def test_who_leaves_early_is_struck_and_the_rest_of_the_games_count_for_nobody():
    competition = make_berger(6)
    played_evenings(competition, 2)
    assert points(competition)["bakker"] == 1
    change_entry(entry(competition, "bakker"), left=2, by=None)
    now = points(competition)
    assert (now["bakker"], now["adema"], now["evers"]) == (0, 1, 1)
    assert [row.entry.key for row in standings_of(competition, "standard")][-1] == "bakker"
    round_ = play_game(make_evening(competition, "standard"))
    assert states(round_)["bakker", "faber"] == ("0-1F", "")
    assert points(competition)["faber"] == 1
    # Still on record.
    assert Game.objects.filter(white__key="bakker").count() == 2


def test_who_leaves_halfway_loses_the_rest():
    competition = make_berger(6)
    played_evenings(competition, 3)
    change_entry(entry(competition, "bakker"), left=3, by=None)
    round_ = play_game(make_evening(competition, "standard"))
    assert states(round_)["bakker", "cornelis"] == ("0-1F", "")
    assert points(competition)["bakker"] == 2  # 2-5 and 2-6 were won


def test_everybody_leaving_leaves_nothing_to_pair_and_says_so():
    competition = make_berger(4)
    played_evenings(competition, 1)
    for key in ("adema", "bakker", "cornelis", "dekker"):
        change_entry(entry(competition, key), left=1, by=None)
    evening = make_evening(competition, "standard")
    with pytest.raises(StepError, match="nothing left to play"):
        propose_round(evening, by=None)
    assert len(points(competition)) == 4


def test_after_round_1_nobody_enters_goes_out_or_gets_another_number():
    competition = make_berger(5)
    newcomer = Player.objects.create(club=competition.club, name="Nieuw")
    evening = make_evening(competition, "standard")
    with pytest.raises(StepError, match="nobody plays along for one evening"):
        add_guest(evening, name="Gast", by=None)
    # Free and not there: in no round on record, and part of the table all the same.
    evening.attendance.filter(entry__key="adema").delete()
    play_game(evening)
    one = entry(competition, "adema")
    for step in (
        lambda: add_entry(competition, newcomer, by=None),
        lambda: remove_entry(one, by=None),
        lambda: change_entry(one, start=3, by=None),
        lambda: number_players(competition, seen="", by=None),
    ):
        with pytest.raises(StepError, match="the whole schedule"):
            step()
    with pytest.raises(StepError, match="how often everybody meets.*stays as it is"):
        change_options(competition, options={"numbers": "rating", "cycles": 2}, by=None)
    change_options(competition, options={"numbers": "rating", "away": "postponed"}, by=None)
    assert entries(competition).count() == 5


# Numbers ---------------------------------------------------------------------------------


def test_lots_are_recorded_and_keep_apart_whom_the_leader_wants_apart():
    competition = make_berger(12, numbers="lot")
    one, other = entry(competition, "adema"), entry(competition, "bakker")
    forbid_pair(competition, one, other, reason="Broers", by=None)
    last = last_meetings(12, competition.rules.options)
    for seed in range(8):
        draw_lots(competition, seed=seed, by=None)
        numbers = {e.key: e.start for e in entries(competition)}
        assert frozenset((numbers["adema"], numbers["bakker"])) not in last
    line = competition.club.trail.filter(action="draw_lots").first()
    assert "seed" in line.facts
    # They are no forbidden pair of the pairing: they meet like everybody.
    assert play_game(make_evening(competition, "standard")).games.count() == 6


def test_a_group_has_at_most_40_players_and_41_are_refused_with_what_to_do():
    club = make_club()
    players = make_players(club, 41)
    with pytest.raises(StepError, match="at most 40 players, and these are 41. Make groups"):
        start_competition(
            club,
            name="Groep",
            slug="groep",
            system="berger",
            options={},
            tempos=[{"key": "standard"}],
            players=players,
            by=None,
        )
    assert not club.competitions.exists()


def test_groups_of_more_than_40_together_begin_a_new_season_and_too_large_a_group_does_not():
    club = make_club()
    last = make_berger(40, club=club, numbers="lot")
    set_groups(last, in_groups(by_rating(last), [4]), by=None)
    for player in make_players(club, 8):
        add_entry(last, player, by=None)
    last = Competition.objects.select_related("club", "season").get(pk=last.pk)
    players = [one.player for one in entries(last)]
    new = start_next_season(last, name="Nieuw", players=players, by=None)
    assert Counter(one.group for one in entries(new)) == {"A": 10, "B": 10, "C": 10, "D": 18}
    started = new.club.trail.get(action="start_competition", competition=new)
    assert set(started.after["groups"].values()) == set("ABCD")
    like = {"name": "Te groot", "slug": "groot", "system": "berger", "options": {}}
    like |= {"tempos": [{"key": "standard"}], "players": players}
    for too_large in ({}, {one.pk: "A" if at < 41 else "B" for at, one in enumerate(players)}):
        with pytest.raises(StepError, match="at most 40 players"):
            start_competition(club, **like, groups=too_large, by=None)


@pytest.mark.parametrize("other", ["cornelis", "evers"])
def test_a_swap_that_the_table_does_not_have_is_refused_with_the_round_they_meet_in(other):
    competition = make_berger(6)
    round_ = propose_round(make_evening(competition, "standard"), by=None)
    one, two = entry(competition, "adema"), entry(competition, other)
    for look in (preview_swap, preview_pair):
        with pytest.raises(StepError, match=r"meet in round \d, not in this one"):
            look(round_, (one, two))
    with pytest.raises(StepError, match="even"):
        preview_bye(round_, one)
    five = make_berger(5, club=competition.club, slug="vijf")
    round_ = propose_round(make_evening(five, "standard"), by=None)
    with pytest.raises(StepError, match=" is free in this round, so nobody else can be"):
        preview_bye(round_, entries(five).last())


def test_the_next_season_of_it_keeps_the_same_pairs_apart():
    last = make_berger(8, numbers="lot")
    for key in ("bakker", "cornelis", "dekker"):
        forbid_pair(last, entry(last, "adema"), entry(last, key), by=None)
    last.refresh_from_db()
    players = [one.player for one in entries(last)]
    new = start_next_season(last, name="Groep, opnieuw", players=players, by=None)
    numbers = {one.key: one.start for one in entries(new)}
    together = last_meetings(8, new.rules.options)
    for key in ("bakker", "cornelis", "dekker"):
        assert frozenset((numbers["adema"], numbers[key])) not in together
    assert new.club.trail.filter(action="draw_lots", competition=new).exists()


def test_a_new_season_in_groups_keeps_pairs_apart_in_each_group():
    last = make_berger(16, numbers="lot")
    set_groups(last, in_groups(by_rating(last), [2]), by=None)
    together = last_meetings(8, last.rules.options)
    strongest = by_rating(last)
    for at in (0, 2, 8, 10):
        forbid_pair(last, strongest[at], strongest[at + 1], by=None)
    last = Competition.objects.select_related("club", "season").get(pk=last.pk)
    for year in range(4):
        players = [one.player for one in entries(last)]
        new = start_next_season(last, name=f"Nieuw {year}", players=players, by=None)
        numbers = {
            one.pk: number
            for group in "AB"
            for number, one in enumerate(entries(new).filter(group=group), start=1)
        }
        pairs = new.forbidden_pairs.values_list("one", "other")
        assert len(pairs) == 4
        assert not together & {frozenset(map(numbers.get, pair)) for pair in pairs}
