"""A competition from its start: options, tempos, players, forbidden pairs."""

from functools import partial

import pytest

from clubcomp.flow.competitions.competition import (
    add_tempo,
    change_competition,
    change_options,
    change_tempo,
    remove_competition,
    remove_tempo,
    start_competition,
)
from clubcomp.flow.competitions.first_value import advised_first_value
from clubcomp.flow.corrections import preview_options
from clubcomp.flow.errors import StepError
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Entry, Evening, Game, Player, Tempo
from pairing.core.types import Result
from tests.make import (
    entries,
    entry,
    make_club,
    make_competition,
    make_evening,
    make_one_tempo,
    make_players,
    make_user,
    play_game,
    play_swiss_round,
)

pytestmark = pytest.mark.django_db

LONG = {"key": "long", "games_per_evening": 1, "last_n": 4, "absence_limit": 3}


def start(club=None, **changes):
    club = club or make_club()
    values = {
        "name": "Intern",
        "slug": "intern",
        "system": "attacalc",
        "options": {},
        "tempos": [LONG],
        "players": club.players.all(),
        "by": None,
    }
    return start_competition(club, **values | changes)


def last_line(thing):
    return thing.trail.first()


def start_order(competition):
    return [(e.key, e.start) for e in entries(competition)]


# Start ----------------------------------------------------------------------------------


def test_a_competition_starts_with_the_strongest_first_and_who_has_no_rating_last():
    club, anna = make_club(), make_user()
    for name, rating in (("Jan Smit", 1500), ("Ayşe Öztürk", None), ("Piet Bos", 1800)):
        Player.objects.create(club=club, name=name, rating=rating)
    Player.objects.create(club=club, name="Tom", rating=1600, is_member=False)
    competition = start(club, by=anna)
    assert start_order(competition) == [
        ("piet-bos", 1),
        ("tom", 2),
        ("jan-smit", 3),
        ("ayse-ozturk", 4),
    ]
    assert entry(competition, "tom").guest
    line = last_line(competition)
    assert (line.action, line.by, line.facts["players"]) == ("start_competition", anna, 4)
    assert line.after["tempos"][0]["key"] == "long"


def test_namesakes_have_different_keys():
    club = make_club()
    for _ in range(2):
        Player.objects.create(club=club, name="J. de Vries")
    Player.objects.create(club=club, name="Guest")
    Player.objects.create(club=club, name="将棋")
    keys = {e.key for e in start(club).entries.all()}
    assert keys == {"j-de-vries", "j-de-vries-2", "guest-2", "player"}


def test_options_are_kept_as_a_document_writes_them():
    club = make_club()
    competition = start(club, options={"win": "2/2", "draw": "2/6", "first_value": 50})
    assert competition.options == {"first_value": 50, "draw": "1/3"}


@pytest.mark.parametrize(
    "changes",
    [
        {"name": " "},
        {"name": "x" * 3_000_000},
        {"slug": "members"},
        {"slug": "a b"},
        {"options": {"elo": 1}},
        {"options": {"win": "0.5"}},
        {"options": {"first_value": 2}},
        {"tempos": []},
        {"tempos": [LONG | {"name": "x" * 201}]},
        {"tempos": [LONG, LONG]},
        {"tempos": [LONG | {"key": "all"}]},
        {"tempos": [LONG | {"key": "a b"}]},
        {"tempos": [LONG | {"games_per_evening": 21}]},
        {"tempos": [LONG | {"last_n": -1}]},
        {"tempos": [LONG | {"weight": "x"}]},
        {"tempos": [LONG | {"weight": "1/0"}]},
        {"tempos": [LONG | {"weight": 11}]},
    ],
)
def test_a_competition_that_cannot_be_is_not_started(changes):
    club = make_club()
    make_players(club, 6)
    with pytest.raises(StepError):
        start(club, **changes)
    assert not Competition.objects.exists()
    assert not club.trail.exists()


def test_a_refused_option_is_named():
    with pytest.raises(StepError, match="late_join"):
        start(options={"late_join": "never"})


def test_two_competitions_have_two_addresses():
    club = make_club()
    start(club)
    with pytest.raises(StepError, match="intern"):
        start(club, name="Another")
    assert start(make_club("X", "x")).slug == "intern"


def test_a_player_of_another_club_is_refused():
    with pytest.raises(StepError, match="Adema"):
        start(make_club(), players=make_players(make_club("X", "x"), 1))


# Options and address --------------------------------------------------------------------


def test_other_options_raise_the_version_and_leave_a_line():
    competition = make_competition(4)
    version = competition.version
    change_options(competition, options={"first_value": 20}, by=None)
    assert competition.version == version + 1
    change_options(competition, options={"first_value": 20}, by=None)
    assert competition.version == version + 1
    line = last_line(competition)
    assert (line.action, line.before, line.after) == ("change_options", {}, {"first_value": 20})


@pytest.mark.parametrize(
    "options", [{"first_value": 2}, {"value_step": 9}, {"x": 1}, {"bye": "2/0"}]
)
def test_options_that_cannot_be_change_nothing(options):
    competition = make_competition(4)
    with pytest.raises(StepError):
        change_options(competition, options=options, by=None)
    competition.refresh_from_db()
    assert competition.options == {}
    assert standings_of(competition, "all")


def test_the_acceleration_stays_as_it_was_once_a_round_was_paired():
    competition = make_one_tempo("fide-dutch", options={"rounds": 5})
    accelerated = {"rounds": 5, "acceleration": "baku"}
    change_options(competition, options=accelerated, by=None)
    play_swiss_round(competition, Result.WHITE_WINS)
    competition.refresh_from_db()
    for step in (preview_options, partial(change_options, by=None)):
        with pytest.raises(StepError, match="“acceleration” stays as it is"):
            step(competition, options={"rounds": 5})
    change_options(competition, options={**accelerated, "rounds": 6}, by=None)
    competition.refresh_from_db()
    assert competition.options == {"rounds": 6, "acceleration": "baku"}


def test_the_first_value_is_advised_once_the_season_runs():
    competition = make_competition(7)
    assert advised_first_value(competition) is None
    play_game(make_evening(competition))
    assert advised_first_value(competition).advised == 10
    change_options(competition, options={"first_value": 10}, by=None)
    competition.refresh_from_db()
    assert advised_first_value(competition) is None


def test_a_competition_gets_another_name_and_address():
    competition = make_competition(4)
    change_competition(competition, name="Winter", slug="winter", by=None)
    competition.refresh_from_db()
    assert (competition.name, competition.slug) == ("Winter", "winter")
    with pytest.raises(StepError):
        change_competition(competition, name="Winter", slug="trail", by=None)


def test_a_removed_competition_is_gone_and_its_trail_stays_with_the_club():
    competition = make_competition(6)
    evening = make_evening(competition)
    play_game(evening)
    club, lines = competition.club, competition.trail.count()
    remove_competition(competition, by=None)
    for model in (Competition, Entry, Evening, Game, Tempo):
        assert not model.objects.exists()
    assert club.players.count() == 6
    assert club.trail.count() == lines + 1
    assert last_line(club).facts["games"] == 3


# Tempos ---------------------------------------------------------------------------------


def test_a_tempo_is_added_changed_and_removed():
    competition = make_competition(4)
    tempo = add_tempo(competition, key="rapid", name="Rapid", games_per_evening=3, by=None)
    assert (tempo.games_per_evening, tempo.weight) == (3, "1")
    change_tempo(tempo, name="Snel", weight="2/4", by=None)
    tempo.refresh_from_db()
    assert (tempo.key, tempo.name, tempo.weight, tempo.games_per_evening) == (
        "rapid",
        "Snel",
        "1/2",
        3,
    )
    remove_tempo(tempo, by=None)
    assert [line.action for line in competition.trail.all()[:3]] == [
        "remove_tempo",
        "change_tempo",
        "add_tempo",
    ]


def test_a_tempo_with_an_evening_or_the_last_one_stays():
    competition = make_competition(4)
    make_evening(competition, "blitz", is_open=False)
    with pytest.raises(StepError, match="blitz"):
        remove_tempo(competition.tempos.get(key="blitz"), by=None)
    remove_tempo(competition.tempos.get(key="bmw"), by=None)
    competition.evenings.all().delete()
    remove_tempo(competition.tempos.get(key="blitz"), by=None)
    with pytest.raises(StepError):
        remove_tempo(competition.tempos.get(), by=None)


def test_one_key_is_one_tempo():
    with pytest.raises(StepError, match="long"):
        add_tempo(make_competition(4), key="long", by=None)


def test_a_swiss_competition_starts_with_its_rounds_and_one_tempo():
    club = make_club()
    make_players(club, 4)
    swiss = {"system": "knsb-rating", "tempos": [{"key": "standard"}]}
    with pytest.raises(StepError, match="rounds"):
        start(club, **swiss)
    with pytest.raises(StepError, match="one tempo"):
        start(club, **swiss | {"tempos": [LONG, LONG | {"key": "x"}], "options": {"rounds": 7}})
    competition = start(club, **swiss, options={"rounds": 7, "tie_breaks": ["wins"]})
    assert competition.options == {"rounds": 7, "tie_breaks": ["wins"]}
    assert [place for _key, place in start_order(competition)] == [1, 2, 3, 4]


def test_the_rules_of_a_competition_follow_its_system_and_its_options():
    competition = Competition(system="attacalc", options={"win": 2})
    rules = competition.rules
    assert competition.rules is rules
    assert rules.options.win == 2
    competition.options["win"] = 1
    assert competition.rules.options.win == 1
    competition.system, competition.options = "knsb-rating", {"rounds": 7}
    assert competition.rules.options.rounds == 7
    assert competition.rules.abilities == competition.abilities
