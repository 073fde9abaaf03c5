"""The first page of a site with many clubs: fifty at a time, and a search."""

import re

import pytest
from django.urls import reverse

from clubcomp.models import Club, Role
from tests.make import make_club, make_membership
from tests.views.public import reader
from tests.views.query_counts import COUNTS, counted
from tests.views.visitor import Visitor, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]
HOME = "/"


def make_clubs(count, *, after=0):
    numbers = range(after, after + count)
    Club.objects.bulk_create(Club(name=f"Club {n:04}", slug=f"club-{n:04}") for n in numbers)


def names_on(answer):
    assert answer.status_code == 200
    return re.findall(r'<a class="strong" href="/[\w-]+/">([^<]+)</a>', answer.content.decode())


def test_fifty_clubs_are_on_a_page_and_each_is_on_one():
    make_clubs(120)
    pages = [names_on(reader().get(HOME, {"page": page})) for page in (1, 2, 3)]
    assert [len(names) for names in pages] == [50, 50, 20]
    assert [name for names in pages for name in names] == [f"Club {n:04}" for n in range(120)]
    assert "page 1 of 3" in text(reader().get(HOME))


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "\0", "1" * 5000])
def test_a_page_that_is_not_there_is_one_that_is(page):
    make_clubs(60)
    assert names_on(reader().get(HOME, {"page": page}))


def test_a_few_clubs_need_no_search_and_no_pages():
    make_clubs(50)
    shown = reader().get(HOME).content.decode()
    assert "role=search" not in shown.replace('"', "")
    assert "page=" not in shown


@pytest.mark.parametrize("asked", ["étoile", "etoile", "Toile saint", "SAINT-ETOILE"])
def test_a_club_is_found_by_parts_of_its_name_with_or_without_accents(asked):
    make_clubs(60)
    make_club("Saint-Étoile", "saint-etoile")
    assert names_on(reader().get(HOME, {"search": asked})) == ["Saint-Étoile"]


def test_pages_of_what_was_found_keep_the_search():
    make_clubs(120)
    make_club("De Toren", "toren")
    answer = reader().get(HOME, {"search": "club & 0"})
    assert "No club is called so." in text(answer)
    answer = reader().get(HOME, {"search": "club 00"})
    assert 'href="?search=club+00&amp;page=2"' in answer.content.decode()
    assert names_on(reader().get(HOME, {"search": "club 00", "page": 2})) == [
        f"Club {n:04}" for n in range(50, 100)
    ]


@pytest.mark.parametrize("asked", ["%", "_", "'; DROP", "\0", "<b>", "x" * 5000, "''"])
def test_a_search_for_anything_is_answered(asked):
    make_clubs(3)
    answer = reader().get(HOME, {"search": asked})
    assert answer.status_code == 200
    assert "<b>" not in answer.content.decode()


def test_ones_own_clubs_come_first_on_every_page_and_once():
    make_clubs(120)
    visitor = Visitor(Role.MEMBER, club=Club.objects.get(slug="club-0119"))
    for page, others in ((1, 50), (2, 50), (3, 19)):
        names = names_on(visitor.client.get(HOME, {"page": page}))
        assert names[0] == "Club 0119"
        assert len(names) == others + 1


def test_the_page_takes_as_many_queries_and_bytes_for_a_thousand_clubs_as_for_sixty():
    make_clubs(60)
    visitor = Visitor(Role.MEMBER, club=make_club("Zwarte Toren", "zwarte-toren"))
    make_membership(make_club("Zoo", "zoo"), visitor.user)

    def asked():
        counts, sizes = {}, {}
        for address in ("/", "/?page=2", "/?search=oo"):
            with counted() as queries:
                sizes[address] = len(reader().get(address).content)
            counts[address] = len(queries)
        with counted() as queries:
            visitor.client.get(reverse("home"))
        return counts | {"/ of who is signed in": len(queries)}, sizes

    few, small = asked()
    make_clubs(940, after=60)
    many, large = asked()
    assert few == many == COUNTS["site"]
    assert large["/"] < small["/"] + 100
