"""Starting a competition and changing it: options, tempos, players, pairs that are never made."""

from decimal import Decimal

import pytest
from django.urls import reverse

from clubcomp.flow.people.members import add_member, change_member
from clubcomp.models import Competition, Player, Role, TrailEntry
from tests.make import (
    entries,
    entry,
    make_club,
    make_competition,
    make_evening,
    make_players,
    play_game,
)
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

NUMBERS = {"games_per_evening": "1", "last_n": "4", "absence_limit": "3"}
USUAL = {
    f"{key}-{name}": value
    for key, numbers in (("long", (1, 4, 3)), ("rapid", (4, 4, 4)), ("blitz", (7, 7, 7)))
    for name, value in zip(NUMBERS, numbers, strict=True)
}
OPTIONS = {
    "first_value": "",
    "value_step": "1",
    "own_value_counts": "True",
    "revaluation": "stable",
    "win": "1",
    "draw": "1/2",
    "loss": "0",
    "bye": "2/3",
    "external": "2/3",
    "absent": "1/3",
    "late_join": "absent",
    "guests": "always",
}


@pytest.fixture
def leader() -> Visitor:
    return Visitor(Role.OWNER)


@pytest.fixture
def competition(leader) -> Competition:
    return make_competition(6, club=leader.club)


def start(leader: Visitor, **data) -> Competition | None:
    """Start a competition on the page, with the long tempo unless told otherwise."""
    who = "chosen" if "players" in data else "nobody"
    data = {
        "system": "attacalc",
        "name": "Najaar",
        "game": "chess",
        "long-use": "on",
        "who": who,
        **USUAL,
        **data,
    }
    leader.answer = leader.fill_in("new-competition", **data)
    return Competition.objects.filter(club=leader.club).first()


# Starting ---------------------------------------------------------------------------------
def test_the_page_has_the_usual_numbers_and_all_members_without_a_tick_each(leader):
    make_players(leader.club, 3)
    said = text(leader.see("new-competition", system="attacalc"))
    assert said.count("checked") == 2  # all members, and the long tempo
    assert said.count('name="players"') == 3
    assert "paste a list of names straight into the competition" in said
    for name, value in USUAL.items():
        assert f'name="{name}" value="{value}"' in said


def test_a_competition_is_started_with_its_players_by_rating(leader):
    players = make_players(leader.club, 4)
    found = start(leader, players=[player.pk for player in players[1:]])
    assert leader.answer.url == leader.address("competition", "najaar")
    assert [one.player for one in entries(found)] == players[1:]
    assert found.system == "attacalc"
    assert [
        (t.key, t.games_per_evening, t.last_n, t.absence_limit) for t in found.tempos.all()
    ] == [("long", 1, 4, 3)]


@pytest.mark.parametrize(("who", "count"), [("all", 4), ("regular", 3), ("nobody", 0)])
def test_who_plays_needs_no_tick(leader, who, count):
    players = make_players(leader.club, 4)
    change_member(players[0], is_occasional=True, by=None)
    change_member(add_member(leader.club, name="Gast", by=None), is_member=False, by=None)
    found = start(leader, who=who, players=[players[1].pk])
    assert found.entries.count() == count


def test_the_game_of_the_club_is_proposed_again(leader):
    make_competition(2, club=leader.club)
    Competition.objects.update(game="draughts")
    page = leader.client.get(reverse("new-competition", args=["toren"]), {"system": "berger"})
    assert '<option value="draughts" selected>' in page.content.decode()


def test_who_chooses_and_ticks_nobody_is_told_so(leader):
    make_players(leader.club, 2)
    assert start(leader, players=[]) is None
    assert "Tick somebody, or choose that nobody plays yet." in text(leader.answer)


def test_a_club_without_members_starts_a_competition_and_pastes_into_it(leader):
    assert "has no members yet" in text(leader.see("new-competition", system="attacalc"))
    found = start(leader, who="")
    assert found.entries.count() == 0
    assert f"?competition={found.slug}" in text(leader.see("entries", found.slug))
    said = text(leader.see("paste-members", competition=found.slug))
    assert f'<option value="{found.slug}" selected>' in said


def test_every_ticked_tempo_comes_in_with_its_own_numbers(leader):
    found = start(leader, **{"blitz-use": "on", "blitz-absence_limit": "5"})
    assert [(tempo.key, tempo.absence_limit) for tempo in found.tempos.all()] == [
        ("long", 3),
        ("blitz", 5),
    ]


def test_without_a_tempo_there_is_no_competition_and_what_was_typed_stays(leader):
    assert start(leader, **{"long-use": ""}) is None
    said = text(leader.answer)
    assert "A competition needs at least one tempo." in said
    assert 'value="Najaar"' in said


@pytest.mark.parametrize("slug", ["members", "Zo niet", "x" * 100])
def test_an_address_that_cannot_be_is_refused(leader, slug):
    assert start(leader, slug=slug) is None
    assert "Something is not right yet" in text(leader.answer)


@pytest.mark.parametrize("name", ["", "a\x00b", "x" * 3_000_000])
def test_a_strange_name_is_refused(leader, name):
    assert start(leader, name=name) is None
    # A form of more than a megabyte is not even read.
    assert leader.answer.status_code == (413 if len(name) > 2**20 else 200)


def test_a_first_value_that_is_too_low_is_refused_with_the_remedy(leader):
    players = make_players(leader.club, 6)
    assert start(leader, first_value="3", players=[p.pk for p in players]) is None
    assert "first value" in text(leader.answer)
    assert "Something is not right yet" in text(leader.answer)


def test_players_of_another_club_cannot_be_ticked(leader):
    (other,) = make_players(make_club("De Dame", "dame"), 1)
    assert start(leader, players=[other.pk]) is None
    make_players(leader.club, 2)
    assert start(leader, players=[other.pk]) is None
    assert start(leader, players=[other.pk], who="all") is None


# Options ----------------------------------------------------------------------------------
def test_an_option_is_a_sentence_with_its_default_and_its_article(leader, competition):
    said = text(leader.see("options", competition.slug))
    assert "The first missed games of the season, as many as the tempo says, give" in said
    assert "Usual: 1/3." in said
    assert leader.address("rules", competition.slug) + "#afwezigheid" in said


def test_before_the_season_options_are_kept_at_once(leader, competition):
    leader.fill_in("options", competition.slug, act="look", **OPTIONS | {"absent": "⅙"})
    competition.refresh_from_db()
    assert competition.options == {"absent": "1/6"}


def test_in_mid_season_the_page_says_whom_it_affects_before_anything_is_kept(leader, competition):
    play_game(make_evening(competition, present=4))
    changed = OPTIONS | {"absent": "1"}
    said = text(leader.fill_in("options", competition.slug, act="look", **changed))
    assert "part for a missed game: 1, was 1/3" in said
    assert "players get other points" in said
    assert "The pairing that was made stands" in said
    competition.refresh_from_db()
    assert competition.options == {}
    leader.fill_in("options", competition.slug, act="keep", **changed)
    competition.refresh_from_db()
    assert competition.options == {"absent": 1}
    assert TrailEntry.objects.first().action == "change_options"


def test_in_mid_season_a_first_value_is_advised(leader, competition):
    assert "as the first value number" not in text(leader.see("options", competition.slug))
    play_game(make_evening(competition))
    assert "Fix it at 9" in text(leader.see("options", competition.slug))


@pytest.mark.parametrize(
    "wrong",
    [
        {"absent": "a third"},
        {"absent": "1/0"},
        {"absent": "1e99999999"},
        {"absent": "11"},
        {"bye": ""},
        {"value_step": "0"},
        {"value_step": "9" * 5000},
        {"late_join": "sometimes"},
        {"own_value_counts": "perhaps"},
        {"first_value": "3"},
        {"absent": str(Decimal(1) / 3)},
    ],
    ids=str,
)
def test_an_option_that_cannot_be_is_refused_and_what_was_typed_stays(leader, competition, wrong):
    for act in ("look", "keep"):
        data = OPTIONS | {"win": "9/10"} | wrong
        answer = leader.fill_in("options", competition.slug, act=act, **data)
        assert "Something is not right yet" in text(answer)
        assert 'value="9/10"' in text(answer)
    competition.refresh_from_db()
    assert competition.options == {}


def test_another_name_and_address(leader, competition):
    leader.fill_in("competition-name", competition.slug, name="Lente", slug="lente")
    assert leader.see("options", "lente").status_code == 200
    answer = leader.fill_in("competition-name", "lente", name="Lente", slug="import")
    assert "The site itself uses the address “import”." in text(answer)


def test_who_has_no_rating_is_named_with_the_way_to_fill_it_in(leader, competition):
    first, second = competition.entries.order_by("start")[:2]
    competition.entries.update(rating=1500)
    competition.entries.filter(pk=second.pk).update(rating=None)
    page = text(leader.see("entries", competition.slug))
    said = page.split("Without a rating")[1].split("</p>")[0]
    assert leader.address("entry", competition.slug, second.key) in said
    assert leader.address("entry", competition.slug, first.key) not in said


# Tempos -----------------------------------------------------------------------------------
def test_a_tempo_is_added_changed_and_removed(leader, competition):
    leader.fill_in("tempos", competition.slug, key="rapid", name="Rapid", weight="1/2", **NUMBERS)
    rapid = competition.tempos.get(key="rapid")
    assert (rapid.name, rapid.weight) == ("Rapid", "1/2")
    changed = {"name": "Rapid", "weight": "1", **NUMBERS, "last_n": "6"}
    leader.fill_in("tempo", competition.slug, "rapid", act="look", **changed)
    assert competition.tempos.get(key="rapid").last_n == 6
    assert "cannot be removed" in text(leader.see("tempo", competition.slug, "rapid", remove=""))
    leader.fill_in("tempo", competition.slug, "rapid", act="remove")
    assert not competition.tempos.filter(key="rapid").exists()


def test_a_tempo_that_evenings_have_is_not_removed(leader, competition):
    make_evening(competition)
    address = leader.address("tempo", competition.slug, "long")
    said = text(leader.client.post(address, {"act": "remove"}, follow=True))
    assert "There are evenings with the tempo" in said


def test_other_absence_credits_in_mid_season_are_looked_at_first(leader, competition):
    play_game(make_evening(competition, present=4))
    data = {"name": "", "weight": "1", **NUMBERS, "absence_limit": "0"}
    said = text(leader.fill_in("tempo", competition.slug, "long", act="look", **data))
    assert "get other points" in said
    assert competition.tempos.get(key="long").absence_limit == 3
    leader.fill_in("tempo", competition.slug, "long", act="keep", **data)
    assert competition.tempos.get(key="long").absence_limit == 0


@pytest.mark.parametrize(
    "wrong", [{"key": "all"}, {"key": "lång"}, {"key": "long"}, {"last_n": "100"}, {"weight": "x"}]
)
def test_a_tempo_that_cannot_be_is_refused(leader, competition, wrong):
    data = {"key": "rapid", "name": "", "weight": "1", **NUMBERS} | wrong
    answer = leader.fill_in("tempos", competition.slug, **data)
    assert "Something is not right yet" in text(answer)
    assert competition.tempos.count() == 3


def test_a_tempo_that_there_is_not_is_not_found(leader, competition):
    assert leader.see("tempo", competition.slug, "nothing").status_code == 404


# Players ----------------------------------------------------------------------------------
def test_members_come_in_where_their_rating_puts_them(leader, competition):
    jan = Player.objects.create(club=leader.club, name="Jan Jansma", rating=1995)
    leader.fill_in("entries", competition.slug, players=[jan.pk])
    assert entries(competition)[1].player == jan
    assert "Every player of the club is in it." in text(leader.see("entries", competition.slug))


def test_nobody_ticked_is_said(leader, competition):
    Player.objects.create(club=leader.club, name="Jan Jansma")
    assert "Tick somebody." in text(leader.fill_in("entries", competition.slug, act="add"))


def test_a_player_gets_another_place_and_leaves_after_an_evening(leader, competition):
    make_evening(competition, is_open=False)
    data = {"act": "keep", "start": "1", "rating": "", "joined": "1", "left": "1"}
    leader.fill_in("entry", competition.slug, "faber", **data)
    faber = entry(competition, "faber")
    assert (faber.start, faber.rating, faber.left) == (1, None, 1)
    assert "until evening 1" in text(leader.see("entries", competition.slug))


def test_a_guest_who_becomes_a_member_is_one_here_too(leader, competition):
    data = {"act": "keep", "start": "6", "rating": "1950", "joined": "1", "left": ""}
    leader.fill_in("entry", competition.slug, "faber", guest="on", **data)
    assert entry(competition, "faber").guest
    leader.fill_in("entry", competition.slug, "faber", **data)
    assert not entry(competition, "faber").guest


@pytest.mark.parametrize(
    "wrong", [{"start": "0"}, {"start": "99"}, {"rating": "5000"}, {"left": "x"}]
)
def test_a_place_that_cannot_be_is_refused(leader, competition, wrong):
    data = {"act": "keep", "start": "6", "rating": "1", "joined": "1", "left": ""} | wrong
    answer = leader.fill_in("entry", competition.slug, "faber", **data)
    assert "Something is not right yet" in text(answer)


def test_who_has_played_cannot_be_taken_out(leader, competition):
    play_game(make_evening(competition))
    assert "in no round" in text(leader.see("entry", competition.slug, "adema", remove=""))
    address = leader.address("entry", competition.slug, "adema")
    said = text(leader.client.post(address, {"act": "remove"}, follow=True))
    assert "Enter a last evening instead." in said


def test_who_has_not_played_is_taken_out(leader, competition):
    leader.fill_in("entry", competition.slug, "adema", act="remove")
    assert [one.start for one in entries(competition)] == [1, 2, 3, 4, 5]


def test_a_player_who_is_not_in_it_is_not_found(leader, competition):
    assert leader.see("entry", competition.slug, "nobody").status_code == 404
    assert leader.client.get(leader.address("entry", competition.slug, "a\x00b")).status_code < 500


# Pairs that are never made ----------------------------------------------------------------
def test_a_pair_is_forbidden_and_allowed_again(leader, competition):
    data = {"one": "adema", "other": "bakker", "reason": "vader en dochter"}
    leader.fill_in("forbidden-pairs", competition.slug, **data)
    assert "vader en dochter" in text(leader.see("forbidden-pairs", competition.slug))
    pair = competition.forbidden_pairs.get()
    leader.fill_in("forbidden-pairs", competition.slug, allow=pair.pk)
    assert not competition.forbidden_pairs.exists()


@pytest.mark.parametrize("other", ["adema", "nobody", "a\x00b", ""])
def test_a_pair_that_cannot_be_is_refused(leader, competition, other):
    answer = leader.fill_in("forbidden-pairs", competition.slug, one="adema", other=other)
    assert "Something is not right yet" in text(answer)
    assert not competition.forbidden_pairs.exists()


def test_a_forbidden_pair_that_there_is_not_is_not_found(leader, competition):
    assert leader.fill_in("forbidden-pairs", competition.slug, allow="x").status_code == 404


# Removing ---------------------------------------------------------------------------------
def test_an_owner_removes_a_competition_after_a_page_that_names_what_is_lost(leader, competition):
    play_game(make_evening(competition))
    said = text(leader.see("remove-competition", competition.slug))
    assert leader.address("document", competition.slug) in said
    assert text(leader.fill_in("remove-competition", competition.slug))
    assert Competition.objects.exists()
    leader.fill_in("remove-competition", competition.slug, sure="on")
    assert not Competition.objects.exists()
    assert TrailEntry.objects.filter(action="remove_competition").exists()


def test_a_leader_does_not_remove_a_competition(leader, competition):
    other = Visitor(Role.LEADER, club=leader.club, name="Bob")
    assert other.see("remove-competition", competition.slug).status_code == 403


@pytest.mark.parametrize("page", ["options", "tempos", "entries", "forbidden-pairs", "document"])
def test_a_member_only_looks_at_what_is_public(leader, competition, page):
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert member.see(page, competition.slug).status_code == 403


def test_the_regulations_have_the_numbers_of_this_competition(leader, competition):
    said = text(Visitor("", club=leader.club).see("rules", competition.slug))
    assert 'id="afwezigheid"' in said
    assert "blitz" in said


def test_the_regulations_say_what_was_chosen_otherwise(leader):
    make_competition(2, club=leader.club, absent="1/6")
    said = text(leader.see("rules", "intern"))
    assert "part for a missed game: 1/6 (usual: 1/3)" in said
