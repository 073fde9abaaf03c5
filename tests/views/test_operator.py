"""The clubs of a site, for who runs it: found, sorted, and closed with a reason."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from clubcomp.flow.hosting.sizes import sizes_of
from clubcomp.models import Club, LastBackup, Player, Role, TrailEntry, User
from tests import make
from tests.views.query_counts import counted
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db
PAGE = "/operator/"


@pytest.fixture
def keeper():
    """Somebody who runs the site, and has a role in no club."""
    visitor = Visitor("", club=Club(slug="geen"))
    user = make.make_user("Keeper")
    User.objects.filter(pk=user.pk).update(is_staff=True)
    visitor.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return visitor.client


def a_club(name, *, players=0, evening=None):
    """A club with an owner, and an evening that was played."""
    club = make.make_club(name, name.lower())
    owner = make.make_user(f"Owner of {name}", email=f"{name.lower()}@example.org")
    make.make_membership(club, owner, Role.OWNER)
    TrailEntry.objects.create(club=club, action="found_club")
    if players:
        competition = make.make_keizer(players, club=club)
        if evening:
            held = make.make_evening(competition, "standard", is_open=False, date=evening)
            held.status = held.Status.CLOSED
            held.save()
    return club


@pytest.fixture
def three():
    return [
        a_club("Noord", players=4, evening=date(2026, 1, 8)),
        a_club("Oost"),
        a_club("Zuid", players=20, evening=date(2025, 9, 4)),
    ]


def names(answer):
    assert answer.status_code == 200
    return [row.club.name for row in answer.context["rows"]]


def test_a_club_is_listed_with_its_owner_and_figures_and_nobody_who_plays(keeper, three):
    answer = keeper.get(PAGE)
    assert names(answer) == ["Noord", "Oost", "Zuid"]
    row = answer.context["rows"][2]
    assert (row.club.members, row.club.how_many) == (20, 1)
    assert row.club.last_evening == date(2025, 9, 4)
    assert row.club.founded_at <= row.club.active_at
    page = text(answer)
    assert '<a href="mailto:zuid@example.org">Owner of Zuid</a>' in page
    assert 'href="/zuid/"' in page
    told = [name for name in Player.objects.values_list("name", flat=True) if name in page]
    assert told == []


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("-name", ["Zuid", "Oost", "Noord"]),
        ("size", ["Zuid", "Noord", "Oost"]),
        ("-size", ["Oost", "Noord", "Zuid"]),
        ("last", ["Noord", "Zuid", "Oost"]),
        ("-last", ["Zuid", "Noord", "Oost"]),
        ("nonsense", ["Noord", "Oost", "Zuid"]),
    ],
)
def test_the_table_sorts_by_plain_links(keeper, three, asked, shown):
    assert names(keeper.get(PAGE, {"sort": asked})) == shown


def test_a_search_stays_while_it_is_sorted_and_paged(keeper):
    for number in range(60):
        make.make_club(f"Club {number:02}", f"club-{number:02}")
    make.make_club("Anders", "anders")
    page = keeper.get(PAGE, {"search": "club", "sort": "-name"})
    assert names(page) == [f"Club {number:02}" for number in range(59, 9, -1)]
    assert "search=club&sort=-name&page=2" in text(page)
    assert "?search=club&sort=size" in text(page)
    assert names(keeper.get(PAGE, {"search": "club", "page": "2"})) == [
        f"Club {number:02}" for number in range(50, 60)
    ]
    assert "No club is called so." in text(keeper.get(PAGE, {"search": "\0%"}))


def test_twice_as_many_clubs_take_as_many_queries(keeper):
    def queries():
        counts = []
        for asked in ("", "?sort=size", "?sort=last", "?search=c"):
            with counted() as asked_of_database:
                assert keeper.get(PAGE + asked).status_code == 200
            counts.append(len(asked_of_database))
        return counts

    for number in range(30):
        a_club(f"C{number}")
    few = queries()
    for number in range(30, 60):
        a_club(f"C{number}")
    assert queries() == few


def test_the_size_grows_with_the_rows_of_a_club_alone(three):
    noord, oost, _zuid = three
    before = sizes_of()
    for _line in range(100):
        TrailEntry.objects.create(club=noord, action="change_club")
    after = sizes_of()
    assert after[noord.pk] > before[noord.pk]
    assert after[oost.pk] == before[oost.pk] == sizes_of([oost.pk])[oost.pk]
    assert sizes_of([]) == {}


def test_the_age_of_the_last_backup_stands_above_or_what_is_wrong(
    keeper, three, settings, tmp_path
):
    settings.BACKUP_DIR = tmp_path
    assert "No backup was made yet." in text(keeper.get(PAGE))
    ago = timezone.now() - timedelta(hours=3)
    LastBackup.objects.create(host="another", made_at=ago, checked="restored")
    page = text(keeper.get(PAGE)).replace("\xa0", " ")
    assert "The last good backup was made 3 hours ago." in page
    TrailEntry.objects.update(at=timezone.now() - timedelta(days=2))
    LastBackup.objects.update(made_at=timezone.now() - timedelta(days=3))
    assert "What was changed here is in no backup." in text(keeper.get(PAGE))


def test_a_press_closes_the_pages_with_a_reason_and_another_opens_them(keeper, three):
    page = "/operator/clubs/oost/"
    assert "Fill this in." in text(keeper.post(page, {"why": " "}))
    answer = keeper.post(page, {"why": "The bill is open."}, follow=True)
    assert "The pages of Oost are closed." in text(answer)
    assert "The bill is open." in text(answer)
    assert "closed since" in text(keeper.get(PAGE))
    assert keeper.get("/oost/").status_code == 403
    answer = keeper.post(page, {"act": "resume"}, follow=True)
    assert "The pages of Oost are open again." in text(answer)
    assert keeper.get("/oost/").status_code == 200
    assert keeper.get("/operator/clubs/nergens/").status_code == 404


def test_the_demo_hosts_nobody(keeper, three, settings):
    settings.IS_DEMO = True
    for page in (PAGE, "/operator/clubs/oost/"):
        assert keeper.get(page).status_code == 404
        assert keeper.post(page, {"why": "No."}).status_code == 404
    assert not Club.objects.exclude(suspended_at=None).exists()


def test_the_first_page_leads_there_who_runs_the_site(keeper, three):
    assert 'href="/operator/"' in text(keeper.get("/"))
    assert "/operator/" not in text(Visitor(Role.OWNER, club=three[0]).client.get("/?page=1"))
