"""A competition from its start: options, tempos, players, forbidden pairs."""

import pytest

from clubcomp.flow.competitions import (
    add_entry,
    add_tempo,
    advised_first_value,
    allow_pair,
    change_competition,
    change_entry,
    change_options,
    change_tempo,
    forbid_pair,
    place_by_rating,
    remove_competition,
    remove_entry,
    remove_tempo,
    start_competition,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings import name_bye, propose_round
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Entry, Evening, ForbiddenPair, Game, Player, Tempo
from tests.make import (
    entries,
    entry,
    make_club,
    make_competition,
    make_evening,
    make_players,
    make_user,
    play_game,
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
        {"slug": "members"},
        {"slug": "a b"},
        {"options": {"elo": 1}},
        {"options": {"win": "0.5"}},
        {"options": {"first_value": 2}},
        {"tempos": []},
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
        start(club)
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


def test_the_first_value_is_advised_once_the_season_runs():
    competition = make_competition(7)
    assert advised_first_value(competition) is None
    play_game(make_evening(competition))
    assert advised_first_value(competition) == 10
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


# Players --------------------------------------------------------------------------------


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
    assert add_entry(competition, newcomer(competition, 1), start=2, by=None).start == 2
    for place in (0, 7):
        with pytest.raises(StepError):
            add_entry(competition, newcomer(competition, 1, "X"), start=place, by=None)


def test_a_newcomer_joins_on_the_open_evening_or_else_the_next():
    competition = make_competition(4)
    assert add_entry(competition, newcomer(competition, 1, "A"), by=None).joined == 1
    evening = make_evening(competition)
    play_game(evening)
    assert add_entry(competition, newcomer(competition, 1, "B"), by=None).joined == 1
    close_evening(evening, by=None)
    assert add_entry(competition, newcomer(competition, 1, "C"), by=None).joined == 2
    assert add_entry(competition, newcomer(competition, 1, "D"), joined=1, by=None).joined == 1


def test_a_newcomer_for_whom_there_is_no_value_left_is_refused_with_the_remedy():
    competition = make_competition(4, first_value=3)
    for add in (
        lambda: add_entry(competition, newcomer(competition, 1500), by=None),
        lambda: place_by_rating(competition, 1500),
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
    assert round_.named_bye is None
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
