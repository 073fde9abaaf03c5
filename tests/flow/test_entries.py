"""Who is in a competition: the start order, first and last evening, forbidden pairs."""

import pytest

from clubcomp.flow.competitions.competition import change_options
from clubcomp.flow.competitions.entries import (
    add_entry,
    allow_pair,
    change_entry,
    forbid_pair,
    remove_entry,
)
from clubcomp.flow.competitions.start_order import start_for
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposing import name_bye, propose_round
from clubcomp.models import ForbiddenPair, Player
from tests.make import entries, entry, make_club, make_competition, make_evening, play_game

pytestmark = pytest.mark.django_db


def last_line(thing):
    return thing.trail.first()


def start_order(competition):
    return [(e.key, e.start) for e in entries(competition)]


def newcomer(competition, rating, name="Noor Zwart"):
    return Player.objects.create(club=competition.club, name=name, rating=rating)


@pytest.mark.parametrize(("rating", "place"), [(2100, 1), (2000, 2), (1985, 3), (1, 5), (None, 5)])
def test_a_newcomer_comes_where_his_rating_puts_him(rating, place):
    competition = make_competition(4)
    new = add_entry(competition, newcomer(competition, rating), by=None)
    assert new.start == place
    assert [start for _key, start in start_order(competition)] == [1, 2, 3, 4, 5]
    others = [key for key, _start in start_order(competition) if key != new.key]
    assert others == ["adema", "bakker", "cornelis", "dekker"]
    assert last_line(competition).facts == {"player": "Noor Zwart"}


def test_a_newcomer_can_be_given_a_place_of_the_start_order():
    competition = make_competition(4)
    new = add_entry(competition, newcomer(competition, 1), by=None)
    assert change_entry(new, start=2, by=None).start == 2
    for place in (0, 7):
        with pytest.raises(StepError):
            change_entry(new, start=place, by=None)


def test_a_newcomer_joins_on_the_open_evening_or_else_the_next():
    competition = make_competition(4)
    assert add_entry(competition, newcomer(competition, 1, "A"), by=None).joined == 1
    evening = make_evening(competition)
    play_game(evening)
    assert add_entry(competition, newcomer(competition, 1, "B"), by=None).joined == 1
    close_evening(evening, by=None)
    assert add_entry(competition, newcomer(competition, 1, "C"), by=None).joined == 2


def test_a_newcomer_for_whom_there_is_no_value_left_is_refused_with_the_remedy():
    competition = make_competition(4, first_value=3)
    for add in (
        lambda: add_entry(competition, newcomer(competition, 1500), by=None),
        lambda: start_for(competition, Player(name="Tom", rating=1500)),
    ):
        with pytest.raises(StepError, match="4"):
            add()
    assert competition.entries.count() == 4
    change_options(competition, options={"first_value": 4}, by=None)
    assert add_entry(competition, newcomer(competition, 1500), by=None)


def test_nobody_enters_twice_and_no_stranger_enters():
    competition = make_competition(4)
    with pytest.raises(StepError, match="Adema"):
        add_entry(competition, entry(competition, "adema").player, by=None)
    stranger = Player.objects.create(club=make_club("X", "x"), name="Jan")
    with pytest.raises(StepError):
        add_entry(competition, stranger, by=None)


@pytest.mark.parametrize(
    ("place", "order"),
    [
        (1, ["cornelis", "adema", "bakker", "dekker"]),
        (4, ["adema", "bakker", "dekker", "cornelis"]),
        (3, ["adema", "bakker", "cornelis", "dekker"]),
    ],
)
def test_a_player_moves_in_the_start_order_and_the_others_close_up(place, order):
    competition = make_competition(4)
    change_entry(entry(competition, "cornelis"), start=place, by=None)
    assert start_order(competition) == [(key, n) for n, key in enumerate(order, start=1)]


def test_what_is_not_given_of_an_entry_stays_and_what_is_leaves_a_line():
    competition = make_competition(4)
    player = entry(competition, "adema")
    change_entry(player, left=3, rating=None, by=None)
    player.refresh_from_db()
    assert (player.start, player.joined, player.left, player.rating) == (1, 1, 3, None)
    line = last_line(competition)
    assert (line.before["left"], line.after["left"]) == (None, 3)
    count = competition.trail.count()
    change_entry(player, left=3, by=None)
    assert competition.trail.count() == count


@pytest.mark.parametrize(
    "values",
    [{"joined": 0}, {"joined": 3, "left": 2}, {"rating": 4001}, {"start": 0}, {"start": 5}],
)
def test_an_entry_that_cannot_be_is_refused(values):
    competition = make_competition(4)
    with pytest.raises(StepError):
        change_entry(entry(competition, "adema"), **values, by=None)


def test_who_played_an_evening_belongs_to_it_and_cannot_be_taken_out():
    competition = make_competition(4)
    evening = make_evening(competition)
    play_game(evening)
    player = entry(competition, "adema")
    with pytest.raises(StepError, match="1"):
        change_entry(player, joined=2, by=None)
    with pytest.raises(StepError, match="Adema"):
        remove_entry(player, by=None)
    change_entry(player, left=1, by=None)


def test_who_has_not_played_can_be_taken_out_and_the_start_order_closes():
    competition = make_competition(4)
    remove_entry(entry(competition, "bakker"), by=None)
    assert start_order(competition) == [("adema", 1), ("cornelis", 2), ("dekker", 3)]
    assert last_line(competition).before["start"] == 2


def test_a_proposal_is_paired_again_without_who_was_taken_out():
    competition = make_competition(5)
    round_ = propose_round(make_evening(competition), by=None)
    name_bye(round_, player=entry(competition, "adema"), by=None)
    remove_entry(entry(competition, "adema"), by=None)
    round_.refresh_from_db()
    assert round_.named_byes == []
    assert round_.proposal["bye"] is None
    assert len(round_.proposal["pairs"]) == 2


# Forbidden pairs ------------------------------------------------------------------------


def test_a_forbidden_pair_is_not_in_the_open_proposal_and_may_be_again():
    competition = make_competition(4)
    round_ = propose_round(make_evening(competition), by=None)

    def pairs():
        round_.refresh_from_db()
        return {frozenset((p["white"], p["black"])) for p in round_.proposal["pairs"]}

    first = pairs()
    adema, bakker = entry(competition, "adema"), entry(competition, "bakker")
    assert {"adema", "bakker"} in first
    forbidden = forbid_pair(competition, adema, bakker, reason="father and daughter", by=None)
    assert {"adema", "bakker"} not in pairs()
    assert last_line(competition).reason == "father and daughter"
    allow_pair(forbidden, by=None)
    assert pairs() == first
    forbidden.pk = 0
    allow_pair(forbidden, by=None)


def test_a_pair_is_forbidden_once_whichever_way_round():
    competition = make_competition(4)
    adema, bakker = entry(competition, "adema"), entry(competition, "bakker")
    forbid_pair(competition, adema, bakker, by=None)
    for one, other in ((adema, bakker), (bakker, adema), (adema, adema)):
        with pytest.raises(StepError):
            forbid_pair(competition, one, other, by=None)
    assert ForbiddenPair.objects.count() == 1
