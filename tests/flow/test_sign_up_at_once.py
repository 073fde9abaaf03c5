"""Two at once who ask for a club, decide about one, or change the settings."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.utils import translation

from clubcomp.flow.errors import StepError
from clubcomp.flow.sign_up.asking import (
    confirm_club,
)
from clubcomp.flow.sign_up.founding import (
    approve_club,
    decline_club,
)
from clubcomp.flow.sign_up.terms import change_sign_up
from clubcomp.models import AskedClub, Club, Message, SignUp, User
from tests.views.asked_clubs import TERMS, ask, asked_club, let_sign_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sends")]


@pytest.fixture
def sends(settings):
    settings.SENDS_EMAIL = True


def change(**values):
    known = {"mode": "open", "most_clubs": 3, "terms": TERMS, "signature": "Hanna Host"}
    return change_sign_up(**known | values, by=None)


@pytest.fixture
def at_once():
    """Runs steps at the same moment; each gives what it returned or its StepError."""
    with ThreadPoolExecutor(max_workers=4) as threads:

        def run(*steps):
            start = Barrier(len(steps))
            return [each.result(30) for each in [threads.submit(one, start, s) for s in steps]]

        yield run


def one(start, step):
    start.wait()
    try:
        with translation.override("en"):
            return step()
    except StepError as error:
        return str(error)
    finally:
        connection.close()


def test_of_two_founders_of_one_address_one_has_it_and_the_other_is_told(at_once):
    let_sign_up()
    two = [ask(name=f"Q{n}q", slug="zelfde", email=f"q{n}@example.org") for n in range(2)]
    made = at_once(*[lambda asked=asked: confirm_club(asked, slug="zelfde") for asked in two])
    assert sorted(type(one).__name__ for one in made) == ["Club", "str"]
    assert Club.objects.get().slug == "zelfde"
    assert User.objects.count() == 1


def test_of_two_who_decide_one_does_and_the_other_is_told(at_once):
    asked = asked_club()
    made = at_once(lambda: approve_club(asked, by=None), lambda: decline_club(asked, by=None))
    assert "Somebody was first: it is decided already, or it was taken back." in made
    assert Club.objects.count() + Message.objects.filter(user=None).count() == 1


def test_a_press_that_comes_twice_at_once_founds_one_club(at_once):
    let_sign_up()
    asked = ask()
    at_once(*[lambda: confirm_club(asked, slug="pion")] * 3)
    assert Club.objects.count() == User.objects.count() == 1


def test_no_more_are_founded_than_there_is_room_for(at_once):
    let_sign_up(most_clubs=2)
    four = [ask(name=f"Q{n}q", slug=f"q{n}q", email=f"q{n}@example.org") for n in range(4)]
    at_once(*[lambda asked=asked: confirm_club(asked, slug=asked.slug) for asked in four])
    assert Club.objects.count() == 2
    assert AskedClub.objects.exclude(approved_at=None).count() == 2


def test_of_two_who_change_the_settings_the_second_is_told(at_once):
    seen = let_sign_up().pk
    made = at_once(*[lambda n=n: change(most_clubs=n, seen=seen) for n in (5, 6)])
    assert "Somebody changed this meanwhile. Open the page anew." in made
    assert SignUp.objects.count() == 2
