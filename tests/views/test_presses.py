"""A form that is sent twice is done once; a failed answer says what became of the press."""

import re

import pytest
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.step import DAYS
from clubcomp.models import DonePress, Player, Round, TrailEntry
from tests.attempts import attempts
from tests.views.site_map import STEPS
from tests.views.two_clubs import digest, tried, undone

ENGLISH = {"accept-language": "en"}
MEGABYTE = 1 << 20
NEW = {"name": "Nieuw, Nina", "rating": "1650", "is_member": "on"}


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]


def keyed(data, key="k1"):
    return data | {"form_key": key}


#: What players press by themselves carries no key: it says what is wanted, so twice is once.
#: New recovery codes are shown once: pressed again there are others, and those are shown.
WITHOUT_KEY = {"password", "welcome", "stop-messages", "recovery-codes"} | {
    name for name in STEPS if STEPS[name].who == "holder"
}


@pytest.mark.parametrize("name", sorted(set(STEPS) - WITHOUT_KEY))
def test_a_form_sent_again_is_done_once_and_answered_as_the_first_time(clubs, name):
    client, url = clubs.client(STEPS[name].who), clubs.step_url(name)
    data = keyed(clubs.data(name))
    as_htmx = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{url}"}
    with attempts(tried) as attempt:
        for way, headers in {"plain": ENGLISH, "htmx": ENGLISH | as_htmx}.items():
            with attempt(way):
                assert_done_once(client, url, data, headers)


def assert_done_once(client, url, data, headers):
    """The second time changes nothing, leads to where the first did, and says so there."""
    first = client.post(url, data, headers=headers)
    assert DonePress.objects.exists()
    once = digest()
    again = client.post(url, data, headers=headers)
    assert digest() == once
    assert again.status_code in (200, 302, 303)
    led = first.get("HX-Redirect") or first.get("Location")
    leads = again.get("HX-Redirect") or again.get("Location")
    if led:
        assert leads.partition("#")[0] == led.partition("#")[0]
    page = client.get(leads, follow=True, headers=ENGLISH)
    assert "was not done a second time" in page.content.decode()


def test_the_same_form_with_something_else_in_it_is_another_press(clubs):
    client, url = clubs.client("owner"), clubs.url("add-member")
    for name in ("Nieuw, Nina", "Nieuw, Noor", "Nieuw, Nina"):
        client.post(url, keyed(NEW | {"name": name}))
    names = Player.objects.filter(name__startswith="Nieuw").order_by("name")
    assert [player.name for player in names] == ["Nieuw, Nina", "Nieuw, Noor"]


def test_a_key_is_one_persons_on_one_page(clubs):
    clubs.client("owner").post(clubs.url("add-member"), keyed(NEW))
    clubs.client("leader").post(
        clubs.url("add-member"), keyed(NEW | {"rating": "1651", "is_other": "on"})
    )
    assert DonePress.objects.count() == 2


def test_what_was_refused_may_be_sent_again(clubs):
    client, url = clubs.client("owner"), clubs.url("remove-member")
    answers = [client.post(url, keyed({}), headers=ENGLISH, follow=True) for _n in range(2)]
    assert all("Not done:" in answer.content.decode() for answer in answers)
    assert not DonePress.objects.exists()


def test_a_proposal_that_changed_may_be_published_with_the_same_press_later(clubs):
    client, url = clubs.client("owner"), clubs.url("publish")
    for _n in range(2):
        client.post(url, keyed({"number": "2", "seen": "old"}))
        assert not DonePress.objects.exists()
    assert Round.objects.proposed().exists()


def test_every_form_of_a_page_has_a_key_of_its_own(clubs):
    page = clubs.client("owner").get(clubs.url("attendance")).content.decode()
    keys = re.findall(r'name="form_key" value="([^"]+)"', page)
    assert len(keys) == page.count('name="csrfmiddlewaretoken"') > 5
    assert len(set(keys)) == len(keys)


def test_a_key_costs_one_query_where_nothing_is_paired(clubs):
    client, url = clubs.client("owner"), clubs.step_url("add-member")
    counts = []
    for data in (clubs.data("add-member"), keyed(clubs.data("add-member"))):
        with undone(), CaptureQueriesContext(connection) as captured:
            client.post(url, data)
        cache.clear()
        counts.append(len(captured))
    assert counts[1] == counts[0] + 1


def test_old_presses_go(clubs):
    client = clubs.client("owner")
    client.post(clubs.url("add-member"), keyed(NEW))
    with connection.cursor() as cursor:
        days = [DAYS + 1]
        cursor.execute("UPDATE clubcomp_donepress SET at = now() - %s * interval '1 day'", days)
    client.post(clubs.url("add-member"), keyed(NEW | {"name": "Nieuw, Noor"}))
    assert DonePress.objects.count() == 1


# What is said when the answer fails ---------------------------------------------------------


def failing(monkeypatch, error):
    """Every answer of the attendance sheet fails after its step."""

    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr("clubcomp.views.attendance.attendance_page", fail)


def test_what_was_stored_before_its_answer_failed_is_said_to_be_stored(clubs, monkeypatch):
    client, lines = clubs.client("owner"), TrailEntry.objects.count()
    failing(monkeypatch, RuntimeError("secret"))
    answer = client.post(
        clubs.step_url("mark-attendance"),
        keyed(clubs.data("mark-attendance")),
        headers=ENGLISH | {"HX-Request": "true"},
    )
    assert answer.status_code == 500
    assert "was stored; only the answer failed" in answer.content.decode()
    assert "was%20stored" in answer["Said"]
    assert TrailEntry.objects.count() == lines + 1


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed")])
def test_without_its_database_the_site_says_so_and_when_to_ask_again(clubs, monkeypatch, error):
    def away(*args, **kwargs):
        raise error

    monkeypatch.setattr("clubcomp.doors.sessions.SessionStore.load", away)
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x" * 32
    for address in ("/toren/", "/there/is/nothing/here/", "/sign-in/"):
        for headers in (ENGLISH, ENGLISH | {"HX-Request": "true"}):
            answer = client.get(address, headers=headers)
            assert (answer.status_code, answer["Retry-After"]) == (503, "10")
            assert "<h1>The site is away for a moment</h1>" in answer.content.decode()


# How much may be sent -----------------------------------------------------------------------


class Unread:
    """A body of which nothing may be read."""

    def read(self, *_size):
        raise AssertionError("it was read")

    readline = read


@pytest.mark.parametrize(
    ("name", "size"),
    [("sign-in", MEGABYTE + 1), ("mark-attendance", MEGABYTE + 1), ("import", 22 * MEGABYTE)],
)
def test_what_is_too_large_is_refused_before_it_is_read(clubs, name, size):
    answer = clubs.client("anonymous").generic(
        "POST",
        clubs.url(name),
        headers=ENGLISH,
        **{"wsgi.input": Unread(), "CONTENT_LENGTH": str(size)},
    )
    assert answer.status_code == 413
    assert "at most 20 MB" in answer.content.decode()


def test_trace_is_refused(clubs):
    answer = Client().trace(clubs.url("tonight"))
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, POST")


def test_what_does_not_say_how_large_it_is_is_not_read(clubs):
    answer = clubs.client("anonymous").generic(
        "POST",
        clubs.url("import"),
        headers=ENGLISH | {"Transfer-Encoding": "chunked"},
        **{"wsgi.input": Unread(), "CONTENT_LENGTH": ""},
    )
    assert answer.status_code == 411
    assert "was not read" in answer.content.decode()


def test_a_file_of_some_megabytes_comes_in_where_one_is_asked_for(clubs):
    text = clubs.data("import")["text"] + " " * 3 * MEGABYTE
    answer = clubs.client("owner").post(clubs.url("import"), {"text": text}, headers=ENGLISH)
    assert answer.status_code == 200
    assert "Is this the one?" in answer.content.decode()
