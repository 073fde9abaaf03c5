"""Does the database let nobody wait for ever, whoever makes the connection?"""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.utils import translation

from clubcomp.flow.errors import StepError
from clubcomp.flow.people.members import add_member
from clubcomp.flow.step import ShortWaits, club_held
from clubcomp.management.commands.migrate import LIMITS
from clubcomp.models import Player
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere(settings, monkeypatch):
    """Runs something on a connection that was made after the tables, with a site's limits."""
    monkeypatch.delitem(settings.DATABASES["default"]["OPTIONS"], "options")
    with ThreadPoolExecutor(max_workers=1) as thread:

        def run(something):
            def closing():
                try:
                    with translation.override("en"):
                        return something()
                finally:
                    connection.close()

            return thread.submit(closing).result(60)

        yield run


def test_a_connection_has_the_limits_by_itself(elsewhere):
    def limits():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, setting::int FROM pg_settings WHERE name = ANY(%s)", [list(LIMITS)]
            )
            return dict(cursor.fetchall())

    connection.close()
    connection.close_pool()
    assert elsewhere(limits) == LIMITS


def test_who_waits_too_long_for_a_step_is_told_and_nothing_is_done(elsewhere, monkeypatch):
    monkeypatch.setattr(ShortWaits, "until", 0.0)  # after the test steps wait as long as usual
    club = make.make_club()

    def impatient():
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 20")
        try:
            with pytest.raises(StepError, match="had to wait too long"):
                add_member(club, name="Nieuw", by=None)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")

    with club_held(club):
        elsewhere(impatient)
    assert not Player.objects.exists()
