"""The pages of a competition in groups: made by the leader, read by everybody."""

import re
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.flow.competitions.groups import ANEW, by_rating, groups_digest, in_groups, set_groups
from clubcomp.flow.evenings import close_evening
from clubcomp.models import Competition, Role
from tests.make import make_berger, make_club, make_competition, make_evening, make_swiss, play_game
from tests.views.leader import Leader
from tests.views.public import words
from tests.views.query_counts import counted
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


def divided(competition, *numbers, **values):
    set_groups(competition, in_groups(by_rating(competition), numbers), by=None, **values)
    return competition


@pytest.fixture
def leader():
    return Visitor(Role.LEADER, club=make_swiss(8).club)


def page(visitor, **query):
    return visitor.client.get(reverse("groups", args=["toren", "zwitsers"]), query)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"order": "rating", "groups": "3"}, "Proposed, not saved yet"),
        ({"order": "rating", "groups": "9"}, "do not fill these groups"),
        ({"order": "table", "groups": "4 1"}, "A group needs two players."),
        ({"order": "rating", "groups": "drie"}, "Say a number of groups"),
        ({"order": "rating", "groups": ""}, "Say a number of groups"),
        ({"order": "rating", "groups": "99"}, "From 1 to 26 groups."),
    ],
)
def test_a_division_is_looked_at_or_refused_in_words(leader, query, said):
    assert said in text(page(leader, **query))
    assert set(Competition.objects.get().entries.values_list("group", flat=True)) == {""}


def test_what_is_refused_stands_in_the_form_as_it_was_typed(leader):
    address = reverse("groups", args=["toren", "zwitsers"])
    data = {"goes_up": "1", "goes_down": "1", "group-adema": "Z"}
    data["seen"] = groups_digest(Competition.objects.get())
    answer = leader.client.post(address, data)
    assert "has no group" in text(answer)
    assert 'value="Z"' in answer.content.decode()


def places_in(page, look="place"):
    """The places in a page's last tables, from top to bottom, by what their cells look like."""
    cells = re.findall(rf'<t[hd][^>]*class="{look}[^"]*">\s*(\d+)\s*<', page)
    return "".join(cells)


def test_the_standings_name_groups_and_who_goes_up_and_down_on_page_paper_and_in_files():
    competition = divided(make_swiss(8), 2, goes_up=1, goes_down=1)
    play_game(make_evening(competition, "standard"))
    client = Client(headers={"accept-language": "en"})
    competition.refresh_from_db()

    def read(name, *args, **query):
        answer = client.get(reverse(name, args=["toren", "zwitsers", *args]), query)
        assert answer.status_code == 200
        return answer.content.decode()

    together = read("standings")
    assert "<h1>Standings of all groups</h1>" in together
    assert "Group B" in together
    assert together.count("↓ B") == together.count("↑ A") == 1
    top = read("competition")
    assert re.findall(r"<caption>Group (.)</caption>", top) == ["A", "B"]
    assert places_in(top) == 2 * "113"
    hall = read("hall")
    assert places_in(hall[hall.index("<caption>Group A") :], "number") == 2 * "1133"
    assert places_in(together) == 2 * "1133"
    assert re.findall(r"<caption>Group (.)</caption>", together) == ["A", "B"]
    sheet = read("print", "standings")
    assert re.findall(r"<caption>Group (.)</caption>", sheet) == ["A", "B"]
    assert "".join(re.findall(r"<tr[^>]*>\s*<t[hd][^>]*>\s*(\d+)\s*<", sheet)) == 2 * "1133"
    own = read("standings-of", "standard@B")
    assert "<h1>Standings of group B</h1>" in own
    assert 'class="right">Group' not in re.sub(r">\s+", ">", own)
    assert "↑ A" in own
    assert "↓" not in own.split("<tbody")[1].split("</tbody>")[0]
    assert "↑ A" in read("print", "standings", scope="standard@B")
    assert "goes_to" in read("standings", format="csv")
    report = read("season-report")
    assert "Standings of group A" in report
    assert "Standings of group B" in report
    assert "all groups" not in report
    for name in ("cross-table-of", "places-of"):
        read(name, "standard@B")
    answer = client.get("/api/v1/clubs/toren/competitions/zwitsers/standings/standard@B/")
    assert {line["group"] for line in answer.json()["lines"]} == {"B"}
    assert client.get(reverse("standings-of", args=["toren", "zwitsers", "t@C"])).status_code == 404


def test_level_places_at_the_edge_are_named_and_asked(leader):
    competition = divided(Competition.objects.get(), 2, goes_up=1, goes_down=1)
    play_game(make_evening(competition, "standard"))
    said = "Group B: level on place 1, and 1 of them goes up to A:"
    address = partial(reverse, args=["toren", "zwitsers"])
    for page in ("standings", "groups"):
        assert said in text(leader.client.get(address(page)))
    assert said in text(
        leader.client.get(reverse("print", args=["toren", "zwitsers", "standings"]))
    )
    form = leader.client.get(address("next-season")).context["form"]
    assert [one.label for one in form.level] == [
        "Who of group A goes down to B?",
        "Who of group B goes up to A?",
    ]
    data = {"name": "Weer", "players": form["players"].value(), "by_table": "table"}
    refused = leader.client.post(address("next-season"), data)
    assert list(refused.context["form"].errors) == ["level_A_B", "level_B_A"]
    choices = {one.name: [one.field.queryset.order_by("-pk").first().pk] for one in form.level}
    leader.client.post(address("next-season"), data | choices)
    assert Competition.objects.filter(name="Weer").exists()


def test_only_the_standing_that_decides_says_who_goes_up_and_down():
    competition = divided(make_competition(8), 2, goes_up=1, goes_down=1)
    play_game(make_evening(competition))
    client = Client(headers={"accept-language": "en"})
    for scope, arrows in (("long", 0), ("all", 1), ("all@B", 1)):
        address = reverse("standings-of", args=["toren", "intern", scope])
        assert client.get(address).content.decode().count("↑ A") == arrows


def test_the_sheet_and_the_next_season_say_who_is_in_which_group(leader):
    competition = divided(Competition.objects.get(), 2, goes_up=1, goes_down=1)
    evening = make_evening(competition, "standard")
    address = reverse("attendance", args=["toren", "zwitsers", evening.serial])
    sheet = words(leader.client.get(address))
    assert "Adema Group A" in sheet
    assert "Evers Group B" in sheet
    address = reverse("next-season", args=["toren", "zwitsers"])
    coming = text(leader.client.get(address))
    assert "With the new group" in coming
    for said in ("Cornelis, 1980, group A", "Dekker, 1970, group B", "Evers, 1960, group A"):
        assert said in coming


@pytest.mark.parametrize("make", [make_swiss, make_berger])
def test_the_pages_of_a_round_have_each_group_with_its_bye(make):
    competition = divided(make(8), 5, 3)
    round_ = play_game(make_evening(competition, "standard"))
    client = Client(headers={"accept-language": "en"})

    def read(name, *args, **query):
        place = ["toren", competition.slug, *args]
        return client.get(reverse(name, args=place), query).content.decode()

    shown = read("round", 1, 1)
    assert shown.index("Group A") < shown.index("Group B")
    free = round_.unpaired.select_related("entry__player").order_by("entry__group")
    sheet = text(Leader(round_.evening).see("results-of", 1))
    for one in free:
        assert f"Bye: {one.entry}." in sheet
        assert str(one.entry.player.shown) in read("why-bye", 1, 1, show=one.entry.address)
    assert "Group B" in read("why-round", 1, 1)
    assert read("print-round", 1, 1, "boards").count("Group") >= 2
    assert "Group B" in read("hall")
    read("schedule")


@pytest.mark.parametrize("counts", ["", ANEW])
def test_every_page_knows_somebody_who_changed_group(counts):
    competition = divided(make_swiss(9), 5, 4)
    evening = make_evening(competition, "standard")
    free = play_game(evening).unpaired.get().entry
    close_evening(evening, by=None)
    assert free.group == "A"
    set_groups(competition, {free.key: "B"}, counts=counts, by=None)
    play_game(make_evening(competition, "standard"))
    client, linked = Client(headers={"accept-language": "en"}), set()
    for name, *args in (
        ("round", 1, 1),
        ("round", 2, 1),
        ("tonight",),
        ("player", free.key),
        ("standings",),
        ("standings-of", "standard@A"),
        ("standings-of", "standard@B"),
        ("cross-table",),
        ("cross-table-of", "standard@B"),
        ("places",),
        ("season-report",),
        ("evening-report", 1),
        ("why-bye", 1, 1),
        ("why-round", 2, 1),
    ):
        address = reverse(name, args=["toren", "zwitsers", *args])
        answer = client.get(address, {"player": free.key}, follow=True)
        assert (name, answer.status_code) == (name, 200)
        linked |= set(
            re.findall(r'href="(/toren/zwitsers/players/[^"?#]+)', answer.content.decode())
        )
    for address in linked:
        assert (address, client.get(address).status_code) == (address, 200)
    leader = Visitor(Role.LEADER, club=competition.club)
    for name in ("trf", "document"):
        address = reverse(name, args=["toren", "zwitsers"])
        assert (name, leader.client.get(address, {"group": "A"}).status_code) == (name, 200)


def test_groups_cost_no_query_more():
    counts = []
    for number in (2, 4):
        club = make_club(slug=f"club-{number}")
        divided(competition := make_swiss(8, club=club), number)
        play_game(make_evening(competition, "standard"))
        for name, args in (("standings", ()), ("round", (1, 1)), ("why-round", (1, 1))):
            with counted() as queries:
                Client().get(reverse(name, args=[club.slug, "zwitsers", *args]))
            counts.append(len(queries))
    assert counts[:3] == counts[3:]
