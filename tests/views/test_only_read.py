"""A database that takes no changes, as a standby is: pages are shown, presses say so in words."""

from contextlib import contextmanager

import pytest
from django.core.cache import caches
from django.db import connection

from tests.attempts import attempts
from tests.make import PASSWORD
from tests.views.site_map import ADDRESSES, STEPS
from tests.views.test_access import KIND_OF, TAKE_PART
from tests.views.two_clubs import TwoClubs, digest
from tests.views.visitor import text

WORDS = "Just now everything can only be read"


@contextmanager
def only_read():
    """Every transaction of this connection may only read."""
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
        try:
            yield
        finally:
            cursor.execute("SET default_transaction_read_only = off")


def assert_told(answer):
    assert answer.status_code == 503, answer.status_code
    assert WORDS in text(answer)
    assert answer["Retry-After"]


@pytest.mark.django_db(transaction=True)
def test_every_press_says_so_in_words_and_every_page_is_shown(mail, monkeypatch):
    # Each page would note that it was used.
    monkeypatch.setattr("clubcomp.doors.sessions.AN_HOUR", -1)
    clubs = TwoClubs()
    english = {"accept-language": "en", "origin": "http://testserver"}
    before = digest()

    def someone(visitor):
        return clubs.client(visitor, headers=english)

    with only_read(), attempts() as attempt:
        for name in STEPS:
            with attempt("press", name):
                who = "holder" if KIND_OF[name] is TAKE_PART else "owner"
                who = "staff" if KIND_OF[name] in ("staff", "keeper") else who
                assert_told(someone(who).post(clubs.step_url(name), clubs.data(name)))
        with attempt("sign in"):
            data = {"username": "leader@example.org", "password": PASSWORD}
            assert_told(someone("anonymous").post("/sign-in/", data))
        for name in ADDRESSES:
            for visitor in ("anonymous", "holder", "owner"):
                with attempt("look", name, visitor):
                    for kept in caches.all():
                        kept.clear()
                    answer = someone(visitor).get(clubs.url(name))
                    # An archive holds the club meanwhile; a link that is none could not be counted.
                    if (name, visitor) == ("archive", "owner") or name == "open-club-link":
                        assert_told(answer)
                    else:
                        assert answer.status_code < 500
    assert digest() == before
