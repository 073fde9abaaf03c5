"""Categories of a competition, and the standing of one of them: who is in it, and who sees it."""

import pytest

from clubcomp.doors.links import club_token
from clubcomp.flow.competitions.categories import add_category, change_category
from clubcomp.flow.competitions.competition import change_competition
from clubcomp.flow.competitions.entries import add_entry, remove_entry
from clubcomp.flow.competitions.stages import move_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.standings import standings_of
from clubcomp.flow.tables.shadow_tables import players_of, shadow_of
from clubcomp.models import Category, Club, Competition, Player, Role, TrailEntry
from clubcomp.words.categories import rule_text
from clubcomp.words.trail import trail_text
from tests.attempts import attempts
from tests.make import make_competition, make_evening, make_player, make_swiss
from tests.views.public import address, poll, poll_address, reader, season, words
from tests.views.visitor import Visitor, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]
YEAR = 2026


@pytest.fixture
def competition():
    """Seven players; three are young, one of them of unknown sex, and two are women."""
    made = season()
    for surname, values in {
        "Bakker": {"birth_year": YEAR - 14, "sex": "w"},
        "Dekker": {"birth_year": YEAR - 15},
        "Faber": {"birth_year": YEAR - 19, "sex": "m"},
        "Gerritsen": {"birth_year": 1950, "sex": "F"},
    }.items():
        Player.objects.filter(name=surname).update(**values)
    return Competition.objects.select_related("club", "season").get(pk=made.pk)


def add(competition, name="Youth", **values):
    category = add_category(competition, name=name, by=None, **values)
    category.competition = competition
    return category


def in_it(category):
    return sorted(players_of(category, category.competition))


def standing(competition, category, rest=""):
    return address(competition, f"standings/long/?category={category.pk}{rest}")


def names_in(response):
    body = response.content.decode().split("<tbody")[1].split("</tbody>")[0]
    return [row.split("</a>")[0].split(">")[-1] for row in body.split("<tr")[1:]]


# Who is in it ---------------------------------------------------------------------------------


def test_all_that_is_said_holds_and_who_is_picked_is_in_it_anyhow(competition):
    evers = competition.entries.get(key="evers")
    for values, players in [
        ({"born_from": YEAR - 15}, ["bakker", "dekker"]),
        ({"born_from": YEAR - 14}, ["bakker"]),
        ({"born_until": YEAR - 19}, ["faber", "gerritsen"]),
        ({"born_from": 1951, "born_until": YEAR - 15}, ["dekker", "faber"]),
        ({"is_women": True}, ["bakker", "gerritsen"]),
        ({"is_women": True, "born_from": 2000}, ["bakker"]),
        ({"rating_from": 1980}, ["adema", "bakker", "cornelis"]),
        ({"rating_until": 1950}, ["faber", "gerritsen"]),
        ({"rating_from": 1960, "rating_until": 1970}, ["dekker", "evers"]),
        ({"picked": [evers]}, ["evers"]),
        ({"picked": [evers], "is_women": True}, ["bakker", "evers", "gerritsen"]),
    ]:
        assert in_it(add(competition, str(values)[:60], **values)) == players, values


def test_the_rating_is_the_one_of_the_competition_and_who_has_none_is_in_no_class(competition):
    everybody = add(competition, "Rated", rating_from=0)
    lower = add(competition, "Lower", rating_until=1999)
    competition.entries.filter(key="faber").update(rating=None)
    Player.objects.filter(name="Adema").update(rating=1200)
    assert "faber" not in in_it(everybody)
    assert "adema" not in in_it(lower)


def test_a_newcomer_is_in_no_competition_of_an_earlier_season_also_once_that_comes_in(competition):
    newcomers = add(competition, "Newcomers", is_newcomers=True)
    assert len(in_it(newcomers)) == 7
    beside = make_swiss(0, club=competition.club)
    bakker, faber = (Player.objects.get(name=name) for name in ("Bakker", "Faber"))
    add_entry(beside, bakker, by=None)
    assert len(in_it(newcomers)) == 7  # it is of the same season
    earlier = make_swiss(0, club=competition.club, slug="vroeger")
    add_entry(earlier, faber, by=None)
    last_year = competition.season.first.replace(year=competition.season.first.year - 1)
    change_competition(earlier, name="Vroeger", slug="vroeger", season=last_year, by=None)
    assert "faber" not in in_it(newcomers)
    assert "bakker" in in_it(newcomers)


def test_a_rule_is_said_in_words_and_one_that_says_nothing_is_refused(competition):
    entries = competition.entries.by_key()
    for values, said in [
        ({"born_from": 2010, "rating_until": 1600}, "Born in or after 2010 and rating up to 1600."),
        ({"is_women": True, "born_until": 1960}, "Women and born in or before 1960."),
        ({"born_from": 1970, "born_until": 1980}, "Born from 1970 until 1980."),
        ({"rating_from": 1000, "rating_until": 1200}, "Rating from 1000 to 1200."),
        ({"rating_from": 1000, "is_newcomers": True}, None),
    ]:
        category = add(competition, str(values)[:60], **values)
        said = said or "Rating from 1000 and in the first season at the club."
        assert rule_text(category) == said
    assert rule_text(add(competition, "P", picked=[entries["faber"]]), 1) == "1 player by hand."
    before = Category.objects.count()
    for values, why in [
        ({}, "Say who is in this category"),
        ({"name": " ", "is_women": True}, "needs a name"),
        ({"name": "p", "is_women": True}, "already a category"),
        ({"born_from": 1700}, "between 1850 and 2150"),
        ({"rating_until": 9000}, "between 0 and 4000"),
        ({"born_from": 2010, "born_until": 2000}, "Nobody is between 2010 and 2000"),
        ({"rating_from": 1500, "rating_until": 1400}, "Nobody is between 1500 and 1400"),
        ({"name": "x" * 61, "is_women": True}, "at most 60 letters"),
    ]:
        with pytest.raises(StepError, match=why):
            add(competition, **{"name": "New", **values})
    assert Category.objects.count() == before


def test_there_are_not_more_than_a_page_has_room_for(competition):
    for number in range(20):
        add(competition, f"Class {number}", rating_from=number)
    with pytest.raises(StepError, match="at most 20 categories"):
        add(competition, "One more", is_women=True)


# The table ------------------------------------------------------------------------------------


def test_a_shadow_table_keeps_the_order_and_has_places_of_its_own(competition):
    youth = add(competition, born_from=YEAR - 19)
    whole = standings_of(competition, "long")
    shadow = shadow_of(whole, competition, youth)
    kept = [line for line in whole if line.entry.key in ("bakker", "dekker", "faber")]
    assert [line.entry for line in shadow] == [line.entry for line in kept]
    assert [line.place for line in shadow] == [1, 2, 3]
    assert [line.overall for line in shadow] == [line.place for line in kept]


def test_a_guest_who_played_no_game_of_the_tempo_is_not_there_either(competition):
    evening = make_evening(competition, "long", date=None)
    guest = add_guest(evening, name="Gast, Gea", rating=1955, by=None)
    second = add(competition, "Class", rating_until=1960)
    shadow = shadow_of(standings_of(competition, "long"), competition, second)
    places = [line.place for line in shadow if line.entry.player_id != guest.player_id]
    assert places == list(range(1, len(places) + 1))
    assert guest.player_id not in {line.entry.player_id for line in shadow}


def test_the_page_its_files_and_its_sheet_have_these_players_only(competition):
    second = add(competition, "Class 2", rating_until=1960, is_public=True)
    here = reader().get(standing(competition, second))
    names = names_in(here)
    assert sorted(names) == ["Evers", "Faber", "Gerritsen"]
    page = words(here)
    assert "Standings long: Class 2" in page
    assert "Rating up to 1960." in page
    assert "What changed?" not in page
    assert f"?category={second.pk}" in words_of_links(here)
    for rest in ("&columns=all", "&embed=1"):
        shown = words(reader().get(standing(competition, second, rest)))
        assert "Faber" in shown
        assert "Adema" not in shown
    sheet = address(competition, f"print/standings/?scope=long&category={second.pk}")
    assert "Standings long: Class 2" in words(reader().get(sheet))
    assert "Adema" not in words(reader().get(sheet))
    for rest in (
        f"standings/long/?format=csv&category={second.pk}",
        f"downloads/standings/?scope=long&format=csv&category={second.pk}",
    ):
        lines = reader().get(address(competition, rest)).content.decode("utf-8-sig").splitlines()
        assert lines[0].startswith("place,overall_place,name,")
        assert [line.split(",")[2] for line in lines[1:]] == names
    api = f"/api/v1/clubs/toren/competitions/intern/standings/long/?category={second.pk}"
    told = reader().get(api).json()
    assert told["category"] == {"key": str(second.pk), "name": "Class 2"}
    assert [line["place"] for line in told["lines"]] == [1, 2, 3]
    assert all(line["overall_place"] >= line["place"] for line in told["lines"])


def words_of_links(response):
    return response.content.decode().replace("&amp;", "&")


def test_the_standing_of_all_is_what_it_was(competition):
    whole = reader().get(address(competition, "standings/long/?format=csv")).content
    add(competition, "Class 2", rating_until=1970, is_public=True)
    assert reader().get(address(competition, "standings/long/?format=csv")).content == whole


def test_a_table_that_is_followed_stays_the_table_of_its_category(competition):
    make_evening(competition, "long", date=None)
    second = add(competition, "Class 2", rating_until=1970, is_public=True)
    asked = poll_address(reader().get(standing(competition, second)))
    assert f"category={second.pk}" in asked
    change_category(second, name="Class 3", rating_until=1960, is_public=True, by=None)
    answer = poll(reader(), asked)
    assert "Class 3" in answer.content.decode()
    assert "Adema" not in answer.content.decode()


@pytest.mark.parametrize("asked", ["0", "x", "9" * 30, "-1", "1%00"])
def test_a_category_that_is_none_is_not_found(competition, asked):
    for page in ("standings/", "print/standings/", "downloads/standings/"):
        answer = reader().get(address(competition, f"{page}?category={asked}"))
        assert answer.status_code in (400, 404), (page, asked)


# Who sees it ----------------------------------------------------------------------------------

PLACES = ("standings/", "print/standings/", "downloads/standings/")


def assert_seen(client, competition, category, is_seen):
    """Every way to the table, and every list of categories."""
    wanted = 200 if is_seen else 404
    with attempts() as attempt:
        for place in (
            *(address(competition, page) for page in PLACES),
            "/api/v1/clubs/toren/competitions/intern/standings/long/",
        ):
            with attempt(place):
                answer = client.get(f"{place}?category={category.pk}")
                assert answer.status_code == wanted
        for place in (
            address(competition, "standings/"),
            address(competition, "downloads/"),
            "/api/v1/clubs/toren/competitions/intern/",
        ):
            with attempt(place):
                assert (category.name in client.get(place).content.decode()) == is_seen


def stranger_with_link(club):
    client = reader()
    client.get(f"/toren/link/{club_token(club)}/")
    return client


def test_strangers_see_what_the_leader_opened_and_no_age_that_the_club_does_not_show(competition):
    club = competition.club
    outside = (reader(), stranger_with_link(club))
    member = Visitor(Role.MEMBER, club=club).client
    by_age = {"Kids": {"born_from": YEAR - 16}, "Grown-ups": {"born_until": YEAR - 20}}
    other = {"Elders": {"born_until": 1960}, "Ladies": {"is_women": True}}
    for name, rule in (by_age | other).items():
        category = add(competition, name, **rule)
        for client in outside:
            assert_seen(client, competition, category, False)
        assert_seen(member, competition, category, True)
        change_category(category, name=name, is_public=True, **rule, by=None)
        for client in outside:
            assert_seen(client, competition, category, name in other)
    Club.objects.filter(pk=club.pk).update(shows_youth_names=True, version=99)
    for category in Category.objects.all():
        for client in outside:
            assert_seen(client, competition, category, True)


def test_a_hidden_name_stays_hidden_in_a_table(competition):
    ladies = add(competition, "Ladies", is_women=True, is_public=True)
    Club.objects.filter(pk=competition.club_id).update(names_shown="hidden", version=99)
    for rest in ("", "&format=csv", "&columns=all", "&embed=1"):
        answer = reader().get(standing(competition, ladies, rest)).content.decode().lower()
        assert "bakker" not in answer
        assert "member" in answer


def test_who_is_forgotten_is_in_no_category_by_age_and_stays_where_they_were_picked(competition):
    entry = competition.entries.select_related("player").get(key="bakker")
    youth = add(competition, born_from=YEAR - 16)
    by_hand = add(competition, "Board", picked=[entry])
    forget_person(entry.player, by=None)
    now = Competition.objects.select_related("club", "season").get(pk=competition.pk)
    assert len(players_of(youth, now)) == 1
    assert len(players_of(by_hand, now)) == 1
    said = [str(line.before) + str(line.after) for line in TrailEntry.objects.all()]
    assert not any("Bakker" in one for one in said)


# The leader's page ----------------------------------------------------------------------------


def test_a_leader_makes_changes_and_removes_a_category(competition):
    leader = Visitor(Role.LEADER, club=competition.club).client
    page = address(competition, "categories/")
    form = {"name": "Youth", "born_from": "2008", "picked": ["faber"], "act": "keep"}
    shown = text(leader.post(page, form, follow=True))
    assert "The category Youth is kept." in shown
    assert "Born in or after 2008; 1 player by hand." in shown
    assert "3 players" in shown
    assert "Only who belongs to the club sees it." in shown
    youth = Category.objects.get()
    again = leader.get(f"{page}?change={youth.pk}").content.decode()
    assert 'value="2008"' in again
    assert 'value="faber" id="id_picked_5" checked' in " ".join(again.split())
    form |= {"category": youth.pk, "born_from": "", "born_until": "", "is_public": "on"}
    shown = text(leader.post(page, form, follow=True))
    assert "Strangers see it too." in shown
    assert "1 player" in shown
    refused = text(leader.post(page, {**form, "picked": []}))
    assert "Say who is in this category, or tick players." in refused
    assert "is removed" in text(
        leader.post(page, {"category": youth.pk, "act": "remove"}, follow=True)
    )
    assert not Category.objects.exists()
    assert leader.post(page, {"category": youth.pk, "act": "remove"}).status_code == 404
    lines = TrailEntry.objects.filter(action__endswith="_category").order_by("pk")
    assert [trail_text(line) for line in lines] == [
        "The category Youth was added (players: Faber; born in or after: 2008).",
        "The category Youth was changed (born in or after: 2008 → –; strangers see this table: no"
        " → yes).",
        "The category Youth was removed (players: Faber; strangers see this table: yes).",
    ]


def test_it_can_be_made_when_the_competition_is_over_and_a_player_of_it_goes_with_it(competition):
    added = make_player(competition.club, "Nieuw, Iris")
    entry = add_entry(competition, added, by=None)
    by_hand = add(competition, "Board", picked=[entry])
    remove_entry(entry, by=None)
    assert in_it(by_hand) == []
    move_competition(competition, to="finished", seen="running", by=None)
    assert in_it(add(competition, "Ladies", is_women=True)) == ["bakker", "gerritsen"]


def test_players_of_another_competition_are_not_picked(competition):
    elsewhere = make_competition(3, club=competition.club, slug="elders")
    with pytest.raises(StepError, match="no longer in the competition"):
        add(competition, picked=[elsewhere.entries.first()])
