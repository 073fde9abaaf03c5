"""A competition begins again in the season that comes."""

from datetime import date, time, timedelta

import pytest

from clubcomp.flow.accounts.readers import show_competition_to
from clubcomp.flow.competitions.competition import change_competition, start_competition
from clubcomp.flow.competitions.entries import add_entry, change_entry, forbid_pair
from clubcomp.flow.competitions.next_season import next_season_of, start_next_season
from clubcomp.flow.competitions.stages import move_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, plan_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, TrailEntry
from pairing.core.types import OVERALL, Result
from tests.make import (
    make_competition,
    make_cup,
    make_evening,
    make_player,
    make_players,
    make_swiss,
    play_game,
    play_swiss_round,
)

pytestmark = pytest.mark.django_db
FIRST = date(2025, 9, 2)


@pytest.fixture
def season():
    """Six players; one left, a guest came, two never meet, and Faber won a game."""
    competition = make_competition(6, win="3/4", first_value=40)
    change_competition(competition, name="Intern 2025-2026", slug="intern", season=FIRST, by=None)
    competition.refresh_from_db()
    show_competition_to(competition, audience="members", names_shown="", by=None)
    entries = competition.entries.by_key()
    forbid_pair(competition, entries["adema"], entries["bakker"], reason="broers", by=None)
    forbid_pair(competition, entries["adema"], entries["evers"], reason="buren", by=None)
    evening = make_evening(competition, date=FIRST)
    add_guest(evening, name="Gast, Gea", rating=1200, by=None)
    play_game(evening)
    close_evening(evening, by=None)
    blitz = competition.tempos.get(key="blitz")
    plan_evening(
        competition, tempo=blitz, date=FIRST + timedelta(weeks=1), starts_at=time(20), by=None
    )
    change_entry(entries["evers"], left=1, by=None)
    return Competition.objects.select_related("club", "season").get(pk=competition.pk)


def order(competition):
    return [str(entry) for entry in competition.entries.select_related("player").order_by("start")]


def begin(competition, **values):
    players = next_season_of(competition).players
    return start_next_season(
        competition, **{"name": "Intern", "players": players, **values}, by=None
    )


def test_options_tempos_pairs_and_who_is_still_there_go_along(season):
    new = begin(season)
    assert new.options == {"win": "3/4"}  # the first value was for the players of that season
    assert new.audience == "members"
    tempos = [[*one.tempos.values_list("key", "last_n", "weight")] for one in (season, new)]
    assert tempos[0] == tempos[1]
    assert sorted(order(new)) == ["Adema", "Bakker", "Cornelis", "Dekker", "Faber"]
    pairs = [(str(one), one.reason) for one in new.forbidden_pairs.all()]
    assert pairs == [("Adema - Bakker", "broers")]
    assert new.evenings.count() == 0


def test_it_is_named_after_the_season_that_comes_and_may_bear_the_same_name(season):
    coming = next_season_of(season)
    assert (str(coming.season), coming.name) == ("2026-2027", "Intern 2026-2027")
    new = begin(season, name=season.name)
    assert (str(new.season), new.name) == ("2026-2027", season.name)
    with pytest.raises(StepError, match="The season 2026-2027 has a competition"):
        begin(season, name=season.name)


def test_the_start_order_is_that_of_the_last_table_or_by_rating(season):
    table = [str(line.entry) for line in standings_of(season, OVERALL)]
    stayed = [name for name in table if name not in ("Evers", "Gast, Gea", "Gea Gast")]
    assert order(begin(season, by_table=True)) == stayed
    assert stayed != sorted(stayed)
    assert order(begin(season, name="Nog een")) == sorted(stayed)


@pytest.mark.parametrize(("numbers", "asks"), [("list", True), ("rating", False)])
def test_a_cup_takes_the_last_table_where_the_leader_makes_its_list(numbers, asks):
    cup = make_cup(2, numbers=numbers)
    evening = make_evening(cup, "standard")
    game = publish_next(evening, after=0, by=None).games.select_related("white").get()
    won = Result.BLACK_WINS if game.white.start == 1 else Result.WHITE_WINS
    record_result(game, result=won, seen="*", by=None)
    coming = next_season_of(cup)
    assert coming.takes_order is asks
    if asks:
        new = start_next_season(
            cup, name="Volgend jaar", players=coming.players, by_table=True, by=None
        )
        assert order(new) == [str(player) for player in coming.players] != order(cup)


def test_somebody_new_stands_behind_those_of_the_last_table(season):
    newcomer = make_players(season.club, 1)[0]
    players = [newcomer, *next_season_of(season).players]
    new = begin(season, players=players, by_table=True)
    assert new.entries.order_by("start").last().player == newcomer


def test_the_evenings_come_again_on_the_same_weekdays(season):
    new = begin(season, with_evenings=True)
    planned = [*new.evenings.values_list("date", "tempo__key", "starts_at")]
    again = FIRST + timedelta(weeks=52)
    assert planned == [(again, "long", None), (again + timedelta(weeks=1), "blitz", time(20))]


def test_a_finished_competition_begins_again_and_stays_finished(season):
    season.evenings.filter(status="planned").delete()
    move_competition(season, to="finished", seen="running", by=None)
    assert begin(season).stage == "running"
    season.refresh_from_db()
    assert season.stage == "finished"


def test_where_the_system_numbers_its_players_no_order_is_asked():
    competition = make_swiss(4)
    add_entry(competition, make_players(competition.club, 1)[0], by=None)
    coming = next_season_of(competition)
    assert not coming.takes_order
    new = start_next_season(
        competition, name="Volgend jaar", players=coming.players, by_table=True, by=None
    )
    assert new.options["rounds"] == 7
    ratings = [*new.entries.order_by("start").values_list("rating", flat=True)]
    assert ratings == sorted(ratings, reverse=True)


def test_a_competition_of_another_system_starts_from_the_table_of_the_one_before():
    """A Swiss first, then the Keizer; who was not in it comes last."""
    swiss = make_swiss(6)
    play_swiss_round(swiss, Result.BLACK_WINS)
    table = [line.entry.player for line in standings_of(swiss, "standard")]
    newcomer = make_player(swiss.club, "Nieuw", rating=2400)
    started = start_competition(
        swiss.club,
        name="Keizer",
        slug="keizer",
        system="keizer",
        options={},
        tempos=[{"key": "standard"}],
        players=[*table, newcomer],
        follows=swiss,
        by=None,
    )
    order = [entry.player for entry in started.entries.order_by("start")]
    assert order == [*table, newcomer]
    assert order != sorted(order, key=lambda player: -player.rating)
    assert TrailEntry.objects.get(competition=started).facts["follows"] == str(swiss)
    with pytest.raises(StepError, match="the start order is not that of a table"):
        start_competition(
            swiss.club,
            name="Groep",
            slug="groep",
            system="berger",
            options={},
            tempos=[{"key": "standard"}],
            players=table,
            follows=swiss,
            by=None,
        )
