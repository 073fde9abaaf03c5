"""Tables sort by plain links in their heads: standings, players, members."""

import re

import pytest

from clubcomp.models import Player
from clubcomp.pages.sorting import sorting_in
from tests import make
from tests.views.public import address, reader, season
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


def names(page) -> list[str]:
    """The names in the rows of the tables, as they stand."""
    rows = re.findall("<tr .+?</tr>", text(page).replace("<tr>", "<tr >"))
    linked = [re.search("<a [^>]*>(.+?)</a>", row) for row in rows if "<td" in row]
    return [re.sub("<.+?>", "", found[1]) for found in linked if found]


def heads(page) -> dict[str, tuple[str, str]]:
    """The order and the link of each head that sorts, by its words."""
    found = re.findall(
        r'<th scope="col"([^>]*)>\s*<a class="sort" href="([^"]*)">(.+?)</a>', text(page)
    )
    orders = {words: re.search('aria-sort="(.+?)"', about) for about, _to, words in found}
    return {words: (orders[words][1] if orders[words] else "", to) for _about, to, words in found}


def test_a_head_sorts_and_pressed_again_the_other_way_round():
    by_place = sorting_in("", "place")
    assert by_place.is_usual
    assert [by_place.pressed(key) for key in ("place", "name", "rating")] == [
        "-place",
        "name",
        "rating",
    ]
    by_rating = sorting_in("rating", "place")
    assert by_rating.is_down
    assert [by_rating.pressed(key) for key in ("place", "rating")] == ["", "-rating"]
    assert sorting_in("-rating", "place").pressed("rating") == "rating"
    for unknown in ("points", "-", "--rating", "rating desc", "é"):
        assert sorting_in(unknown, "name") == sorting_in("", "name")
    rows = [("a", 3), ("b", None), ("c", 5), ("d", 3)]
    values = {"rating": lambda row: row[1]}
    assert [name for name, _ in by_rating.ordered(rows, values)] == ["c", "a", "d", "b"]
    other_way = sorting_in("-rating", "place").ordered(rows, values)
    assert [name for name, _ in other_way] == ["a", "d", "c", "b"]


def test_the_standing_sorts_by_name_and_says_so_to_whoever_does_not_see_it():
    competition = season(20)
    type(competition.club).objects.update(is_findable=True)
    page = reader().get(address(competition, "standings/"))
    assert heads(page)["Pl."] == ("ascending", "?sort=-place")
    assert page.get("X-Robots-Tag") is None
    sorted_page = reader().get(address(competition, "standings/?sort=name"))
    assert heads(sorted_page)["Name, last 5"] == ("ascending", "?sort=-name")
    assert heads(sorted_page)["Pl."] == ("", "?")
    assert names(sorted_page) == sorted(names(page))
    assert sorted_page["X-Robots-Tag"] == "noindex"
    assert 'class="rest"' in text(page)
    assert 'class="rest"' not in text(sorted_page), (
        "of another order nobody knows which rows come first"
    )
    wrong = reader().get(address(competition, "standings/?sort=;drop"))
    assert names(wrong) == names(page)


def test_the_players_sort_by_each_of_their_columns_and_keep_what_was_searched():
    competition = season(10)
    usual = reader().get(address(competition, "players/"))
    assert heads(usual).keys() == {"Name", "Rating", "Games", "Evenings", "Place"}
    assert heads(usual)["Name"][0] == "ascending"
    best = reader().get(address(competition, "players/?sort=rating"))
    assert names(best)[0] == names(reader().get(address(competition, "players/?sort=-rating")))[-1]
    some = reader().get(address(competition, "players/?search=a&sort=attendance"))
    assert heads(some)["Games"][1] == "?search=a&sort=games"
    assert sorted(names(some)) == [name for name in names(usual) if "a" in name.casefold()]


def test_the_members_sort_by_rating_those_without_one_last_and_by_the_name_that_is_seen():
    visitor = Visitor()
    for name, rating in (("Jan de Vries", 1700), ("Ann O'Hara", None), ("Çelik Öz", 1900)):
        make.make_player(visitor.club, name, rating=rating)
    page = visitor.client.get(f"/{visitor.club.slug}/members/?sort=rating")
    assert names(page)[-1] == "Ann O’Hara"
    ratings = re.findall(r'<td class="right">(\d+|–)</td>', text(page))
    known = [int(rating) for rating in ratings if rating != "–"]
    assert known == sorted(known, reverse=True)


def test_a_hidden_name_is_not_told_by_where_it_stands():
    competition = season(10)
    competition.club.names_shown = "hidden"
    competition.club.save()
    hidden = Player.objects.filter(club=competition.club).order_by("pk").first()
    hidden.name = "Aaa Aaaaa"
    hidden.save()
    page = reader().get(address(competition, "players/?sort=name"))
    assert "Aaaaa" not in text(page)
    assert names(page) == sorted(names(page))
