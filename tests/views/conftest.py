"""Two clubs side by side, for who asks for them."""

import pytest
from django.core.cache import caches

from tests.views.two_clubs import TwoClubs, digest, undone


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
