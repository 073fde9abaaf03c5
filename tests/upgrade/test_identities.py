"""The one number that 1.0 knew of a player: whose it is afterwards, where that is certain."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.upgrade.database import scratch_database

BEFORE = ("clubcomp", "0010_attendance_in_games")


@pytest.fixture(scope="module")
def identities(django_db_setup, django_db_blocker):
    """By player the number after the upgrade with its issuer, as text."""
    with django_db_blocker.unblock(), scratch_database():
        call_command("migrate", *BEFORE, interactive=False, verbosity=0)
        old = MigrationExecutor(connection).loader.project_state([BEFORE]).apps
        fill(old)
        call_command("migrate", interactive=False, verbosity=0)
        from clubcomp.models import Player

        yield {
            player.name: [(one.issuer, one.number, one.club_id) for one in player.identities.all()]
            for player in Player.objects.all()
        } | {"club": Player.objects.first().club_id}


def fill(old):
    """Players with and without numbers, and what the trail says of them."""
    club = old.get_model("clubcomp", "Club").objects.create(name="A", slug="a")
    other = old.get_model("clubcomp", "Club").objects.create(name="B", slug="b")
    numbers = {"listed": "1234567", "typed": "1039784", "retyped": "7", "none": "", "lost": "55"}
    players = {
        name: old.get_model("clubcomp", "Player").objects.create(
            club=club, name=name, sort_key=name, federation_id=number
        )
        for name, number in numbers.items()
    }
    trail = old.get_model("clubcomp", "TrailEntry").objects

    def listed(of, *names):
        before = {str(players[name].pk): {"rating": 1500} for name in names}
        trail.create(club=of, action="take_ratings", before=before, after={"players": []})

    listed(club, "listed", "retyped", "lost")
    listed(other, "typed")
    after = {"federation_id": "7"}
    trail.create(club=club, action="change_member", before={"federation_id": "6"}, after=after)
    trail.create(club=club, action="change_member", before={"rating": 1}, after={"rating": 2})


def test_a_number_by_which_the_list_found_somebody_is_the_knsbs(identities):
    assert identities["listed"] == [("KNSB", "1234567", identities["club"])]
    assert identities["lost"] == [("KNSB", "55", identities["club"])]


def test_a_number_that_was_typed_is_nobodys_yet(identities):
    assert identities["typed"] == [("", "1039784", identities["club"])]
    assert identities["retyped"] == [("", "7", identities["club"])]


def test_who_had_no_number_has_none(identities):
    assert identities["none"] == []
