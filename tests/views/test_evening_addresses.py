"""An evening is reached by a number that is given once: a stale page acts on it, or on nothing."""

import datetime
import re

import pytest
from django.urls import reverse

from clubcomp.flow.evenings import close_evening, open_evening, remove_evening
from clubcomp.models import Attendance, Evening, TrailEntry
from tests.make import make_competition, make_evening, play_game
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

TUESDAYS = [datetime.date(2026, 12, 1) + week * datetime.timedelta(weeks=1) for week in range(4)]


@pytest.fixture
def evenings() -> list[Evening]:
    """Four planned evenings of one competition, a week apart."""
    competition = make_competition(4)
    return [make_evening(competition, date=date, is_open=False) for date in TUESDAYS]


@pytest.fixture
def leader(evenings) -> Leader:
    """Leads the third of the evenings."""
    return Leader(evenings[2])


def dates() -> list[datetime.date]:
    return list(Evening.objects.order_by("number").values_list("date", flat=True))


def calendar_of(leader: Leader) -> str:
    return reverse("calendar", args=[leader.club.slug, leader.evening.competition.slug])


def test_removing_from_a_page_of_before_another_removal_takes_out_the_evening_it_shows(
    leader, evenings
):
    remove_page = leader.address("remove-evening")
    assert "15 December" in text(leader.client.get(remove_page))
    remove_evening(evenings[0], by=None)
    page = leader.client.post(remove_page, follow=True)
    assert dates() == [TUESDAYS[1], TUESDAYS[3]]
    assert "15 December" in " ".join(map(str, page.context["messages"]))


def test_signing_off_on_a_page_of_before_a_removal_is_for_the_evening_it_shows(leader, evenings):
    page = leader.address("plan-attendance", "bakker")
    remove_evening(evenings[0], by=None)
    leader.client.post(page, {"status": "absent"})
    assert Attendance.objects.get().evening.date == TUESDAYS[2]
    assert TrailEntry.objects.filter(action="plan_attendance").get().evening.date == TUESDAYS[2]


@pytest.mark.parametrize(
    "name", ["remove-evening", "change-evening", "open-evening", "lead", "attendance", "not-coming"]
)
def test_a_page_of_an_evening_that_is_gone_says_so_and_changes_nothing(leader, evenings, name):
    remove_evening(evenings[2], by=None)
    entries = TrailEntry.objects.count()
    for page in (leader.client.get(leader.address(name)), leader.client.post(leader.address(name))):
        assert page.status_code == 410
        assert "This evening is no longer in the calendar" in text(page)
        assert f'href="{calendar_of(leader)}"' in text(page)
    assert dates() == [TUESDAYS[0], TUESDAYS[1], TUESDAYS[3]]
    assert TrailEntry.objects.count() == entries


def test_a_tap_on_a_page_of_an_evening_that_is_gone_leads_to_what_happened(leader, evenings):
    remove_evening(evenings[2], by=None)
    answer = leader.tap("mark-attendance", "bakker", present="1")
    assert answer["HX-Redirect"] == leader.address("mark-attendance", "bakker")
    assert not Attendance.objects.exists()


def test_the_number_of_a_removed_evening_is_never_given_again(leader, evenings):
    remove_evening(evenings[3], by=None)
    again = make_evening(evenings[0].competition, date=TUESDAYS[3], is_open=False)
    assert (again.number, again.serial) == (4, 5)


def test_a_number_that_no_evening_ever_had_is_nothing_here(leader):
    address = reverse("evening", args=[leader.club.slug, leader.evening.competition.slug, 99])
    assert leader.client.get(address).status_code == 404


def linked_evenings(leader: Leader, name: str, *args: object) -> list[int]:
    """The evenings that a page links to, by the numbers in their addresses."""
    page = text(leader.client.get(reverse(name, args=[leader.club.slug, *args])))
    return [int(number) for number in re.findall(r'href="[^"]*/evenings/(\d+)/', page)]


def test_the_agenda_links_to_the_evenings_that_it_names_when_one_was_removed(leader, evenings):
    remove_evening(evenings[0], by=None)
    slug = leader.evening.competition.slug
    for page in (("competition", slug), ("club-calendar",)):
        links = linked_evenings(leader, *page)
        assert {evenings[at].serial for at in (1, 2, 3)} <= set(links)
        assert evenings[0].serial not in links


def test_an_evening_links_to_those_beside_it_when_one_was_removed(leader, evenings):
    remove_evening(evenings[0], by=None)
    place = leader.evening.competition.slug, leader.evening.serial
    assert linked_evenings(leader, "evening", *place)[-2:] == [
        *(evenings[1].serial, evenings[3].serial)
    ]


def test_a_round_links_to_those_beside_it_when_an_evening_was_removed(leader, evenings):
    remove_evening(evenings[0], by=None)
    for evening in evenings[1:]:
        open_evening(evening, by=None)
        Attendance.objects.bulk_create(
            Attendance(evening=evening, entry=entry, status="present")
            for entry in evening.competition.entries.all()
        )
        play_game(evening)
        close_evening(evening, by=None)
    place = leader.evening.competition.slug, leader.evening.serial, 1
    assert linked_evenings(leader, "round", *place)[-2:] == [
        *(evenings[1].serial, evenings[3].serial)
    ]
