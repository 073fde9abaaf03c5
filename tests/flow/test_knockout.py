"""A cup by its steps: rounds and replays, who is out, who is away, who leaves, who cannot enter."""

import pytest

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.competitions.entries import add_entry, change_entry
from clubcomp.flow.competitions.start_order import draw_lots, lots_digest
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.left_out import who_is_not_paired
from clubcomp.flow.pairings.proposing import fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.pairings.seals import seal_of
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import correct_result, record_result
from clubcomp.flow.standings import standings_of
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Player, Round, Unpaired
from clubcomp.pages.schedule import to_come
from clubcomp.record.snapshots import snapshot_of
from clubcomp.words.trail import trail_text
from pairing.core.types import Result
from pairing.formats.document import read_document, write_document
from tests.make import entries, entry, make_club, make_cup, make_evening, play_game

pytestmark = pytest.mark.django_db
#: Eight players by number.
EIGHT = ("adema", "bakker", "cornelis", "dekker", "evers", "faber", "gerritsen", "hoekstra")


def boards(round_):
    games = round_.games.order_by("board").select_related("white", "black")
    return [(EIGHT.index(g.white.key) + 1, EIGHT.index(g.black.key) + 1) for g in games]


def cup_evening(competition, *results, games=1):
    """An evening with everybody who is still in, played and closed; the boards of its rounds."""
    evening = make_evening(competition, "standard", games=games)
    played = [boards(play_game(evening, result)) for result in results]
    close_evening(evening, by=None)
    return played


def places(competition):
    return [EIGHT.index(row.entry.key) + 1 for row in standings_of(competition, "standard")]


def test_a_cup_of_five_is_played_round_by_round_until_it_is_won():
    competition = make_cup(5)
    assert cup_evening(competition, Result.WHITE_WINS) == [[(5, 4)]]
    # Who had no opponent in round 1 was not absent, and had no bye with points.
    kinds = Unpaired.objects.values_list("entry__key", "kind")
    assert set(kinds) == {(key, "exempt") for key in ("adema", "bakker", "cornelis")}
    assert cup_evening(competition, Result.WHITE_WINS) == [[(1, 5), (3, 2)]]
    assert cup_evening(competition, Result.BLACK_WINS) == [[(1, 3)]]
    assert places(competition) == [3, 1, 2, 5, 4]
    with pytest.raises(StepError, match="The cup is over: Cornelis has won it"):
        propose_round(make_evening(competition, "standard"), by=None)
    text = write_document(snapshot_of(competition))
    assert write_document(read_document(text)) == text


def test_draws_are_played_again_on_the_same_evening_and_the_others_need_not_wait_or_sign_off():
    competition = make_cup(4)
    evening = make_evening(competition, "standard", games=3)
    first = publish_next(evening, after=0, by=None)
    for game, result in zip(first.games.order_by("board"), ["1/2-1/2", "1-0"], strict=True):
        record_result(game, result=Result(result), seen="*", by=None)
    # The other two are still ticked; nobody asks why they do not play.
    rapid = publish_next(evening, after=1, by=None)
    assert boards(rapid) == [(4, 1)]
    record_result(rapid.games.get(), result=Result.DRAW, seen="*", by=None)
    blitz = publish_next(evening, after=2, by=None)
    assert boards(blitz) == [(1, 4)]
    assert not seal_of(blitz).differs
    record_result(blitz.games.get(), result=Result.WHITE_WINS, seen="*", by=None)
    close_evening(evening, by=None)
    assert cup_evening(competition, Result.WHITE_WINS) == [[(1, 3)]]


def test_who_is_out_is_not_expected_any_more():
    competition = make_cup(4)
    cup_evening(competition, Result.WHITE_WINS)
    evening = make_evening(competition, "standard", is_open=False)
    assert [row.entry.key for row in sheet(evening).rows] == ["adema", "cornelis"]


def test_a_postponed_tie_holds_up_the_next_one_and_is_caught_up():
    competition = make_cup(4)
    evening = make_evening(competition, "standard")
    evening.attendance.filter(entry__key="dekker").delete()
    round_ = publish_next(evening, after=0, by=None)
    assert round_.games.get(put_off="postponed").result == "*"
    record_result(round_.games.get(put_off=""), result=Result.WHITE_WINS, seen="*", by=None)
    close_evening(evening, by=None)
    second = make_evening(competition, "standard")
    with pytest.raises(StepError, match="have no result yet: Adema – Dekker"):
        propose_round(second, by=None)
    assert not second.rounds.exists()
    game = round_.games.get(put_off="postponed")
    correct_result(game, result=Result.DRAW, played_on=None, reason="Ingehaald", seen="*", by=None)
    assert boards(play_game(second)) == [(4, 1)]  # again, now with the other colours


def test_who_leaves_gives_the_opponent_the_tie_and_everybody_leaving_is_said():
    competition = make_cup(4)
    cup_evening(competition, Result.WHITE_WINS)
    change_entry(entry(competition, "adema"), left=1, by=None)
    evening = make_evening(competition, "standard")
    with pytest.raises(StepError, match="Cornelis has won it"):
        propose_round(evening, by=None)
    other = make_cup(4, club=make_club("Ander", "ander"))
    cup_evening(other, Result.WHITE_WINS)
    for one in entries(other):
        change_entry(one, left=1, by=None)
    with pytest.raises(StepError, match="nobody is left in it"):
        propose_round(make_evening(other, "standard"), by=None)
    assert Round.objects.filter(evening__competition=other).count() == 1


def test_after_round_1_nobody_enters_and_nobody_plays_along():
    competition = make_cup(4)
    newcomer = Player.objects.create(club=competition.club, name="Nieuw")
    cup_evening(competition, Result.WHITE_WINS)
    with pytest.raises(StepError, match="the whole schedule"):
        add_entry(competition, newcomer, by=None)
    evening = make_evening(competition, "standard")
    with pytest.raises(StepError, match="nobody plays along for one evening"):
        add_guest(evening, name="Gast", by=None)


def test_the_leader_cannot_make_another_tie_and_may_turn_one_round():
    competition = make_cup(4)
    round_ = propose_round(make_evening(competition, "standard"), by=None)
    one, other = entry(competition, "adema"), entry(competition, "bakker")
    with pytest.raises(StepError, match="Adema and Bakker have no game in this round"):
        fix_board(round_, white=one, black=other, reason="Zo", by=None)
    fix_board(round_, white=entry(competition, "dekker"), black=one, reason="Zo", by=None)
    assert round_.fixed == []  # as it was when it was read
    assert Round.objects.get(pk=round_.pk).fixed == [["dekker", "adema", "Zo"]]


def test_a_withdrawn_round_can_be_paired_again_with_who_came_in():
    competition = make_cup(4)
    evening = make_evening(competition, "standard", present=3)
    round_ = publish_next(evening, after=0, by=None)
    withdraw_round(round_, by=None)
    mark_present(evening, entry(competition, "dekker"), present=True, by=None)
    again = play_game(evening)
    assert boards(again) == [(1, 4), (3, 2)]
    assert not again.games.filter(put_off="postponed").exists()


def test_lots_are_recorded_and_seeded_players_keep_out_of_them():
    competition = make_cup(8, numbers="lot", seeds=2)
    for seed in range(4):
        draw_lots(competition, seed=seed, by=None)
        assert [one.key for one in entries(competition)][:2] == ["adema", "bakker"]
    line = competition.club.trail.filter(action="draw_lots").first()
    assert "seed" in line.facts


def test_a_cup_is_drawn_by_a_press_and_nothing_is_paired_before():
    competition = make_cup(8, numbers="lot")
    evening = make_evening(competition, "standard")
    with pytest.raises(StepError, match="not been drawn yet"):
        publish_next(evening, after=0, by=None)
    assert to_come(competition, entry(competition, "adema")) == []
    draw_lots(competition, seed=5, seen="", by=None)
    with pytest.raises(StepError, match="drawn meanwhile"):
        draw_lots(competition, seed=6, seen="", by=None)
    competition.refresh_from_db()
    draw_lots(competition, seed=6, seen=lots_digest(competition), by=None)
    again, first = competition.trail.filter(action="draw_lots")
    assert (first.facts.get("again"), again.facts["again"]) == (None, True)
    assert again.before["numbers"] == first.after["numbers"]
    assert sorted(again.after["numbers"].values()) == [*range(1, 9)]
    assert trail_text(again).startswith("Lots were drawn again (seed 6): 1 ")
    publish_next(evening, after=0, by=None)
    with pytest.raises(StepError, match="they stay"):
        draw_lots(competition, by=None)


def test_the_proposal_names_who_is_free_in_it_and_nobody_who_is_out():
    competition = make_cup(5)
    evening = make_evening(competition, "standard", games=2)

    def free():
        round_ = propose_round(evening, by=None)
        not_paired = who_is_not_paired(round_, Rows(competition))
        return [row.entry.key for row in not_paired if row.why == "free"]

    assert free() == ["adema", "bakker", "cornelis"]
    play_game(evening)
    record_result(Round.objects.get().games.get(), result=Result.DRAW, seen="1-0", by=None)
    assert free() == ["adema", "bakker", "cornelis"]  # the two who are level play again


def test_a_cup_of_200_is_paired():
    competition = make_cup(200)
    round_ = publish_next(make_evening(competition, "standard"), after=0, by=None)
    assert round_.games.count() == 72
    assert round_.unpaired.count() == 56
