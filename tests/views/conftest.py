"""Two clubs side by side, for who asks for them."""

import pytest
from django.core.cache import caches
from django.test import Client

from tests import make
from tests.views.two_clubs import TwoClubs, digest, hold_link, undone


@pytest.fixture(scope="module")
def clubs(django_db_setup, django_db_blocker):
    """Made once for a whole file; what a test changes is taken back after it."""
    with django_db_blocker.unblock(), undone():
        yield TwoClubs()


@pytest.fixture(scope="module")
def before(clubs, django_db_blocker):
    """What the database holds before a test."""
    with django_db_blocker.unblock():
        return digest()


@pytest.fixture
def nothing_is_kept():
    """What was computed in another test, and taken back with it, is not shown."""
    for kept in caches.all():
        kept.clear()


@pytest.fixture
def anna():
    return make.make_player(make.make_club(), "Vries, Anna de", email="anna@example.org")


@pytest.fixture
def phone(anna):
    """Her browser, which holds her link."""
    client = Client(headers={"accept-language": "en", "origin": "http://testserver"})
    hold_link(client, anna)
    return client
